//! `litmus table lint`: what is wrong with tables though they can be understood.

use super::*;
use crate::lowering::LoadedTable;
use crate::report::{cases, lint as report};
use itertools::Itertools;
use std::time::Instant;

const CODES: &str = "Exit codes: 0 no flaws, 1 some, 2 bad input or usage.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct LintArgs {
    /// The tables: releases, files, folders of `*.table`, one family of them (`llvm24:gfx12`), or documents (`AMDGPUUsage.rst`).
    #[arg(required = true, value_name = "NAME|FILE|DIR|DOC")]
    tables: Vec<String>,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl LintArgs {
    /// Refuses options that have no effect in the format.
    pub fn check_formats(&self) -> Result<(), clap::Error> {
        self.findings.check()
    }

    /// How what is given is refused.
    pub fn refusal(&self) -> Refusal<'_> {
        self.findings.refusal("litmus table lint", report::SCHEMA, &self.output)
    }
}

pub fn run(args: &LintArgs) -> u8 {
    let resources = Resources::default();
    linted(args, &resources).unwrap_or_else(|errors| args.refusal().print(&errors))
}

fn linted(args: &LintArgs, resources: &Resources) -> Result<u8, Vec<Diagnostic>> {
    let start = Instant::now();
    let mut tables: Vec<&LoadedTable> = Vec::new();
    let mut errors = Vec::new();
    for name in &args.tables {
        match resources.tables(name) {
            Ok(library) => tables.extend(&library.tables),
            Err(found) => add_new_errors(&mut errors, found),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let tables: Vec<_> = tables.into_iter().unique_by(|table| (&table.path, &table.table.family)).collect();
    let mut found = view::lint(&tables, resources, start.elapsed().as_secs_f64())?;
    args.output.names(&found.files);
    let code = if found.summary.flaws == 0 { OK } else { FAILED };
    let shown = &args.findings.shown;
    let render = |found: &report::LintReport, format: FindingsFormat| match format.output() {
        Output::Text => report::text(found, shown.quiet.amount(false)),
        Output::Json => json(found),
        Output::Findings(render) => rendered(cases::lint(found, code), render, shown.limit()),
    };
    Ok(args.findings.print(code, &mut found, render))
}
