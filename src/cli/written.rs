//! Files that results are written into: never one that the command reads, nor one that is named like what is read.

use super::Diagnostic;
use crate::syntax::source::{Source, Span};
use crate::{files, models};
use clap::ArgMatches;
use std::path::{Path, PathBuf};

/// Options that name a file that is written, and the argument whose file it may be: lists are kept up to date, and what shards are united to is refused
/// by who unites them if it is there at all.
const WRITTEN: [(&str, Option<&str>); 5] =
    [("out", Some("shards")), ("write", None), ("write_known", Some("known")), ("svg", None), ("dot", None)];

/// How names of files end that are read.
const READ: [&str; 6] = ["litmus", "cat", "hw", "table", "ll", "mir"];

/// What is wrong with the names of files that a command is to write.
pub fn refused(matches: &ArgMatches) -> Option<Diagnostic> {
    let matches = innermost(matches);
    WRITTEN.iter().find_map(|(id, same)| {
        let mut values = values(matches, id).into_iter();
        values.find_map(|value| wrong(matches, (id, *same), &value))
    })
}

/// The arguments of the command that is asked for.
fn innermost(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, matches)| innermost(matches))
}

/// What is given for an argument; nothing for one that the command does not have.
fn values(matches: &ArgMatches, id: &str) -> Vec<String> {
    let raw = matches.try_get_raw(id).ok().flatten();
    raw.into_iter().flatten().map(|value| value.to_string_lossy().into_owned()).collect()
}

fn wrong(matches: &ArgMatches, (id, same): (&str, Option<&str>), value: &str) -> Option<Diagnostic> {
    // A format stands before it; where none does, files are changed in their places, which is what is asked.
    let start = if id == "write" { value.find('=')? + 1 } else { 0 };
    let path = Path::new(&value[start..]);
    let real = files::real(path).filter(|real| real.is_file())?;
    let message = match () {
        () if is_read(matches, &[Some(id), same], &real) => "this file is read",
        () if is_named_like_input(path) => "this file is there, and named like one that is read",
        () => return None,
    };
    let source = Source::argument(format!("--{}", id.replace('_', "-")), value);
    let help = "another name: what this file has would be lost";
    Some(Diagnostic::new(&source, Span::new(start, value.len()), message, "this file").help(help))
}

/// Whether another argument names a file.
fn is_read(matches: &ArgMatches, but: &[Option<&str>], real: &PathBuf) -> bool {
    let ids = matches.ids().map(clap::Id::as_str).filter(|id| !but.contains(&Some(*id)));
    let mut given = ids.flat_map(|id| values(matches, id));
    given.any(|value| files::real(Path::new(models::base_name(&value))).as_ref() == Some(real))
}

fn is_named_like_input(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str());
    end.is_some_and(|end| READ.iter().any(|read| end.eq_ignore_ascii_case(read)))
}
