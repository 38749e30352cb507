//! What `litmus list` lists, as plain data and as text.

use super::lines::wrap_words;
use super::results::{ErrorResult, FileResult};
use serde::Serialize;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus list`: one of the lists, and only that.
#[derive(Debug, Serialize)]
pub struct ListReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The targets, in the order of their files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<TargetReport>>,
    /// The tables, by release and family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<Vec<TableReport>>,
    /// The models, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<ModelReport>>,
    /// The assumptions of models, then of hardware files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<Vec<AssumptionReport>>,
    /// The files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with the input: none where there is a list.
    pub errors: Vec<ErrorResult>,
}

impl Default for ListReport {
    fn default() -> Self {
        ListReport {
            schema: SCHEMA,
            targets: None,
            tables: None,
            models: None,
            assumptions: None,
            files: Vec::new(),
            errors: Vec::new(),
        }
    }
}

/// A target.
#[derive(Debug, Serialize)]
pub struct TargetReport {
    /// Its name, as `--target` takes it.
    pub name: String,
    /// The target whose memory it has, and in whose place it is in no list of all targets; `null` if it has its own.
    pub variant_of: Option<String>,
    /// The processors that it stands for.
    pub processors: Vec<String>,
    /// Its modes; the first is the default.
    pub modes: Vec<String>,
    /// The families of tables that are for it; `--target` takes them, too.
    pub families: Vec<String>,
}

/// A table of code sequences.
#[derive(Debug, Serialize)]
pub struct TableReport {
    /// Its name, as `--table` takes it: `llvm24:gfx12`.
    pub name: String,
    /// The document that it is of.
    pub document: String,
    /// How many rows it has.
    pub rows: usize,
    /// Its file.
    pub path: String,
}

/// A memory model.
#[derive(Debug, Serialize)]
pub struct ModelReport {
    /// Its name, as `--model` takes it.
    pub name: String,
    /// Its title.
    pub title: String,
}

/// An assumption of a model or a hardware file.
#[derive(Debug, PartialEq, Serialize)]
pub struct AssumptionReport {
    /// The name of the model, or the path of the hardware file.
    pub of: String,
    /// Its name: of a model what `--model MODEL+NAME` takes, of hardware what `--assume NAME` takes.
    pub name: String,
    /// Of hardware, whether it is on unless something else is asked.
    pub on: Option<bool>,
    /// What is assumed.
    pub claim: String,
}

/// The list as text.
pub fn text(report: &ListReport) -> String {
    let ListReport { targets, tables, models, assumptions, .. } = report;
    let targets = targets.iter().flatten().map(|target| {
        let TargetReport { name, variant_of, processors, modes, families } = target;
        let of = variant_of.iter().map(|of| format!("(memory of {of})"));
        let last = of.chain(processors.iter().cloned()).collect::<Vec<_>>().join(" ");
        let rest = format!("{:<16} {:<24} {last}", modes.join(" "), families.join(" "));
        wrap_words(format!("{name:<9} {rest}").trim_end(), "")
    });
    let tables = tables.iter().flatten().map(|table| {
        let TableReport { name, document, rows, .. } = table;
        wrap_words(&format!("{name:<28} {rows:>3} rows of {document}"), "")
    });
    let models = models.iter().flatten().map(|model| wrap_words(&format!("{:<14} {}", model.name, model.title), ""));
    targets.chain(tables).chain(models).collect::<String>()
        + &assumptions.as_deref().map_or(String::new(), of_assumptions)
}

/// Each model and hardware file that assumes something, with what it assumes below.
fn of_assumptions(assumptions: &[AssumptionReport]) -> String {
    let mut out = String::new();
    let mut of = "";
    for assumption in assumptions {
        if assumption.of != of {
            of = &assumption.of;
            out += &format!("{of}\n");
        }
        let (sign, state) = match assumption.on {
            None => ("+", ""),
            Some(true) => ("", "on: "),
            Some(false) => ("", "off: "),
        };
        out += &wrap_words(&format!("{:<32} {state}{}", format!("{sign}{}", assumption.name), assumption.claim), "  ");
    }
    out
}
