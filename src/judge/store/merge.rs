//! Files of shards united to one file, which has the answers of the whole run.

use super::{
    Place, Question, damaged, for_each_batch, insert, is_database, is_new, open, parts, prepare, problem, refusal,
    this_build,
};
use crate::judge::shard::{Job, Part};
use crate::syntax::source::Diagnostic;
use itertools::Itertools;
use rusqlite::{Connection, OpenFlags};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// What the united file has.
#[derive(Clone, Copy, Debug)]
pub struct Merged {
    /// How many shards it is of.
    pub shards: u32,
    /// How many answers it has, each once.
    pub answers: usize,
}

/// A file of shards.
struct Input {
    path: String,
    connection: Connection,
    parts: Vec<Part>,
}

impl Input {
    fn place(&self) -> Place<'_> {
        input(&self.path)
    }
}

fn input(path: &str) -> Place<'_> {
    Place { argument: "SHARD", path }
}

/// Bytes of answers that are written at once.
const BATCH: usize = 1 << 21;

/// Unites the files of all shards of a run to a new file.
///
/// # Errors
/// A file is damaged or no file of results, has no complete shard or one of another run; a shard is there twice or missing; the new file is there
/// already or cannot be written.
pub fn merge(out: &Path, inputs: &[PathBuf]) -> Result<Merged, Box<Diagnostic>> {
    let name = out.display().to_string();
    let place = Place { argument: "OUT", path: &name };
    if out.exists() {
        let message = "there already, and shards are united to a new file".into();
        return Err(refusal(place, message, "a file that is not there yet"));
    }
    let inputs: Vec<Input> = inputs.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let shards = check(&inputs)?;
    let answers = write(out, place, &inputs)?;
    Ok(Merged { shards, answers })
}

/// Opens a file of shards, which is left as it is.
fn read(path: &Path) -> Result<Input, Box<Diagnostic>> {
    let name = path.display().to_string();
    let place = input(&name);
    is_database(path, place)?;
    let fail = |error: rusqlite::Error| problem(place, &error);
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(fail)?;
    if is_new(&connection, place)? {
        return Err(damaged(place, "nothing is in it"));
    }
    let found = parts::read(&connection, place)?;
    if found.is_empty() {
        let help = "run its shard again with this file: it goes on where it was";
        return Err(refusal(place, "no shard in this file is complete".into(), help));
    }
    if found.iter().any(|(tool, _)| *tool != this_build()) {
        let help = "merge with the program that asked, the same build everywhere";
        return Err(refusal(place, "a shard in this file was asked by another build of this program".into(), help));
    }
    let parts = found.into_iter().map(|(_, part)| part).collect();
    Ok(Input { path: name, connection, parts })
}

/// How many shards there are: all of one run, each once.
fn check(inputs: &[Input]) -> Result<u32, Box<Diagnostic>> {
    let parts = || inputs.iter().flat_map(|input| input.parts.iter().map(move |part| (input, part)));
    let Some((first_input, first)) = parts().next() else {
        return Err(refusal(input(""), "no file of a shard".into(), "the files of all shards"));
    };
    for (input, part) in parts() {
        if let Some(difference) = difference(&first.job, &part.job) {
            let message = format!("{} is of another run than {}: {difference}", part.shard, first_input.path);
            return Err(refusal(input.place(), message, "the shards of one command with the same arguments and files"));
        }
        if part.shard.of != first.shard.of {
            let message = format!("{}, and {} has {}", part.shard, first_input.path, first.shard);
            return Err(refusal(input.place(), message, "shards of as many as there are"));
        }
    }
    for [(input, part), (other, same)] in parts().array_combinations() {
        if part.shard == same.shard {
            let message = format!("{} is in {} too", part.shard, input.path);
            return Err(refusal(other.place(), message, "each shard once"));
        }
    }
    let of = first.shard.of;
    let there: FxHashSet<u32> = parts().map(|(_, part)| part.shard.number).collect();
    let missing: Vec<u32> = (1..=of).filter(|number| !there.contains(number)).collect();
    if missing.is_empty() {
        return Ok(of);
    }
    let given = inputs.iter().map(|input| input.path.as_str()).join(" ");
    Err(refusal(
        input(&given),
        format!("{} of {of} {} missing", named(&missing), are(&missing)),
        "the files of all shards",
    ))
}

/// In what two runs differ, if they do.
fn difference(one: &Job, other: &Job) -> Option<String> {
    let Job { command, tests, models, tables, hardware } = other;
    if *command != one.command {
        return Some(format!("it is of `{command}`, and that of `{}`", one.command));
    }
    let differ = [
        ("tests", one.tests != *tests),
        ("models", one.models != *models),
        ("tables", one.tables != *tables),
        ("hardware files", one.hardware != *hardware),
    ];
    let differ = differ.into_iter().filter_map(|(what, differs)| differs.then_some(what)).join(" and ");
    (!differ.is_empty()).then(|| format!("its {differ} say something else"))
}

/// Shards by number, the first ones of many.
fn named(numbers: &[u32]) -> String {
    const SHOWN: usize = 10;
    let shown = numbers.iter().take(SHOWN).join(", ");
    let more = if numbers.len() > SHOWN { format!(" and {} more", numbers.len() - SHOWN) } else { String::new() };
    format!("{} {shown}{more}", if numbers.len() == 1 { "shard" } else { "shards" })
}

fn are(numbers: &[u32]) -> &'static str {
    if numbers.len() == 1 { "is" } else { "are" }
}

/// Writes the answers of all files, each once, and which shards they are of: how many answers there are.
fn write(out: &Path, place: Place<'_>, inputs: &[Input]) -> Result<usize, Box<Diagnostic>> {
    let fail = |error: rusqlite::Error| problem(place, &error);
    let tool = this_build();
    let mut connection = open(out, place)?;
    prepare(&mut connection, place)?;
    let transaction = connection.transaction().map_err(fail)?;
    let mut seen: FxHashSet<Question> = FxHashSet::default();
    let mut batch: Vec<u8> = Vec::new();
    for input in inputs {
        for_each_batch(&input.connection, input.place(), |of, entries| {
            let own = entries.iter().filter(|_| of == tool);
            let new = own.filter(|entry| seen.insert(entry.question));
            new.for_each(|entry| batch.extend_from_slice(entry.bytes));
            if batch.len() >= BATCH {
                insert(&transaction, tool, &std::mem::take(&mut batch)).map_err(fail)?;
            }
            Ok(())
        })?;
        input.parts.iter().try_for_each(|part| parts::insert(&transaction, tool, part)).map_err(fail)?;
    }
    insert(&transaction, tool, &batch).map_err(fail)?;
    transaction.commit().map_err(fail)?;
    Ok(seen.len())
}
