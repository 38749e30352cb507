//! The page as it grows: tests are written as they come, and what they share is written at the end.

use super::ids::{self, Ids};
use super::matrix::Row;
use super::packed::Packed;
use super::slim::slim;
use super::{LineOperation, Operation, Part, Rest, TestPage};
use super::{differences, home, matrix, operations, pictures, shell, tables, test};
use indexmap::IndexMap;
use maud::html;

/// The page while tests are added.
#[derive(Debug, Default)]
pub struct Book {
    ids: Ids,
    /// The operations of tests, each once, with how many lines of tests are that.
    operations: IndexMap<Operation, usize>,
    tests: Vec<Section>,
}

/// A test as it is written, but for its picture, for which there may be no room.
#[derive(Debug)]
pub(super) struct Section {
    /// Its row of the matrices.
    pub row: Row,
    /// What stands before its picture.
    pub before: String,
    /// Its picture.
    pub picture: Part<String>,
    /// What stands after its picture.
    pub after: String,
    /// How hardware reaches what the source forbids; the first is never left out.
    pub counterexamples: Vec<Counterexample>,
}

/// How hardware reaches what the source of a test forbids.
#[derive(Debug)]
pub(super) struct Counterexample {
    /// The targets that it is so on.
    pub targets: Vec<String>,
    /// What happens, as text.
    pub text: String,
    /// Pictures of it.
    pub drawings: Part<String>,
}

/// The page as it is written.
#[derive(Debug)]
pub struct Written {
    /// Its text.
    pub html: String,
    /// What is left out, for want of room.
    pub left_out: LeftOut,
}

/// How much is left out, for want of room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Pictures, of tests and of counterexamples.
    pub pictures: usize,
    /// Counterexamples on targets, beside the first of a test.
    pub counterexamples: usize,
    /// Whether they are packed, and shown where the page's script runs.
    pub is_packed: bool,
}

impl LeftOut {
    /// Whether nothing is.
    pub fn is_nothing(&self) -> bool {
        self.pictures == 0 && self.counterexamples == 0
    }
}

impl std::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} pictures", self.pictures)?;
        match self.counterexamples {
            0 => Ok(()),
            count => write!(f, " and {count} counterexamples"),
        }
    }
}

/// So much less room there is at least, where what was thought to fit does not; twice as much each time.
const LESS: usize = 200;

impl Book {
    /// Adds a test after those that are there.
    pub fn add(&mut self, page: &TestPage) {
        let id = self.ids.fresh(&format!("t-{}", page.check.name));
        let links = page.operations.iter().map(|found| (found.line, self.operation(found))).collect();
        self.tests.push(test::section(id, page, &links));
    }

    /// The id of an operation.
    fn operation(&mut self, LineOperation { operation, line: _ }: &LineOperation) -> String {
        let number = match self.operations.get_full_mut(operation) {
            Some((number, _, uses)) => {
                *uses += 1;
                number
            }
            None => self.operations.insert_full(operation.clone(), 1).0,
        };
        ids::operation(number + 1)
    }

    /// The page, of at most so many bytes as far as leaving out pictures makes it so.
    pub fn finish(mut self, rest: &Rest, limit: usize) -> Written {
        let tables = tables::tables(rest, &mut self.ids);
        let rows: Vec<&Row> = self.tests.iter().map(|section| &section.row).collect();
        let before = |left_out: LeftOut| {
            let parts = html! {
                (home::home(rest, &rows, left_out))
                (matrix::models(&rows))
                (matrix::targets(rest, &rows))
            };
            slim(&parts.into_string())
        };
        let after = html! {
            (operations::operations(&self.operations, &self.ids))
            (tables)
            (differences::differences(&rest.differences))
        };
        let [begin, end] = shell::around(rest);
        let after = slim(&after.into_string());
        let around = |left_out: LeftOut| [begin.clone() + &before(left_out), after.clone() + &end];
        // What has no room is packed, unless there is no room for that either.
        match self.fitted(around, limit, true) {
            Ok(written) => written,
            Err(_) => match self.fitted(around, limit, false) {
                Ok(written) | Err(written) => written,
            },
        }
    }

    /// The page with what stands around its tests, as an error if there is not even room for it without pictures.
    fn fitted(
        &self,
        around: impl Fn(LeftOut) -> [String; 2],
        limit: usize,
        may_pack: bool,
    ) -> Result<Written, Written> {
        let others: usize = around(LeftOut::default()).iter().map(String::len).sum();
        let (mut room, mut less) = (limit.saturating_sub(others), LESS);
        loop {
            let mut packed = Packed::default();
            let (tests, left_out) = pictures::fill(&self.tests, room, may_pack.then_some(&mut packed));
            let [before, after] = around(left_out);
            // Before the script that looks for it.
            let html = [before, tests, packed.element(), after].concat();
            // What is said of what is left out takes room, too.
            let over = html.len().saturating_sub(limit);
            match (over, room) {
                (0, _) => return Ok(Written { html, left_out }),
                (_, 0) => return Err(Written { html, left_out }),
                (_, _) => room = room.saturating_sub(over.max(less)),
            }
            less *= 2;
        }
    }
}
