//! `litmus lower`: prints the machine code of a test, each instruction with the row of the table that it is from.

use super::*;
use crate::load;
use crate::lowering::{Setting, lower};
use crate::report::code::{self, CodeReport, LowerReport};
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
    choices: ChoicesArgs,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

impl LowerArgs {
    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        Refusal {
            command: "litmus lower",
            schema: code::SCHEMA,
            format: self.format.into(),
            shown: None,
            output: &self.output,
        }
    }
}

pub fn run(args: &LowerArgs) -> u8 {
    let resources = Resources::default();
    let lowered = lowered(args, &resources);
    let files = view::files(&resources);
    args.output.files(&files);
    let (code, errors) = match lowered {
        Ok(lowered) => lowered,
        Err(errors) => return args.refusal().print(&errors),
    };
    let exit_code = if errors.is_empty() { OK } else { BAD_INPUT };
    match args.format {
        Format::Text => {
            print(&code.iter().map(code::text).collect::<String>());
            args.output.errors(&errors);
        }
        Format::Json => {
            let (path, errors) = (args.file.display().to_string(), errors.iter().map(view::error).collect());
            print_json(&LowerReport { schema: code::SCHEMA, path, code, files, errors });
        }
    }
    exit_code
}

/// The code for every target; errors of one do not keep the others from having some.
fn lowered(args: &LowerArgs, resources: &Resources) -> Result<(Vec<CodeReport>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let source = load::read_test(&args.file).map_err(|error| vec![*error])?;
    let program = load::program(&source)?;
    let library = resources.tables(&args.table)?;
    let named = !args.targets.is_empty();
    let (mut code, mut errors) = (Vec::new(), Vec::new());
    let parse = |name: &String| {
        TargetConfiguration::parse(name).map_err(|message| vec![usage_error("--target", name, message)])
    };
    let targets = if named {
        args.targets.iter().map(parse).collect::<Result<_, _>>()?
    } else {
        TargetConfiguration::every_configuration()
    };
    let choices = args.choices.choices();
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
        let setting = Setting { choices, ..Setting::new(&loaded.table, configuration, args.opencl) };
        match lower(&program, &setting) {
            Ok(found) => code.push(view::code(&program, &configuration, loaded, args.opencl, &found)),
            Err(found) => add_new_errors(&mut errors, found),
        }
    }
    Ok((code, errors))
}
