//! The core language: what a model means once names, functions, `match`, `classes` and includes are gone. A model is a hash-consed graph of
//! operations on sets and relations, and everything done with it is a fold over that graph ([`Fold`]): an operation is one variant of
//! [`SetOp`] or [`RelOp`] and one arm of each fold.

mod classes;
mod derivation;
mod execution;
mod fold;
mod graph;
mod linear;
mod model;
mod names;
mod op;
mod polarity;
mod reason;
mod words;

pub use classes::{Classes, StaticSets, classes, is_static};
pub use derivation::{Derivation, Deriver, Fact};
pub use execution::{Bits, Evaluated, Facts, evaluate_choices, evaluate_execution, holds, holds_of};
pub use fold::{Component, Fold, Values, evaluate, rounds, schedule, split_loop};
pub use graph::Graph;
pub use linear::{Script, linear_order};
pub use model::{CoreModel, ModelGraph, Place, Property, RelLeaf, SetLeaf, Symbol, Test};
pub use names::{Name, NamedBy, Names};
pub use op::{NodeId, Op, RelId, RelOp, SetId, SetOp, Subject, VariableId, commutative};
pub use polarity::{Polarities, Polarity};
pub use reason::{Called, Reason, Reasons, reasons};
pub use words::{describe, describe_by_names};
