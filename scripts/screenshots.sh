#!/bin/sh
# Takes the pictures of docs/report.md, docs/python.md and editors/README.md anew, with a Chromium without a window.
#
#     scripts/screenshots.sh [PROGRAM]
#
# PROGRAM is the `litmus` that is shown (`target/release/litmus`, if none is given). CHROMIUM names the browser. A picture whose tools are missing is left as it is, which
# is said. Exit codes: 0 all taken or *skipped*, 1 one of them cannot be taken.
set -eu
cd "$(dirname "$0")/.."
litmus=$(realpath "${1:-target/release/litmus}")
browser=${CHROMIUM:-chromium}
out=docs/pictures
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

lacks() { # lacks PICTURE COMMAND...: says which command is missing
    picture=$1
    shift
    for command in "$@"; do
        command -v "$command" >/dev/null 2>&1 && continue
        echo "$picture: skipped: no $command"
        return 0
    done
    return 1
}

shoot() { # shoot NAME WIDTH HEIGHT URL
    rm -f "$out/$1.png"
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$2,$3" --screenshot="$out/$1.png" "$4" >/dev/null 2>&1 || true
    [ -s "$out/$1.png" ] || { echo "$out/$1.png is not taken" >&2; exit 1; }
}

# The matrix of a page of all verdicts, and a test's own section.
report() {
    lacks report "$browser" && return
    "$litmus" report litmus/message-passing --out "$scratch/report.html" >/dev/null
    shoot report-models 1000 560 "file://$scratch/report.html#models"
    shoot report-test 1000 900 "file://$scratch/report.html#t-MP+rel+acq+atomic-data"
}

# The notebook, as pages of HTML have it.
notebook() {
    lacks notebook "$browser" python3 && return
    python3 -m venv "$scratch/python" && "$scratch/python/bin/pip" install --quiet nbconvert ||
        { echo "notebook: skipped: no nbconvert, as pip says above"; return; }
    "$scratch/python/bin/jupyter-nbconvert" --log-level ERROR --to html --output-dir "$scratch" docs/notebook.ipynb
    shoot notebook 1000 900 "file://$scratch/notebook.html"
}

# Neovim with the language server: a message beside its line, and what hovering says.
editor() {
    lacks editor "$browser" nvim tmux aha && return
    cp tests/lsp/wrong-type.litmus "$scratch/MP.litmus"
    LITMUS=$litmus TERM=xterm-256color tmux -S "$scratch/tmux" -f /dev/null new-session -d -x 100 -y 19 \
        "nvim -u NONE -i NONE -n -c 'set background=dark laststatus=0 noruler' -c 'luafile editors/neovim.lua' -c 'hi Pmenu ctermbg=24 ctermfg=15' -c 'hi SignColumn ctermbg=none' -c 'hi Search ctermbg=none ctermfg=none cterm=underline' -c 'edit $scratch/MP.litmus'"
    sleep 5
    tmux -S "$scratch/tmux" send-keys "/release" Enter
    sleep 1
    tmux -S "$scratch/tmux" send-keys ":lua vim.lsp.buf.hover()" Enter
    sleep 3
    tmux -S "$scratch/tmux" capture-pane -e -p >"$scratch/screen"
    tmux -S "$scratch/tmux" kill-server
    aha --black --title editor <"$scratch/screen" >"$scratch/editor.html"
    shoot editor 830 310 "file://$scratch/editor.html"
}

report
notebook
editor
