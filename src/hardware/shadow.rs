//! Clauses of a hardware file that contradict each other, or that never apply because another one stands before them.

use crate::syntax::hardware::ast::{Clause, Kind, accesses};
use crate::syntax::source::{Diagnostic, Source};
use crate::syntax::table::ast::Access;
use std::sync::Arc;

/// What a clause is for.
#[derive(PartialEq, Eq)]
struct About<'c> {
    /// What kind of thing.
    what: &'c str,
    /// Its name, if it has one.
    name: Option<&'c str>,
}

/// What a clause is for, with which operands, and whether it is one of those of which the first that applies counts. `None` for what may be said several
/// times, and for what [`super::Chip`] has once by name.
fn about(kind: &Kind) -> Option<(About<'_>, &[String], bool)> {
    let access = |what| About { what, name: None };
    match kind {
        Kind::Unit(unit, _) => Some((About { what: "unit", name: Some(&unit.text) }, &[], true)),
        Kind::StoreCompletes(path, with, _) => Some((access(accesses(*path, Access::Store)), with, true)),
        Kind::LoadBypasses(path, with, _) => Some((access(accesses(*path, Access::Load)), with, true)),
        Kind::AtomicPerforms(path, with, _) => Some((access(accesses(*path, Access::Atomic)), with, true)),
        Kind::Plain(path, kind, with) => Some((access(accesses(*path, *kind)), with, false)),
        Kind::Wait(instr, _) | Kind::Performs(instr, _) => {
            Some((About { what: "instr", name: Some(&instr.text) }, &[], true))
        }
        Kind::Nonvolatile(path, kind, with) => Some((access(accesses(*path, *kind)), with, false)),
        Kind::Invalidates(instr, with, ..)
        | Kind::WritesBack(instr, with, ..)
        | Kind::Discards(instr, with, _)
        | Kind::Nothing(instr, with)
        | Kind::Barrier(instr, with, ..) => Some((About { what: "instr", name: Some(&instr.text) }, with, true)),
        Kind::CacheLevel { .. }
        | Kind::ScalarCache { .. }
        | Kind::ProbedAtHome(_)
        | Kind::KeepsFineAtHome(_)
        | Kind::LeavesNothingOld(..)
        | Kind::QueuesInOrderTo(_)
        | Kind::CountsInBoth { .. }
        | Kind::Rule(_)
        | Kind::ProcessPer(_)
        | Kind::Counter(..) => None,
    }
}

/// Whether the later clause says nothing, or something else, where the earlier one has spoken.
fn is_shadowed(earlier: &Kind, later: &Kind) -> bool {
    let (Some((a, with_a, first_counts_a)), Some((b, with_b, first_counts_b))) = (about(earlier), about(later)) else {
        return false;
    };
    let within = |a: &[String], b: &[String]| a.iter().all(|operand| b.contains(operand));
    a == b && within(with_a, with_b) && (within(with_b, with_a) || (first_counts_a && first_counts_b))
}

/// Refuses clauses that can never apply. What an assumption switches may stand before what holds without it, so clauses with names are not among these.
///
/// # Errors
/// The first such clause, with the one before it.
pub fn check(own: &Arc<Source>, applying: &[&Clause]) -> Result<(), Box<Diagnostic>> {
    for (at, later) in applying.iter().enumerate() {
        let Some(earlier) = applying[..at].iter().find(|earlier| is_shadowed(&earlier.kind, &later.kind)) else {
            continue;
        };
        let message = format!("`{}` is described twice in one mode", later.subject().as_str());
        let help = format!("`{}` stands before it, and the first that applies counts", earlier.subject().as_str());
        let source = later.inherited.as_ref().unwrap_or(own);
        return Err(Box::new(Diagnostic::new(source, later.span, message, "again").help(help)));
    }
    Ok(())
}
