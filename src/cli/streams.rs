//! Standard output and standard error. What cannot be written is an error of the run, unless nobody reads it any more.

use super::BAD_INPUT;
use std::borrow::Cow;
use std::fmt::Arguments;
use std::io::{ErrorKind, IsTerminal, Write};
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
    let text = for_reader(text, stdout.is_terminal());
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
    let mut stderr = std::io::stderr().lock();
    let text = text.to_string();
    let written = stderr.write_all(for_reader(&text, stderr.is_terminal()).as_bytes());
    if written.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe) {
        UNSAID.store(true, Ordering::Relaxed);
    }
}

/// A text as a file has it, or as a terminal is shown it: names and texts of users may have characters that give orders to a terminal.
fn for_reader(text: &str, is_terminal: bool) -> Cow<'_, str> {
    let is_order = |character: char| character.is_control() && character != '\n' && character != '\t';
    if is_terminal && text.contains(is_order) { Cow::Owned(without_orders(text)) } else { Cow::Borrowed(text) }
}

/// The text with control characters escaped, but for those of lines, tabs and colours.
fn without_orders(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            '\u{1b}' if is_colour(&text[at + 1..]) => out.push(character),
            '\n' | '\t' => out.push(character),
            control if control.is_control() => out.extend(control.escape_default()),
            other => out.push(other),
        }
    }
    out
}

/// Whether what follows an escape character only chooses a colour.
fn is_colour(text: &str) -> bool {
    let parameters =
        text.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
    parameters.is_some_and(|end| end.starts_with('m'))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal is told colours and lines, and nothing else; a file has the text as it is.
    #[test]
    fn terminals_take_no_orders_from_names() {
        let text = "\u{1b}[1;31mred\u{1b}[0m\ttab\nline \u{1b}]0;title\u{7} \u{1b}[2J\r\u{9b}5m \u{1b}";
        let shown = "\u{1b}[1;31mred\u{1b}[0m\ttab\nline \\u{1b}]0;title\\u{7} \\u{1b}[2J\\r\\u{9b}5m \\u{1b}";
        assert_eq!(for_reader(text, true), shown);
        assert_eq!(for_reader(text, false), text);
        assert_eq!(for_reader("plain\n", true), "plain\n");
    }
}
