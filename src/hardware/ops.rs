//! The machine code of a test, step by step of its skeleton.

use super::chip::Chip;
use crate::llvm::AddressSpace;
use crate::lowering::machine::{MachineInstr, Role};
use crate::lowering::{Setting, code};
use crate::program::Skeleton;
use crate::syntax::source::Diagnostic;

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
                for unknown in instrs.iter().filter(|instr| !is_known(chip, instr)) {
                    error(format!("the hardware file does not say what `{unknown}` does"));
                }
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

fn is_known(chip: &Chip, instr: &MachineInstr) -> bool {
    instr.access.is_some() || chip.control_of(&instr.mnemonic, &instr.operands).is_some()
}

/// Whether an access of this role reads, and whether it writes, of what its instruction does.
pub fn parts(role: Role) -> (bool, bool) {
    match role {
        Role::Whole => (true, true),
        Role::Read => (true, false),
        Role::Write => (false, true),
    }
}
