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

/// What a read-modify-write is where a model is elaborated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Updates {
    /// A read and a write, tied by `rmw`.
    #[default]
    TwoEvents,
    /// One event, a read and a write, as herd7 has it for C; `rmw` is empty.
    OneEvent,
}

/// What a model is written for, as far as its text tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meant {
    /// One event: nothing in it speaks of `rmw`, which alone would tie two.
    OneEvent,
    /// Two events: it says so, by what it includes.
    TwoEvents,
    /// Two events, or one all the same: it speaks of `rmw`.
    #[default]
    Unsaid,
    /// It names the one event (`RMW`) as well as the two (`rmw`).
    Both,
}

impl Meant {
    /// What a read-modify-write of C is taken for.
    pub fn updates(self) -> Updates {
        match self {
            Meant::OneEvent => Updates::OneEvent,
            Meant::TwoEvents | Meant::Unsaid | Meant::Both => Updates::TwoEvents,
        }
    }
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

    /// What a model that says nothing of it is written for.
    pub(super) fn meant(&self) -> Meant {
        match (self.tie_two_events(), self.0.contains(WHOLE)) {
            (false, _) => Meant::OneEvent,
            (true, false) => Meant::Unsaid,
            (true, true) => Meant::Both,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cat::load_text;

    fn of(text: &str) -> Meant {
        load_text("m.cat", text, &|_| None).unwrap().meant
    }

    #[test]
    fn models_are_for_one_event_or_two() {
        let of_two =
            ["empty rmw & (fre ; coe) as atomicity", "empty amo & (fre ; coe) as a", "empty try rmw with 0 as a"];
        for text in of_two {
            assert_eq!(of(text), Meant::Unsaid, "{text}");
        }
        let of_one = [
            "acyclic po | rf | co | fr as sc",
            "empty lxsx as a",
            "acyclic po as a show rmw",
            "empty R & W \\ RMW as a",
            "let f(rmw) = rf ; rmw empty f(po) & po as a",
        ];
        for text in of_one {
            assert_eq!(of(text), Meant::OneEvent, "{text}");
        }
    }

    /// A model that has a name for the one event, and one that ties two, may be written for either.
    #[test]
    fn models_may_speak_of_both() {
        for text in ["let u = [RMW] | rmw irreflexive u ; fr as a", "empty RMW as a empty amo as b"] {
            assert_eq!(of(text), Meant::Both, "{text}");
        }
        // `RLX` is of `RMW` in the standard library.
        for text in ["empty RLX as a empty rmw as b", "empty RMW as a", "empty rmw as a show RMW"] {
            assert_ne!(of(text), Meant::Both, "{text}");
        }
    }

    /// Leaving out an axiom makes no other model of what is left.
    #[test]
    fn variants_are_for_what_the_model_is_for() {
        let text = "acyclic po as sc (* assumed \"so\" *) empty rmw as tied if \"one\" acyclic rf as a end";
        let model = load_text("m.cat", text, &|_| None).unwrap();
        for words in [&["one"][..], &["without-tied"], &["one", "without-tied"]] {
            assert_eq!(model.variant(words).unwrap().meant, Meant::Unsaid, "{words:?}");
        }
    }

    /// What a model says counts, whatever it names, by a copy of the file, too; another file of a user's under the same name says nothing.
    #[test]
    fn models_may_say_that_they_are_of_two() {
        for text in ["acyclic po as a", "empty rmw as a", "empty RMW as a empty rmw as b"] {
            assert_eq!(of(&format!("include \"two-events.cat\" {text}")), Meant::TwoEvents, "{text}");
        }
        let of_users = |name: &str| (name == "two-events.cat").then(|| "let a = po".to_string());
        let model = load_text("m.cat", "include \"two-events.cat\" empty rmw as a", &of_users).unwrap();
        assert_eq!(model.meant, Meant::Unsaid);
        let copied = |_: &str| Some("\"Read-modify-writes as two events\" // a copy".to_string());
        let model = load_text("m.cat", "include \"two-events.cat\" acyclic po as a", &copied).unwrap();
        assert_eq!(model.meant, Meant::TwoEvents);
    }
}
