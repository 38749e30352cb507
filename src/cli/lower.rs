//! `litmus lower`

use super::*;
use crate::load;
use crate::lowering::{self, Setting, lower};
use crate::report::tables;
use crate::targets::Machine;

#[derive(Args)]
pub struct LowerArgs {
    /// A `.litmus` file.
    file: PathBuf,
    /// The target and its mode: `gfx90a,tgsplit`. May be repeated; all of them if there is none.
    #[arg(long = "target", value_name = "TARGET[,MODE]", value_parser = Machine::parse)]
    targets: Vec<Machine>,
    /// The tables: a release, one table of it (`llvm24:gfx12`), or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = lowering::DEFAULT)]
    table: String,
    /// Omit what OpenCL may omit.
    #[arg(long)]
    opencl: bool,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

pub fn run(args: &LowerArgs) -> u8 {
    match print_code(args) {
        Ok(()) => OK,
        Err(errors) => {
            print_errors(&errors, args.no_color);
            BAD_INPUT
        }
    }
}

/// Prints the code for every target; errors of one do not keep the others from being printed.
fn print_code(args: &LowerArgs) -> Result<(), Vec<Diagnostic>> {
    let source = load::read(&args.file).map_err(|error| vec![*error])?;
    let program = load::program(&source)?;
    let library = lowering::Library::load(&args.table).map_err(|error| vec![*error])?;
    let named = !args.targets.is_empty();
    let mut errors = Vec::new();
    for machine in if named { args.targets.clone() } else { Machine::all() } {
        let loaded = match library.table(machine.target) {
            Ok(loaded) => loaded,
            Err(message) if named => {
                errors.push(usage("--table", &args.table, message));
                continue;
            }
            // Not every release has a table for every target.
            Err(_) => continue,
        };
        let language = if args.opencl { "OpenCL" } else { "HSA" };
        print(&format!("{} for {machine} by {}:{}, {language}\n", program.name, loaded.release, loaded.table.family));
        match lower(&program, &Setting { table: &loaded.table, machine, opencl: args.opencl }) {
            Ok(code) => print(&tables::machine(&code, &source, &loaded.document)),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
