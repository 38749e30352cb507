//! Answers that are kept in a file, so that a run which was interrupted or is repeated decides nothing twice.
//!
//! An answer is a number, or a value as JSON, and its question a digest of all that the answer depends on: what is asked, the text of the program,
//! the model, the hardware, the code. So an answer is never wrong for the question, and a change of a table or a model leaves the answers that it does not
//! touch. Answers of another build of this program are not used, since it may decide otherwise.

use crate::files;
use crate::syntax::source::{Diagnostic, Source, Span};
use entry::{Answer, Entry};
use known::Known;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

mod entry;
mod known;
mod merge;
mod parts;
#[cfg(test)]
mod tests;

pub use merge::{Merged, merge};

/// A question, by the digest of all that its answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question([u8; 16]);

impl Question {
    /// The question whose answer depends on this and nothing else.
    pub fn about(content: &impl Hash) -> Question {
        let mut bytes = Bytes::default();
        content.hash(&mut bytes);
        Question(first(&blake3::hash(&bytes.0)))
    }

    /// Half of the digest, as a number.
    pub fn number(self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|index| self.0[index]))
    }
}

/// What a value feeds to a hasher, so that it can be digested as a whole.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        u64::from_le_bytes(first(&blake3::hash(&self.0)))
    }
}

fn first<const N: usize>(digest: &blake3::Hash) -> [u8; N] {
    std::array::from_fn(|index| digest.as_bytes()[index])
}

/// Answers by question: those of earlier runs, and those of this one as they are found.
#[derive(Default)]
pub struct Store {
    known: Known,
    /// What is not in the file yet.
    new: Mutex<Pending>,
    file: Option<Mutex<File>>,
}

/// A file as the command line names it.
#[derive(Clone, Copy)]
struct Place<'a> {
    argument: &'a str,
    path: &'a str,
}

impl Place<'_> {
    fn results(path: &str) -> Place<'_> {
        Place { argument: "--results", path }
    }
}

struct File {
    name: String,
    connection: Connection,
    /// Whose answers these are.
    tool: Question,
    /// The first error in writing; nothing is written after it.
    error: Option<rusqlite::Error>,
}

/// Answers that are not written yet.
struct Pending {
    answers: Vec<(Question, Answer)>,
    /// When answers were written last.
    since: Instant,
}

impl Default for Pending {
    fn default() -> Self {
        Pending { answers: Vec::new(), since: Instant::now() }
    }
}

/// Answers that are written at once.
const BATCH: usize = 4096;
/// How long answers are kept back at most: what a run that is killed may lose.
const PERIOD: Duration = Duration::from_millis(500);
/// What marks a SQLite file as this program's: `gfxl`.
const APPLICATION: i32 = 0x6766_786c;
/// How a database starts (SQLite's "Database File Format", section 1.3.1).
const HEADER: &[u8] = b"SQLite format 3\0";
/// The version of the file's tables.
const SCHEMA: i32 = 3;
/// How long another process that writes to the file is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

const TABLES: &str = "
    CREATE TABLE answers (
        tool BLOB NOT NULL,     -- the build of the program that found them
        entries BLOB NOT NULL,  -- questions and their answers, one after the other
        checksum BLOB NOT NULL  -- of the entries
    );
    CREATE TABLE parts (
        tool BLOB NOT NULL,     -- the build of the program that asked them
        command TEXT NOT NULL,  -- what is asked, in words
        tests BLOB NOT NULL,    -- what the answers depend on, digested
        models BLOB NOT NULL,
        tables BLOB NOT NULL,
        hardware BLOB NOT NULL,
        number INTEGER NOT NULL,
        of INTEGER NOT NULL,
        checksum BLOB NOT NULL, -- of all that stands before
        UNIQUE (checksum)
    );";

impl Store {
    /// The answers in a file, which is made if it is not there.
    ///
    /// # Errors
    /// The file is damaged, is no file of results, or cannot be read or written.
    pub fn open(path: &Path) -> Result<Store, Box<Diagnostic>> {
        Store::open_as(path, this_build())
    }

    fn open_as(path: &Path, tool: Question) -> Result<Store, Box<Diagnostic>> {
        let name = path.display().to_string();
        let place = Place::results(&name);
        let mut connection = open(path, place)?;
        prepare(&mut connection, place)?;
        let known = read(&connection, place, tool)?;
        let file = File { name, connection, tool, error: None };
        Ok(Store { known, new: Mutex::default(), file: Some(Mutex::new(file)) })
    }

    /// The answer to a question: as it was found before, or as it is decided now. What is not decided is not kept.
    ///
    /// # Errors
    /// Why it could not be decided.
    pub fn answer<E>(&self, question: Question, decide: impl FnOnce() -> Result<u64, E>) -> Result<u64, E> {
        if let Some(answer) = self.known(question) {
            return Ok(answer);
        }
        let answer = decide()?;
        self.keep(question, answer);
        Ok(answer)
    }

    /// The answer that an earlier run found.
    pub fn known(&self, question: Question) -> Option<u64> {
        self.known.number(question)
    }

    /// The answer that an earlier run found, where it is more than a number.
    pub fn known_value<T: DeserializeOwned>(&self, question: Question) -> Option<T> {
        serde_json::from_str(self.known.text(question)?).ok()
    }

    /// Whether answers are kept: without a file questions need not be made.
    pub fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Keeps an answer for later runs, if there is a file. It is written with others: at once when a batch is full, else by [`finish`](Self::finish).
    pub fn keep(&self, question: Question, answer: u64) {
        self.add(question, Answer::Number(answer));
    }

    /// Keeps an answer that is more than a number.
    pub fn keep_value(&self, question: Question, answer: &impl Serialize) {
        let text = serde_json::to_string(answer).expect("answers are plain data with keys that are words");
        self.add(question, Answer::Text(text.into()));
    }

    fn add(&self, question: Question, answer: Answer) {
        let Some(file) = &self.file else { return };
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        new.answers.push((question, answer));
        if new.answers.len() >= BATCH || new.since.elapsed() >= PERIOD {
            let batch = std::mem::take(&mut new.answers);
            new.since = Instant::now();
            drop(new);
            file.lock().unwrap_or_else(PoisonError::into_inner).write(&batch);
        }
    }

    /// Writes what is not written yet.
    ///
    /// # Errors
    /// Why answers of this run could not be kept.
    pub fn finish(&self) -> Result<(), Box<Diagnostic>> {
        let Some(file) = &self.file else { return Ok(()) };
        let batch = std::mem::take(&mut self.new.lock().unwrap_or_else(PoisonError::into_inner).answers);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write(&batch);
        file.error.as_ref().map_or(Ok(()), |error| Err(file.problem(error)))
    }
}

impl File {
    fn problem(&self, error: &rusqlite::Error) -> Box<Diagnostic> {
        problem(Place::results(&self.name), error)
    }

    fn write(&mut self, batch: &[(Question, Answer)]) {
        if batch.is_empty() || self.error.is_some() {
            return;
        }
        let mut entries = Vec::new();
        batch.iter().for_each(|(question, answer)| entry::write(*question, answer, &mut entries));
        self.error = insert(&self.connection, self.tool, &entries).err();
    }
}

/// Adds answers to a file, written as they are kept.
fn insert(connection: &Connection, tool: Question, entries: &[u8]) -> rusqlite::Result<usize> {
    let row = (tool.0, entries, checksum(tool, entries));
    connection.execute("INSERT INTO answers (tool, entries, checksum) VALUES (?, ?, ?)", row)
}

/// What says that answers are as they were written.
fn checksum(tool: Question, entries: &[u8]) -> [u8; 16] {
    Question::about(&(tool, entries)).0
}

/// This build of the program, by its sources and the solver that it uses.
fn this_build() -> Question {
    Question::about(&(env!("GFX_LITMUS_SOURCES"), crate::engine::smt::library_version()))
}

/// Opens a file that is to be written.
fn open(path: &Path, place: Place<'_>) -> Result<Connection, Box<Diagnostic>> {
    if path.exists() {
        is_database(path, place)?;
    }
    let fail = |error: rusqlite::Error| problem(place, &error);
    let connection = Connection::open(path).map_err(fail)?;
    connection.busy_timeout(PATIENCE).map_err(fail)?;
    Ok(connection)
}

/// Refuses a file that is neither empty nor a database, before SQLite reads it: a file that calls itself regular may be waited for.
fn is_database(path: &Path, place: Place<'_>) -> Result<(), Box<Diagnostic>> {
    let start = files::start(path, HEADER.len() as u64)
        .map_err(|why| refusal(place, why.to_string(), "a file that `--results` wrote"))?;
    match start.is_empty() || start == HEADER {
        true => Ok(()),
        false => Err(damaged(place, "file is not a database")),
    }
}

/// Makes the tables of a new file, and refuses what is not a file of results.
fn prepare(connection: &mut Connection, place: Place<'_>) -> Result<(), Box<Diagnostic>> {
    let fail = |error: rusqlite::Error| problem(place, &error);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
    if is_new(&transaction, place)? {
        transaction.execute_batch(TABLES).map_err(fail)?;
        transaction.pragma_update(None, "application_id", APPLICATION).map_err(fail)?;
        transaction.pragma_update(None, "user_version", SCHEMA).map_err(fail)?;
    }
    transaction.commit().map_err(fail)
}

/// Whether a file has nothing in it yet; what is not a file of results is refused.
fn is_new(connection: &Connection, place: Place<'_>) -> Result<bool, Box<Diagnostic>> {
    let number = |query: &str| {
        let number = connection.query_row(query, (), |row| row.get::<_, i32>(0));
        number.map_err(|error| problem(place, &error))
    };
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let own = number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('answers', 'parts')")?;
    match (tables, number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
        (0, 0, 0) => Ok(true),
        (_, APPLICATION, SCHEMA) if own < 2 => Err(damaged(place, "a table of it is missing")),
        (_, APPLICATION, SCHEMA) => Ok(false),
        (_, APPLICATION, other) => {
            let message = format!("results are kept here in form {other}, and this program knows form {SCHEMA}");
            Err(refusal(place, message, "another file, or delete this one"))
        }
        _ => Err(refusal(place, "a database, but not of results".into(), "a file that is not there yet")),
    }
}

/// The answers that a build of this program has found.
fn read(connection: &Connection, place: Place<'_>, tool: Question) -> Result<Known, Box<Diagnostic>> {
    let mut known = Known::default();
    for_each_batch(connection, place, |of, entries| {
        if of == tool {
            entries.iter().for_each(|entry| known.insert(entry));
        }
        Ok(())
    })?;
    Ok(known)
}

/// Gives all answers to a function, as many at a time as were written at once, with the build that found them.
fn for_each_batch(
    connection: &Connection,
    place: Place<'_>,
    mut take: impl FnMut(Question, &[Entry<'_>]) -> Result<(), Box<Diagnostic>>,
) -> Result<(), Box<Diagnostic>> {
    let fail = |error: rusqlite::Error| problem(place, &error);
    let sound: String = connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0)).map_err(fail)?;
    if sound != "ok" {
        return Err(damaged(place, &sound));
    }
    let mut select = connection.prepare("SELECT tool, entries, checksum FROM answers").map_err(fail)?;
    let mut rows = select.query(()).map_err(fail)?;
    while let Some(row) = rows.next().map_err(fail)? {
        let (of, entries, sum): (Vec<u8>, Vec<u8>, Vec<u8>) =
            (row.get(0).map_err(fail)?, row.get(1).map_err(fail)?, row.get(2).map_err(fail)?);
        let of = <[u8; 16]>::try_from(of).map(Question);
        let sound = of.ok().filter(|of| checksum(*of, &entries)[..] == sum);
        match sound.zip(entry::split(&entries)) {
            Some((of, entries)) => take(of, &entries)?,
            None => return Err(damaged(place, CHANGED)),
        }
    }
    Ok(())
}

/// What is wrong with rows that no longer match their checksum.
const CHANGED: &str = "answers are not as they were written";

fn problem(place: Place<'_>, error: &rusqlite::Error) -> Box<Diagnostic> {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
    if let FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) = error {
        return damaged(place, CHANGED);
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => damaged(place, &error.to_string()),
        Some(_) | None => {
            refusal(place, format!("results cannot be kept here: {error}"), "a file in a folder that is there")
        }
    }
}

fn damaged(place: Place<'_>, why: &str) -> Box<Diagnostic> {
    refusal(
        place,
        format!("damaged: {why}"),
        "a file of results, or one that is not there yet; what a damaged one had is decided anew",
    )
}

fn refusal(place: Place<'_>, message: String, help: &str) -> Box<Diagnostic> {
    let source = Source::new(place.argument, place.path);
    Box::new(Diagnostic::new(&source, Span::new(0, place.path.len()), message, "this file").help(help))
}
