//! What a read-modify-write is for a model: one event, as herd7 has it for C, or two that `rmw` ties, as programs here have it.

use super::check::used_names;
use super::library;
use super::load::Placed;
use crate::syntax::cat::ast::Statement;
use crate::syntax::source::Source;
use std::collections::HashSet;
use std::sync::Arc;

/// Names that tie two events, in models which have two.
const TIES: [&str; 2] = ["rmw", "amo"];
/// What herd7 calls the one event that a read-modify-write of C is to it.
const WHOLE: &str = "RMW";

/// What a model takes a read-modify-write of C for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Updates {
    /// A read and a write, tied by `rmw`.
    #[default]
    TwoEvents,
    /// One event, a read and a write, as herd7 has it for C; `rmw` is empty.
    OneEvent,
}

/// The names that a model and all its variants use, those of the standard library's statements and what is only shown left out.
pub(super) struct OwnNames(HashSet<String>);

impl OwnNames {
    /// The names that statements use.
    pub(super) fn of(statements: &[Placed], source: &Arc<Source>) -> OwnNames {
        let is_shown = |placed: &Placed| matches!(*placed.statement, Statement::Show(..));
        let is_own = |placed: &&Placed| !library::is_standard(&placed.source) && !is_shown(placed);
        let own: Vec<Placed> = statements.iter().filter(is_own).cloned().collect();
        OwnNames(used_names(&own, source))
    }

    fn tie_two_events(&self) -> bool {
        TIES.iter().any(|name| self.0.contains(*name))
    }

    /// What the model takes a read-modify-write for: one event where nothing speaks of `rmw`, which alone would tie two.
    pub(super) fn updates(&self) -> Updates {
        if self.tie_two_events() { Updates::TwoEvents } else { Updates::OneEvent }
    }

    /// Whether the model speaks of the one event as well as of the two.
    pub(super) fn are_of_both(&self) -> bool {
        self.tie_two_events() && self.0.contains(WHOLE)
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

    /// A model that has a name for the one event, and one that ties two, may be written for either.
    #[test]
    fn models_may_speak_of_both() {
        let speaks_of_both = |text: &str| load_text("m.cat", text, &|_| None).unwrap().speaks_of_both;
        for text in ["let u = [RMW] | rmw irreflexive u ; fr as a", "empty RMW as a empty amo as b"] {
            assert!(speaks_of_both(text), "{text}");
        }
        // `RLX` is of `RMW` in the standard library.
        for text in ["empty RLX as a empty rmw as b", "empty RMW as a", "empty rmw as a show RMW"] {
            assert!(!speaks_of_both(text), "{text}");
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
