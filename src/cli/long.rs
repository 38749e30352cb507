//! What long runs share: a file that keeps results, how far they are, and how they are interrupted.

use super::streams::say_line;
use super::{Diagnostic, PathBuf};
use crate::files::is_reading_input;
use crate::judge::run::{Ended, Phase, Run};
use crate::judge::shard::Shard;
use crate::judge::store::Store;
use crate::syntax::source::{Source, Span};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};

/// Interrupted from the keyboard: what is done is printed.
pub const INTERRUPTED: u8 = 130;
/// What is said of a run of which nothing else can be said.
pub const TOO_EARLY: &str = "interrupted too early to say anything";

/// That a run was interrupted before all its tests were asked.
pub struct Interruption(Option<Diagnostic>);

impl Interruption {
    /// Of a command that has decided so many tests of all, if it was interrupted.
    pub fn of(command: &'static str, is_interrupted: bool, done: usize, all: usize) -> Interruption {
        Interruption(is_interrupted.then(|| {
            let message = format!("interrupted after {done} of {all} tests");
            Diagnostic::new(&Source::new(command, ""), Span::default(), message, "this run")
        }))
    }

    /// What is wrong with a run, as documents say it: that it was interrupted stands last.
    pub fn among(&self, errors: &[Diagnostic]) -> Vec<Diagnostic> {
        errors.iter().chain(&self.0).cloned().collect()
    }

    /// Says it to who waits for results as text.
    pub fn say(&self) {
        if let Some(Diagnostic { message, .. }) = &self.0 {
            say_line!("litmus: {message}");
        }
    }
}

/// Set once the run is interrupted from the keyboard.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// What long runs share.
#[derive(Args)]
pub struct LongArgs {
    /// A file that keeps what is decided, made if it is not there: a run that was interrupted, or is repeated after a small change, decides nothing twice.
    #[arg(long, value_name = "FILE", env = "GFX_LITMUS_RESULTS")]
    results: Option<PathBuf>,
}

/// A run, and the line that shows how far it is.
pub struct Long {
    /// What the run works with.
    pub run: Run,
    bar: ProgressBar,
}

impl LongArgs {
    /// Begins a run that ends at an interrupt from the keyboard or a request to terminate, and at once at a second.
    ///
    /// # Errors
    /// What is wrong with the file of results.
    pub fn begin(&self) -> Result<Long, Box<Diagnostic>> {
        Ok(Long::new(self.results.as_deref().map_or(Ok(Store::default()), Store::open)?))
    }

    /// The same, of one shard if one is meant.
    ///
    /// # Errors
    /// What is wrong with the file of results.
    pub fn begin_shard(&self, shard: Option<Shard>) -> Result<Long, Box<Diagnostic>> {
        let mut long = self.begin()?;
        long.run.shard = shard;
        Ok(long)
    }
}

impl Long {
    /// A run with these results that ends at an interrupt from the keyboard or a request to terminate, and at once at a second.
    pub fn new(store: Store) -> Long {
        end_at_interrupts();
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let shown = bar.clone();
        let run = Run::new(store, &STOP, move |phase, done, all| show(&shown, phase, done, all));
        Long { run, bar }
    }

    /// Prints something where the line is that shows how far the run is.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Ends the run: nothing more is shown of it, and what it decided is kept.
    ///
    /// # Errors
    /// Why something is not kept.
    pub fn end(&self) -> Result<(), Box<Diagnostic>> {
        self.bar.finish_and_clear();
        self.run.store.finish()
    }
}

/// What a run found, if it was not interrupted before it could say anything, and why something is not kept.
pub type Ending<T> = (Option<T>, Vec<Diagnostic>);

impl Long {
    /// Ends the run, and says so if it was interrupted before it could say anything.
    ///
    /// # Errors
    /// What is wrong with its input.
    pub fn ended<T>(&self, found: Result<T, Ended>) -> Result<Ending<T>, Vec<Diagnostic>> {
        let kept = self.end().err().map(|error| *error).into_iter().collect();
        match found {
            Ok(found) => Ok((Some(found), kept)),
            Err(Ended::Wrong(errors)) => Err(errors),
            Err(Ended::Interrupted) => {
                say_line!("litmus: {TOO_EARLY}");
                Ok((None, kept))
            }
        }
    }
}

/// Has an interrupt from the keyboard set [`STOP`], and a second end the process.
pub fn end_at_interrupts() {
    // Without a handler an interrupt ends the process, as it does elsewhere.
    ctrlc::set_handler(interrupted).ok();
}

#[expect(clippy::exit, reason = "a second interrupt ends the process wherever it is")]
fn interrupted() {
    // Who waits for input has found nothing that could be printed.
    if STOP.swap(true, Ordering::Relaxed) || is_reading_input() {
        exit(INTERRUPTED.into());
    }
    say_line!("\nlitmus: interrupted; what is done is printed (once more ends at once)");
}

fn show(bar: &ProgressBar, phase: Phase, done: usize, all: usize) {
    if done == 0 {
        let what = match phase {
            Phase::Choosing => "base programs looked at",
            Phase::Asking => "base programs asked, with their variants",
            Phase::Comparing => "base programs compared",
            Phase::Repairing => "programs that refuse many edits",
            Phase::Testing => "tests decided",
            Phase::Changing => "changes put to tests",
        };
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {per_sec}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(what);
        bar.set_length(all as u64);
        bar.reset();
    }
    bar.set_position(done as u64);
}
