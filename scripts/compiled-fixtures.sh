#!/bin/sh
# Writes the compiler output again that tests/compiled.rs judges: tests/compiled/VERSION/PROCESSOR/TEST.s, and machine IR
# after si-memory-legalizer that tests/machine_ir.rs judges, TEST.mir; and what -O0 leaves, tests/unoptimized. Needs llc-14, -15, -16, -19 and -22.
# `LITMUS=PATH` names the program, `cargo run` is the default.
set -eu
cd "$(dirname "$0")/.."
litmus=${LITMUS:-cargo run --quiet --}
tests="litmus/message-passing/MP+fences+agent.litmus litmus/message-passing/MP+i64.litmus litmus/message-passing/MP+rel+acq+workgroup.litmus
  litmus/message-passing/MP+cmpxchg-flag.litmus litmus/message-passing/MP+rmw-flag.litmus litmus/causality/ISA2+wg-ag.litmus
  litmus/store-buffering/SB+sc+system.litmus litmus/barriers/barrier+fences.litmus litmus/address-spaces/MP+global-data+LDS-flag.litmus
  litmus/control-flow/spin-filtered.litmus litmus/control-flow/if-else.litmus"
out=tests/compiled
option=
rm -rf "$out"
compile() { # VERSION TARGET...
  llc=$1
  shift
  for target in "$@"; do
    # What the code is worth is not asked here.
    $litmus llvm check $tests --llc "llc-$llc" --target "$target" --matrix --save "$out" $option || [ $? -ne 2 ]
  done
}
compile 14 gfx906 gfx1030,cu gfx1030,wgp
compile 15 gfx1100,cu
compile 16 gfx1030,cu gfx1100,wgp
compile 19 gfx90a gfx942 gfx1030,cu gfx1100,cu gfx1200,wgp
compile 22 gfx600 gfx803 gfx906 gfx90a,tgsplit gfx942 gfx950 gfx1030,cu gfx1100,cu gfx1100,wgp gfx1200,wgp gfx1250
# Who is first at a barrier, and waves beside a host, whose code no compiler of waves makes.
tests="litmus/barrier-objects/object-first+MP.litmus litmus/host/MP+from-host+coarse.litmus litmus/dispatches/MP+dispatch+chain.litmus"
compile 22 gfx1100,cu gfx1200,wgp gfx1250
tests="litmus/barrier-objects/object-cluster+first.litmus litmus/barrier-objects/object-MP+fences.litmus
  litmus/barrier-objects/object-count-of-signal.litmus litmus/barrier-objects/object-null-does-nothing.litmus
  litmus/barrier-objects/object-drop-completes.litmus litmus/barrier-objects/object-MP+other-object.litmus
  litmus/barrier-objects/object-phase-separation.litmus"
compile 22 gfx1250
# DMA between memory and LDS.
tests="litmus/dma/dma-sync.litmus litmus/dma/dma-MP-barrier+sync.litmus litmus/dma/dma-MP-flag+sync.litmus"
compile 22 gfx906 gfx90a gfx942 gfx950
# Modules as they stand.
tests=$(echo tests/given/*.ll)
compile 22 gfx600 gfx700 gfx906 gfx90a,tgsplit gfx942 gfx1030,cu gfx1100,wgp gfx1200,wgp gfx1250
# Machine IR, of some of them.
option=--machine-ir
tests="litmus/message-passing/MP+fences+agent.litmus litmus/message-passing/MP+cmpxchg-flag.litmus litmus/causality/ISA2+wg-ag.litmus"
compile 14 gfx906 gfx1030,cu
compile 19 gfx90a gfx942 gfx1100,cu
compile 22 gfx600 gfx90a,tgsplit gfx942 gfx1100,cu gfx1200,wgp gfx1250
tests="litmus/address-spaces/MP+global-data+LDS-flag.litmus litmus/control-flow/if-else.litmus litmus/control-flow/spin-filtered.litmus
  tests/given/kernels.ll"
compile 22 gfx906 gfx1100,wgp gfx1250
# Unoptimized code, of tests whose optimized code is there too.
rm -rf tests/unoptimized
out=tests/unoptimized
option=-O0
tests="litmus/message-passing/MP+fences+agent.litmus litmus/message-passing/MP+cmpxchg-flag.litmus litmus/causality/ISA2+wg-ag.litmus
  litmus/control-flow/if-else.litmus litmus/control-flow/spin-filtered.litmus"
compile 14 gfx906
compile 19 gfx942 gfx1030,cu
compile 22 gfx906 gfx942 gfx1030,cu gfx1100,cu gfx1200,wgp gfx1250
# IR is a matter of `litmus llvm emit`, which has tests of its own.
find tests/compiled tests/unoptimized -name '*.ll' -delete
