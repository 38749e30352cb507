//! A model changed in one small way: without an axiom or flag, with an axiom about steps instead of cycles, with a relation that holds less, or with one that holds more, without a condition.

use super::load::{Model, Placed};
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Infix, Let, Match, Postfix, Statement, Test, TestKind};
use crate::syntax::source::{Source, Span};
use std::sync::Arc;

/// A model changed in one place.
pub struct Mutation {
    /// What is changed, as a reader of the model would say it: `without coherence`, `hb without init`.
    pub change: String,
    /// The text that the change is in.
    pub source: Arc<Source>,
    /// The axiom, flag, operand or condition that is left out, or the closure that is taken away, in that text.
    pub span: Span,
    /// The changed model; it may be wrong, as one that no longer says what another statement uses.
    pub model: Model,
}

/// An expression with something left out.
struct Lesser {
    expr: Expr,
    /// What is left out, or what stands there instead.
    change: String,
    span: Span,
}

impl Model {
    /// The model without each of its axioms and flags; with each relation that has no cycle only irreflexive; and with each operand of a union, each closure and each condition of all its statements left out,
    /// one at a time. Conditions are operands of an intersection, what is taken away from a set or relation, and sets between relations (`r ; [s]`).
    pub fn mutations(&self) -> Vec<Mutation> {
        let statements = self.statements.iter().enumerate();
        statements.flat_map(|(at, placed)| self.mutations_of(at, placed)).collect()
    }

    fn mutations_of(&self, at: usize, placed: &Placed) -> Vec<Mutation> {
        let mutation = |change: String, span: Span, statement: Option<Statement>| {
            let mut model = self.clone();
            match statement {
                Some(statement) => model.statements[at].statement = Arc::new(statement),
                None => {
                    model.statements.remove(at);
                }
            }
            // Models are told apart by the address of their text.
            model.sources[0] = Source::new(model.sources[0].name.clone(), model.sources[0].text.clone());
            Mutation { change, source: placed.source.clone(), span, model }
        };
        // What comes with the tool is no claim of the model.
        if placed.is_library {
            return Vec::new();
        }
        let text = &placed.source.text;
        match &*placed.statement {
            Statement::Test(test) => {
                let name = match &test.name {
                    Some(name) => name.text.clone(),
                    None => format!("the test in line {}", placed.source.line_column(test.span.start).0),
                };
                let whole = mutation(format!("without {name}"), test.span, None);
                let lesser = lesser_forms(&test.expr, text).into_iter().map(|lesser| {
                    let test = Test { expr: lesser.expr, ..test.clone() };
                    mutation(format!("{name} {}", lesser.change), lesser.span, Some(Statement::Test(test)))
                });
                let of_one = (test.kind == TestKind::Acyclic).then(|| {
                    let test = Test { kind: TestKind::Irreflexive, ..test.clone() };
                    mutation(format!("{name} irreflexive, not acyclic"), test.span, Some(Statement::Test(test)))
                });
                std::iter::once(whole).chain(of_one).chain(lesser).collect()
            }
            Statement::Let(definitions) => lesser_definitions(definitions, text)
                .into_iter()
                .map(|(name, span, change, definitions)| {
                    mutation(format!("{name} {change}"), span, Some(Statement::Let(definitions)))
                })
                .collect(),
            // Within procedures and loops nothing is changed: what is there counts several times.
            Statement::With(_) | Statement::Procedure(_) | Statement::Call(_) | Statement::Forall(_) => Vec::new(),
            Statement::Enum(_) | Statement::Show(..) | Statement::Ignored(_) => Vec::new(),
            Statement::Include(_) | Statement::If(_) => {
                unreachable!("they were replaced when the model was loaded")
            }
        }
    }
}

/// Definitions with one changed body each: the name, the place and the change of that body.
fn lesser_definitions(definitions: &Let, text: &str) -> Vec<(String, Span, String, Let)> {
    let with = |at: usize, lesser: Lesser| {
        let mut changed = definitions.clone();
        changed.bindings[at].body = lesser.expr;
        (definitions.bindings[at].name.text.clone(), lesser.span, lesser.change, changed)
    };
    let bindings = definitions.bindings.iter().enumerate();
    bindings
        .flat_map(|(at, Binding { body, .. })| lesser_forms(body, text).into_iter().map(move |lesser| with(at, lesser)))
        .collect()
}

/// Every form of an expression with one operand of a union, one closure or one condition left out.
fn lesser_forms(expr: &Expr, text: &str) -> Vec<Lesser> {
    let with = |kind: ExprKind| Expr { kind, ..expr.clone() };
    let mut found = here(expr, text);
    let mut within = |operand: &Expr, rebuild: &dyn Fn(Expr) -> ExprKind| {
        for lesser in lesser_forms(operand, text) {
            found.push(Lesser { expr: with(rebuild(lesser.expr)), ..lesser });
        }
    };
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Empty | ExprKind::Universe | ExprKind::Tag(_) => {}
        ExprKind::Identity(e) => within(e, &|e| ExprKind::Identity(Box::new(e))),
        ExprKind::Complement(e) => within(e, &|e| ExprKind::Complement(Box::new(e))),
        ExprKind::Postfix(op, e) => within(e, &|e| ExprKind::Postfix(*op, Box::new(e))),
        ExprKind::Infix(op, operands) => {
            for (at, operand) in operands.iter().enumerate() {
                within(operand, &|e| ExprKind::Infix(*op, replaced(operands, at, e)));
            }
        }
        ExprKind::Call(name, arguments) => {
            for (at, argument) in arguments.iter().enumerate() {
                within(argument, &|e| ExprKind::Call(name.clone(), replaced(arguments, at, e)));
            }
        }
        ExprKind::Set(elements) => {
            for (at, element) in elements.iter().enumerate() {
                within(element, &|e| ExprKind::Set(replaced(elements, at, e)));
            }
        }
        ExprKind::Tuple(parts) => {
            for (at, part) in parts.iter().enumerate() {
                within(part, &|e| ExprKind::Tuple(replaced(parts, at, e)));
            }
        }
        ExprKind::Part(at, count, e) => within(e, &|e| ExprKind::Part(*at, *count, Box::new(e))),
        ExprKind::Function(binding) => {
            within(&binding.body, &|body| ExprKind::Function(Box::new(Binding { body, ..(**binding).clone() })));
        }
        ExprKind::Try(first, second) => {
            within(first, &|e| ExprKind::Try(Box::new(e), second.clone()));
            within(second, &|e| ExprKind::Try(first.clone(), Box::new(e)));
        }
        ExprKind::If(option, then, otherwise) => {
            within(then, &|e| ExprKind::If(option.clone(), Box::new(e), otherwise.clone()));
            within(otherwise, &|e| ExprKind::If(option.clone(), then.clone(), Box::new(e)));
        }
        ExprKind::MatchTag(parts) => {
            for at in 0..parts.arms.len() {
                within(&parts.arms[at].1, &|e| {
                    let mut changed = (**parts).clone();
                    changed.arms[at].1 = e;
                    ExprKind::MatchTag(Box::new(changed))
                });
            }
        }
        ExprKind::Let(definitions, body) => {
            within(body, &|e| ExprKind::Let(definitions.clone(), Box::new(e)));
            for (name, span, change, definitions) in lesser_definitions(definitions, text) {
                let expr = with(ExprKind::Let(Box::new(definitions), body.clone()));
                found.push(Lesser { expr, change: format!("({name}) {change}"), span });
            }
        }
        ExprKind::Match(parts) => {
            within(&parts.empty, &|e| ExprKind::Match(Box::new(Match { empty: e, ..(**parts).clone() })));
            within(&parts.more, &|e| ExprKind::Match(Box::new(Match { more: e, ..(**parts).clone() })));
        }
    }
    found
}

/// The forms in which something is left out of the outermost operator.
fn here(expr: &Expr, text: &str) -> Vec<Lesser> {
    let spelling = |part: &Expr| {
        let words: Vec<&str> =
            text.get(part.span.start..part.span.end).unwrap_or_default().split_whitespace().collect();
        words.join(" ")
    };
    match &expr.kind {
        ExprKind::Infix(op, operands) => {
            let without = |at: usize| {
                let mut left = operands.clone();
                let dropped = left.remove(at);
                let kind = match left.len() {
                    1 => left.remove(0).kind,
                    _ => ExprKind::Infix(*op, left),
                };
                let change = format!("without {}{}", mark_of(*op), spelling(&dropped));
                Lesser { expr: Expr { kind, ..expr.clone() }, change, span: dropped.span }
            };
            let can_go = |at: &usize| match op {
                Infix::Union | Infix::Intersection => true,
                Infix::Minus => *at > 0,
                Infix::Sequence => matches!(operands[*at].kind, ExprKind::Identity(_)),
                // Without an operand they are of another type.
                Infix::Add | Infix::Product => false,
            };
            (0..operands.len()).filter(can_go).map(without).collect()
        }
        ExprKind::Postfix(op, operand) => {
            let kind = match op {
                Postfix::Plus | Postfix::Optional => operand.kind.clone(),
                Postfix::Star => ExprKind::Postfix(Postfix::Optional, operand.clone()),
                Postfix::Inverse => return Vec::new(),
            };
            let mark = match op {
                Postfix::Plus => "+",
                Postfix::Star => "*",
                Postfix::Optional => "?",
                Postfix::Inverse => "^-1",
            };
            let left = if *op == Postfix::Star { " but for one step" } else { "" };
            let change = format!("without the {mark} of {}{left}", spelling(operand));
            vec![Lesser { expr: Expr { kind, ..expr.clone() }, change, span: expr.span }]
        }
        ExprKind::Name(_)
        | ExprKind::Empty
        | ExprKind::Universe
        | ExprKind::Identity(_)
        | ExprKind::Complement(_)
        | ExprKind::Call(..)
        | ExprKind::Let(..)
        | ExprKind::Match(_)
        | ExprKind::MatchTag(_)
        | ExprKind::Tag(_)
        | ExprKind::Set(_)
        | ExprKind::Tuple(_)
        | ExprKind::Part(..)
        | ExprKind::Function(_)
        | ExprKind::Try(..)
        | ExprKind::If(..) => Vec::new(),
    }
}

/// What stands before an operand that is left out, so that it is told from the same one elsewhere.
fn mark_of(op: Infix) -> &'static str {
    match op {
        Infix::Union => "",
        Infix::Intersection => "& ",
        Infix::Minus => "\\ ",
        Infix::Sequence => "; ",
        Infix::Add | Infix::Product => "",
    }
}

fn replaced(operands: &[Expr], at: usize, new: Expr) -> Vec<Expr> {
    let mut operands = operands.to_vec();
    operands[at] = new;
    operands
}

#[cfg(test)]
mod tests {
    use crate::cat::load_text;

    #[test]
    fn each_operand_closure_and_condition_is_left_out() {
        let text = "let a = po | (rf ; co?)+ | (let b = int | ext in b)\nlet c = [R & ACQ] ; (rf & loc \\ int)\n\
                    let rec f S = match S with || {} -> 0 || C ++ r -> [C] | f r end\nacyclic a* as order\n\
                    flag ~empty f (classes same-class) as g";
        let model = load_text("m.cat", text, &|_| None).unwrap();
        let changes: Vec<String> = model.mutations().into_iter().map(|mutation| mutation.change).collect();
        let expected = [
            "a without po",
            "a without (rf ; co?)+",
            "a without (let b = int | ext in b)",
            "a without the + of (rf ; co?)",
            "a without the ? of co",
            "a (b) without int",
            "a (b) without ext",
            "c without ; [R & ACQ]",
            "c without & R",
            "c without & ACQ",
            "c without \\ int",
            "c without & rf",
            "c without & loc",
            "f without [C]",
            "f without f r",
            "without order",
            "order irreflexive, not acyclic",
            "order without the * of a but for one step",
            "without g",
        ];
        assert_eq!(changes, expected);
    }
}
