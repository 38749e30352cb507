//! How results are printed: the formats, and what all commands do with them.

use super::{Diagnostic, OutputArgs, print, print_json};
use crate::report::cases;
use crate::report::findings::Findings;
use crate::report::results::ErrorResult;
use crate::report::{amount::Amount, github, junit, markdown, sarif};
use crate::view;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ValueEnum};
use serde::Serialize;

/// The formats of commands that judge nothing.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines of text, for people.
    Text,
    /// For programs: see docs/json.md.
    Json,
}

/// The formats of commands that judge.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FindingsFormat {
    /// Lines of text, for people.
    Text,
    /// For a pull request.
    Markdown,
    /// For programs: see docs/json.md.
    Json,
    /// JUnit's XML, for CI systems.
    Junit,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}

/// How what is judged is printed.
#[derive(Args)]
pub struct FindingsArgs {
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    pub format: FindingsFormat,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// How much of what is judged is printed.
#[derive(Args)]
pub struct ShownArgs {
    #[command(flatten)]
    pub quiet: QuietArg,
    /// Bytes of Markdown, at most: details are left out first, and a line says so. A comment of GitHub has 65536.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(4096..))]
    limit: Option<u32>,
}

/// Whether only what is wrong is printed.
#[derive(Args)]
pub struct QuietArg {
    /// Print as text only what is not as it should be, and the summary.
    #[arg(long, short)]
    quiet: bool,
}

/// What is printed in one of the formats.
pub enum Output {
    /// Lines of text.
    Text,
    /// The report as it is.
    Json,
    /// What was found, by a function that takes the bytes at most.
    Findings(fn(&Findings, Option<usize>) -> String),
}

impl FindingsFormat {
    /// What is printed in this format.
    pub fn output(self) -> Output {
        match self {
            FindingsFormat::Text => Output::Text,
            FindingsFormat::Json => Output::Json,
            FindingsFormat::Markdown => Output::Findings(markdown::render),
            FindingsFormat::Junit => Output::Findings(|findings, _| junit::render(findings)),
            FindingsFormat::Sarif => Output::Findings(|findings, _| sarif::render(findings)),
            FindingsFormat::Github => Output::Findings(|findings, _| github::render(findings)),
        }
    }
}

impl From<Format> for FindingsFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => FindingsFormat::Text,
            Format::Json => FindingsFormat::Json,
        }
    }
}

impl QuietArg {
    /// How much is printed; `all` where that is asked for.
    pub fn amount(&self, all: bool) -> Amount {
        match (self.quiet, all) {
            (true, _) => Amount::Quiet,
            (false, true) => Amount::All,
            (false, false) => Amount::Usual,
        }
    }

    /// Refuses what is quiet in a format that has no lines to leave out.
    pub fn check(&self, format: FindingsFormat) -> Result<(), clap::Error> {
        match self.quiet && format != FindingsFormat::Text {
            true => Err(conflict("--quiet", format)),
            false => Ok(()),
        }
    }
}

impl ShownArgs {
    /// The bytes of Markdown, at most.
    pub fn limit(&self) -> Option<usize> {
        self.limit.map(|limit| limit as usize)
    }

    /// Refuses what has no effect in a format.
    pub fn check(&self, format: FindingsFormat) -> Result<(), clap::Error> {
        if self.limit.is_some() && format != FindingsFormat::Markdown {
            return Err(conflict("--limit <BYTES>", format));
        }
        self.quiet.check(format)
    }
}

/// The error that an option has no effect in a format.
pub fn conflict(option: &str, format: FindingsFormat) -> clap::Error {
    let name = format.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
    let mut error = clap::Error::new(ErrorKind::ArgumentConflict);
    error.insert(ContextKind::InvalidArg, ContextValue::String(option.to_string()));
    error.insert(ContextKind::PriorArg, ContextValue::String(format!("--format {name}")));
    error
}

/// Prints findings, with paths as seen from the working folder.
pub fn print_findings(findings: Findings, render: fn(&Findings, Option<usize>) -> String, limit: Option<usize>) {
    let findings = match std::env::current_dir() {
        Ok(folder) => findings.relative_to(&folder),
        Err(_) => findings,
    };
    print(&render(&findings, limit));
}

/// What a command prints that refuses what it is given.
pub struct Refusal<'a> {
    /// The command: `litmus check`.
    pub command: &'static str,
    /// The version of its JSON object.
    pub schema: u32,
    /// How it prints results.
    pub format: FindingsFormat,
    /// How it prints text.
    pub output: &'a OutputArgs,
}

#[derive(Serialize)]
struct RefusalReport {
    schema: u32,
    errors: Vec<ErrorResult>,
}

impl Refusal<'_> {
    /// Says what is wrong: on standard error, but for JSON, and in the format.
    pub fn print(&self, errors: &[Diagnostic]) -> u8 {
        let results: Vec<ErrorResult> = errors.iter().map(view::error).collect();
        match self.format.output() {
            Output::Text => self.output.errors(errors),
            Output::Json => print_json(&RefusalReport { schema: self.schema, errors: results }),
            Output::Findings(render) => {
                self.output.errors(errors);
                print_findings(cases::refused(self.command, &results, super::BAD_INPUT), render, None);
            }
        }
        super::BAD_INPUT
    }
}
