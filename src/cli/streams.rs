//! Standard output and standard error. What cannot be written is an error of the run, unless nobody reads it any more.

use super::BAD_INPUT;
use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The exit code of a process that writes where nobody reads: that of one that the signal for it ends.
const NOBODY_READS: i32 = 141;

/// Why something could not be written to standard output, first.
static FAILED: Mutex<Option<String>> = Mutex::new(None);

/// Prints to standard output.
pub fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    note(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()));
}

/// Notes whether something was printed. Where nobody reads it, the process ends: the rest is not wanted.
#[expect(clippy::exit, reason = "a reader that is gone ends the process wherever it is, as its signal would")]
pub fn note(written: std::io::Result<()>) {
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit(NOBODY_READS),
        Err(error) => {
            FAILED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.to_string());
        }
    }
}

/// Whether something could not be written to standard error.
static UNSAID: AtomicBool = AtomicBool::new(false);

/// Says something on standard error. Where that cannot be written there is nowhere to say so, but the exit code; that nobody reads it is no error.
pub fn say(text: Arguments<'_>) {
    let written = std::io::stderr().lock().write_fmt(text);
    if written.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe) {
        UNSAID.store(true, Ordering::Relaxed);
    }
}

/// A line on standard error, by the format of `format!`.
macro_rules! say_line {
    ($($text:tt)*) => { $crate::cli::streams::say(format_args!("{}\n", format_args!($($text)*))) };
}
pub(crate) use say_line;

/// The exit code of a run that ends with this one, unless what it printed was not written.
pub fn code(code: u8) -> u8 {
    match FAILED.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
        None if UNSAID.load(Ordering::Relaxed) => BAD_INPUT,
        None => code,
        Some(why) => {
            say_line!("litmus: standard output cannot be written: {why}");
            BAD_INPUT
        }
    }
}
