//! What the text of a model calls the nodes that it elaborates to, so that explanations speak the model's own words.

use super::model::Place;
use super::op::NodeId;
use crate::syntax::provenance::Provenance;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// What gives a node its name; an earlier kind is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedBy {
    /// A `let` of the top level.
    Definition,
    /// A call of a function, or a `let` within an expression: the name means another node elsewhere.
    Use,
}

/// The name of a node, and what the model says where it gives it.
#[derive(Clone, Debug)]
pub struct Name {
    /// The word that is defined.
    pub text: String,
    /// Whether it means this node wherever the model says it.
    pub by: NamedBy,
    /// The word in its definition.
    pub place: Place,
    /// Where the definition is from, as the comment before it says.
    pub provenance: Arc<Provenance>,
}

/// The names of a model's nodes.
#[derive(Clone, Debug, Default)]
pub struct Names(FxHashMap<NodeId, Name>);

impl Names {
    /// The name of a node, if the text gives it one.
    pub fn get(&self, node: NodeId) -> Option<&Name> {
        self.0.get(&node)
    }

    /// The named nodes.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Name)> {
        self.0.iter().map(|(&node, name)| (node, name))
    }

    /// Names a node, unless it has a name of the same kind or a preferred one.
    pub fn add(&mut self, node: NodeId, name: Name) {
        match self.0.entry(node) {
            Entry::Vacant(place) => {
                place.insert(name);
            }
            Entry::Occupied(mut known) if name.by < known.get().by => {
                known.insert(name);
            }
            Entry::Occupied(_) => {}
        }
    }
}
