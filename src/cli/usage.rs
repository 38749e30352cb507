//! Command lines that cannot be understood: what is wrong with them, as text or JSON.

use super::{BAD_INPUT, OK, print_json, streams};
use crate::report::lines::{COLUMNS, columns, narrowed};
use crate::report::results::ErrorResult;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Serialize;

/// The version of the JSON object.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct UsageReport {
    schema: u32,
    errors: [ErrorResult; 1],
}

/// Prints help, or what is wrong with the command line: the exit code.
pub fn refuse(error: &clap::Error) -> u8 {
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_help || !asks_json() {
        if is_help {
            streams::note(error.print());
            return streams::code(OK);
        }
        let plain = error.render().to_string();
        match plain.lines().any(|line| columns(line) > COLUMNS) {
            // What is coloured is not broken.
            true => streams::say(format_args!("{}", narrowed(&plain))),
            false => drop(error.print()),
        }
        return BAD_INPUT;
    }
    print_json(&UsageReport { schema: SCHEMA, errors: [result(error)] });
    BAD_INPUT
}

/// Whether the arguments ask for JSON, as far as they can be understood.
fn asks_json() -> bool {
    let arguments: Vec<String> = std::env::args().collect();
    let is_json = |pair: &[String]| pair[0] == "--format" && pair[1] == "json";
    arguments.windows(2).any(is_json) || arguments.iter().any(|argument| argument == "--format=json")
}

fn result(error: &clap::Error) -> ErrorResult {
    let text = error.render().to_string();
    // The first paragraph says what is wrong; what follows is how the command is used.
    let message = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message).to_string();
    let argument = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) => argument.clone(),
        Some(ContextValue::Strings(arguments)) => arguments.join(" "),
        Some(_) | None => String::new(),
    };
    ErrorResult { path: argument, line: 1, column: 1, message, help: None, is_argument: true }
}
