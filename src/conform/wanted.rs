//! Whether an access of the code may be the operation of the IR: it does the same to as many bits, and returns what is used.

use super::step::Accessing;
use crate::llvm::{Ordering, SyncScope};
use crate::spelling::{Description, Does};

/// What the IR's access does, as far as the code's has to do the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What it writes, if it is a read-modify-write.
    pub update: Option<Update>,
    /// How many bits it accesses.
    pub bits: u32,
    /// Whether something uses the value that it returns.
    pub is_used: bool,
    /// How it is ordered.
    pub order: Order,
}

/// The ordering and the scope of an access; `None` of one that is not atomic.
pub type Order = Option<(Ordering, SyncScope)>;

/// What a read-modify-write does to the value that it finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// It compares it, and writes another if it is the same.
    Cmpxchg,
    /// It writes what an operation of `atomicrmw` makes of it, by its name.
    Rmw(String),
}

/// The narrowest read-modify-write that hardware has: narrower ones are of the word that they are in.
const NARROWEST: u32 = 32;

impl Wanted {
    /// That an access does what this one does, in a loop or not.
    ///
    /// # Errors
    /// In what it differs.
    pub fn matches(&self, found: &Accessing, is_in_loop: bool) -> Result<(), String> {
        if let Some(order) = found.order.filter(|order| *order != self.order) {
            return Err(format!("this access is {}, and the operation {}", told(order), told(self.order)));
        }
        if self.is_used && !found.returns {
            return Err("this access returns nothing, and the value of the operation is used".into());
        }
        if is_in_loop && !matches!((&self.update, &found.update), (Some(_), Some(Update::Cmpxchg))) {
            return Err("control may come back here, and the operation is done once".into());
        }
        let (wanted, update) = match (&self.update, &found.update) {
            (Some(wanted), Some(update)) => (wanted, update),
            (None, None) => return self.has_width(found.bits),
            (Some(wanted), None) => return Err(format!("it is not known whether this is {wanted}")),
            (None, Some(update)) => return Err(format!("this is {update}, and the operation none")),
        };
        let is_narrow = self.bits < NARROWEST;
        match (wanted, update) {
            (Update::Cmpxchg, Update::Cmpxchg) if !is_narrow => self.has_width(found.bits),
            // What no instruction does is done by a loop that tries until nothing came between.
            (_, Update::Cmpxchg) if is_in_loop => match is_narrow {
                true => has_bits(NARROWEST, found.bits),
                false => self.has_width(found.bits),
            },
            (Update::Rmw(_), Update::Cmpxchg) => {
                Err("one attempt to compare and swap, in no loop, is not the operation".into())
            }
            // The other bits of a word stay as they are by these, whatever they are.
            (Update::Rmw(wanted), Update::Rmw(found_op)) if is_narrow => {
                let keeps_others = ["and", "or", "xor"].contains(&wanted.as_str()) && wanted == found_op;
                let told = || format!("`{found_op}` of a word is not `{wanted}` of {} bits", self.bits);
                keeps_others.then_some(()).ok_or_else(told).and_then(|()| has_bits(NARROWEST, found.bits))
            }
            (Update::Rmw(wanted), Update::Rmw(found_op)) if wanted == found_op => self.has_width(found.bits),
            (wanted, found) => Err(format!("this is {found}, and the operation {wanted}")),
        }
    }

    fn has_width(&self, found: u32) -> Result<(), String> {
        has_bits(self.bits, found)
    }
}

fn told(order: Order) -> String {
    match order {
        None => "not atomic".to_string(),
        Some((ordering, scope)) if scope == SyncScope::SYSTEM => format!("`{}`", ordering.as_str()),
        Some((ordering, scope)) => format!("`syncscope(\"{scope}\") {}`", ordering.as_str()),
    }
}

fn has_bits(wanted: u32, found: u32) -> Result<(), String> {
    match wanted == found {
        true => Ok(()),
        false => Err(format!("this access is of {found} bits, and the operation's of {wanted}")),
    }
}

impl Update {
    /// What an instruction writes; `None` if it is no read-modify-write, or it is not known which.
    pub fn of(description: &Description) -> Option<Update> {
        if description.does == Does::Cmpxchg {
            return Some(Update::Cmpxchg);
        }
        description.op.clone().filter(|_| description.does == Does::Atomic).map(Update::Rmw)
    }
}

impl std::fmt::Display for Update {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Update::Cmpxchg => f.write_str("`cmpxchg`"),
            Update::Rmw(op) => write!(f, "`atomicrmw {op}`"),
        }
    }
}
