//! Shards of a long run: each asks the tests or base programs that are its own by their text, so that machines which know nothing of each other share
//! a run.

use super::depends;
use super::store::Question;
use crate::engine::Settings;
use crate::refine::RefinementTarget;
use std::fmt;
use std::str::FromStr;

/// One of several parts of tests, or of the programs of a space. Which part a program is of depends on its text and on how many parts there are, and on
/// nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part it is, the first being 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Shard {
    /// Whether a program with this text is of this part.
    pub fn has(self, text: &str) -> bool {
        let digest = blake3::hash(text.as_bytes());
        let number = u64::from_le_bytes(std::array::from_fn(|index| digest.as_bytes()[index]));
        number % u64::from(self.of) == u64::from(self.number) - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("`{text}` is not I/N with I from 1 to N, such as 1/8");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let number: u32 = number.parse().map_err(|_| wrong())?;
        let of: u32 = of.parse().map_err(|_| wrong())?;
        if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shard {} of {}", self.number, self.of)
    }
}

/// What shards are parts of: a command with all that its answers depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The command with the arguments that matter, in words.
    pub command: String,
    /// The tests by their paths and texts; none where programs are generated.
    pub tests: Question,
    /// The models by all that they say.
    pub models: Question,
    /// The tables by all that they say.
    pub tables: Question,
    /// The hardware of the targets by all that is claimed of it.
    pub hardware: Question,
}

impl Job {
    /// Which engine is asked for how long, as an argument of a command.
    pub fn settings(Settings { engine, timeout, stop: _, ends: _, races: _ }: Settings) -> String {
        format!("--engine {} --timeout {}", format!("{engine:?}").to_lowercase(), timeout.as_secs_f64())
    }

    /// A command about generated programs and the code of targets, by all that these models say.
    pub fn on_targets<'a>(
        command: String,
        models: &[Question],
        targets: impl Iterator<Item = &'a RefinementTarget<'a>> + Clone,
    ) -> Job {
        let tables = targets.clone().map(|target| match &target.table {
            Ok(loaded) => format!("{:?}", loaded.table),
            Err(why) => why.clone(),
        });
        Job {
            command,
            tests: Question::about(&()),
            models: Question::about(&models),
            tables: Question::about(&tables.collect::<Vec<_>>()),
            hardware: Question::about(&targets.map(depends::hardware).collect::<Vec<_>>()),
        }
    }
}

/// A shard whose tests or programs have all been asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is a part of.
    pub job: Job,
    /// Which part it is.
    pub shard: Shard,
}
