//! Compiled code of single operations against a table's.

use super::parts::{Part, Relation, covers, lines, parts, relation, scopes};
use super::region::Region;
use super::step::Item;
use crate::lowering::survey::Operation;
use crate::lowering::{Query, Selected, Setting, row, select};
use crate::syntax::table::ast::{Line, Op, Table};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The code that a compiler gives an operation.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The operation, for a target configuration in the language whose row it is compared with.
    pub operation: Operation,
    /// Its code.
    pub code: Vec<Item>,
    /// Why waits of the operation may not show in it, if they may not.
    pub may_lack: Option<String>,
}

/// How compiled code of an operation compares with a table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// By this relation, the table having this code.
    Is(Relation, Vec<String>),
    /// The table has no code for it.
    NoRow(String),
    /// It cannot be told, for this reason, the table having this code.
    Unclear(String, Vec<String>),
}

/// The operation of a region: whether a value is returned, the code says.
pub fn compiled(operation: Operation, region: Region, may_lack: Option<String>) -> Compiled {
    let query = Query { returns: region.returns && operation.query.op == Op::Atomicrmw, ..operation.query };
    Compiled { operation: Operation { query, ..operation }, code: region.items, may_lack }
}

impl Compiled {
    /// Its code as tables spell it, without waits that are there for something else.
    pub fn texts(&self) -> Vec<String> {
        let own = self.code.iter().filter(|item| item.also_for.is_none());
        own.map(|item| item.text.clone()).collect()
    }

    /// The same in normal form, for people.
    pub fn lines(&self) -> Vec<String> {
        let Operation { configuration, query, .. } = self.operation;
        lines(&parts(self.texts().iter().map(String::as_str), configuration.target, query.space))
    }

    /// The line of the first wait that is there for something else too.
    pub fn doubtful_line(&self) -> Option<usize> {
        self.code.iter().find(|item| item.also_for.is_some()).map(|item| item.line)
    }

    /// How it compares with a table.
    pub fn compare(&self, table: &Table) -> Compared {
        let Operation { configuration, query, .. } = self.operation;
        let given = match self.operation.code(table) {
            Ok(code) => code,
            Err(missing) => return Compared::NoRow(missing.to_string()),
        };
        let target = configuration.target;
        let scopes = scopes(target);
        let normal = |code: &mut dyn Iterator<Item = &str>| parts(code, target, query.space);
        let of_table = normal(&mut given.iter().map(String::as_str));
        let least = normal(&mut self.code.iter().filter(|item| item.also_for.is_none()).map(|item| item.text.as_str()));
        let most = normal(&mut self.code.iter().map(|item| item.text.as_str()));
        let found = relation(&least, &of_table, &scopes);
        if covers(&least, &of_table, &scopes) {
            return Compared::Is(found, lines(&of_table));
        }
        if covers(&most, &of_table, &scopes) {
            return Compared::Unclear(self.doubt(), lines(&of_table));
        }
        let without_waits = |parts: &[Part]| parts.iter().filter(|part| !part.is_wait()).cloned().collect::<Vec<_>>();
        match &self.may_lack {
            Some(why) if covers(&without_waits(&most), &without_waits(&of_table), &scopes) => {
                Compared::Unclear(why.clone(), lines(&of_table))
            }
            Some(_) | None => Compared::Is(found, lines(&of_table)),
        }
    }

    /// Why it cannot be told whether waits are the operation's.
    fn doubt(&self) -> String {
        let doubt = |item: &Item| Some(format!("`{}` is there for {} too", item.text, item.also_for.as_ref()?));
        let doubts: BTreeSet<String> = self.code.iter().filter_map(doubt).collect();
        doubts.into_iter().collect::<Vec<_>>().join("; ")
    }

    /// The line of the document at which the table's row begins; `None` if there is none.
    pub fn row(&self, table: &Table) -> Option<Line> {
        let setting = Setting::new(table, self.operation.configuration, self.operation.opencl);
        row(&setting, &self.operation.query).ok().map(|row| row.line)
    }

    /// Its code in the form of a table's, at the row's line.
    pub fn selected(&self, table: &Table) -> Vec<Selected> {
        let setting = Setting::new(table, self.operation.configuration, self.operation.opencl);
        let target = self.operation.configuration.target;
        let known = select(&setting, &self.operation.query).unwrap_or_else(|_| [].into());
        let line = self.row(table).unwrap_or_default();
        let selected = |text: String| {
            let mut words = text.split_whitespace().map(str::to_string);
            let mnemonic: Arc<str> = words.next().unwrap_or_default().into();
            let access = target.access_of(&mnemonic);
            let alike = known.iter().find(|selected| selected.mnemonic == mnemonic);
            Selected {
                access,
                operands: words.collect(),
                row: line,
                step: alike.map_or(0, |selected| selected.step),
                line: alike.map_or(line, |selected| selected.line),
                placement: [].into(),
                mnemonic,
            }
        };
        self.texts().into_iter().map(selected).collect()
    }
}
