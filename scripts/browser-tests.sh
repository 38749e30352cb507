#!/bin/sh
# Tests the page of `litmus serve` in a real browser: Chromium, as the system has it, led by Playwright in an environment of its own. With `--keep` the pictures
# of docs/pictures are made again. Where there is no browser, or packages cannot be fetched, it says *skipped*.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
target=${CARGO_TARGET_DIR:-$PWD/target}
environment=$target/browser
browser=${BROWSER:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$browser" ]; then
  echo "browser: skipped: no Chromium (BROWSER=PATH names another)"
  exit 0
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "browser: skipped: no Python from 3.11 on"
  exit 0
fi
if ! "$python" -m venv "$environment" >/dev/null 2>&1; then
  echo "browser: skipped: $python makes no environment (python3-venv)"
  exit 0
fi
if ! "$environment/bin/pip" install --quiet --disable-pip-version-check 'playwright>=1.40,<2'; then
  echo "browser: skipped: packages cannot be fetched, as pip says above"
  exit 0
fi
litmus=${LITMUS:-$target/release/litmus}
if [ ! -x "$litmus" ]; then
  cargo build --release
fi
LITMUS=$litmus BROWSER=$browser
export LITMUS BROWSER
if [ "${1:-}" = --keep ]; then
  exec "$environment/bin/python" tests/browser/pictures.py
fi
exec "$environment/bin/python" -m unittest discover --start-directory tests/browser --pattern 'test_*.py'
