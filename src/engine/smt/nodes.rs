//! The memory of z3's nodes, asked for before it is taken: z3 doubles the table of its nodes at once, and hears no interrupt meanwhile.

use crate::allowance;
use crate::llvm::RmwOp;
use crate::program::{ArithOp, CastOp, LogicOp, Operator};

/// How many nodes z3 has, and will make itself as it searches.
#[derive(Default)]
pub struct Nodes {
    /// How many it has been made to make.
    made: usize,
    /// About how many it makes as it takes operations on values apart into bits.
    of_bits: usize,
    /// The slots of its table for which there was memory when it was last asked for.
    slots: usize,
}

/// Memory is asked for once for so many nodes.
const NODES_BETWEEN_NEEDS: usize = 1 << 12;
/// A slot of z3's table of nodes, with its part of the overflow area (`chashtable` of z3 4.x: a pointer each to a node and to the next slot).
const BYTES_OF_SLOT: usize = 17;
/// z3 rewrites what it is given: for each node it was made to make it had two to four in the end.
const NODES_OF_EACH: usize = 3;
/// What comes with a node that z3 makes as it searches, in its caches and clauses too: 150 to 220 were measured.
const BYTES_OF_NODE: usize = 150;

impl Nodes {
    /// Counts a node that z3 makes, and asks for the memory of its table of them before that grows: for a while there are two.
    pub fn count(&mut self) {
        self.made += 1;
        if self.made.is_multiple_of(NODES_BETWEEN_NEEDS) && is_about_to_grow(self.made) {
            allowance::need(2 * slots_of(self.made) * BYTES_OF_SLOT);
        }
    }

    /// Counts what z3 makes of an operation as it searches, on values of so many bits.
    pub fn count_bits(&mut self, op: Operator, width: u32) {
        self.of_bits += bits(op, width as usize);
    }

    /// Asks for the memory that z3 takes as it searches until its table of nodes has grown as far as is foreseen.
    pub fn make_room_for_search(&mut self) {
        let foreseen = slots_of(NODES_OF_EACH * self.made + self.of_bits);
        let present = slots_of(self.made);
        if foreseen <= self.slots.max(present) {
            return;
        }
        // Before it grows for the last time, it has grown to half as much.
        let nodes = nodes_of(foreseen / 2).saturating_sub(self.made);
        let slots = foreseen + foreseen / 2 - present;
        allowance::need(slots * BYTES_OF_SLOT + nodes * BYTES_OF_NODE);
        self.slots = foreseen;
    }
}

/// For how many nodes z3's table has room that has so many slots. It grows where so many nodes meet in a slot that the overflow area, a 64th of the slots, is full.
fn nodes_of(slots: usize) -> usize {
    slots / 100 * 18
}

/// The slots that z3's table has for so many nodes.
fn slots_of(nodes: usize) -> usize {
    let slots = (5 * nodes).next_power_of_two();
    if nodes_of(slots) < nodes { 2 * slots } else { slots }
}

/// Whether z3's table is about to have twice as many slots as for so many nodes: from 0.12 of them on, since z3 makes nodes itself.
fn is_about_to_grow(nodes: usize) -> bool {
    slots_of(nodes) / 100 * 12 <= nodes
}

/// About how many nodes an operation becomes for each bit: a sum with its carry, a comparison, and a choice of two.
const OF_SUM: usize = 8;
const OF_COMPARISON: usize = 4;
const OF_CHOICE: usize = 3;

/// About how many nodes an operation on values of so many bits becomes when it is taken apart into bits.
fn bits(op: Operator, width: usize) -> usize {
    let each = match op {
        Operator::Cast(CastOp::Zext | CastOp::Sext | CastOp::Trunc, _) | Operator::Rmw(RmwOp::Xchg, ..) => 0,
        Operator::Unary(..)
        | Operator::Logic(LogicOp::And | LogicOp::Or, ..)
        | Operator::Arith(ArithOp::Or | ArithOp::And | ArithOp::Xor, ..)
        | Operator::Rmw(RmwOp::And | RmwOp::Nand | RmwOp::Or | RmwOp::Xor, ..) => 1,
        Operator::Compare(..) => OF_COMPARISON,
        Operator::Ite(..) => OF_CHOICE,
        Operator::Arith(ArithOp::Add | ArithOp::Sub, ..) | Operator::Rmw(RmwOp::Add | RmwOp::Sub, ..) => OF_SUM,
        Operator::Rmw(RmwOp::Max | RmwOp::Min | RmwOp::Umax | RmwOp::Umin, ..) => OF_COMPARISON + OF_CHOICE,
        Operator::Rmw(RmwOp::UincWrap | RmwOp::UdecWrap | RmwOp::UsubCond | RmwOp::UsubSat, ..) => {
            OF_SUM + OF_COMPARISON + OF_CHOICE
        }
        // One choice for each bit of the distance, and one sum for each bit of a factor.
        Operator::Arith(ArithOp::Shl | ArithOp::Lshr | ArithOp::Ashr, ..) => OF_CHOICE * width.ilog2() as usize,
        Operator::Arith(ArithOp::Mul, ..) => OF_SUM * width,
    };
    each * width
}
