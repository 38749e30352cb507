//! Which targets an expectation of a test of machine code is for.

use crate::llvm::AddressSpace;
use crate::lowering::{given, of_target};
use crate::program::{Executor, Instr, InstrKind, Program};
use crate::syntax::litmus::ast::HardwareExpect;
use crate::targets::{self, TargetConfiguration};

/// The word for every target that has a test's code, in all modes or (`all,MODE`) in one.
const ALL: &str = "all";

/// The targets in their modes that one of a condition's expectations is for. `all` are those that have the code of the test: every
/// instruction and idiom that it names, and LDS if it uses it. Targets that another expectation without assumptions is for are not meant,
/// where that one says more: `all,MODE` than `all`, and a target or family than both.
///
/// # Errors
/// A name that is none, or `all` where no target has the code.
pub fn tested(
    program: &Program,
    all: &[HardwareExpect],
    expectation: &HardwareExpect,
) -> Result<Vec<TargetConfiguration>, String> {
    let name = expectation.targets.node.as_str();
    let mut configurations = named(program, name)?;
    for other in all.iter().filter(|other| other.assume.is_empty() && rank(&other.targets.node) > rank(name)) {
        let others = named(program, &other.targets.node)?;
        configurations
            .retain(|configuration| !others.iter().any(|other| other.to_string() == configuration.to_string()));
    }
    match configurations.is_empty() {
        true => Err("no target but those named otherwise has the code of this test".into()),
        false => Ok(configurations),
    }
}

/// How specific a name is, from 0 for `all` to 2 for a target or family.
fn rank(name: &str) -> u32 {
    match name.split_once(',') {
        _ if name == ALL => 0,
        Some((ALL, _)) => 1,
        _ => 2,
    }
}

/// The targets of a name, whatever other expectations say.
fn named(program: &Program, name: &str) -> Result<Vec<TargetConfiguration>, String> {
    if rank(name) == 2 {
        return TargetConfiguration::parse_several(name);
    }
    let mode = name.split_once(',').map(|(_, mode)| mode);
    let known =
        |mode: &str| targets::known_targets().iter().any(|target| target.modes.iter().any(|known| known == mode));
    if let Some(mode) = mode.filter(|mode| !known(mode)) {
        return Err(format!("no target has a mode `{mode}`"));
    }
    let uses_lds = program.objects.iter().any(|object| object.space == AddressSpace::Local);
    let is_meant = |configuration: &TargetConfiguration| {
        mode.is_none_or(|mode| configuration.mode == Some(mode))
            && (!uses_lds || configuration.has_lds())
            && program.threads.iter().all(|thread| has_code_for(configuration, &thread.body))
    };
    Ok(TargetConfiguration::every_configuration().into_iter().filter(is_meant).collect())
}

/// Whether a target has the machine code of instructions.
fn has_code_for(configuration: &TargetConfiguration, block: &[Instr]) -> bool {
    block.iter().all(|instr| match &instr.kind {
        // What other processors execute, a target is told of or not.
        _ if instr.by != Executor::Wave => of_target(configuration, instr).is_none_or(|code| code.is_ok()),
        InstrKind::Asm(_)
        | InstrKind::Load { .. }
        | InstrKind::Store { .. }
        | InstrKind::Rmw { .. }
        | InstrKind::Fence { .. }
        | InstrKind::Dma(_)
        | InstrKind::Cmpxchg(_) => match given(instr, configuration) {
            Some(Ok(code)) => {
                code.iter().all(|instr| instr.access.is_some() || configuration.target.has_instruction(&instr.mnemonic))
            }
            // That an operation has no code is an error of every target, and told of each.
            None => true,
            Some(Err(_)) => false,
        },
        InstrKind::Asyncmark | InstrKind::WaitAsyncmark { .. } | InstrKind::Barrier(_) | InstrKind::Packet(_) => {
            of_target(configuration, instr).is_some_and(|code| code.is_ok())
        }
        InstrKind::If { then, otherwise, .. } => {
            has_code_for(configuration, then) && has_code_for(configuration, otherwise)
        }
        InstrKind::Loop { body, .. } | InstrKind::Call(body) => has_code_for(configuration, body),
        InstrKind::Assign { .. } => true,
    })
}
