//! Whether a model is one for a test: what is asked of it all the same would not be what its author means.

mod readings;

use crate::cat::{Meant, Model, Updates};
use crate::engine::answers::Verdict;
use crate::engine::{Decider, Inconclusive, ModelId};
use crate::foreign::{Dialect, dialect};
use crate::load;
use crate::memo::Memo;
use crate::program::Unrolling;
use crate::syntax::source::Source;

/// Why nothing is said of read-modify-writes by a model that lets other writes come between their halves.
const SPLIT: &str = "read-modify-writes by a model that lets another write come between their two events: it seems to be written for models in which they are one (docs/cat.md; one for two events includes `two-events.cat`)";

/// Two read-modify-writes of one location, after which one of them is lost if something comes between the halves of the other.
const UPDATES: [(Dialect, &str); 2] = [
    (
        Dialect::C,
        "C updates\n{ }\nP0 (atomic_int* x) { atomic_fetch_add_explicit(x, 1, memory_order_relaxed); }\nP1 (atomic_int* x) { atomic_fetch_add_explicit(x, 1, memory_order_relaxed); }\nexists (x = 1)\n",
    ),
    (
        Dialect::OpenCl,
        "OPENCL updates\n{ [x] = 0; }\nP0@wg 0, dev 0 (global atomic_int* x) { atomic_fetch_add_explicit(x, 1, memory_order_relaxed, memory_scope_device); }\nP1@wg 0, dev 0 (global atomic_int* x) { atomic_fetch_add_explicit(x, 1, memory_order_relaxed, memory_scope_device); }\nexists (x = 1)\n",
    ),
];

/// What of a model's answers is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// The verdicts on conditions.
    Verdicts,
    /// The final states, and which flags are raised.
    States,
}

/// What is known of models: for tests of a language, whether they allow that an update is lost where a read-modify-write is this. By the place of a model, which
/// lives as long as the process.
#[derive(Debug, Default)]
pub struct Fits(Memo<(usize, Dialect, Updates), bool>);

impl Fits {
    /// Why a model says nothing of a test that its author means. In C and OpenCL C, whose models may have one event for a read-modify-write, one that is taken
    /// for two and does not say that it is for two is asked whether it keeps them together, and, unless it is for two alone, whether what is used is the same for one and for two.
    pub fn misfit(&self, (model, id): (&Model, ModelId), used: Used, decider: &Decider<'_>) -> Option<Inconclusive> {
        decider.misfit(id).or_else(|| {
            let structure = decider.structure();
            let language = dialect(&structure.program.source.text).filter(|_| structure.has_updates())?;
            let loses = |updates| {
                let key = (std::ptr::from_ref(model).addr(), language, updates);
                self.0.get(&key, || loses_updates(model, updates, language, decider))
            };
            // No tool that reads OpenCL C has one event, which would be called `RMW`.
            let is_c = language == Dialect::C;
            let is_of_both = match model.meant {
                Meant::OneEvent | Meant::TwoEvents => return None,
                Meant::Both => is_c,
                Meant::Unsaid => false,
            };
            if is_of_both || decider.speaks_of_one_event(id) {
                return readings::differ(model, used, decider);
            }
            match () {
                () if loses(Updates::TwoEvents) => Some(Inconclusive::NotModelled(SPLIT.into())),
                // Its text does not tell what it means by all that it says of a read and a write.
                () if is_c && !loses(Updates::OneEvent) => readings::differ(model, used, decider),
                () => None,
            }
        })
    }
}

/// Whether a model to which a read-modify-write is this allows that an update is lost, asked as another decider is, or cannot be meant so. One that does not decide
/// it is not held to.
fn loses_updates(model: &Model, updates: Updates, language: Dialect, asked: &Decider<'_>) -> bool {
    let Some((_, text)) = UPDATES.iter().find(|(of, _)| *of == language) else { return false };
    let Ok(structure) = load::unrolled(&Source::new("updates.litmus", *text), Unrolling::default()) else {
        return false;
    };
    let Ok(mut decider) = Decider::new(&structure, asked.elaborations(), asked.settings()) else { return false };
    // What is refused of its text where updates are one event, such as classes that `rmw` makes, is not meant for that.
    let Ok(id) = decider.add_axioms(model, updates) else { return updates == Updates::OneEvent };
    matches!(decider.judge(id).verdicts.first(), Some(Verdict::Allowed(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked of models is a test that is read.
    #[test]
    fn updates_are_read() {
        for (language, text) in UPDATES {
            let structure = load::unrolled(&Source::new("updates.litmus", text), Unrolling::default());
            assert!(structure.is_ok_and(|structure| structure.has_updates()), "{language:?}");
            assert_eq!(dialect(text), Some(language));
        }
    }
}
