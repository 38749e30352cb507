//! Rows: from the items of the last cell to cases and steps.

use super::columns;
use super::raw::RawRow;
use super::reader::Reader;
use super::sentence::{SameRow, Sentence};
use super::step::Builder;
use super::words::{Item, Marker, items};
use crate::lint::row_name;
use crate::syntax::source::{Diagnostic, Span};
use crate::syntax::table::ast::{Case, Code, EventKind, Op, Reference, Row, Step};
use crate::syntax::table::cond::Cond;

/// Reads a row of code sequences: its columns, then the items of its last cell.
pub fn read(reader: &mut Reader<'_>, raw: &RawRow) -> Result<Row, Box<Diagnostic>> {
    let mut row = columns::read(reader, raw.span, &raw.cells)?;
    reader.row = row_name(&row);
    let mut cell = CellReader { cases: vec![(Cond::always(), Vec::new())], step: None };
    for item in items(reader.source, &raw.cells[4]) {
        cell.item(reader, &item, &mut row)?;
    }
    cell.finish_step(reader)?;
    let mut cases = cell.cases;
    // Steps need not come before the first case: an empty one is dropped.
    if cases.len() > 1 && cases[0].1.is_empty() {
        cases.remove(0);
    }
    row.cases = cases.into_iter().map(|(when, steps)| Case { when, steps }).collect();
    Ok(row)
}

struct CellReader {
    cases: Vec<(Cond, Vec<Step>)>,
    step: Option<Builder>,
}

impl CellReader {
    fn item(&mut self, reader: &mut Reader<'_>, item: &Item, row: &mut Row) -> Result<(), Box<Diagnostic>> {
        if let Marker::Number { number, dotted } = item.marker {
            self.begin_step(reader, item.span, number, dotted)?;
        }
        for (span, sentence) in reader.sentences(item)? {
            self.sentence(reader, item, span, sentence, row)?;
        }
        Ok(())
    }

    fn begin_step(
        &mut self,
        reader: &mut Reader<'_>,
        span: Span,
        number: u32,
        dotted: bool,
    ) -> Result<(), Box<Diagnostic>> {
        self.finish_step(reader)?;
        if !dotted {
            reader.flaw(span, format!("the number {number} of a step has no dot"));
        }
        self.step = Some(Builder::new(number, reader.line(span)));
        Ok(())
    }

    fn finish_step(&mut self, reader: &mut Reader<'_>) -> Result<(), Box<Diagnostic>> {
        if let (Some(step), Some((_, steps))) = (self.step.take(), self.cases.last_mut()) {
            steps.push(step.finish(reader)?);
        }
        Ok(())
    }

    fn sentence(
        &mut self,
        reader: &mut Reader<'_>,
        item: &Item,
        span: Span,
        sentence: Sentence,
        row: &mut Row,
    ) -> Result<(), Box<Diagnostic>> {
        match sentence {
            Sentence::Nothing => Ok(()),
            Sentence::Refused(when, space) => {
                row.refused.push((space, when));
                Ok(())
            }
            Sentence::Case(when) => {
                self.finish_step(reader)?;
                self.cases.push((when, Vec::new()));
                Ok(())
            }
            Sentence::Same(same) => {
                let reference = reference(reader, &same, row, span)?;
                let step = self.step.get_or_insert_with(|| Builder::new(1, reader.line(item.span)));
                step.code.push(Code::Same(reference));
                Ok(())
            }
            Sentence::Constraint(..) => {
                Err(reader.error(span, "a constraint on one thread in a code sequence", "an instruction or a rule"))
            }
            rule @ (Sentence::Code(_)
            | Sentence::Garbled(_)
            | Sentence::Effects(_)
            | Sentence::Apply(_)
            | Sentence::OnlyFor(_)
            | Sentence::Place(..)
            | Sentence::Apart) => {
                let numbered = matches!(item.marker, Marker::Number { .. });
                match self.step.as_mut() {
                    Some(step) => step.sentence(reader, span, rule, numbered),
                    None => Err(rule_outside_step(reader, span)),
                }
            }
        }
    }
}

fn rule_outside_step(reader: &Reader<'_>, span: Span) -> Box<Diagnostic> {
    reader.error(span, "a rule that belongs to no step", "a numbered step before it")
}

/// The row meant by a reference.
fn reference(reader: &Reader<'_>, same: &SameRow, row: &Row, span: Span) -> Result<Reference, Box<Diagnostic>> {
    let op = match (same.op, same.ordering) {
        (Some(kind), _) => op_of(kind),
        (None, Some(_)) => Some(row.op),
        (None, None) => match row.op {
            Op::LoadAtomic => Some(Op::Load),
            Op::StoreAtomic => Some(Op::Store),
            Op::Load | Op::Store | Op::Atomicrmw | Op::Fence => None,
        },
    };
    let Some(op) = op else {
        return Err(reader.error(span, "a reference to no kind of row", "the instruction and ordering of another row"));
    };
    if op == row.op && same.ordering == row.ordering {
        return Err(reader.error(span, "a row that refers to itself", "another row"));
    }
    Ok(Reference { op, ordering: same.ordering, complete: same.complete })
}

fn op_of(kind: EventKind) -> Option<Op> {
    match kind {
        EventKind::Load => Some(Op::Load),
        EventKind::Store => Some(Op::Store),
        EventKind::LoadAtomic => Some(Op::LoadAtomic),
        EventKind::StoreAtomic => Some(Op::StoreAtomic),
        EventKind::Atomicrmw => Some(Op::Atomicrmw),
        EventKind::Fence => Some(Op::Fence),
        EventKind::AtomicrmwReturning | EventKind::AtomicrmwNotReturning => None,
    }
}
