//! Operators on values, with messages for operands of the wrong kind.

use super::value::{Sets, Value};
use crate::cat::algebra::Algebra;
use crate::syntax::cat::ast::{Expr, ExprKind, Infix, Postfix};
use crate::syntax::source::{Diagnostic, Source};
use std::rc::Rc;
use std::sync::Arc;

type Evaluated<T> = Result<T, Box<Diagnostic>>;

/// An operand: its value, and where it stands for messages.
pub struct Operand<'v, 'm, A: Algebra> {
    /// The value.
    pub value: Value<'m, A>,
    /// The expression.
    pub expr: &'v Expr,
}

fn wrong<A: Algebra>(value: &Value<'_, A>, wanted: &str, source: &Arc<Source>, expr: &Expr) -> Box<Diagnostic> {
    let message = format!("{wanted} is needed here, not {}", value.kind());
    let diagnostic = Diagnostic::new(source, expr.span, message, value.kind());
    let name = match &expr.kind {
        ExprKind::Name(name) => name,
        _ => "s",
    };
    Box::new(match (value, wanted) {
        (Value::Set(_), "a relation") => diagnostic.help(format!("`[{name}]` relates each event of a set to itself")),
        (Value::Rel(_), "a set") => diagnostic.help("`domain` and `range` make sets of relations"),
        (Value::Closure(_) | Value::Builtin(_), _) => diagnostic.help("a function is called with all its arguments"),
        _ => diagnostic,
    })
}

/// The value as a relation.
pub fn relation<A: Algebra>(
    algebra: &mut A,
    value: &Value<'_, A>,
    source: &Arc<Source>,
    expr: &Expr,
) -> Evaluated<Rc<A::Rel>> {
    match value {
        Value::Rel(relation) => Ok(relation.clone()),
        Value::Empty => Ok(Rc::new(algebra.empty_rel())),
        value => Err(wrong(value, "a relation", source, expr)),
    }
}

/// The value as a set.
pub fn set<A: Algebra>(
    algebra: &mut A,
    value: &Value<'_, A>,
    source: &Arc<Source>,
    expr: &Expr,
) -> Evaluated<Rc<A::Set>> {
    match value {
        Value::Set(set) => Ok(set.clone()),
        Value::Empty => Ok(Rc::new(algebra.empty_set())),
        value => Err(wrong(value, "a set", source, expr)),
    }
}

/// The value as a set of sets.
pub fn sets<'m, A: Algebra>(value: Value<'m, A>, source: &Arc<Source>, expr: &Expr) -> Evaluated<Sets<A>> {
    match value {
        Value::Sets(sets) => Ok(sets),
        Value::Empty => Ok(Sets::new(Vec::new())),
        value => Err(wrong(&value, "a set of sets", source, expr)),
    }
}

/// `[e]`.
pub fn identity<'m, A: Algebra>(
    algebra: &mut A,
    e: Operand<'_, 'm, A>,
    source: &Arc<Source>,
) -> Evaluated<Value<'m, A>> {
    let set = set(algebra, &e.value, source, e.expr)?;
    Ok(Value::Rel(Rc::new(algebra.diagonal(&set))))
}

/// `~e`.
pub fn complement<'m, A: Algebra>(
    algebra: &mut A,
    e: Operand<'_, 'm, A>,
    source: &Arc<Source>,
) -> Evaluated<Value<'m, A>> {
    let universe = algebra.universe();
    match e.value {
        Value::Set(set) => Ok(Value::Set(Rc::new(algebra.set_minus(&universe, &set)))),
        Value::Rel(relation) => {
            let all = algebra.product(&universe, &universe);
            Ok(Value::Rel(Rc::new(algebra.minus(&all, &relation))))
        }
        Value::Empty => {
            let diagnostic =
                Diagnostic::new(source, e.expr.span, "the complement of a set or of a relation?", "either");
            Err(Box::new(diagnostic.help("all events are `_`, all pairs `_ * _`")))
        }
        value => Err(wrong(&value, "a set or relation", source, e.expr)),
    }
}

/// `e+` and the like.
pub fn postfix<'m, A: Algebra>(
    algebra: &mut A,
    operator: Postfix,
    e: Operand<'_, 'm, A>,
    source: &Arc<Source>,
) -> Evaluated<Value<'m, A>> {
    let r = relation(algebra, &e.value, source, e.expr)?;
    let result = match operator {
        Postfix::Plus => algebra.plus(&r),
        Postfix::Inverse => algebra.inverse(&r),
        Postfix::Optional => reflexive(algebra, &r),
        Postfix::Star => {
            let plus = algebra.plus(&r);
            reflexive(algebra, &plus)
        }
    };
    Ok(Value::Rel(Rc::new(result)))
}

fn reflexive<A: Algebra>(algebra: &mut A, r: &A::Rel) -> A::Rel {
    let universe = algebra.universe();
    let id = algebra.diagonal(&universe);
    algebra.union(r, &id)
}

/// `a | b` and the like.
pub fn infix<'m, A: Algebra>(
    algebra: &mut A,
    operator: Infix,
    a: Operand<'_, 'm, A>,
    b: Operand<'_, 'm, A>,
    source: &Arc<Source>,
) -> Evaluated<Value<'m, A>> {
    match operator {
        Infix::Union | Infix::Minus | Infix::Intersection => boolean(algebra, operator, a, b, source),
        Infix::Sequence => {
            let (left, right) =
                (relation(algebra, &a.value, source, a.expr)?, relation(algebra, &b.value, source, b.expr)?);
            Ok(Value::Rel(Rc::new(algebra.seq(&left, &right))))
        }
        Infix::Product => {
            let (left, right) = (set(algebra, &a.value, source, a.expr)?, set(algebra, &b.value, source, b.expr)?);
            Ok(Value::Rel(Rc::new(algebra.product(&left, &right))))
        }
        Infix::Add => {
            let element = set(algebra, &a.value, source, a.expr)?;
            let sets = sets(b.value, source, b.expr)?;
            Ok(Value::Sets(added(algebra, element, sets)))
        }
    }
}

/// The operators on two sets or two relations. What is empty without a kind takes that of the other.
fn boolean<'m, A: Algebra>(
    algebra: &mut A,
    operator: Infix,
    a: Operand<'_, 'm, A>,
    b: Operand<'_, 'm, A>,
    source: &Arc<Source>,
) -> Evaluated<Value<'m, A>> {
    for e in [&a, &b] {
        if !matches!(e.value, Value::Empty | Value::Set(_) | Value::Rel(_)) {
            return Err(wrong(&e.value, "a set or relation", source, e.expr));
        }
    }
    match (&a.value, &b.value) {
        (Value::Set(left), Value::Set(right)) => Ok(Value::Set(Rc::new(match operator {
            Infix::Minus => algebra.set_minus(left, right),
            Infix::Intersection => algebra.set_inter(left, right),
            _ => algebra.set_union(left, right),
        }))),
        (Value::Rel(left), Value::Rel(right)) => Ok(Value::Rel(Rc::new(match operator {
            Infix::Minus => algebra.minus(left, right),
            Infix::Intersection => algebra.inter(left, right),
            _ => algebra.union(left, right),
        }))),
        (Value::Empty, _) => Ok(if operator == Infix::Union { b.value } else { Value::Empty }),
        (_, Value::Empty) => Ok(if operator == Infix::Intersection { Value::Empty } else { a.value }),
        _ => {
            let diagnostic = wrong(&b.value, a.value.kind(), source, b.expr);
            Err(Box::new(diagnostic.related(a.expr.span, a.value.kind())))
        }
    }
}

/// A set of sets with one more, unless that is known to be in it.
fn added<A: Algebra>(algebra: &mut A, element: Rc<A::Set>, sets: Sets<A>) -> Sets<A> {
    let items = sets.items[sets.from..].to_vec();
    let own = algebra.diagonal(&element);
    let known = items.iter().any(|item| {
        let other = algebra.diagonal(item);
        algebra.same(&own, &other)
    });
    if known {
        return sets;
    }
    Sets::new(std::iter::once(element).chain(items).collect())
}
