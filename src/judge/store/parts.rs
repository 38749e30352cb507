//! Which shards are complete in a file of results.

use super::{CHANGED, Place, Question, Store, damaged, problem};
use crate::judge::shard::{Job, Part, Shard};
use crate::syntax::source::Diagnostic;
use rusqlite::{Connection, Row};
use std::sync::PoisonError;

impl Store {
    /// Writes what is not written yet, and that the file has all answers of this shard.
    ///
    /// # Errors
    /// Why that could not be kept.
    pub fn complete(&self, part: &Part) -> Result<(), Box<Diagnostic>> {
        self.finish()?;
        let Some(file) = &self.file else { return Ok(()) };
        let file = file.lock().unwrap_or_else(PoisonError::into_inner);
        insert(&file.connection, file.tool, part).map_err(|error| file.problem(&error))
    }
}

/// What says that a part is as it was written.
fn checksum(tool: Question, Part { job, shard }: &Part) -> [u8; 16] {
    let Job { command, tests, models, tables, hardware } = job;
    Question::about(&(tool, command, tests, models, tables, hardware, shard.number, shard.of)).0
}

/// Adds a part to a file, unless it is there.
pub(super) fn insert(connection: &Connection, tool: Question, part: &Part) -> rusqlite::Result<()> {
    let Part { job: Job { command, tests, models, tables, hardware }, shard } = part;
    let row = (tool.0, command, tests.0, models.0, tables.0, hardware.0, shard.number, shard.of, checksum(tool, part));
    let insert = "INSERT OR IGNORE INTO parts (tool, command, tests, models, tables, hardware, number, of, checksum) \
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    connection.execute(insert, row).map(drop)
}

/// The parts of a file, each with the build of the program that asked it.
pub(super) fn read(connection: &Connection, place: Place<'_>) -> Result<Vec<(Question, Part)>, Box<Diagnostic>> {
    let fail = |error: rusqlite::Error| problem(place, &error);
    let query =
        "SELECT tool, command, tests, models, tables, hardware, number, of, checksum FROM parts ORDER BY number";
    let mut select = connection.prepare(query).map_err(fail)?;
    let rows = select.query_map((), part).map_err(fail)?;
    let checked = |row: rusqlite::Result<(Question, Part, [u8; 16])>| {
        let (tool, part, sum) = row.map_err(fail)?;
        if checksum(tool, &part) == sum { Ok((tool, part)) } else { Err(damaged(place, CHANGED)) }
    };
    rows.map(checked).collect()
}

fn part(row: &Row<'_>) -> rusqlite::Result<(Question, Part, [u8; 16])> {
    let digest = |column: &str| row.get(column).map(Question);
    let (models, tables, hardware) = (digest("models")?, digest("tables")?, digest("hardware")?);
    let job = Job { command: row.get("command")?, tests: digest("tests")?, models, tables, hardware };
    let shard = Shard { number: row.get("number")?, of: row.get("of")? };
    Ok((digest("tool")?, Part { job, shard }, row.get("checksum")?))
}
