//! `litmus list`: the targets, tables, models and assumptions that come with the tool, or are given.

use super::*;
use crate::cat::{Assumption, Model};
use crate::lowering::Library;
use crate::models;
use crate::report::list::{self, AssumptionReport, ListReport, ModelReport, TableReport, TargetReport};
use crate::syntax::hardware::ast::{Clause, File};
use crate::targets::{Target, known_targets};
use itertools::Itertools;

#[derive(Args)]
pub struct ListArgs {
    /// What is listed.
    what: What,
    /// How it is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    hardware: HardwareArg,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Targets, with their processors, modes and families of tables.
    Targets,
    /// Tables of code sequences, by release and family.
    Tables,
    /// Memory models.
    Models,
    /// What models and hardware files assume, and the names by which that is decided otherwise.
    Assumptions,
}

impl ListArgs {
    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.hardware.hardware
    }

    /// Whether targets are listed, or what is listed is of targets.
    pub fn needs_targets(&self) -> bool {
        self.what != What::Models
    }

    /// Refuses options that have no effect on what is listed.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        match self.what {
            What::Assumptions => Ok(()),
            What::Targets | What::Tables | What::Models if self.hardware.hardware.is_empty() => Ok(()),
            What::Targets | What::Tables | What::Models => {
                Err(formats::only_with("--hardware <FILE|DIR>", "assumptions"))
            }
        }
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        let (format, output) = (self.format.into(), &self.output);
        Refusal { command: "litmus list", schema: list::SCHEMA, format, shown: None, output }
    }
}

pub fn run(args: &ListArgs) -> u8 {
    let (resources, errors) = Resources::given(&[], args.hardware());
    if !errors.is_empty() {
        return args.refusal().print(&errors);
    }
    let found = match listed(args.what, &resources) {
        Ok(found) => found,
        Err(errors) => return args.refusal().print(&errors),
    };
    let report = ListReport { files: view::files(&resources), ..found };
    args.output.files(&report.files);
    match args.format {
        Format::Text => print(&list::text(&report)),
        Format::Json => print_json(&report),
    }
    OK
}

fn listed(what: What, resources: &Resources) -> Result<ListReport, Vec<Diagnostic>> {
    let mut report = ListReport::default();
    match what {
        What::Targets => report.targets = Some(known_targets().iter().map(target).collect()),
        What::Tables => report.tables = Some(tables(resources)?),
        What::Models => report.models = Some(models::list().iter().map(model).collect()),
        What::Assumptions => {
            let of_models = models::list();
            let mut found: Vec<AssumptionReport> = of_models.iter().flat_map(of_model).collect();
            found.extend(of_hardware(resources)?);
            report.assumptions = Some(found);
        }
    }
    Ok(report)
}

fn target(target: &Target) -> TargetReport {
    TargetReport {
        name: target.name.clone(),
        variant_of: target.variant_of.as_ref().map(|of| of.memory.clone()),
        processors: target.processors.clone(),
        modes: target.modes.clone(),
        families: target.tables.clone(),
    }
}

fn tables(resources: &Resources) -> Result<Vec<TableReport>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    for release in Library::releases() {
        found.extend(resources.tables(release)?.tables.iter().map(|loaded| TableReport {
            name: loaded.name(),
            document: loaded.document.clone(),
            rows: loaded.table.rows.len(),
            path: loaded.path.clone(),
        }));
    }
    Ok(found)
}

fn model(model: &Model) -> ModelReport {
    ModelReport { name: model.name.clone(), title: model.title.clone().unwrap_or_default() }
}

fn of_model(model: &Model) -> Vec<AssumptionReport> {
    let assumption = |assumption: Assumption| AssumptionReport {
        of: model.name.clone(),
        name: assumption.word,
        on: None,
        claim: assumption.provenance.claim,
    };
    model.assumptions().into_iter().map(assumption).collect()
}

/// The claims of hardware files with a name, each once a file.
fn of_hardware(resources: &Resources) -> Result<Vec<AssumptionReport>, Vec<Diagnostic>> {
    let mut found: Vec<AssumptionReport> = Vec::new();
    for configuration in TargetConfiguration::every_configuration() {
        let file = resources.hardware(configuration.target)?;
        let chip = crate::refine::chip(&configuration, &Assume::default(), resources)?;
        for (name, &on) in &chip.assumptions {
            let assumption = AssumptionReport {
                of: file.source.name.clone(),
                name: name.clone(),
                on: Some(on),
                claim: claims(&file.file, name),
            };
            if !found.contains(&assumption) {
                found.push(assumption);
            }
        }
    }
    Ok(found)
}

/// What the clauses of a file say that a name switches.
fn claims(file: &File, name: &str) -> String {
    let is_named = |clause: &&Clause| clause.switch.as_ref().is_some_and(|switch| switch.name.text == name);
    file.clauses.iter().filter(is_named).map(|clause| clause.source.claim.as_str()).unique().join("; ")
}
