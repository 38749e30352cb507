//! The machine code of a test, step by step of its skeleton.

use super::chip::{Chip, Control};
use crate::llvm::AddressSpace;
use crate::lowering::machine::{MachineInstr, Role};
use crate::lowering::{self, Setting, code};
use crate::program::{Instr, InstrKind, Skeleton};
use crate::syntax::source::Diagnostic;
use crate::targets::Machine;
use std::collections::BTreeSet;

/// The machine code of each step of a skeleton, in its order.
#[derive(Clone, Debug)]
pub struct Code {
    /// By step; none for decisions.
    pub steps: Vec<Vec<MachineInstr>>,
}

/// The machine code of a skeleton.
///
/// # Errors
/// Every operation that has none, and instructions of which the hardware file does not say what they do.
pub fn lower(skeleton: &Skeleton, setting: &Setting<'_>, chip: &Chip) -> Result<Code, Vec<Diagnostic>> {
    let mut errors: Vec<Diagnostic> = Vec::new();
    let mut steps = Vec::new();
    for step in &skeleton.steps {
        let Some((instr, _)) = &step.instr else {
            steps.push(Vec::new());
            continue;
        };
        let mut error = |message: String| {
            let message = format!("no code for {}: {message}", setting.machine);
            let diagnostic = Diagnostic::new(&skeleton.program.source, instr.span, message, "this operation");
            // A loop has the same operation at several steps.
            if !errors.iter().any(|known| known.span == diagnostic.span && known.message == diagnostic.message) {
                errors.push(diagnostic);
            }
        };
        let reaches_lds = || match &step.instr {
            Some((_, events)) => skeleton.events[events.clone()]
                .iter()
                .any(|event| event.access.as_ref().is_some_and(|access| access.space == AddressSpace::Local)),
            None => false,
        };
        if !setting.machine.has_lds() && reaches_lds() {
            error("there is no LDS in this mode".into());
        }
        match code(setting, instr) {
            Ok(instrs) => {
                instrs.iter().filter_map(|instr| not_understood(chip, instr)).for_each(&mut error);
                steps.push(instrs);
            }
            Err(missing) => {
                error(missing.to_string());
                steps.push(Vec::new());
            }
        }
    }
    if errors.is_empty() { Ok(Code { steps }) } else { Err(errors) }
}

/// The machine code that a test gives itself, barriers being the target's.
///
/// # Errors
/// Operations without, and instructions that are not of the target.
pub fn given(skeleton: &Skeleton, machine: &Machine, chip: &Chip) -> Result<Code, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut steps = Vec::new();
    for step in &skeleton.steps {
        let code = step.instr.as_ref().map_or(Ok(Vec::new()), |(instr, _)| own_code(instr, machine, chip));
        steps.push(code.unwrap_or_else(|(message, help)| {
            let span = step.instr.as_ref().map(|(instr, _)| instr.span).unwrap_or_default();
            errors.push(Diagnostic::new(&skeleton.program.source, span, message, "this operation").help(help));
            Vec::new()
        }));
    }
    if errors.is_empty() { Ok(Code { steps }) } else { Err(errors) }
}

/// The machine code that an instruction of a test has, or what is wrong and what would be right.
fn own_code(instr: &Instr, machine: &Machine, chip: &Chip) -> Result<Vec<MachineInstr>, (String, String)> {
    if let InstrKind::Barrier(kind) = &instr.kind {
        let code = lowering::barrier(machine, *kind, instr.span)
            .map_err(|missing| (missing.to_string(), "no barrier".to_string()))?;
        return match code.iter().find_map(|instr| not_understood(chip, instr)) {
            Some(message) => Err((message, "say it in the hardware file".into())),
            None => Ok(code),
        };
    }
    let Some(own) = lowering::given(instr) else {
        let help = "end it with `, !asm \"…\"`, or write the instructions of a fence as `asm \"…\"`";
        return Err(("an operation without machine code".into(), help.into()));
    };
    let wanted = match &instr.kind {
        InstrKind::Load { .. } => Some("load"),
        InstrKind::Store { .. } => Some("store"),
        InstrKind::Rmw { .. } | InstrKind::Cmpxchg(_) => Some("atomic"),
        InstrKind::Asm(_) => None,
        InstrKind::Fence { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. } => unreachable!("only accesses and `asm` have machine code of their own"),
    };
    match wanted {
        None if chip.control_of(&own.mnemonic, &own.operands).is_none() => Err((
            format!("{} has no instruction `{own}`", machine.target.name),
            format!("one of {}", chip.control_names()),
        )),
        Some(access) => {
            let forms = machine.target.forms.values().flatten();
            let names: BTreeSet<String> = forms.map(|form| format!("{form}_{access}")).collect();
            match names.contains(&own.mnemonic) {
                true => Ok(vec![own]),
                false => {
                    let help = format!("one of {}", names.into_iter().collect::<Vec<_>>().join(", "));
                    Err((format!("`{}` is not a {access} of {}", own.mnemonic, machine.target.name), help))
                }
            }
        }
        None => {
            let control = chip.control_of(&own.mnemonic, &own.operands);
            match control.and_then(|control| chip.wrong_operand(control, &own.operands)) {
                None => Ok(vec![own]),
                Some(operand) => {
                    let counters = chip.counters.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                    let help = format!("`vmcnt(N)` or `0xN`; the counters are {counters}");
                    Err((format!("`{}` does not wait for `{operand}`", own.mnemonic), help))
                }
            }
        }
    }
}

/// What the hardware file does not say of an instruction of the tables or of the target.
fn not_understood(chip: &Chip, instr: &MachineInstr) -> Option<String> {
    if instr.access.is_some() {
        return None;
    }
    match chip.control_of(&instr.mnemonic, &instr.operands) {
        None => Some(format!("the hardware file does not say what `{instr}` does")),
        Some(Control::Wait(None)) => {
            let operand = chip.wrong_operand(&Control::Wait(None), &instr.operands)?;
            Some(format!("the hardware file has no counter for `{operand}` of `{instr}`"))
        }
        Some(_) => None,
    }
}

/// Whether an access of this role reads, and whether it writes, of what its instruction does.
pub fn parts(role: Role) -> (bool, bool) {
    match role {
        Role::Whole => (true, true),
        Role::Read => (true, false),
        Role::Write => (false, true),
    }
}
