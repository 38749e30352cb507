//! Why no program uses a row.

use crate::lowering::{Missing, Setting, select, survey};
use crate::syntax::table::ast::{Op, Row};

/// Why no program uses a row of a table for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// LLVM has no operation of its kind with its ordering.
    NoOperation,
    /// Every operation that it is for is refused there, for this reason.
    NoCode(String),
    /// The table does not give it code that can be judged, for this reason.
    WrongCode(String),
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
        let missing: Vec<&Missing> = codes.iter().filter_map(|code| code.as_ref().err()).collect();
        match missing.iter().find(|why| is_wrong(why)).or(missing.first()) {
            None if codes.is_empty() => Unreached::NoOperation,
            Some(why) if is_wrong(why) => Unreached::WrongCode(why.to_string()),
            Some(why) if missing.len() == codes.len() => Unreached::NoCode(why.to_string()),
            None | Some(_) => Unreached::NoProgram,
        }
    }
}

/// Whether a table is at fault that an operation has no code, and not the target, which has no such access.
fn is_wrong(why: &Missing) -> bool {
    match why {
        Missing::NoRow(_)
        | Missing::Ambiguous(..)
        | Missing::NoScope(_)
        | Missing::SelfReference(_)
        | Missing::Accesses(..) => true,
        Missing::Refused(..)
        | Missing::NoForm(..)
        | Missing::NoAccess(..)
        | Missing::NoIdiom(..)
        | Missing::NumberOfIdiom(..)
        | Missing::NoBarrier(..) => false,
    }
}
