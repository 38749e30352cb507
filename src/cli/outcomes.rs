//! `litmus outcomes`: lists every final state of a test, allowed or forbidden, and its races.

use super::*;
use crate::load;
use crate::report::results;
use crate::run::{self, Options};

#[derive(Args)]
pub struct OutcomesArgs {
    /// The test, a `.litmus` file.
    file: PathBuf,
    /// Only states that some model allows.
    #[arg(long)]
    allowed: bool,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl OutcomesArgs {
    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.common.judged.output);
        Refusal { command: "litmus outcomes", schema: results::SCHEMA, format, shown: None, output }
    }
}

pub fn run(args: &OutcomesArgs) -> u8 {
    let resources = Resources::default();
    let options = Options {
        models: args.common.models.clone(),
        settings: args.common.judged.engine.settings(RaceSemantics::CatchFire),
        sensitivity: false,
        resources: &resources,
    };
    let output = &args.common.judged.output;
    let source = load::read(&args.file).map_err(|error| vec![*error]);
    let found = source.and_then(|source| run::outcomes(&source, &options, args.allowed));
    let files = view::files(&resources);
    output.files(&files);
    match found {
        Ok(found) => {
            let report = view::outcomes(&found, files);
            match (args.format, &report.undecided.reason) {
                (Format::Json, _) => print_json(&report),
                (Format::Text, Some(reason)) if report.states.is_empty() => {
                    eprintln!("litmus: {}: not decided: {reason}", args.file.display());
                }
                (Format::Text, _) => print(&text::outcomes(&report, output.paint())),
            }
            if report.undecided.reason.is_some() { UNKNOWN } else { OK }
        }
        Err(errors) => args.refusal().print(&errors),
    }
}
