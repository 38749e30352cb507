//! Why a model forbids something, as plain data and as text: a path of relations between events, each with its reason.

mod text;

use super::results::PlaceResult;
use serde::{Deserialize, Serialize};

pub use text::{text, text_beside_source};

/// Why a model forbids an execution: the axiom that it breaks, and the cycle, pair or event that breaks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplanationResult {
    /// The name of the axiom.
    pub axiom: String,
    /// What the axiom asks, as the model has it: `irreflexive hb ; eco`.
    pub test: String,
    /// The places in documents that the axiom is from.
    pub cited: Vec<String>,
    /// What is assumed of it, if anything is.
    pub assumed: Option<String>,
    /// The events that the reasons are about.
    pub events: Vec<NamedEvent>,
    /// Each step begins where the one before ends: a cycle, or the way from the first to the second event of a pair that should not be.
    pub path: Vec<ReasonResult>,
    /// What else it takes.
    pub conditions: Vec<ReasonResult>,
}

/// An event, and a name that no other event of the explanation has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedEvent {
    /// Its number in the test's event structure.
    pub id: usize,
    /// Thread and line, and what else it takes to tell it from others.
    pub name: String,
    /// The instruction that it belongs to.
    pub place: PlaceResult,
}

/// Whether a reason is about a set or a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An event is in a set, or not.
    Set,
    /// A pair of events is in a relation, or not.
    Relation,
}

/// How the model has a set or relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// It is given: a base set or relation.
    Base,
    /// It is defined by this name.
    Defined,
    /// It is what a function of this name gives, or a definition within an expression.
    Used,
    /// It has no name: its cat text is there instead.
    Unnamed,
}

/// Why a pair is in a relation, or an event in a set, or that it is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReasonResult {
    /// What it is about.
    pub kind: Kind,
    /// The set or relation, by name if it has one.
    pub name: String,
    /// How the model has it.
    pub origin: Origin,
    /// What the two events say of themselves by which they are in a base relation of scopes, address spaces or tags: `agent`.
    pub said: Option<String>,
    /// The first event of the pair, or the event, by its number.
    pub from: usize,
    /// The second event of the pair, or the same event.
    pub to: usize,
    /// Whether it is in it.
    pub holds: bool,
    /// The file and line of its definition.
    pub defined: Option<String>,
    /// The places in documents that the definition is from.
    pub cited: Vec<String>,
    /// The steps that lead from the first event to the second.
    pub path: Vec<ReasonResult>,
    /// What else it takes.
    pub conditions: Vec<ReasonResult>,
}
