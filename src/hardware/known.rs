//! Whether a hardware file speaks of instructions and operands that its targets have: a clause about any other would never apply.

use super::library::HardwareFile;
use crate::syntax::hardware::ast::{Clause, Kind, Word};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::syntax::table::ast::{Access, Path};
use crate::targets::{Target, known_targets};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Refuses clauses of a file itself about an instruction, an operand or a counter that there is not.
///
/// # Errors
/// The first of them, with what it may be meant for.
pub fn check(read: &HardwareFile) -> Result<(), Box<Diagnostic>> {
    let known = Known::of(read);
    let mut own = read.file.clauses.iter().filter(|clause| clause.inherited.is_none());
    own.try_for_each(|clause| known.check(&read.source, clause))
}

/// What the targets of a file have.
struct Known<'f> {
    targets: Vec<&'static Target>,
    /// The instructions that access no memory of tests, and what stands for such.
    instructions: BTreeSet<&'static str>,
    /// The counters that something waits for.
    waited: BTreeSet<&'f str>,
}

impl<'f> Known<'f> {
    fn of(read: &'f HardwareFile) -> Known<'f> {
        let targets: Vec<&'static Target> = known_targets().iter().filter(|target| read.is_for(target)).collect();
        let instructions = targets.iter().flat_map(|target| target.named()).collect();
        let by_operand = targets.iter().flat_map(|target| target.counters.iter().map(String::as_str));
        let by_name = read.file.clauses.iter().flat_map(|clause| {
            let counters = if let Kind::Wait(_, Some(counters)) = &clause.kind { counters.as_slice() } else { &[] };
            counters.iter()
        });
        let waited = by_operand.chain(by_name.map(|counter| counter.text.as_str())).collect();
        Known { targets, instructions, waited }
    }

    fn check(&self, source: &Arc<Source>, clause: &Clause) -> Result<(), Box<Diagnostic>> {
        for name in instructions(&clause.kind) {
            if !self.instructions.contains(name.text.as_str()) {
                return unknown(source, name.span, ("instruction", &name.text), &self.instructions);
            }
        }
        let (known, with) =
            operands(&clause.kind).map_or_else(Default::default, |(of, with)| (self.operands(of), with));
        if let Some(operand) = with.iter().find(|operand| !known.contains(operand.as_str())) {
            return unknown(source, place(source, clause.span, operand), ("operand", operand), &known);
        }
        if let Kind::Counter(counter, _) = &clause.kind
            && !self.waited.contains(counter.text.as_str())
        {
            let message = format!("nothing waits for `{}`", counter.text);
            let diagnostic = Diagnostic::new(source, counter.span, message, "counts in vain");
            return Err(Box::new(diagnostic.help(format!("a clause `wait INSTRUCTION for {}`", counter.text))));
        }
        Ok(())
    }

    /// The operands that an instruction, or an access by its word, may have on some target.
    fn operands(&self, of: &str) -> BTreeSet<&'static str> {
        let meant = self.targets.iter().filter_map(|target| target.operands.get(of));
        meant.flatten().map(String::as_str).collect()
    }
}

/// The operands that a clause names, and of what. Those of scalar memory and of the host stand in hardware files alone, and those of barriers are numbers.
fn operands(kind: &Kind) -> Option<(&str, &[String])> {
    let of_vector = |path: Path, access: Access, with| (path == Path::Vector).then_some((access.as_str(), with));
    match kind {
        Kind::StoreCompletes(path, with, _) => of_vector(*path, Access::Store, with.as_slice()),
        Kind::LoadBypasses(path, with, _) => of_vector(*path, Access::Load, with),
        Kind::AtomicPerforms(path, with, _) => of_vector(*path, Access::Atomic, with),
        Kind::Plain(path, access, with) | Kind::Nonvolatile(path, access, with) => of_vector(*path, *access, with),
        Kind::Invalidates(instr, with, ..)
        | Kind::WritesBack(instr, with, ..)
        | Kind::Discards(instr, with, _)
        | Kind::Nothing(instr, with) => Some((&instr.text, with)),
        Kind::Unit(..) | Kind::CacheLevel { .. } | Kind::ProbedAtHome(_) | Kind::KeepsFineAtHome(_) => None,
        Kind::LeavesNothingOld(..) | Kind::CountsInBoth { .. } | Kind::Rule(_) | Kind::ProcessPer(_) => None,
        Kind::QueuesInOrderTo(_) | Kind::ScalarCache { .. } | Kind::Counter(..) | Kind::Wait(..) => None,
        Kind::Performs(..) | Kind::Barrier(..) => None,
    }
}

/// The instructions that a clause names.
fn instructions(kind: &Kind) -> Vec<&Word> {
    match kind {
        Kind::Wait(instr, _)
        | Kind::Invalidates(instr, ..)
        | Kind::WritesBack(instr, ..)
        | Kind::Discards(instr, ..)
        | Kind::Nothing(instr, _)
        | Kind::Barrier(instr, ..) => vec![instr],
        Kind::Performs(instr, parts) => std::iter::once(instr).chain(parts).collect(),
        Kind::Unit(..) | Kind::CacheLevel { .. } | Kind::ProbedAtHome(_) | Kind::KeepsFineAtHome(_) => Vec::new(),
        Kind::LeavesNothingOld(..) | Kind::CountsInBoth { .. } | Kind::Rule(_) | Kind::ProcessPer(_) => Vec::new(),
        Kind::QueuesInOrderTo(_) | Kind::ScalarCache { .. } | Kind::Counter(..) => Vec::new(),
        Kind::StoreCompletes(..) | Kind::LoadBypasses(..) | Kind::AtomicPerforms(..) => Vec::new(),
        Kind::Plain(..) | Kind::Nonvolatile(..) => Vec::new(),
    }
}

/// Where an operand stands in a clause.
fn place(source: &Source, clause: Span, operand: &str) -> Span {
    let found = source.text.get(clause.start..clause.end).and_then(|text| text.find(operand));
    found.map_or(clause, |at| Span::new(clause.start + at, clause.start + at + operand.len()))
}

/// That none of the file's targets has something of this name.
fn unknown(
    source: &Arc<Source>,
    span: Span,
    (what, name): (&str, &str),
    known: &BTreeSet<&str>,
) -> Result<(), Box<Diagnostic>> {
    let help = match did_you_mean(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => format!("no {what} of this"),
        None => format!("one of {}", known.iter().copied().collect::<Vec<_>>().join(", ")),
    };
    let message = format!("unknown {what} `{name}`");
    Err(Box::new(Diagnostic::new(source, span, message, "none of these targets has it").help(help)))
}
