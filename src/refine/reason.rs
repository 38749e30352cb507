//! Why the source of unsound code forbids what its code does, with what of that is in the code.

use crate::cat::Elaborated;
use crate::engine::Execution;
use crate::engine::witness::{Broken, explain};
use crate::program::{EventId, EventStructure};
use index_vec::IndexVec;

/// What a model breaks in an execution of the source that ends in the state that the code reaches.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What is broken, by events of the source.
    pub broken: Box<Broken>,
    /// Which events of the code's execution these are.
    pub in_code: InCode,
}

/// Which events of an execution of code those of one of its source are.
#[derive(Clone, Debug)]
pub enum InCode {
    /// The same: the code is that of a table, which has the source's events.
    Same,
    /// These, by event of the source: a compiler has kept every access, each reads from the same write, and writes are in the same order. A fence is none.
    Matched(IndexVec<EventId, Option<EventId>>),
    /// None: accesses of the code are others, and the execution of the source is not that of the code.
    Unmatched,
}

impl Reason {
    /// What a model breaks in an execution of the code of a table, which is one of the source, too; `None` if the model allows it.
    pub fn new(elaborated: &Elaborated, structure: &EventStructure, execution: &Execution) -> Option<Reason> {
        let broken = explain(elaborated, structure, execution)?;
        Some(Reason { broken, in_code: InCode::Same })
    }

    /// The event of the code that one of the source is.
    pub fn in_code(&self, event: EventId) -> Option<EventId> {
        match &self.in_code {
            InCode::Same => Some(event),
            InCode::Matched(events) => events[event],
            InCode::Unmatched => None,
        }
    }
}
