//! What a read-modify-write is for a model: one event, as herd7 has it for C, or two that `rmw` ties, as programs here have it.

use super::check::used_names;
use super::library;
use super::load::Placed;
use crate::syntax::cat::ast::Statement;
use crate::syntax::source::Source;
use std::sync::Arc;

/// Names that tie two events, in models which have two.
const TIES: [&str; 2] = ["rmw", "amo"];

/// What a model takes a read-modify-write of C for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Updates {
    /// A read and a write, tied by `rmw`.
    #[default]
    TwoEvents,
    /// One event, a read and a write, as herd7 has it for C; `rmw` is empty.
    OneEvent,
}

impl Updates {
    /// What the statements of a model and of all its variants are written for, those of the standard library and what is only shown left out: one event where
    /// nothing speaks of `rmw`, which alone would tie two.
    pub(super) fn of(statements: &[Placed], source: &Arc<Source>) -> Updates {
        let is_shown = |placed: &Placed| matches!(*placed.statement, Statement::Show(..));
        let is_own = |placed: &&Placed| !library::is_standard(&placed.source) && !is_shown(placed);
        let own: Vec<Placed> = statements.iter().filter(is_own).cloned().collect();
        let used = used_names(&own, source);
        if TIES.iter().any(|name| used.contains(*name)) { Updates::TwoEvents } else { Updates::OneEvent }
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
        let of_two = [
            "empty rmw & (fre ; coe) as atomicity",
            "empty amo & (fre ; coe) as a",
            "let u = [RMW] | rmw irreflexive u ; fr as a",
            "empty try rmw with 0 as a",
        ];
        for text in of_two {
            assert_eq!(of(text), Updates::TwoEvents, "{text}");
        }
        let of_one = [
            "acyclic po | rf | co | fr as sc",
            "empty lxsx as a",
            "acyclic po as a show rmw",
            "empty R & W \\ RMW as a",
            "let f(rmw) = rf ; rmw empty f(po) & po as a",
        ];
        for text in of_one {
            assert_eq!(of(text), Updates::OneEvent, "{text}");
        }
    }

    /// Leaving out an axiom makes no other model of what is left.
    #[test]
    fn variants_are_for_what_the_model_is_for() {
        let text = "acyclic po as sc (* assumed \"so\" *) empty rmw as tied if \"one\" acyclic rf as a end";
        let model = load_text("m.cat", text, &|_| None).unwrap();
        for words in [&["one"][..], &["without-tied"], &["one", "without-tied"]] {
            assert_eq!(model.variant(words).unwrap().updates, Updates::TwoEvents, "{words:?}");
        }
    }
}
