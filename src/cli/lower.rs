//! `litmus lower`: prints the machine code of a test, each instruction with the row of the table that it is from.

use super::*;
use crate::load;
use crate::lowering::{Setting, lower};
use crate::report::code;
use crate::targets::TargetConfiguration;

#[derive(Args)]
pub struct LowerArgs {
    /// The test, a `.litmus` file.
    file: PathBuf,
    /// The target and its mode: `gfx90a,tgsplit`. May be repeated; all of them if there is none.
    #[arg(long = "target", value_name = "TARGET[,MODE]")]
    targets: Vec<String>,
    /// The tables: a release, a file, a folder of `*.table`, or one family of them (`llvm24:gfx12`).
    #[arg(long, value_name = "NAME|FILE|DIR", default_value = defaults::TABLE)]
    table: String,
    /// Omit what OpenCL may omit.
    #[arg(long)]
    opencl: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &LowerArgs) -> u8 {
    let resources = Resources::default();
    let printed = print_code(args, &resources);
    args.output.files(&view::files(&resources));
    match printed {
        Ok(()) => OK,
        Err(errors) => {
            args.output.errors(&errors);
            BAD_INPUT
        }
    }
}

/// Prints the code for every target; errors of one do not keep the others from being printed.
fn print_code(args: &LowerArgs, resources: &Resources) -> Result<(), Vec<Diagnostic>> {
    let source = load::read(&args.file).map_err(|error| vec![*error])?;
    let program = load::program(&source)?;
    let library = resources.tables(&args.table)?;
    let named = !args.targets.is_empty();
    let mut errors = Vec::new();
    let parse = |name: &String| {
        TargetConfiguration::parse(name).map_err(|message| vec![usage_error("--target", name, message)])
    };
    let targets = if named {
        args.targets.iter().map(parse).collect::<Result<_, _>>()?
    } else {
        TargetConfiguration::every_configuration()
    };
    for configuration in targets {
        let loaded = match library.table(configuration.target) {
            Ok(loaded) => loaded,
            Err(message) if named => {
                errors.push(usage_error("--table", &args.table, message));
                continue;
            }
            // Not every release has a table for every target.
            Err(_) => continue,
        };
        match lower(&program, &Setting { table: &loaded.table, configuration, opencl: args.opencl }) {
            Ok(found) => print(&code::text(&view::code(&program, &configuration, loaded, args.opencl, &found))),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
