//! What is asked of final states, as far as a partial execution answers it.

use crate::program::{EventStructure, ExprId, ObjectId, Prop};

/// A proposition over the final state, its registers found.
#[derive(Clone, Debug)]
pub enum Goal {
    /// It holds of every final state, or of none.
    Const(bool),
    /// The negation: unknown where the inner goal is.
    Not(Box<Goal>),
    /// The conjunction; of none, true.
    And(Vec<Goal>),
    /// The disjunction; of none, false.
    Or(Vec<Goal>),
    /// Whether an expression has a value; of a register, only where it is written.
    Value {
        /// That the register is written, where the expression is a register's value: otherwise no comparison holds.
        written: Option<ExprId>,
        /// The expression that is compared.
        value: ExprId,
        /// The value it is compared with.
        wanted: u64,
        /// Whether the goal is that the two differ.
        negated: bool,
    },
    /// Whether an object ends with a value, once writes are ordered.
    Memory {
        /// The object whose co-maximal write is compared.
        object: ObjectId,
        /// The value it is compared with.
        wanted: u64,
        /// Whether the goal is that the two differ.
        negated: bool,
    },
}

impl Goal {
    /// The goal that a proposition of a test holds.
    pub fn new(structure: &EventStructure, prop: &Prop) -> Goal {
        let goals = |parts: &[Prop]| parts.iter().map(|part| Goal::new(structure, part)).collect();
        match prop {
            Prop::Const(value) => Goal::Const(*value),
            Prop::Hangs => Goal::truth(structure.hangs, true),
            Prop::Not(inner) => Goal::Not(Box::new(Goal::new(structure, inner))),
            Prop::And(parts) => Goal::And(goals(parts)),
            Prop::Or(parts) => Goal::Or(goals(parts)),
            Prop::Implies(parts) => {
                let [p, q] = parts.each_ref().map(|part| Goal::new(structure, part));
                Goal::Or(vec![Goal::Not(Box::new(p)), q])
            }
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

    /// The goal that the execution exceeds the unroll bound, or that it does not.
    pub fn exceeds_bound(structure: &EventStructure, wanted: bool) -> Goal {
        Goal::truth(structure.exceeds_bound, wanted)
    }

    fn truth(value: ExprId, wanted: bool) -> Goal {
        Goal::Value { written: None, value, wanted: wanted.into(), negated: false }
    }

    /// Whether it holds, given the values and the final memory that are known; `None` if they do not decide it.
    pub fn holds(
        &self,
        value: &impl Fn(ExprId) -> Option<u64>,
        memory: &impl Fn(ObjectId) -> Option<u64>,
    ) -> Option<bool> {
        match self {
            Goal::Const(holds) => Some(*holds),
            Goal::Not(inner) => inner.holds(value, memory).map(|holds| !holds),
            Goal::And(parts) => combine(parts.iter().map(|part| part.holds(value, memory)), false),
            Goal::Or(parts) => combine(parts.iter().map(|part| part.holds(value, memory)), true),
            Goal::Value { written, value: expr, wanted, negated } => match written.map_or(Some(1), value)? {
                0 => Some(false),
                _ => Some((value(*expr)? == *wanted) != *negated),
            },
            Goal::Memory { object, wanted, negated } => Some((memory(*object)? == *wanted) != *negated),
        }
    }
}

/// Three-valued disjunction where `decisive` is true, conjunction where it is false: one part of that value decides.
fn combine(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
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
