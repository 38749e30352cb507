#!/bin/sh
# Draws the pictures of docs/pictures.md and README.md anew.
#
#     scripts/pictures.sh [PROGRAM]
#
# PROGRAM is the `litmus` that draws (`target/release/litmus`, if none is given).
# Exit codes: 0 drawn, 1 one of them is not.
set -eu
cd "$(dirname "$0")/.."
litmus=${1:-target/release/litmus}
out=docs/pictures
mkdir -p "$out"

# NAME TEST: what forbids the first state that the model forbids, or its race, or an execution.
execution() {
    rm -f "$out/$1.svg"
    "$litmus" outcomes "$2" --model hsa --svg "$out/$1.svg" >/dev/null 2>&1 || true
    [ -s "$out/$1.svg" ] || { echo "$out/$1.svg is not drawn" >&2; exit 1; }
}

# NAME TEST ARGUMENTS: what happens on hardware that the source forbids.
sequence() {
    name=$1
    shift
    rm -f "$out/$name.svg"
    "$litmus" refine "$@" --matrix --svg "$out/$name.svg" >/dev/null 2>&1 || true
    [ -s "$out/$name.svg" ] || { echo "$out/$name.svg is not drawn" >&2; exit 1; }
}

execution sb litmus/store-buffering/SB+sc+agent.litmus
execution mp litmus/message-passing/MP+rel+acq+atomic-data.litmus
execution race litmus/races/write-read.litmus
execution iriw litmus/iriw/IRIW+sc-fences.litmus
execution isa2 litmus/causality/ISA2+wg-ag.litmus
execution lock litmus/atomicity/lock.litmus
execution four-threads tests/pictures/four-threads.litmus
execution cluster litmus/scopes/MP+cluster+same.litmus
sequence late litmus/causality/ISA2+wg-ag.litmus --target gfx10,cu --table llvm19
sequence stale litmus/message-passing/MP+cluster-acq_rel-rmw.litmus --target gfx11,cu --table llvm18
