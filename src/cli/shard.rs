//! `--shard`, and `litmus merge`: a long run on several machines.

use super::long::{INTERRUPTED, Long};
use super::*;
use crate::judge::programs::Counts;
use crate::judge::run::Ended;
use crate::judge::shard::{Part, Shard};
use crate::judge::store;
use crate::judge::tables::Options;

/// Which part of the programs is asked.
#[derive(Args)]
pub struct ShardArg {
    /// Ask only the base programs of one of N parts, the I-th, and keep the answers: `litmus merge` unites the files of all parts.
    #[arg(long, value_name = "I/N", requires = "results", conflicts_with_all = ["format", "quiet", "write", "limit"])]
    shard: Option<Shard>,
}

/// How much a shard asked.
pub struct Asked {
    /// What is known of its base programs.
    pub counts: Counts,
    /// How many programs it asked, with variants.
    pub programs: usize,
    /// If it was told to end: of how many base programs, with their variants, all was asked.
    pub interrupted: Option<usize>,
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
    (command, options): (&str, &Options<'_>),
    asked: Result<Asked, Ended>,
) -> Result<u8, Vec<Diagnostic>> {
    let (asked, not_kept) = long.ended(asked)?;
    let Some(Asked { counts, programs, interrupted }) = asked else { return Ok(INTERRUPTED) };
    if !not_kept.is_empty() {
        return Err(not_kept);
    }
    if let Some(done) = interrupted {
        eprintln!(
            "litmus: {shard}: interrupted after {done} of {} base programs; run again, it goes on there",
            counts.judged
        );
        return Ok(INTERRUPTED);
    }
    let part = Part { job: options.job(command)?, shard };
    long.run.store.complete(&part).map_err(|error| vec![*error])?;
    let Counts { programs: bases, judged, unknown, .. } = counts;
    print(&format!(
        "{shard}: asked {programs} programs, of {judged} of its {bases} base programs ({unknown} unknown)\n"
    ));
    Ok(OK)
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
    #[command(flatten)]
    output: OutputArgs,
}

/// Unites the files of all shards of a run.
pub fn merge(args: &MergeArgs) -> u8 {
    match store::merge(&args.out, &args.shards) {
        Ok(store::Merged { shards, answers }) => {
            print(&format!("{answers} answers of {shards} shards\n"));
            OK
        }
        Err(error) => {
            args.output.errors(&[*error]);
            BAD_INPUT
        }
    }
}
