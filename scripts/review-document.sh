#!/bin/sh
# Reviews a change of one of LLVM's documents that have tables of code sequences: what it does to the programs of docs/judging.md.
#
#     scripts/review-document.sh OLD NEW OUT [OPTION...]
#
# OLD and NEW are versions of the document: NEW by its path in the checkout, since findings are shown there, OLD by a path or as REVISION:PATH, which
# git has. OUT is a folder that receives comment.md (Markdown that fits in a comment), litmus.sarif, litmus.xml (JUnit), litmus.json, and results,
# which keeps what was decided. Annotations for GitHub Actions are printed. Options are of `litmus table diff`, such as `--target gfx12,cu`. What is
# wrong with NEW though it can be understood, and was not with OLD, is the end of the comment, and of what is printed.
# LITMUS is the program, `litmus` by default.
# Exit codes are those of `litmus table diff --verdicts`: 0 nothing breaks, 1 something does, 2 bad input or usage, 3 something is not known, or only
# flaws are new.
set -eu
if [ $# -lt 3 ]; then
  echo "usage: review-document.sh OLD NEW OUT [OPTION...]" >&2
  exit 2
fi
old=$1 new=$2 out=$3
shift 3
mkdir -p "$out"

if [ ! -f "$old" ]; then
  # The ending stays, since it says how the document is read.
  before=$out/before-$(basename "${old#*:}")
  git show "$old" > "$before" || exit 2
  old=$before
fi

litmus=${LITMUS:-litmus}
code=0
# A comment of GitHub has 65,536 characters at most.
"$litmus" table diff "$old" "$new" --verdicts --format github --results "$out/results" \
  --write "markdown=$out/comment.md" --limit 60000 \
  --write "sarif=$out/litmus.sarif" --write "junit=$out/litmus.xml" --write "json=$out/litmus.json" "$@" || code=$?

# Flaws, each as an annotation and, without its line, which moves, as an item of a list: a misspelt operand changes the code of no operation that is asked.
annotations() {
  "$litmus" table lint "$1" --format github 2>/dev/null | sed -n 's/^::warning /::warning /p'
}
items() {
  sed 's/%0A.*//; s/ ([^ ()]*:[0-9]*)$//; s/^::warning [^:]*::/- /' "$1"
}
annotations "$old" > "$out/flaws-before.txt"
annotations "$new" > "$out/flaws-now.txt"
items "$out/flaws-before.txt" | sort > "$out/flaws-known.txt"
items "$out/flaws-now.txt" | sort | comm -13 "$out/flaws-known.txt" - > "$out/flaws.txt"
if [ -s "$out/flaws.txt" ]; then
  printf '\n### What is wrong with the document now, and was not\n\n' >> "$out/comment.md"
  head -c 4000 "$out/flaws.txt" >> "$out/comment.md"
  items "$out/flaws-now.txt" | paste -d '\t' - "$out/flaws-now.txt" |
    awk -F '\t' 'NR == FNR { new[$0]; next } $1 in new { print $2 }' "$out/flaws.txt" -
  [ "$code" != 0 ] || code=3
fi
rm -f "$out/flaws-before.txt" "$out/flaws-now.txt" "$out/flaws-known.txt"
exit "$code"
