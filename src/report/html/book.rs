//! The page as it grows: tests are written as they come, and what they share is written at the end.

use super::ids::{self, Ids};
use super::matrix::Row;
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
}

/// The page as it is written.
#[derive(Debug)]
pub struct Written {
    /// Its text.
    pub html: String,
    /// How many pictures are left out, for want of room.
    pub left_out: usize,
}

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
        let before = html! {
            (home::home(rest, &rows))
            (matrix::models(&rows))
            (matrix::targets(rest, &rows))
        };
        let after = html! {
            (operations::operations(&self.operations, &self.ids))
            (tables)
            (differences::differences(&rest.differences))
        };
        let [begin, end] = shell::around(rest);
        let [before, after] = [before, after].map(|part| slim(&part.into_string()));
        let room = limit.saturating_sub(begin.len() + before.len() + after.len() + end.len());
        let (tests, left_out) = pictures::fill(&self.tests, room);
        Written { html: [begin, before, tests, after, end].concat(), left_out }
    }
}
