//! What is asked of final states, as far as a part of an execution answers it.

use crate::program::{EventStructure, ExprId, ObjectId, Prop};

/// A proposition over the final state, its registers found.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Always or never.
    Const(bool),
    /// Not.
    Not(Box<Goal>),
    /// All.
    And(Vec<Goal>),
    /// Any.
    Or(Vec<Goal>),
    /// Whether an expression has a value; of a register, only where it is written.
    Value {
        /// Whether it is written; always without it.
        written: Option<ExprId>,
        /// The expression.
        value: ExprId,
        /// The value asked for.
        wanted: u64,
        /// Whether it is asked not to have it.
        negated: bool,
    },
    /// Whether memory ends with a value.
    Memory {
        /// Where.
        object: ObjectId,
        /// The value asked for.
        wanted: u64,
        /// Whether it is asked not to have it.
        negated: bool,
    },
}

impl Goal {
    /// A proposition of a test.
    pub fn new(structure: &EventStructure, prop: &Prop) -> Goal {
        let all = |parts: &[Prop]| parts.iter().map(|part| Goal::new(structure, part)).collect();
        match prop {
            Prop::Const(value) => Goal::Const(*value),
            Prop::Not(inner) => Goal::Not(Box::new(Goal::new(structure, inner))),
            Prop::And(parts) => Goal::And(all(parts)),
            Prop::Or(parts) => Goal::Or(all(parts)),
            Prop::Memory { object, value, negated } => {
                Goal::Memory { object: *object, wanted: *value, negated: *negated }
            }
            Prop::Register { thread, register, value, negated } => {
                let found = structure.registers.iter().find(|r| r.thread == *thread && r.register == *register);
                found.map_or(Goal::Const(false), |found| Goal::Value {
                    written: Some(found.written),
                    value: found.value,
                    wanted: *value,
                    negated: *negated,
                })
            }
        }
    }

    /// Whether the execution exceeds the unroll bound.
    pub fn exceeds_bound(structure: &EventStructure, wanted: bool) -> Goal {
        Goal::Value { written: None, value: structure.exceeds_bound, wanted: wanted.into(), negated: false }
    }

    /// Whether it holds, if that is known.
    pub fn holds(
        &self,
        value: &impl Fn(ExprId) -> Option<u64>,
        memory: &impl Fn(ObjectId) -> Option<u64>,
    ) -> Option<bool> {
        match self {
            Goal::Const(holds) => Some(*holds),
            Goal::Not(inner) => inner.holds(value, memory).map(|holds| !holds),
            Goal::And(parts) => joined(parts.iter().map(|part| part.holds(value, memory)), false),
            Goal::Or(parts) => joined(parts.iter().map(|part| part.holds(value, memory)), true),
            Goal::Value { written, value: expr, wanted, negated } => match written.map_or(Some(1), value)? {
                0 => Some(false),
                _ => Some((value(*expr)? == *wanted) != *negated),
            },
            Goal::Memory { object, wanted, negated } => Some((memory(*object)? == *wanted) != *negated),
        }
    }
}

/// The answer of parts of which one that is `decisive` decides.
fn joined(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    let mut all_known = true;
    for part in parts {
        match part {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(!decisive)
}
