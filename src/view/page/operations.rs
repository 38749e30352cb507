//! The operations of a test with their code on targets.

use crate::lowering::machine::{MachineInstr, Origin};
use crate::lowering::{LoadedTable, Places, Setting, code, describe, query};
use crate::program::{Instr, InstrKind, Program};
use crate::report::html::{self, From, LineOperation, Operation, TargetsCode};
use crate::view::parts;
use itertools::Itertools;

/// The operations of a test that have code of tables, by line, each distinct one of a line once; `tables` are those that code is of, with what it is for.
pub fn operations(program: &Program, tables: &[(&LoadedTable, Setting<'_>)]) -> Vec<LineOperation> {
    let mut instrs = Vec::new();
    program.threads.iter().for_each(|thread| collect(&thread.body, &mut instrs));
    let of_instr = |instr: &Instr| {
        let (line, _) = program.source.line_column(instr.span.start);
        Some(LineOperation { line, operation: operation(program, instr, tables)? })
    };
    let found = instrs.into_iter().filter_map(of_instr);
    let distinct = found.unique_by(|found| (found.line, found.operation.clone()));
    distinct.sorted_by_key(|found| found.line).collect()
}

/// The operations of a block and of the blocks in it, in order: not what is machine code in the test, or has none.
fn collect<'p>(block: &'p [Instr], out: &mut Vec<&'p Instr>) {
    for instr in block {
        let within = instr.kind.blocks();
        let is_other = !within.is_empty() || matches!(instr.kind, InstrKind::Asm(_) | InstrKind::Assign { .. });
        out.extend((!is_other).then_some(instr));
        within.into_iter().for_each(|block| collect(block, out));
    }
}

/// An operation with its code; `None` if there is no table to have code of.
fn operation(program: &Program, instr: &Instr, tables: &[(&LoadedTable, Setting<'_>)]) -> Option<Operation> {
    let mut codes: Vec<TargetsCode> = Vec::new();
    for (loaded, setting) in tables {
        let code = code(setting, instr, Places::Canonical);
        let code = code.map(|code| code.iter().map(|instr| shown(instr, loaded)).collect());
        let code = code.map_err(|missing| missing.to_string());
        let (target, family) = (setting.configuration.to_string(), &loaded.table.family);
        match codes.iter_mut().find(|known| known.code == code && known.family == *family) {
            Some(known) => known.targets.push(target),
            None => codes.push(TargetsCode { targets: vec![target], family: family.clone(), code }),
        }
    }
    let name = match query(instr) {
        Some(query) => describe(&query),
        // Of other operations the name of an object is all that the text has besides.
        None => parts::text(&program.source, instr.span),
    };
    (!codes.is_empty()).then_some(Operation { name, codes })
}

fn shown(instr: &MachineInstr, loaded: &LoadedTable) -> html::Instr {
    let from = match instr.origin {
        Origin::Row { row, line, step: _ } => From::Row { row, line },
        Origin::Target | Origin::End | Origin::Packet | Origin::Host | Origin::Choice | Origin::Test => {
            From::Other(parts::origin(instr.origin, &loaded.document).unwrap_or_else(|| "the test".into()))
        }
    };
    html::Instr { text: instr.to_string(), from }
}
