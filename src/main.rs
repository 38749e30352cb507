//! `litmus`, the command line tool.

mod memory;

/// Planning models makes many small allocations: this allocator takes a third less time in all (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    gfx_litmus::cli::main(memory::used)
}
