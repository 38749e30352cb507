//! What a test in IR says in comments: a test of our language whose threads have no bodies but for those of the host, in lines that begin with `;!`.

use crate::foreign::refuse;
use crate::syntax::litmus::{self, ast::File};
use crate::syntax::source::{Diagnostic, Source, Span};
use std::sync::Arc;

/// How lines begin that say what IR does not.
pub const MARK: &str = ";!";

/// The test without the bodies of its threads; its places are those of the text.
///
/// # Errors
/// There is none, or it is not of the language.
pub fn parse(source: &Arc<Source>) -> Result<File, Box<Diagnostic>> {
    let text = alone(&source.text);
    if text.trim().is_empty() {
        let first = source.text.lines().next().map_or(0, str::len);
        let help = format!(
            "`{MARK} litmus NAME`, and what follows in a test, threads with empty bodies: `{MARK} thread P0 @ agent 0, workgroup 0 {{ }}` (docs/ir.md)"
        );
        return refuse(
            source,
            Span::new(0, first),
            "IR that does not say what is asked of it",
            "no comment does",
            help,
        );
    }
    litmus::parse_within(source, &text)
}

/// The comments that say of a test what its IR does not: of the host's threads, which another compiler compiles, what they do. What is expected of machine code of its own is left out: IR has none.
pub fn of(file: &File) -> String {
    let mut bare = file.clone();
    bare.comments.clear();
    bare.test.conditions.iter_mut().for_each(|condition| condition.hardware.clear());
    let waves = bare.test.threads.iter_mut().filter(|thread| !thread.is_on_host());
    waves.for_each(|thread| thread.body.statements.clear());
    litmus::print(&bare).lines().map(|line| format!("{MARK} {line}\n")).collect()
}

/// What stands in the marked lines, with blanks in the place of all else.
fn alone(text: &str) -> String {
    text.split_inclusive('\n').map(line).collect()
}

fn line(line: &str) -> String {
    let blank = |text: &str| text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect::<String>();
    match line.trim_start().strip_prefix(MARK) {
        Some(said) => format!("{}{said}", blank(&line[..line.len() - said.len()])),
        None => blank(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_keeps_its_places() {
        let text = ";! litmus T\n; é\ndefine\n;!x";
        assert_eq!(alone(text), "   litmus T\n    \n      \n  x");
        assert_eq!(alone(text).len(), text.len());
    }
}
