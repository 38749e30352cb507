//! Evaluation of graphs: the order in which nodes are computed, and the loop over it that all folds share.

use super::graph::Graph;
use super::op::{NodeId, Op, RelId, RelOp, SetId, SetOp, VariableId};
use petgraph::graph::{DiGraph, NodeIndex};

/// What is computed together: a strongly connected component of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// A node, after what it needs.
    Node(NodeId),
    /// Nodes that need each other by way of variables, in the order of a round.
    Loop(Vec<NodeId>),
}

/// What some nodes need, in the order in which it can be computed.
pub fn schedule<S, R>(graph: &Graph<S, R>, roots: impl IntoIterator<Item = NodeId>) -> Vec<Component> {
    let needed = needed(graph, roots);
    if !graph.has_variables() {
        // Every node stands after its operands.
        return needed.into_iter().map(Component::Node).collect();
    }
    let mut places = vec![None; graph.len()];
    let mut needs: DiGraph<NodeId, ()> = DiGraph::new();
    for &node in &needed {
        places[node.index()] = Some(needs.add_node(node));
    }
    for &node in &needed {
        let place = |node: NodeId| -> NodeIndex { places[node.index()].expect("what a needed node needs is needed") };
        for other in graph.needs(node) {
            needs.add_edge(place(node), place(other), ());
        }
    }
    let component = |members: Vec<NodeIndex>| {
        let mut nodes: Vec<NodeId> = members.iter().map(|&member| needs[member]).collect();
        nodes.sort_unstable();
        match (nodes.as_slice(), members.as_slice()) {
            (&[node], &[member]) if !needs.contains_edge(member, member) => Component::Node(node),
            _ => Component::Loop(nodes),
        }
    };
    // Strongly connected components come in an order in which what is needed stands first.
    petgraph::algo::kosaraju_scc(&needs).into_iter().map(component).collect()
}

fn needed<S, R>(graph: &Graph<S, R>, roots: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
    let mut is_needed = vec![false; graph.len()];
    let mut open: Vec<NodeId> = roots.into_iter().collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut is_needed[node.index()], true) {
            open.extend(graph.needs(node));
        }
    }
    (0..graph.len() as u32).map(NodeId).filter(|node| is_needed[node.index()]).collect()
}

/// What the operations mean in some representation of sets and relations.
pub trait Fold<S, R> {
    /// The value of a set.
    type Set;
    /// The value of a relation; comparable, so that a fixpoint is noticed.
    type Rel: Clone + PartialEq;

    /// The set that an operation makes.
    fn set(&mut self, op: &SetOp<S>, values: &Values<Self::Set, Self::Rel>) -> Self::Set;
    /// The relation that an operation makes; never called with a variable, whose value is its definition's.
    fn rel(&mut self, op: &RelOp<R>, values: &Values<Self::Set, Self::Rel>) -> Self::Rel;
    /// What a variable begins with: the empty relation.
    fn empty(&mut self) -> Self::Rel;
    /// The value of a variable whose definition is still being elaborated.
    fn undefined(&mut self, variable: VariableId) -> Self::Rel;
    /// How many rounds reach the least fixpoint of so many variables; any number, where rounds come to change nothing by themselves.
    fn rounds(&self, variables: usize) -> usize;
}

/// The values of nodes, as far as they were computed.
#[derive(Clone, Debug)]
pub struct Values<A, B> {
    values: Vec<Option<Value<A, B>>>,
}

#[derive(Clone, Debug)]
enum Value<A, B> {
    Set(A),
    Rel(B),
}

impl<A, B> Default for Values<A, B> {
    fn default() -> Self {
        Values { values: Vec::new() }
    }
}

impl<A, B> Values<A, B> {
    /// Whether a node was computed.
    pub fn has(&self, node: NodeId) -> bool {
        self.values.get(node.index()).is_some_and(Option::is_some)
    }

    /// The value of a set that was computed.
    pub fn set(&self, id: SetId) -> &A {
        match &self.values[id.0 as usize] {
            Some(Value::Set(set)) => set,
            Some(Value::Rel(_)) | None => unreachable!("sets are computed before they are used"),
        }
    }

    /// The value of a relation that was computed.
    pub fn rel(&self, id: RelId) -> &B {
        match &self.values[id.0 as usize] {
            Some(Value::Rel(rel)) => rel,
            Some(Value::Set(_)) | None => unreachable!("relations are computed before they are used"),
        }
    }

    fn put(&mut self, node: NodeId, value: Value<A, B>) {
        if self.values.len() <= node.index() {
            self.values.resize_with(node.index() + 1, || None);
        }
        self.values[node.index()] = Some(value);
    }

    /// Puts the value of a set.
    pub fn put_set(&mut self, id: SetId, value: A) {
        self.put(id.into(), Value::Set(value));
    }

    /// Puts the value of a relation.
    pub fn put_rel(&mut self, id: RelId, value: B) {
        self.put(id.into(), Value::Rel(value));
    }
}

/// Computes what was not computed before, in the order of a [`schedule`].
pub fn evaluate<S, R, F: Fold<S, R>>(
    fold: &mut F,
    graph: &Graph<S, R>,
    schedule: &[Component],
    values: &mut Values<F::Set, F::Rel>,
) {
    for component in schedule {
        match component {
            Component::Node(node) if values.has(*node) => {}
            Component::Node(node) => compute(fold, graph, *node, values),
            Component::Loop(nodes) if nodes.iter().all(|&node| values.has(node)) => {}
            Component::Loop(nodes) => fixpoint(fold, graph, nodes, values, |_| ()),
        }
    }
}

/// The values of a loop's nodes in each round up to the least fixpoint, given what the loop needs: in each, variables are as the round before
/// made them (in the first, empty), and the other nodes are made of these.
pub fn rounds<S, R, F: Fold<S, R>>(
    fold: &mut F,
    graph: &Graph<S, R>,
    nodes: &[NodeId],
    values: &Values<F::Set, F::Rel>,
) -> Vec<Values<F::Set, F::Rel>>
where
    F::Set: Clone,
{
    let mut rounds = Vec::new();
    fixpoint(fold, graph, nodes, &mut values.clone(), |values| rounds.push(values.clone()));
    rounds
}

fn compute<S, R, F: Fold<S, R>>(fold: &mut F, graph: &Graph<S, R>, node: NodeId, values: &mut Values<F::Set, F::Rel>) {
    let value = match graph.op(node) {
        Op::Set(op) => Value::Set(fold.set(op, values)),
        Op::Rel(RelOp::Variable(variable)) => Value::Rel(match graph.definition(*variable) {
            Some(body) => values.rel(body).clone(),
            None => fold.undefined(*variable),
        }),
        Op::Rel(op) => Value::Rel(fold.rel(op, values)),
    };
    values.put(node, value);
}

/// Computes a least fixpoint: variables begin empty, and rounds follow until one changes no variable.
fn fixpoint<S, R, F: Fold<S, R>>(
    fold: &mut F,
    graph: &Graph<S, R>,
    nodes: &[NodeId],
    values: &mut Values<F::Set, F::Rel>,
    mut after_round: impl FnMut(&Values<F::Set, F::Rel>),
) {
    let (variables, others) = split_loop(graph, nodes);
    for &(variable, _) in &variables {
        let empty = fold.empty();
        values.put_rel(variable, empty);
    }
    for _ in 0..fold.rounds(variables.len()) {
        others.iter().for_each(|&node| compute(fold, graph, node, values));
        after_round(values);
        let next: Vec<F::Rel> = variables.iter().map(|&(_, body)| values.rel(body).clone()).collect();
        let is_fixpoint = variables.iter().zip(&next).all(|(&(variable, _), next)| values.rel(variable) == next);
        if is_fixpoint {
            return;
        }
        variables.iter().zip(next).for_each(|(&(variable, _), next)| values.put_rel(variable, next));
    }
    // The last round changed a variable: what is made of it follows.
    others.iter().for_each(|&node| compute(fold, graph, node, values));
}

/// The variables of a loop, each with what defines it, and its other nodes.
pub fn split_loop<S, R>(graph: &Graph<S, R>, nodes: &[NodeId]) -> (Vec<(RelId, RelId)>, Vec<NodeId>) {
    let (mut variables, mut others) = (Vec::new(), Vec::new());
    for &node in nodes {
        let defined = match graph.op(node) {
            Op::Rel(RelOp::Variable(variable)) => graph.definition(*variable),
            Op::Rel(_) | Op::Set(_) => None,
        };
        match defined {
            Some(body) => variables.push((RelId(node.0), body)),
            None => others.push(node),
        }
    }
    (variables, others)
}
