//! The table of single-thread optimization constraints.

use super::columns::plain;
use super::raw::{RawRow, RawTable};
use super::reader::{Reader, line};
use super::sentence::Sentence;
use super::words::items;
use crate::syntax::source::{Diagnostic, Source};
use crate::syntax::table::ast::{Constraint, ConstraintRow, Constraints};
use std::sync::Arc;

/// Reads the table of single-thread constraints: by row, an ordering and the sentences about it.
pub fn read(source: &Arc<Source>, table: &RawTable) -> Result<Constraints, Vec<Diagnostic>> {
    let mut reader = Reader::new(source, "", None);
    let (rows, errors): (Vec<_>, Vec<_>) = table.rows.iter().map(|raw| row(&mut reader, raw)).partition(Result::is_ok);
    if !errors.is_empty() {
        return Err(errors.into_iter().filter_map(Result::err).map(|error| *error).collect());
    }
    Ok(Constraints { line: line(source, table.span), rows: rows.into_iter().filter_map(Result::ok).collect() })
}

fn row(reader: &mut Reader<'_>, raw: &RawRow) -> Result<ConstraintRow, Box<Diagnostic>> {
    let name = plain(&raw.cells[0].text(reader.source));
    reader.row = name.clone();
    let Ok(ordering) = name.parse() else {
        return Err(reader.error(raw.span, format!("`{name}` is not an ordering"), "a memory ordering of LLVM"));
    };
    let mut rules = Vec::new();
    for item in items(reader.source, &raw.cells[1]) {
        for (span, sentence) in reader.sentences(&item)? {
            if let Sentence::Constraint(ops, same, barred) = sentence {
                rules.push(Constraint { line: reader.line(span), ops, same, barred });
            } else if !matches!(sentence, Sentence::Nothing) {
                return Err(reader.error(span, "no constraint", "what may not be moved across the operation"));
            }
        }
    }
    Ok(ConstraintRow { line: reader.line(raw.span), ordering, rules })
}
