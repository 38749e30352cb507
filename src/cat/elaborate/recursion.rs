//! Recursive relations have a least fixpoint if each is monotone in all of them.

use crate::cat::core::{
    Component, ModelGraph, NodeId, Op, Polarities, Polarity, RelId, RelOp, SetOp, Values, VariableId, evaluate,
    schedule,
};
use crate::syntax::cat::ast::Word;
use crate::syntax::source::Diagnostic;

/// Refuses definitions of which one is not monotone in a variable of the group.
pub fn check_monotone(
    graph: &ModelGraph,
    group: &[(VariableId, &Word)],
    bodies: &[RelId],
) -> Result<(), Box<Diagnostic>> {
    let is_of_group = |variable: VariableId| group.iter().any(|&(id, _)| id == variable);
    let polarity = |variable| if is_of_group(variable) { Polarity::Monotone } else { Polarity::Constant };
    let mut polarities =
        Polarities { set: |_: &_| Polarity::Constant, rel: |_: &_| Polarity::Constant, variable: polarity };
    let order = schedule(&graph.ops, bodies.iter().map(|&body| body.into()));
    let mut values = Values::default();
    evaluate(&mut polarities, &graph.ops, &order, &mut values);
    let nodes = order.iter().flat_map(|component| match component {
        Component::Node(node) => std::slice::from_ref(node),
        Component::Loop(nodes) => nodes,
    });
    let mut taken_away = nodes.filter_map(|&node| match *graph.ops.op(node) {
        Op::Set(SetOp::Minus(_, b)) if *values.set(b) != Polarity::Constant => Some((node, NodeId::from(b))),
        Op::Rel(RelOp::Minus(_, b)) if *values.rel(b) != Polarity::Constant => Some((node, NodeId::from(b))),
        Op::Set(_) | Op::Rel(_) => None,
    });
    match taken_away.next() {
        Some((node, what)) => Err(Box::new(no_fixpoint(graph, group, node, what))),
        None => Ok(()),
    }
}

fn no_fixpoint(graph: &ModelGraph, group: &[(VariableId, &Word)], node: NodeId, taken_away: NodeId) -> Diagnostic {
    let order = schedule(&graph.ops, [taken_away]);
    let depends_on = |variable: VariableId| {
        let is_it = |node: NodeId| matches!(graph.ops.op(node), Op::Rel(RelOp::Variable(id)) if *id == variable);
        order.iter().any(|component| match component {
            Component::Node(node) => is_it(*node),
            Component::Loop(nodes) => nodes.iter().any(|&node| is_it(node)),
        })
    };
    let (_, name) = group.iter().find(|&&(variable, _)| depends_on(variable)).unwrap_or(&group[0]);
    let place = graph.place(node);
    let message = format!("this is not monotone in `{}`: there is no least fixpoint", name.text);
    let label = format!("takes away what depends on `{}`", name.text);
    Diagnostic::new(&place.source, place.span, message, label)
        .help("a recursive relation is monotone in itself: it may not stand right of `\\` or under `~`")
}
