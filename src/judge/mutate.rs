//! Which tests notice that a model or a hardware file is changed: a claim that none notices is not tested.

use super::run::{Ended, Phase, Run};
use super::source::content;
use super::tests_of::{Asking, Verdicts, under_model};
use crate::cat::Model;
use crate::models;
use crate::program::EventStructure;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::verdict::{Decided, Found};
use rayon::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

mod hardware;

pub use hardware::{HardwareOptions, of_hardware};

/// A change, and which tests notice it.
pub struct Judged {
    /// What is changed, as a reader of the text would say it: `without coherence`.
    pub change: String,
    /// The text that the change is in.
    pub source: Arc<Source>,
    /// What is changed of that text.
    pub span: Span,
    /// What the tests say of it: some notice it, none does, it is refused, or it is unknown.
    pub effect: Effect,
}

/// What tests say of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Verdicts of these tests change: the first of each. Where one group of tests notices a change, the next is not asked.
    Killed(Vec<Difference>),
    /// Every verdict that was decided is the same.
    Survives,
    /// What is changed is no model or hardware any more, or refuses the code of tests: no verdict changes but to an error, for this reason.
    Refused(String),
    /// No verdict is seen to change, but those of these tests are inconclusive.
    Unknown(Vec<String>),
}

/// A verdict that a change changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name after `litmus` in the test's file.
    pub test: String,
    /// What the verdict is about: a line of the test, or a target.
    pub about: String,
    /// The verdict under the text as it is: a decided one.
    pub before: Found,
    /// The verdict under the changed text: another decided one.
    pub after: Found,
}

/// How many tests are asked of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All, or all of a group: each that notices it is told.
    All,
    /// No more once one notices it.
    UntilNoticed,
}

/// In what order tests are asked until one notices a change: those first that have noticed one before, since they often notice others.
struct Order(Mutex<Vec<usize>>);

impl Order {
    fn new(tests: usize) -> Order {
        Order(Mutex::new((0..tests).collect()))
    }

    /// How tests take a change, in this order, until one notices it.
    fn until_noticed<E>(&self, mut ask: impl FnMut(usize) -> Result<Noticed, E>) -> Result<Vec<(usize, Noticed)>, E> {
        let mut noticed = Vec::new();
        // Others note theirs meanwhile.
        let tests = self.lock().clone();
        for test in tests {
            let one = ask(test)?;
            let is_noticed = matches!(one, Noticed::By(_));
            noticed.push((test, one));
            if is_noticed {
                self.has_noticed(test);
                break;
            }
        }
        // What is said of several tests is said in their order.
        noticed.sort_by_key(|(test, _)| *test);
        Ok(noticed)
    }

    fn has_noticed(&self, test: usize) {
        let mut order = self.lock();
        if let Some(at) = order.iter().position(|one| *one == test) {
            order[..=at].rotate_right(1);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The changes of a text, as far as they were judged.
pub struct Changes {
    /// The changes that were judged, in the order of the text.
    pub judged: Vec<Judged>,
    /// How many there are: more than those if the run was told to end.
    pub all: usize,
}

impl Changes {
    /// Judges changes, each unless the run is told to end before what tests say of it is known.
    ///
    /// # Errors
    /// What `judge` finds wrong, or that the run was told to end before any was judged.
    fn judge<M: Send>(
        changes: Vec<M>,
        run: &Run,
        judge: impl Fn(M) -> Result<Judged, Vec<Diagnostic>> + Sync,
    ) -> Result<Changes, Ended> {
        let all = changes.len();
        let work = run.work(Phase::Changing, all);
        let judge = |change: M| {
            if run.is_stopped() {
                return Ok(None);
            }
            let judged = judge(change)?;
            work.one_is_done();
            // What was not asked any more may notice it.
            let is_ended = run.is_stopped() && matches!(judged.effect, Effect::Unknown(_));
            Ok((!is_ended).then_some(judged))
        };
        let judged: Result<Vec<Option<Judged>>, Vec<Diagnostic>> = changes.into_par_iter().map(judge).collect();
        let judged: Vec<Judged> = judged?.into_iter().flatten().collect();
        if judged.is_empty() && run.is_stopped() { Err(Ended::Interrupted) } else { Ok(Changes { judged, all }) }
    }

    /// Whether the run was told to end before all were judged.
    pub fn interrupted(&self) -> bool {
        self.judged.len() < self.all
    }
}

/// How one test takes a change.
enum Noticed {
    Not,
    By(Difference),
    NoCode,
    Unknown,
}

fn compare(test: &str, before: &Verdicts, after: &Verdicts) -> Noticed {
    let mut noticed = Noticed::Not;
    for ((about, before), (_, after)) in before.iter().zip(after) {
        // What is not decided before, given the time, cannot change.
        if *before == Found::Exhausted {
            noticed = Noticed::Unknown;
        }
        if before == after || !before.is_decided() {
            continue;
        }
        if after.is_decided() {
            let (about, before, after) = (about.clone(), *before, *after);
            return Noticed::By(Difference { test: test.into(), about, before, after });
        }
        noticed = if after.is_verdict() { Noticed::Unknown } else { Noticed::NoCode };
    }
    noticed
}

fn effect(noticed: Vec<(&str, Noticed)>) -> Effect {
    let (mut killed, mut refused, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for (test, noticed) in noticed {
        match noticed {
            Noticed::Not => {}
            Noticed::By(difference) => killed.push(difference),
            Noticed::NoCode => refused.push(test),
            Noticed::Unknown => unknown.push(test.to_string()),
        }
    }
    match (killed.is_empty(), unknown.is_empty(), refused.as_slice()) {
        (false, _, _) => Effect::Killed(killed),
        (true, false, _) => Effect::Unknown(unknown),
        (true, true, []) => Effect::Survives,
        (true, true, [first, others @ ..]) => {
            let more = if others.is_empty() { String::new() } else { format!(" and {} more tests", others.len()) };
            Effect::Refused(format!("it leaves {first}{more} without code"))
        }
    }
}

/// The mutations of a model, and which tests notice each; tests of machine code, which ask no model, are left out.
///
/// # Errors
/// What is wrong with the model itself for a test, or that the run was told to end.
pub fn of_model(model: &Model, tests: &[EventStructure], extent: Extent, asking: Asking<'_>) -> Result<Changes, Ended> {
    let own = tests.iter().filter(|test| asking.run.has(&test.program.source.text));
    let tests: Vec<&EventStructure> = own.filter(|test| !test.program.is_machine_code()).collect();
    let elaborations = models::elaborations();
    let named = (model, content(model, asking.settings.races));
    let before = |test: &&EventStructure| match asking.run.is_stopped() {
        true => Err(Ended::Interrupted),
        false => under_model(test, named, &elaborations, asking).map_err(|error| vec![*error].into()),
    };
    let before: Vec<Verdicts> = tests.par_iter().map(before).collect::<Result<_, Ended>>()?;
    let order = Order::new(tests.len());
    let order = (extent == Extent::UntilNoticed).then_some(&order);
    let judge = |mutation: crate::cat::Mutation| {
        let effect = match models::check_model(&mutation.model) {
            Err(error) => Effect::Refused(error.to_string()),
            Ok(()) => under_mutant(&mutation.model, (&tests, &before), order, asking)
                .unwrap_or_else(|error| Effect::Refused(error.to_string())),
        };
        Ok(Judged { change: mutation.change, source: mutation.source, span: mutation.span, effect })
    };
    Changes::judge(model.mutations(), asking.run, judge)
}

fn under_mutant(
    model: &Model,
    (tests, before): (&[&EventStructure], &[Verdicts]),
    order: Option<&Order>,
    asking: Asking<'_>,
) -> Result<Effect, Box<Diagnostic>> {
    let elaborations = models::elaborations();
    let named = (model, content(model, asking.settings.races));
    let name = |test: usize| tests[test].program.name.as_str();
    let ask = |test: usize| -> Result<Noticed, Box<Diagnostic>> {
        if asking.run.is_stopped() {
            return Ok(Noticed::Unknown);
        }
        let after = under_model(tests[test], named, &elaborations, asking)?;
        Ok(compare(name(test), &before[test], &after))
    };
    let noticed = match order {
        Some(order) => order.until_noticed(ask)?,
        None => (0..tests.len()).map(|test| ask(test).map(|one| (test, one))).collect::<Result<_, _>>()?,
    };
    Ok(effect(noticed.into_iter().map(|(test, one)| (name(test), one)).collect()))
}
