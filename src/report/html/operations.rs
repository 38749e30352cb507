//! The operations of tests with their code by target: many tests have the same.

use super::ids::{self, Ids};
use super::{From, Instr, Operation, TargetsCode};
use indexmap::IndexMap;
use maud::{Markup, html};

/// Every operation that tests have.
pub(super) fn operations(operations: &IndexMap<Operation, usize>, ids: &Ids) -> Markup {
    html! {
        section id="operations" tabindex="-1" aria-labelledby="operations-h" {
            h2 id="operations-h" { "Code by target" }
            p { "Every operation of the tests with its code on every target, and the row of the table that each instruction is from. Lines of tests lead here." }
            @if operations.is_empty() { p { "No test has an operation with code of tables." } }
            @for (number, (operation, uses)) in operations.iter().enumerate() {
                section id=(ids::operation(number + 1)) tabindex="-1" {
                    h3 { (operation.name) }
                    p.q { @if *uses == 1 { "1 line of tests" } @else { (uses) " lines of tests" } }
                    (codes(&operation.codes, ids))
                }
            }
        }
    }
}

fn codes(codes: &[TargetsCode], ids: &Ids) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "Targets" } th scope="col" { "Row" } th scope="col" { "Code, each instruction after its line" } } }
            tbody { @for code in codes { (rows(code, ids)) } }
        }
    }
}

/// A row for the instructions of each row of the table.
fn rows(of: &TargetsCode, ids: &Ids) -> Markup {
    let targets =
        |count: usize| html! { th scope="rowgroup" rowspan=[(count > 1).then_some(count)] { (of.targets.join(" ")) } };
    html! {
        @match &of.code {
            Err(why) => tr { (targets(1)) td.nc colspan="2" { "no code: " (why) } },
            Ok(code) if code.is_empty() => tr { (targets(1)) td colspan="2" { "no instruction" } },
            Ok(code) => {
                @let parts: Vec<_> = code.chunk_by(|a, b| row_of(a) == row_of(b)).collect();
                @for (at, part) in parts.iter().enumerate() {
                    tr {
                        @if at == 0 { (targets(parts.len())) }
                        td { (from(part, &of.family, ids)) }
                        td { pre { @for instr in *part { (line(instr)) "\n" } } }
                    }
                }
            },
        }
    }
}

/// Where an instruction is from, but for its line.
fn row_of(instr: &Instr) -> Result<u32, &str> {
    match &instr.from {
        From::Row { row, line: _ } => Ok(*row),
        From::Other(text) => Err(text),
    }
}

/// Where instructions of one row are from, with the way there.
fn from(instrs: &[Instr], family: &str, ids: &Ids) -> Markup {
    let of = instrs.first().map(row_of);
    let id = of.and_then(Result::ok).map(|row| ids::row(family, row)).filter(|id| ids.has(id));
    html! {
        @match (of, id) {
            (Some(Ok(row)), Some(id)) => a href={ "#" (id) } { (row) },
            (Some(Ok(row)), None) => (row),
            (Some(Err(text)), _) => (text),
            (None, _) => {}
        }
    }
}

fn line(instr: &Instr) -> String {
    match instr.from {
        From::Row { line, row: _ } => format!("{line} {}", instr.text),
        From::Other(_) => instr.text.clone(),
    }
}
