//! Code lenses: what can be asked of each condition of a test.

use super::document::{Document, Kind, range};
use super::verdicts::conditions;
use super::worker::Asked;
use crate::syntax::source::Span;
use lsp_types::{CodeLens, Command, ExecuteCommandParams, Uri};

/// The command that decides a condition.
pub const CHECK: &str = "litmus.check";
/// The command that draws what shows its verdict.
pub const SHOW: &str = "litmus.show";

/// Two for each condition: `check` and `show`.
pub fn lenses(document: &Document, uri: &Uri) -> Vec<CodeLens> {
    if document.kind != Kind::Test {
        return Vec::new();
    }
    let lens = |(number, span): (usize, Span)| {
        [("check", CHECK), ("show", SHOW)].map(|(title, command)| CodeLens {
            range: range(&document.source, span),
            command: Some(Command {
                title: title.to_string(),
                command: command.to_string(),
                arguments: Some(vec![uri.as_str().into(), number.into()]),
            }),
            data: None,
        })
    };
    conditions(&document.source).into_iter().enumerate().flat_map(lens).collect()
}

/// What a command asks, of which text and which of its conditions, from 0 on.
pub fn asked(params: &ExecuteCommandParams) -> Option<(Asked, Uri, usize)> {
    let command = match params.command.as_str() {
        CHECK => Asked::Check,
        SHOW => Asked::Show,
        _ => return None,
    };
    let [uri, number] = params.arguments.as_slice() else { return None };
    Some((command, uri.as_str()?.parse().ok()?, usize::try_from(number.as_u64()?).ok()?))
}
