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
            thead { tr { th scope="col" { "Targets" } th scope="col" { "Code" } th scope="col" { "From" } } }
            tbody { @for code in codes { (rows(code, ids)) } }
        }
    }
}

/// A row of the table for each instruction.
fn rows(of: &TargetsCode, ids: &Ids) -> Markup {
    let targets =
        |count: usize| html! { th scope="rowgroup" rowspan=[(count > 1).then_some(count)] { (of.targets.join(" ")) } };
    html! {
        @match &of.code {
            Err(why) => tr { (targets(1)) td.nc colspan="2" { "no code: " (why) } },
            Ok(code) if code.is_empty() => tr { (targets(1)) td colspan="2" { "no instruction" } },
            Ok(code) => @for (at, instr) in code.iter().enumerate() {
                tr {
                    @if at == 0 { (targets(code.len())) }
                    td { code { (instr.text) } }
                    td { (from(instr, &of.family, ids)) }
                }
            },
        }
    }
}

/// Where an instruction is from, with the way there.
fn from(instr: &Instr, family: &str, ids: &Ids) -> Markup {
    html! {
        @match &instr.from {
            From::Other(text) => (text),
            From::Row { row, line } => @match Some(ids::row(family, *row)).filter(|id| ids.has(id)) {
                Some(id) => { a href={ "#" (id) } { "row " (row) } ", line " (line) },
                None => { "row " (row) ", line " (line) },
            },
        }
    }
}
