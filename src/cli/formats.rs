//! How results are printed: the formats, and what all commands do with them.

use super::long::{INTERRUPTED, TOO_EARLY};
use super::{BAD_INPUT, Diagnostic, OutputArgs, errors, json, print, print_errors, usage_error};
use crate::report::cases;
use crate::report::checked::CheckReport;
use crate::report::conform::ConformReport;
use crate::report::diff::DiffReport;
use crate::report::findings::Findings;
use crate::report::judged::TablesReport;
use crate::report::lint::LintReport;
use crate::report::refinement::RefinementReport;
use crate::report::repair::RepairsReport;
use crate::report::results::ErrorResult;
use crate::report::savings::SavingsReport;
use crate::report::tables::DifferencesReport;
use crate::report::{amount::Amount, github, junit, markdown, sarif};
use crate::syntax::source::{Source, Span};
use crate::view;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ValueEnum};
use itertools::Itertools;
use serde::Serialize;
use std::path::{Path, PathBuf};

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

impl FindingsArgs {
    /// Refuses options that have no effect in the format.
    pub fn check(&self) -> Result<(), clap::Error> {
        self.shown.check(self.format)
    }

    /// How a command refuses what it is given, by the version of its JSON object.
    pub fn refusal<'a>(&'a self, command: &'static str, schema: u32, output: &'a OutputArgs) -> Refusal<'a> {
        Refusal { command, schema, format: self.format, shown: Some(&self.shown), output }
    }

    /// Writes results where else they are wanted, and prints them in the format: the exit code.
    pub fn print<R: Report>(&self, code: u8, report: &mut R, render: impl Fn(&R, FindingsFormat) -> String) -> u8 {
        self.shown.print(self.format, code, report, render)
    }
}

/// How much of what is judged is printed, and where else it is written.
#[derive(Args)]
pub struct ShownArgs {
    #[command(flatten)]
    pub quiet: QuietArg,
    /// Write the results in this format to a file, too. May be repeated.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = written)]
    write: Vec<Written>,
    /// Bytes of Markdown, at most: details are left out first, and a line says so. A comment of GitHub has 65536.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(4096..))]
    limit: Option<u32>,
}

/// A file that results are written to.
#[derive(Clone)]
struct Written {
    format: FindingsFormat,
    path: PathBuf,
}

/// Reads `FORMAT=FILE`.
fn written(text: &str) -> Result<Written, String> {
    let (format, path) = text.split_once('=').ok_or("not FORMAT=FILE, such as sarif=litmus.sarif")?;
    let format = FindingsFormat::from_str(format, false).map_err(|_| {
        let known = FindingsFormat::value_variants().iter().map(|format| format.name()).join(", ");
        format!("`{format}` is no format; it is one of {known}")
    })?;
    let path = PathBuf::from(path);
    match missing_folder(&path) {
        Some(folder) => Err(format!("there is no folder {}", folder.display())),
        None => Ok(Written { format, path }),
    }
}

/// The folder that a file is to be written into, if it is not there: this is said before anything is decided.
pub fn missing_folder(file: &Path) -> Option<&Path> {
    file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
}

/// Whether only what is wrong is printed.
#[derive(Args)]
pub struct QuietArg {
    /// Print as text only what is not as it should be, and the summary.
    #[arg(long, short)]
    quiet: bool,
}

/// Results that say what went wrong, too.
pub trait Report {
    /// What went wrong.
    fn errors(&mut self) -> &mut Vec<ErrorResult>;
}

macro_rules! reports {
    ($($report:ty),+ $(,)?) => {
        $(impl Report for $report {
            fn errors(&mut self) -> &mut Vec<ErrorResult> {
                &mut self.errors
            }
        })+
    };
}

reports!(
    CheckReport,
    ConformReport,
    DiffReport,
    DifferencesReport,
    LintReport,
    RefinementReport,
    RefusalReport,
    RepairsReport,
    SavingsReport,
    TablesReport,
);

/// What is printed in one of the formats.
pub enum Output {
    /// Lines of text.
    Text,
    /// The report as it is.
    Json,
    /// What was found, by a function that takes the bytes at most.
    Findings(Render),
}

/// A function that makes text of findings, of at most so many bytes where that can be.
pub type Render = fn(&Findings, Option<usize>) -> String;

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

impl FindingsFormat {
    /// The word for it.
    fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_string())
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

    /// The formats that something is printed or written in.
    pub fn formats(&self, printed: FindingsFormat) -> Vec<FindingsFormat> {
        std::iter::once(printed).chain(self.write.iter().map(|written| written.format)).collect()
    }

    /// Whether results are written to files.
    pub fn is_written(&self) -> bool {
        !self.write.is_empty()
    }

    /// Refuses what has no effect in any format.
    pub fn check(&self, printed: FindingsFormat) -> Result<(), clap::Error> {
        let formats = self.formats(printed);
        if self.limit.is_some() && !formats.contains(&FindingsFormat::Markdown) {
            return Err(conflict("--limit <BYTES>", printed));
        }
        if let Some(twice) = self.write.iter().map(|written| &written.path).duplicates().next() {
            let message = format!("'--write' names {} twice\n", twice.display());
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message));
        }
        match formats.contains(&FindingsFormat::Text) {
            true => Ok(()),
            false => self.quiet.check(printed),
        }
    }

    /// Writes results to the files that are named, and prints them in a format: the exit code.
    pub fn print<R: Report>(
        &self,
        format: FindingsFormat,
        code: u8,
        report: &mut R,
        render: impl Fn(&R, FindingsFormat) -> String,
    ) -> u8 {
        let code = self.write(format, code, report, &render);
        print(&render(report, format));
        code
    }

    /// Writes results to the files that are named: the exit code. What cannot be written is an error of the results that are still to be printed.
    pub fn write<R: Report>(
        &self,
        printed: FindingsFormat,
        code: u8,
        report: &mut R,
        render: impl Fn(&R, FindingsFormat) -> String,
    ) -> u8 {
        let failed = |Written { format, path }: &Written| {
            let error = crate::files::write(path, render(report, *format)).err()?;
            Some(usage_error("--write", &path.display().to_string(), format!("cannot be written: {error}")))
        };
        // Each is tried.
        let failed: Vec<Diagnostic> = self.write.iter().filter_map(failed).collect();
        if failed.is_empty() {
            return code;
        }
        if printed != FindingsFormat::Json {
            print_errors(&failed, true);
        }
        report.errors().extend(failed.iter().map(view::error));
        BAD_INPUT
    }
}

/// The error that an option has no effect in a format.
pub fn conflict(option: &str, format: FindingsFormat) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::ArgumentConflict);
    error.insert(ContextKind::InvalidArg, ContextValue::String(option.to_string()));
    error.insert(ContextKind::PriorArg, ContextValue::String(format!("--format {}", format.name())));
    error
}

/// The error that an option is of no use but with a value of another.
pub fn only_with(option: &str, value: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("'{option}' has no effect but with '{value}'\n"))
}

/// The error that an option is of no use to a command.
pub fn without_effect(option: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("'{option}' has no effect on this command\n"))
}

/// The error that an option has to be given.
pub fn missing(option: &str) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::MissingRequiredArgument);
    error.insert(ContextKind::InvalidArg, ContextValue::Strings(vec![option.to_string()]));
    error
}

/// The text of findings, with paths as seen from the working folder.
pub fn rendered(findings: Findings, render: Render, limit: Option<usize>) -> String {
    match std::env::current_dir() {
        Ok(folder) => render(&findings.relative_to(&folder), limit),
        Err(_) => render(&findings, limit),
    }
}

/// What a command prints that refuses what it is given.
pub struct Refusal<'a> {
    /// The command: `litmus check`.
    pub command: &'static str,
    /// The version of its JSON object.
    pub schema: u32,
    /// How it prints results.
    pub format: FindingsFormat,
    /// Where else results go, if it judges.
    pub shown: Option<&'a ShownArgs>,
    /// How it prints text.
    pub output: &'a OutputArgs,
}

#[derive(Serialize)]
struct RefusalReport {
    schema: u32,
    errors: Vec<ErrorResult>,
}

impl Refusal<'_> {
    /// The same, that is printed and written nowhere else.
    pub fn unwritten(self) -> Self {
        Refusal { shown: None, ..self }
    }

    /// Says what is wrong: on standard error, but for JSON, and in the formats.
    pub fn print(&self, errors: &[Diagnostic]) -> u8 {
        if self.format != FindingsFormat::Json {
            self.output.errors(errors);
        }
        let results: Vec<ErrorResult> = errors.iter().map(view::error).collect();
        let code = errors::code(errors);
        let mut report = RefusalReport { schema: self.schema, errors: results };
        let render = |report: &RefusalReport, format: FindingsFormat| match format.output() {
            Output::Text => String::new(),
            Output::Json => json(report),
            Output::Findings(render) => rendered(cases::refused(self.command, &report.errors, code), render, None),
        };
        match self.shown {
            Some(shown) => shown.print(self.format, code, &mut report, render),
            None => {
                print(&render(&report, self.format));
                code
            }
        }
    }

    /// Ends a run that was interrupted before it could say anything, which [`super::long::Long::ended`] says as text: the exit code.
    pub fn interrupted(&self) -> u8 {
        if self.format != FindingsFormat::Text {
            let source = Source::new(self.command, "");
            self.print(&[Diagnostic::new(&source, Span::default(), TOO_EARLY, "this run")]);
        }
        INTERRUPTED
    }
}
