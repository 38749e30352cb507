//! From a test's tree to what engines decide: names resolved and checked ([`Program`]), control flow unrolled into events with
//! guards ([`EventStructure`]), and the sets and relations that are known before the search. It knows no model.

mod asyncmarks;
mod barrier;
mod base;
mod dispatch;
mod ends;
mod event;
mod expr;
mod halves;
mod ids;
mod ir;
mod pointers;
mod resolve;
mod said;
mod signs;
mod structure;
mod unroll;
mod words;

pub use base::{BASE_RELATIONS, BASE_SETS, StaticBase, depends_on_execution};
pub use dispatch::{Boundary, Dispatch, Dispatches, PacketId};
pub use ends::add as add_ends;
pub use event::{Event, EventKind, Label};
pub use expr::{Assignment, ExprId, Exprs, Node, NodeKind, Operator};
pub use ids::{event_pairs, event_relation, event_set, events_between, events_in};
pub use ir::*;
pub use resolve::resolve;
pub use signs::Signs;
pub use structure::{
    BarrierFaults, Branch, CONDITIONAL_RELATIONS, Conditional, Endless, Ends, EventStructure, FinalRegister, Loops,
    Requirement, Step, Unrolling,
};
pub use unroll::unroll;
pub use words::WORD;
