//! What the grammar's actions call.

use super::ast::*;
use crate::syntax::provenance::Provenance;
use crate::syntax::source::Span;
use lalrpop_util::ParseError;

/// Deeper trees than this are refused, so that no walk over a tree exhausts the stack.
pub const MAX_DEPTH: usize = 200;

/// An expression that is nested too deeply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooDeep(pub Span);

/// The result of a grammar action that may refuse its input.
pub type Fallible<K> = Result<Expr, ParseError<usize, K, TooDeep>>;

fn deepest<'a>(children: impl IntoIterator<Item = &'a Expr>) -> usize {
    children.into_iter().map(|child| child.depth).max().unwrap_or(0)
}

fn let_depth(definition: &Let) -> usize {
    deepest(definition.bindings.iter().map(|binding| &binding.body))
}

fn depth_below(kind: &ExprKind) -> usize {
    match kind {
        ExprKind::Name(_) | ExprKind::Empty | ExprKind::Universe | ExprKind::Tag(_) => 0,
        ExprKind::Identity(e) | ExprKind::Complement(e) | ExprKind::Postfix(_, e) | ExprKind::Part(_, _, e) => e.depth,
        ExprKind::Infix(_, list) | ExprKind::Call(_, list) | ExprKind::Set(list) | ExprKind::Tuple(list) => {
            deepest(list)
        }
        ExprKind::Function(binding) => binding.body.depth,
        ExprKind::Try(a, b) | ExprKind::If(_, a, b) => a.depth.max(b.depth),
        ExprKind::MatchTag(m) => m.subject.depth.max(deepest(m.arms.iter().map(|(_, arm)| arm))),
        ExprKind::Let(definition, body) => body.depth.max(let_depth(definition)),
        ExprKind::Match(m) => deepest([&m.subject, &m.empty, &m.more]),
    }
}

fn bounded<K>(kind: ExprKind, below: usize, span: Span) -> Fallible<K> {
    if below >= MAX_DEPTH {
        return Err(ParseError::User { error: TooDeep(span) });
    }
    Ok(Expr { kind, span, depth: below + 1 })
}

/// The expression of this form at `l..r`.
pub fn expr<K>(kind: ExprKind, l: usize, r: usize) -> Fallible<K> {
    let below = depth_below(&kind);
    bounded(kind, below, Span::new(l, r))
}

/// A binding as a definition with parameters, where a name stands for a function that is written `fun x -> e`: it may then use itself.
pub fn with_parameters(binding: Binding) -> Binding {
    match binding {
        Binding { name, parameters, body: Expr { kind: ExprKind::Function(function), .. } }
            if parameters.is_empty() =>
        {
            Binding { name, ..*function }
        }
        other => other,
    }
}

/// The bindings of a pattern: one name, or those of the parts of a tuple.
pub fn pattern<K>(names: Vec<Word>, body: Expr) -> Result<Vec<Binding>, ParseError<usize, K, TooDeep>> {
    let count = names.len();
    let part = |(at, name): (usize, Word)| {
        let Span { start, end } = body.span;
        let body = expr(ExprKind::Part(at, count, Box::new(body.clone())), start, end)?;
        Ok(Binding { name, parameters: Vec::new(), body })
    };
    names.into_iter().enumerate().map(part).collect()
}

/// How deep a statement at `l..r` nests that these are within.
pub fn nested<'s, K>(
    within: impl IntoIterator<Item = &'s Statement>,
    l: usize,
    r: usize,
) -> Result<usize, ParseError<usize, K, TooDeep>> {
    let below = within.into_iter().map(Statement::depth).max().unwrap_or(0);
    match below >= MAX_DEPTH {
        true => Err(ParseError::User { error: TooDeep(Span::new(l, r)) }),
        false => Ok(below + 1),
    }
}

/// A statement that has one of two lists of statements.
pub fn choice<K>(
    option: Word,
    then: Vec<Statement>,
    otherwise: Vec<Statement>,
    l: usize,
    r: usize,
) -> Result<Statement, ParseError<usize, K, TooDeep>> {
    let depth = nested(then.iter().chain(&otherwise), l, r)?;
    let (span, provenance) = (Span::new(l, r), Provenance::default());
    Ok(Statement::If(Box::new(If { option, then, otherwise, span, provenance, depth })))
}

/// The same expression in parentheses.
pub fn parenthesized<K>(inner: Expr, l: usize, r: usize) -> Fallible<K> {
    bounded(inner.kind, inner.depth, Span::new(l, r))
}

/// The operands joined by an operator; a single one is itself.
pub fn chain<K>(operator: Infix, mut operands: Vec<Expr>, l: usize, r: usize) -> Fallible<K> {
    match operands.pop() {
        Some(only) if operands.is_empty() => Ok(only),
        Some(last) => {
            operands.push(last);
            expr(ExprKind::Infix(operator, operands), l, r)
        }
        None => expr(ExprKind::Empty, l, r),
    }
}
