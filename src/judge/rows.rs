//! Rows of reports about tests that are kept, and which tests a shard has.

use super::depends::Depends;
use super::run::Run;
use super::shard::Job;
use super::store::{Question, Store};
use crate::load;
use crate::syntax::source::Source;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;
use std::sync::Arc;

/// The row of a test, and whether nothing of it is inconclusive.
pub type Decided<T> = (T, bool);

/// A row as an earlier run has kept it, without the times that it took then, or as it is decided now.
///
/// # Errors
/// Why there is none.
pub fn row<T: Clone + Serialize + DeserializeOwned, E>(
    store: &Store,
    question: impl FnOnce() -> Option<Question>,
    without_times: fn(T) -> T,
    decide: impl FnOnce() -> Result<Decided<T>, E>,
) -> Result<T, E> {
    let question = if store.has_file() { question() } else { None };
    if let Some(known) = question.and_then(|question| store.known_value(question)) {
        return Ok(known);
    }
    let (row, is_decided) = decide()?;
    if let (Some(question), true) = (question, is_decided) {
        store.keep_value(question, &without_times(row.clone()));
    }
    Ok(row)
}

/// The files of tests that are asked. What cannot be read is of every shard, so that each says so.
pub fn own(files: &[PathBuf], run: &Run) -> Vec<PathBuf> {
    let is_own =
        |path: &&PathBuf| run.shard.is_none() || load::read_test(path).map_or(true, |source| run.has(&source.text));
    files.iter().filter(is_own).cloned().collect()
}

/// The tests of files, by their paths and texts.
pub fn tests(files: &[PathBuf]) -> Question {
    let text = |path: &PathBuf| (path.clone(), load::read_test(path).ok().map(|source| source.text.clone()));
    Question::about(&files.par_iter().map(text).collect::<Vec<_>>())
}

/// What shards of a command about tests are parts of, by what each test depends on. Tests of which that cannot be said are wrong, as every run finds out.
pub fn job(command: String, files: &[PathBuf], depends: impl Fn(&Arc<Source>) -> Option<Depends> + Sync) -> Job {
    let of_file = |path: &PathBuf| depends(&load::read_test(path).ok()?);
    let found: Vec<Depends> = files.par_iter().filter_map(of_file).collect();
    let all = |part: fn(&Depends) -> &Vec<Question>| Question::about(&found.iter().map(part).collect::<Vec<_>>());
    Job {
        command,
        tests: tests(files),
        models: all(|depends| &depends.models),
        tables: all(|depends| &depends.tables),
        hardware: all(|depends| &depends.hardware),
    }
}
