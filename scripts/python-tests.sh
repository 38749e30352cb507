#!/bin/sh
# Builds the Python package, installs it into an environment of its own and runs its tests, the notebook among them; with `--keep` what the notebook shows is written
# into it. Where Python has no environments or is too old, or packages cannot be fetched, it says *skipped*.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
target=${CARGO_TARGET_DIR:-$PWD/target}
environment=$target/python
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo "python: skipped: no Python from 3.10 on"
  exit 0
fi
if ! "$python" -m venv "$environment" >/dev/null 2>&1; then
  echo "python: skipped: $python makes no environment (python3-venv)"
  exit 0
fi
pip() { "$environment/bin/pip" install --quiet --disable-pip-version-check "$@"; }
if ! pip 'maturin>=1.9,<2' z3-solver==5.3.3.0 nbclient nbformat ipykernel mypy; then
  echo "python: skipped: packages cannot be fetched, as pip says above"
  exit 0
fi
PATH=$environment/bin:$PATH
export PATH
pip --no-build-isolation ./python
"$environment/bin/mypy" --strict python/gfx_litmus
if [ "${1:-}" = --keep ]; then
  "$environment/bin/python" python/tests/test_notebook.py --keep
fi
"$environment/bin/python" -m unittest discover python/tests
