//! `--shard`, and `litmus merge`: a long run on several machines.

use super::long::{INTERRUPTED, Long};
use super::*;
use crate::judge::programs::Counts;
use crate::judge::run::Ended;
use crate::judge::shard::{Job, Part, Shard};
use crate::judge::store;
use crate::report::synthesized::{self, MergeReport};

/// Which part of the programs is asked.
#[derive(Args)]
pub struct ShardArg {
    /// Ask only the base programs of one of N parts, the I-th, and keep the answers: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["format", "quiet", "write", "limit"])]
    shard: Option<Shard>,
}

/// How much a shard asked.
pub struct Asked {
    /// What is said of it: `asked 20 programs, of 3 of its 9 base programs (0 unknown)`.
    pub said: String,
    /// If it was told to end: how far it was.
    pub interrupted: Option<String>,
}

impl Asked {
    /// Programs, with variants, and if it was told to end, of how many base programs all was asked.
    pub fn programs(counts: Counts, programs: usize, interrupted: Option<usize>) -> Asked {
        let Counts { programs: bases, judged, unknown, .. } = counts;
        Asked {
            said: format!("asked {programs} programs, of {judged} of its {bases} base programs ({unknown} unknown)"),
            interrupted: interrupted.map(|done| format!("{done} of {judged} base programs")),
        }
    }

    /// Tests: how many were asked and how many of those are unknown, how many it has, and how many there are.
    pub fn tests((asked, unknown): (usize, usize), own: usize, all: usize) -> Asked {
        Asked {
            said: format!("asked {own} of {all} tests ({unknown} unknown)"),
            interrupted: (asked < own).then(|| format!("{asked} of {own} tests")),
        }
    }
}

impl ShardArg {
    /// The shard that is asked, if not all is.
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }
}

/// Ends the run of a shard, and says what is kept: the exit code.
///
/// # Errors
/// What is wrong with the input, or why answers are not kept.
pub fn end(
    long: &Long,
    shard: Shard,
    job: impl FnOnce() -> Result<Job, Vec<Diagnostic>>,
    asked: Result<Asked, Ended>,
) -> Result<u8, Vec<Diagnostic>> {
    let (asked, not_kept) = long.ended(asked)?;
    let Some(Asked { said, interrupted }) = asked else { return Ok(INTERRUPTED) };
    if !not_kept.is_empty() {
        return Err(not_kept);
    }
    if let Some(done) = interrupted {
        say_line!("litmus: {shard}: interrupted after {done}; run again, it goes on there");
        return Ok(INTERRUPTED);
    }
    long.run.store.complete(&Part { job: job()?, shard }).map_err(|error| vec![*error])?;
    print(&format!("{shard}: {said}\n"));
    Ok(OK)
}

/// The exit code of a shard of tests, after what is wrong with some of them, or with the run, is printed.
pub fn code(ended: Result<u8, Vec<Diagnostic>>, mut errors: Vec<Diagnostic>, output: &OutputArgs) -> u8 {
    let code = ended.unwrap_or_else(|found| {
        add_new_errors(&mut errors, found);
        BAD_INPUT
    });
    output.errors(&errors);
    if errors.is_empty() || code == INTERRUPTED { code } else { BAD_INPUT }
}

const CODES: &str = "Exit codes: 0 the new file has all answers, 2 a file is refused or cannot be written.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct MergeArgs {
    /// The new file, for `--results` of the command without `--shard`.
    out: PathBuf,
    /// The files of all shards.
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

impl MergeArgs {
    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.output);
        Refusal { command: "litmus merge", schema: synthesized::SCHEMA, format, shown: None, output }
    }
}

/// Unites the files of all shards of a run.
pub fn merge(args: &MergeArgs) -> u8 {
    let store::Merged { shards, answers } = match store::merge(&args.out, &args.shards) {
        Ok(merged) => merged,
        Err(error) => return args.refusal().print(&[*error]),
    };
    match args.format {
        Format::Text => print(&format!("{answers} answers of {shards} shards\n")),
        Format::Json => {
            print_json(&MergeReport { schema: synthesized::SCHEMA, shards, answers, errors: Vec::new() });
        }
    }
    OK
}
