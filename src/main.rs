//! `litmus`, the command line tool.

mod memory;

use gfx_litmus::allowance::Memory;

/// Planning models makes many small allocations: this allocator takes a third less time in all (docs/performance.md).
#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

fn main() -> std::process::ExitCode {
    gfx_litmus::cli::main(Memory {
        used: memory::used,
        resident: memory::resident,
        give_back: memory::give_back,
        solver_rests: memory::solver_rests,
    })
}
