//! Operators on values, with messages for operands of the wrong kind.

use super::value::{Sets, Value};
use super::whole::Whole;
use crate::cat::core::{ModelGraph, RelId, RelLeaf, RelOp, SetId, SetLeaf, SetOp};
use crate::syntax::cat::ast::{Expr, ExprKind, Infix, Postfix};
use crate::syntax::source::{Diagnostic, Source};
use std::sync::Arc;

type Elaborated<T> = Result<T, Box<Diagnostic>>;

/// An operand: its value, and where it stands for messages.
pub struct Operand<'v, 'm> {
    pub value: Value<'m>,
    pub expr: &'v Expr,
}

pub fn wrong_kind(value: &Value<'_>, wanted: &str, source: &Arc<Source>, expr: &Expr) -> Box<Diagnostic> {
    let message = format!("{wanted} is needed here, not {}", value.kind());
    let diagnostic = Diagnostic::new(source, expr.span, message, value.kind());
    let name = if let ExprKind::Name(name) = &expr.kind { name } else { "s" };
    Box::new(match (value, wanted) {
        (Value::Set(_), "a relation") => diagnostic.help(format!("`[{name}]` relates each event of a set to itself")),
        (Value::Rel(_), "a set") => diagnostic.help("`domain` and `range` make sets of relations"),
        (Value::Closure(_) | Value::Builtin(_), _) => diagnostic.help("a function is called with all its arguments"),
        (Value::Orders(_), _) => diagnostic.help("`with x from …` chooses one of them"),
        (Value::Locations, _) => {
            diagnostic.help("`generate_orders` and `generate_cos` order the events of each location")
        }
        _ => diagnostic,
    })
}

/// The value as a relation.
pub fn relation(graph: &mut ModelGraph, value: &Value<'_>, source: &Arc<Source>, expr: &Expr) -> Elaborated<RelId> {
    if let Value::Rel(relation) = value {
        return Ok(*relation);
    }
    match matches!(value, Value::Empty) {
        true => Ok(graph.ops.rel(RelOp::Leaf(RelLeaf::Empty))),
        false => Err(wrong_kind(value, "a relation", source, expr)),
    }
}

/// The value as a set.
pub fn set(graph: &mut ModelGraph, value: &Value<'_>, source: &Arc<Source>, expr: &Expr) -> Elaborated<SetId> {
    if let Value::Set(set) = value {
        return Ok(*set);
    }
    match matches!(value, Value::Empty) {
        true => Ok(graph.ops.set(SetOp::Leaf(SetLeaf::Empty))),
        false => Err(wrong_kind(value, "a set", source, expr)),
    }
}

/// The value as a set of sets.
pub fn sets<'m>(value: Value<'m>, source: &Arc<Source>, expr: &Expr) -> Elaborated<Sets<'m>> {
    if let Value::Sets(sets) = value {
        return Ok(sets);
    }
    match matches!(value, Value::Empty) {
        true => Ok(Sets::new([])),
        false => Err(wrong_kind(&value, "a set of sets", source, expr)),
    }
}

/// The value as an element of a set: a set, a relation or a tag.
pub fn element<'m>(
    graph: &mut ModelGraph,
    value: Value<'m>,
    source: &Arc<Source>,
    expr: &Expr,
) -> Elaborated<Value<'m>> {
    match value {
        Value::Set(_) | Value::Rel(_) | Value::Tag(_) => Ok(value),
        Value::Empty => Ok(Value::Set(set(graph, &value, source, expr)?)),
        Value::Sets(_)
        | Value::Tuple(_)
        | Value::Locations
        | Value::Orders(_)
        | Value::Closure(_)
        | Value::Builtin(_) => Err(wrong_kind(&value, "a set, relation or tag", source, expr)),
    }
}

/// The value of `[e]`: each event of a set, related to itself.
pub fn identity<'m>(
    graph: &mut ModelGraph,
    whole: Option<Whole>,
    e: Operand<'_, 'm>,
    source: &Arc<Source>,
) -> Elaborated<Value<'m>> {
    let set = set(graph, &e.value, source, e.expr)?;
    Ok(Value::Rel(match whole {
        Some(whole) => whole.identity(graph, set),
        None => graph.ops.rel(RelOp::Diagonal(set)),
    }))
}

/// The set `_` of all events of the execution.
pub fn universe(graph: &mut ModelGraph) -> SetId {
    graph.ops.set(SetOp::Leaf(SetLeaf::Universe))
}

/// The value of `~e`: all events or pairs but those of `e`. `~0` is refused: nothing says of which kind it is.
pub fn complement<'m>(graph: &mut ModelGraph, e: Operand<'_, 'm>, source: &Arc<Source>) -> Elaborated<Value<'m>> {
    let universe = universe(graph);
    match e.value {
        Value::Set(set) => Ok(Value::Set(graph.ops.set(SetOp::Minus(universe, set)))),
        Value::Rel(relation) => {
            let all = graph.ops.rel(RelOp::Product(universe, universe));
            Ok(Value::Rel(graph.ops.rel(RelOp::Minus(all, relation))))
        }
        Value::Empty => {
            let diagnostic =
                Diagnostic::new(source, e.expr.span, "the complement of a set or of a relation?", "either");
            Err(Box::new(diagnostic.help("all events are `_`, all pairs `_ * _`")))
        }
        Value::Sets(_)
        | Value::Tag(_)
        | Value::Tuple(_)
        | Value::Locations
        | Value::Orders(_)
        | Value::Closure(_)
        | Value::Builtin(_) => Err(wrong_kind(&e.value, "a set or relation", source, e.expr)),
    }
}

/// The value of `e+`, `e*`, `e?` or `e^-1`.
pub fn postfix<'m>(
    graph: &mut ModelGraph,
    whole: Option<Whole>,
    operator: Postfix,
    e: Operand<'_, 'm>,
    source: &Arc<Source>,
) -> Elaborated<Value<'m>> {
    let r = relation(graph, &e.value, source, e.expr)?;
    Ok(Value::Rel(match operator {
        Postfix::Plus => graph.ops.rel(RelOp::Plus(r)),
        Postfix::Inverse => graph.ops.rel(RelOp::Inverse(r)),
        Postfix::Optional => reflexive(graph, whole, r),
        Postfix::Star => {
            let plus = graph.ops.rel(RelOp::Plus(r));
            reflexive(graph, whole, plus)
        }
    }))
}

fn reflexive(graph: &mut ModelGraph, whole: Option<Whole>, r: RelId) -> RelId {
    let identity = match whole {
        Some(whole) => whole.same,
        None => {
            let universe = universe(graph);
            graph.ops.rel(RelOp::Diagonal(universe))
        }
    };
    graph.ops.union(r, identity)
}

/// The value of `a | b`, `a \ b`, `a & b`, `a ; b`, `a * b` or `a ++ b`.
pub fn infix<'m>(
    graph: &mut ModelGraph,
    operator: Infix,
    a: Operand<'_, 'm>,
    b: Operand<'_, 'm>,
    source: &Arc<Source>,
) -> Elaborated<Value<'m>> {
    match operator {
        Infix::Union => boolean(graph, &UNION, a, b, source),
        Infix::Minus => boolean(graph, &MINUS, a, b, source),
        Infix::Intersection => boolean(graph, &INTERSECTION, a, b, source),
        Infix::Sequence => {
            let left = relation(graph, &a.value, source, a.expr)?;
            let right = relation(graph, &b.value, source, b.expr)?;
            Ok(Value::Rel(graph.ops.seq(left, right)))
        }
        Infix::Product => {
            let (left, right) = (set(graph, &a.value, source, a.expr)?, set(graph, &b.value, source, b.expr)?);
            Ok(Value::Rel(graph.ops.rel(RelOp::Product(left, right))))
        }
        Infix::Add => {
            let element = element(graph, a.value, source, a.expr)?;
            Ok(Value::Sets(sets(b.value, source, b.expr)?.with_element(element)))
        }
    }
}

/// An operator on two sets or two relations.
struct Boolean {
    sets: fn(&mut ModelGraph, SetId, SetId) -> SetId,
    relations: fn(&mut ModelGraph, RelId, RelId) -> RelId,
    /// Of sets of sets, whether it has what is in the left only, in both, and in the right only.
    keeps: [bool; 3],
    /// Whether what is empty without a kind, on the left and on the right, leaves the other operand.
    keeps_other: [bool; 2],
}

const UNION: Boolean = Boolean {
    sets: |graph, a, b| graph.ops.set_union(a, b),
    relations: |graph, a, b| graph.ops.union(a, b),
    keeps: [true, true, true],
    keeps_other: [true, true],
};
const MINUS: Boolean = Boolean {
    sets: |graph, a, b| graph.ops.set(SetOp::Minus(a, b)),
    relations: |graph, a, b| graph.ops.rel(RelOp::Minus(a, b)),
    keeps: [true, false, false],
    keeps_other: [false, true],
};
const INTERSECTION: Boolean = Boolean {
    sets: |graph, a, b| graph.ops.set_inter(a, b),
    relations: |graph, a, b| graph.ops.inter(a, b),
    keeps: [false, true, false],
    keeps_other: [false, false],
};

fn boolean<'m>(
    graph: &mut ModelGraph,
    operator: &Boolean,
    a: Operand<'_, 'm>,
    b: Operand<'_, 'm>,
    source: &Arc<Source>,
) -> Elaborated<Value<'m>> {
    for e in [&a, &b] {
        if !matches!(e.value, Value::Set(_) | Value::Rel(_) | Value::Sets(_) | Value::Empty) {
            return Err(wrong_kind(&e.value, "a set or relation", source, e.expr));
        }
    }
    match (&a.value, &b.value) {
        (Value::Sets(left), Value::Sets(right)) => {
            let [only_left, both, only_right] = operator.keeps;
            let of_left = left.items().iter().filter(|item| if right.contains(item) { both } else { only_left });
            let of_right = right.items().iter().filter(|item| only_right && !left.contains(item));
            Ok(Value::Sets(Sets::new(of_left.chain(of_right).cloned())))
        }
        (&Value::Set(left), &Value::Set(right)) => Ok(Value::Set((operator.sets)(graph, left, right))),
        (&Value::Rel(left), &Value::Rel(right)) => Ok(Value::Rel((operator.relations)(graph, left, right))),
        (Value::Empty, _) => Ok(if operator.keeps_other[0] { b.value } else { Value::Empty }),
        (_, Value::Empty) => Ok(if operator.keeps_other[1] { a.value } else { Value::Empty }),
        _ => {
            let diagnostic = wrong_kind(&b.value, a.value.kind(), source, b.expr);
            Err(Box::new(diagnostic.related(a.expr.span, a.value.kind())))
        }
    }
}
