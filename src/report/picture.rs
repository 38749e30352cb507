//! An execution as a picture: threads as columns inside the instances of scopes that they are in, events in program order, and the relations
//! between them. Plain data; `columns` gives it places, and [`super::svg`] and [`dot`] are formats.

mod columns;
mod dot;
mod routes;

use super::drawing::LineKind;
use petgraph::graph::{DiGraph, NodeIndex};

pub use columns::{draw, draw_bare};
pub use dot::dot;

/// What one instruction does in an execution.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The line of the instruction; `None` of what is before threads begin.
    pub line: Option<usize>,
    /// The instruction as the source spells it, after its line.
    pub source: String,
    /// What it reads and writes; empty for fences and barriers.
    pub effect: String,
    /// What is said of it to who points at it.
    pub hover: String,
    /// Whether it is of what breaks an axiom, or races.
    pub marked: bool,
}

/// That a relation has two events.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// Which relation, as far as it is known to pictures.
    pub kind: LineKind,
    /// The relation's name.
    pub label: String,
    /// Why it is so.
    pub hover: String,
    /// Whether it is a step of what breaks an axiom, or a race.
    pub marked: bool,
    /// Whether it leads from one event to the other; else it has both without direction.
    pub directed: bool,
}

/// A thread, or the initial values.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The thread's name.
    pub name: String,
    /// The instances of scopes that it is in, from the outer to the inner; equal ones of neighbours are one.
    pub scopes: Vec<Scope>,
    /// Its events in program order.
    pub events: Vec<NodeIndex>,
}

/// An instance of a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// What tells it from all others.
    pub id: String,
    /// What it is called: `workgroup 1`.
    pub name: String,
}

/// An execution as it is drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The test's name.
    pub title: String,
    /// What is shown of it: the state, the verdict, the axiom.
    pub subtitle: Vec<String>,
    /// From left to right; threads of one instance of a scope are neighbours.
    pub columns: Vec<Column>,
    /// The events, each of one column, and the relations that are shown.
    pub graph: DiGraph<Event, Edge>,
}

/// What a kind of line means, for a legend.
pub fn meaning(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Po => "po program order",
        LineKind::Rf => "rf reads-from",
        LineKind::Co => "co coherence order",
        LineKind::Fr => "fr from-reads",
        LineKind::Sw => "sw synchronizes-with",
        LineKind::Hb => "hb happens-before",
        LineKind::Dependency => "addr, data, ctrl dependency",
        LineKind::Barrier => "barrier meeting",
        LineKind::Race => "race",
        LineKind::Other => "relation of the model",
        LineKind::Lane => "lane",
        LineKind::Store => "data written",
        LineKind::Load => "data read",
        LineKind::Control => "cache operation or wait",
        LineKind::Stale => "old data",
    }
}
