//! Tables of instruction scopes: the operand for each sync scope.

use super::columns::plain;
use super::raw::RawTable;
use super::reader::line;
use super::sentence;
use super::words::{Token, tokens};
use crate::lint::is_scope;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::syntax::table::ast::{Operand, ScopeEntry, Scopes};
use crate::syntax::table::cond::Cond;
use std::sync::Arc;

/// Reads a table of instruction scopes.
pub fn read(source: &Arc<Source>, table: &RawTable) -> Result<Scopes, Vec<Diagnostic>> {
    let heading = |cell: &super::raw::Cell| sentence::heading(source, &tokens(source, &cell.lines));
    let columns: Vec<Cond> =
        table.header.iter().skip(1).map(heading).collect::<Result<_, _>>().map_err(|error| vec![*error])?;
    let mut entries = Vec::new();
    let mut errors = Vec::new();
    for row in &table.rows {
        let scopes = scopes(source, &row.cells[0].lines);
        let operands: Result<Vec<Option<String>>, _> =
            row.cells[1..].iter().map(|cell| operand(source, &cell.lines)).collect();
        match (scopes, operands) {
            (Ok(scopes), Ok(operands)) => {
                entries.push(ScopeEntry {
                    line: line(source, row.span),
                    scopes,
                    operands: merged(&operands, &columns),
                });
            }
            (Err(error), _) | (_, Err(error)) => errors.push(*error),
        }
    }
    if errors.is_empty() { Ok(Scopes { line: line(source, table.span), entries }) } else { Err(errors) }
}

/// One operand for every column if all agree.
fn merged(operands: &[Option<String>], columns: &[Cond]) -> Vec<Operand> {
    let agree = operands.iter().all(|operand| *operand == operands[0]);
    let pairs = operands.iter().zip(columns).take(if agree { 1 } else { usize::MAX });
    pairs
        .filter_map(|(operand, when)| {
            let when = if agree { Cond::always() } else { when.clone() };
            Some(Operand { text: operand.clone()?, when })
        })
        .collect()
}

fn scopes(source: &Arc<Source>, lines: &[Span]) -> Result<Vec<String>, Box<Diagnostic>> {
    let text = super::columns::joined(source, lines);
    let names = text.split(',').map(plain);
    let known = |name: String| match is_scope(&name) {
        true => Ok(name),
        false => {
            let span = lines.first().copied().unwrap_or_default();
            let message =
                if name.is_empty() { "no sync scope".into() } else { format!("`{name}` is not a sync scope") };
            Err(Box::new(Diagnostic::new(source, span, message, "this cell")))
        }
    };
    names.map(known).collect()
}

fn operand(source: &Arc<Source>, lines: &[Span]) -> Result<Option<String>, Box<Diagnostic>> {
    let tokens = tokens(source, lines);
    match tokens.as_slice() {
        [(_, Token::Operand(operand), _)] if !operand.ends_with(':') => Ok(Some(operand.to_string())),
        [(_, Token::Word("none"), _)] => Ok(None),
        _ => {
            let span = lines.first().copied().unwrap_or_default();
            let help = "an operand such as `scope:SCOPE_SYS`, or `*none*`";
            Err(Box::new(Diagnostic::new(source, span, "neither an operand nor none", "this cell").help(help)))
        }
    }
}
