//! What a worker writes: results as lines of JSON, at most so many bytes of them, and how an answer ends.

use super::asked::{END, End};
use serde::Serialize;
use std::io::Write;

/// An answer has at most so many bytes.
const MOST_BYTES: usize = 8 << 20;

/// The lines of an answer.
#[derive(Default)]
pub struct Lines {
    bytes: usize,
}

impl Lines {
    /// Whether the answer is as long as it may be.
    pub fn is_too_long(&self) -> bool {
        self.bytes > MOST_BYTES
    }

    /// Whether an answer that is as long as it is has room for a line.
    pub fn has_room(&self, line: &impl Serialize) -> bool {
        serde_json::to_string(line).is_ok_and(|text| self.bytes + text.len() < MOST_BYTES)
    }

    /// Writes a line, if the answer is not too long with it.
    pub fn say(&mut self, line: &impl Serialize) {
        // Reports have no maps whose keys are no strings, and no numbers that JSON has not.
        let Ok(mut text) = serde_json::to_string(line) else { return };
        text.push('\n');
        self.bytes += text.len();
        if !self.is_too_long() {
            write(&text);
        }
    }

    /// Says how the answer ends.
    pub fn end(&self, end: End) {
        let end = if self.is_too_long() && end == End::Done { End::Size } else { end };
        write(&format!("{END}{}\n", end.as_str()));
    }
}

/// Where the server has gone, nothing is to be written.
fn write(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
