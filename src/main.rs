//! `litmus`, the command line tool.

fn main() -> std::process::ExitCode {
    gfx_litmus::cli::main()
}
