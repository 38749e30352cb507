//! What a read-modify-write is for a model: one event, as herd7 has it for C, or two that `rmw` ties, as programs here have it.

use super::library;
use super::load::Placed;
use crate::syntax::cat::ast::{Expr, ExprKind, Infix, Statement};

/// What a model takes a read-modify-write for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Updates {
    /// A read and a write, tied by `rmw`.
    #[default]
    TwoEvents,
    /// One event, a read and a write, as herd7 has it for C; `rmw` is empty.
    OneEvent,
}

impl Updates {
    /// What statements are written for, those of the standard library left out: one event where nothing speaks of `rmw`, which alone would tie two, and
    /// where something says what would be nothing of two: of `[RMW]`, which is beside `rmw` in models for either, of `R & W`, `R \ W` or `W \ R`.
    pub(super) fn of(statements: &[Placed]) -> Updates {
        let (mut speaks_of_rmw, mut has_one) = (false, false);
        for placed in statements.iter().filter(|placed| !library::is_standard(&placed.source)) {
            placed.statement.visit(&mut |statement| {
                if matches!(statement, Statement::Show(..)) {
                    return;
                }
                for e in statement.expressions() {
                    e.visit(&mut |e| {
                        speaks_of_rmw |= is_name(e, "rmw") || is_name(e, "amo");
                        has_one |= is_of_one_event(e);
                    });
                }
            });
        }
        if speaks_of_rmw && !has_one { Updates::TwoEvents } else { Updates::OneEvent }
    }
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&e.kind, ExprKind::Name(written) if written == name)
}

/// Whether nobody would write this for two events.
fn is_of_one_event(e: &Expr) -> bool {
    let [reads, writes] = ["R", "W"].map(|name| move |e: &Expr| is_name(e, name));
    match &e.kind {
        ExprKind::Identity(set) => is_name(set, "RMW"),
        ExprKind::Call(function, arguments) => {
            function.text == "toid" && matches!(arguments.as_slice(), [set] if is_name(set, "RMW"))
        }
        ExprKind::Infix(Infix::Intersection, operands) => operands.iter().any(reads) && operands.iter().any(writes),
        ExprKind::Infix(Infix::Minus, operands) => {
            let (first, others) = operands.split_first().expect("an operator has operands");
            reads(first) && others.iter().any(writes) || writes(first) && others.iter().any(reads)
        }
        ExprKind::Infix(Infix::Union | Infix::Sequence | Infix::Product | Infix::Add, _) => false,
        ExprKind::Name(_) | ExprKind::Empty | ExprKind::Universe | ExprKind::Complement(_) => false,
        ExprKind::Postfix(..) | ExprKind::Let(..) | ExprKind::Match(_) | ExprKind::MatchTag(_) => false,
        ExprKind::Tag(_) | ExprKind::Set(_) | ExprKind::Tuple(_) | ExprKind::Part(..) => false,
        ExprKind::Function(_) | ExprKind::Try(..) | ExprKind::If(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cat::load_text;

    fn of(text: &str) -> Updates {
        load_text("m.cat", text, &|_| None).unwrap().updates
    }

    #[test]
    fn models_are_for_one_event_or_two() {
        let atomic = "empty rmw & (fre ; coe) as atomicity";
        for text in
            [atomic, "empty amo & (fre ; coe) as a", "empty rmw & (_ * RMW) as a", "irreflexive rmw ; [W] ; fr as a"]
        {
            assert_eq!(of(text), Updates::TwoEvents, "{text}");
        }
        for text in
            ["acyclic po | rf | co | fr as sc", "empty lxsx as a", "acyclic po as a show rmw", "empty RMW \\ M as a"]
        {
            assert_eq!(of(text), Updates::OneEvent, "{text}");
        }
        for said in [
            "let one = R & W",
            "let f(s) = s & W & F & R",
            "let r = R \\ W",
            "let r = po ; [W \\ R]",
            "let u = [RMW] | rmw",
            "let u = toid(RMW)",
        ] {
            assert_eq!(of(&format!("{said} {atomic}")), Updates::OneEvent, "{said}");
        }
    }

    #[test]
    fn a_variant_is_for_what_it_says() {
        let model = load_text("m.cat", "if \"one\" acyclic po as sc else empty rmw as e end", &|_| None).unwrap();
        assert_eq!(model.updates, Updates::TwoEvents);
        assert_eq!(model.variant(&["one"]).unwrap().updates, Updates::OneEvent);
    }
}
