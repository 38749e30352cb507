//! Why no program uses a row.

use crate::lowering::{Setting, select, survey};
use crate::syntax::table::ast::{Op, Row};

/// Why no program uses a row of a table for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// LLVM has no operation of its kind with its ordering.
    NoOperation,
    /// Every operation that it is for is refused there, for this reason.
    NoCode(String),
    /// It has code, but no program within the limits that forbids something uses it.
    NoProgram,
}

impl Unreached {
    /// Why no program uses a row in this setting, given that none does.
    pub fn new(setting: &Setting<'_>, row: &Row) -> Unreached {
        let is_for = |query: &crate::lowering::Query| {
            let space = (query.op != Op::Fence).then_some(query.space);
            row.is_for(query.op, query.ordering, query.ordering.map(|_| query.scope.level), space)
        };
        let queries = survey::queries(setting.configuration.target, setting.opencl);
        let codes: Vec<_> = queries.iter().filter(|query| is_for(query)).map(|query| select(setting, query)).collect();
        match codes.first() {
            None => Unreached::NoOperation,
            Some(Err(why)) if codes.iter().all(Result::is_err) => Unreached::NoCode(why.to_string()),
            Some(_) => Unreached::NoProgram,
        }
    }
}
