//! Read-modify-writes as one event: what holds of one half holds of the other. Base sets and relations are closed under that, and each event is the same as
//! its other half, so that all that operators make of them is closed too: the model speaks of the quotient.

use crate::cat::core::{ModelGraph, RelId, RelLeaf, RelOp, SetId, SetLeaf, SetOp};

/// Base relations that order events, by which no event comes before itself: without the pair of the two halves of one.
const ORDERS: &[&str] = &["po", "fr", "addr", "data", "ctrl"];
/// Base relations that hold of either half alike.
const ALIKE: &[&str] = &["int", "ext", "loc", "same-wavefront", "same-workgroup", "same-cluster", "same-agent"];

/// The halves of read-modify-writes, which are one event for the model.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// Each event with itself, and each half with the other.
    pub same: RelId,
    /// Each half with the other.
    others: RelId,
    rmw: RelId,
}

impl Whole {
    /// The halves that `rmw` ties.
    pub fn new(graph: &mut ModelGraph) -> Whole {
        let rmw = base(graph, "rmw");
        let back = graph.ops.rel(RelOp::Inverse(rmw));
        let others = graph.ops.union(rmw, back);
        let universe = graph.ops.set(SetOp::Leaf(SetLeaf::Universe));
        let identity = graph.ops.rel(RelOp::Diagonal(universe));
        Whole { same: graph.ops.union(identity, others), others, rmw }
    }

    /// What one event cannot do, and two could: read what it writes itself.
    pub fn impossible(self, graph: &mut ModelGraph) -> RelId {
        let rf = base(graph, "rf");
        let back = graph.ops.rel(RelOp::Inverse(self.rmw));
        graph.ops.inter(rf, back)
    }

    /// What a base relation is between whole events.
    pub fn relation(self, graph: &mut ModelGraph, name: &str) -> RelId {
        match name {
            "rmw" => graph.ops.rel(RelOp::Leaf(RelLeaf::Empty)),
            "id" => self.same,
            name => {
                let relation = base(graph, name);
                if ALIKE.contains(&name) {
                    return relation;
                }
                let between = match ORDERS.contains(&name) {
                    true => graph.ops.rel(RelOp::Minus(relation, self.rmw)),
                    false => relation,
                };
                self.closed(graph, between)
            }
        }
    }

    /// A relation with what it relates for either half.
    pub fn closed(self, graph: &mut ModelGraph, relation: RelId) -> RelId {
        let before = graph.ops.seq(self.others, relation);
        let left = graph.ops.union(relation, before);
        let after = graph.ops.seq(left, self.others);
        graph.ops.union(left, after)
    }

    /// A set with the other halves of its events.
    pub fn set(self, graph: &mut ModelGraph, set: SetId) -> SetId {
        let diagonal = graph.ops.rel(RelOp::Diagonal(set));
        let others = graph.ops.seq(diagonal, self.others);
        let others = graph.ops.set(SetOp::Range(others));
        graph.ops.set_union(set, others)
    }

    /// Each event of a set with itself, and each half with the other.
    pub fn identity(self, graph: &mut ModelGraph, set: SetId) -> RelId {
        let diagonal = graph.ops.rel(RelOp::Diagonal(set));
        let others = graph.ops.seq(diagonal, self.others);
        graph.ops.union(diagonal, others)
    }

    /// The events of a set, one half of each read-modify-write left out: the read.
    pub fn one_of_each(self, graph: &mut ModelGraph, set: SetId) -> SetId {
        let reads = graph.ops.set(SetOp::Domain(self.rmw));
        graph.ops.set(SetOp::Minus(set, reads))
    }
}

fn base(graph: &mut ModelGraph, name: &str) -> RelId {
    let symbol = graph.symbol(name);
    graph.ops.rel(RelOp::Leaf(RelLeaf::Base(symbol)))
}
