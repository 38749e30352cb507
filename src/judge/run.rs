//! What a long run works with besides its question: answers that are known, whom to tell how far it is, and whether it is to end.

use super::shard::Shard;
use super::store::Store;
use crate::syntax::source::Diagnostic;
use std::mem::forget;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A part of a run, which counts for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Which programs of the space say something is found out.
    Choosing,
    /// The chosen programs are put to targets or made into tests.
    Asking,
    /// Programs are put to two sides.
    Comparing,
    /// Programs that refuse many edits of rows are put to those.
    Repairing,
    /// Tests are decided.
    Testing,
    /// Changes of a model or a hardware file are put to tests.
    Changing,
}

/// What is called as work is done: the phase, how much of it is done, and how much there is.
pub type Progress = dyn Fn(Phase, usize, usize) + Send + Sync;

/// What a long run works with.
pub struct Run {
    /// The answers that are known, and where new ones are kept.
    pub store: Store,
    /// Which part of the tests or base programs is asked; `None` for all.
    pub shard: Option<Shard>,
    stop: &'static AtomicBool,
    progress: Box<Progress>,
}

/// Why a run ended without what it was to find.
#[derive(Debug)]
pub enum Ended {
    /// What is wrong with its input.
    Wrong(Vec<Diagnostic>),
    /// It was told to end.
    Interrupted,
}

impl From<Vec<Diagnostic>> for Ended {
    fn from(errors: Vec<Diagnostic>) -> Self {
        Ended::Wrong(errors)
    }
}

impl Default for Run {
    /// A run that keeps nothing, tells nobody, and ends when it is done.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Run::new(Store::default(), &NEVER, |_, _, _| {})
    }
}

impl Run {
    /// A run that ends when `stop` is set.
    pub fn new(
        store: Store,
        stop: &'static AtomicBool,
        progress: impl Fn(Phase, usize, usize) + Send + Sync + 'static,
    ) -> Run {
        Run { store, shard: None, stop, progress: Box::new(progress) }
    }

    /// Whether it asks a test or base program with this text.
    pub fn has(&self, text: &str) -> bool {
        self.shard.is_none_or(|shard| shard.has(text))
    }

    /// Whether it is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Frees what is many, unless the run is to end: that would take longer than all that is left to do.
    pub fn free<T>(&self, many: T) {
        if self.is_stopped() {
            forget(many);
        }
    }

    /// The work of a phase, of which this much is to be done.
    pub fn work(&self, phase: Phase, all: usize) -> Work<'_> {
        (self.progress)(phase, 0, all);
        Work { run: self, phase, all, done: AtomicUsize::new(0) }
    }
}

/// The work of a phase.
pub struct Work<'r> {
    run: &'r Run,
    phase: Phase,
    all: usize,
    done: AtomicUsize,
}

impl Work<'_> {
    /// Counts one more piece as done.
    pub fn one_is_done(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.run.progress)(self.phase, done, self.all);
    }

    /// How many pieces are done.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }
}
