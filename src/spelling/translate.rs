//! What a test says of its operations: an instruction as LLVM spells it becomes the one of tables and hardware files that it is.

use super::awaited::waits_for_numbers;
use super::behind::{has_words, has_words_of_caches};
use super::descriptions::{Description, Does};
use super::instructions::instructions;
use super::line::{Instruction, Operand, instruction};
use super::presence::{Lacking, on_target};
use super::suits::suits;
use super::words::{
    counters, counters_of_number, form_of, kind_of, numbered_waits, offset, operands_of_tables, roles_of,
};
use crate::program::{Instr, InstrKind};
use crate::syntax::source::Span;
use crate::targets::{Target, is_scalar};

/// Why an instruction is not the operation that it stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Misspelled {
    /// It accesses so many bits, and its operation so many.
    #[error("`{0}` accesses {1} bits, and this operation {2}")]
    Width(String, u32, u32),
    /// It is an access of another kind.
    #[error("`{0}` is no {1}")]
    Kind(String, String),
    /// It returns nothing, and its operation something.
    #[error("`{0}` returns nothing, and this operation what it has read")]
    ReturnsNothing(String),
    /// It has a register for what it finds, and no word that says that it returns it.
    #[error("`{0}` has a register for what it returns, and no word that says that it does")]
    ReturnsUnsaid(String),
    /// It has other operands than such instructions have.
    #[error("`{0}` does not have these operands")]
    Operands(String),
    /// An operand is another than may stand there: its number, and what may.
    #[error("operand {1} of `{0}` is one like {2}, and not `{3}`")]
    Operand(String, usize, String, String),
    /// A word stands there that it does not have.
    #[error("`{0}` has no `{1}` here")]
    Word(String, String),
    /// A comma stands before a word that comes behind another.
    #[error("`{0}` has a comma before `{1}`, where words have spaces between them")]
    Comma(String, String),
    /// A field stands there more than once.
    #[error("`{0}` has `{1}` more than once")]
    Twice(String, String),
    /// No register of the target is called so.
    #[error("`{1}` in `{0}` is no register of this target")]
    NoRegister(String, String),
    /// A word of the address stands behind another that comes after it.
    #[error("`{0}` has `{1}` behind `{2}`, and not before it")]
    Order(String, String, String),
    /// It accesses another address space than its operation.
    #[error("`{0}` accesses {1} memory alone, and this operation {2} memory")]
    Space(String, String, &'static str),
    /// No encoding has the number that it waits for.
    #[error("`{0}` has no encoding for `{1}`: the most is {2}")]
    Beyond(String, String, u64),
    /// It waits for a counter that the target's instruction has not.
    #[error("`{0}` has no counter `{1}` on this target")]
    NoCounter(String, String),
    /// The target has it not.
    #[error("{0}")]
    Lacking(Lacking),
    /// Its address is another than that of its registers.
    #[error("`{0}` with `{1}` accesses another address than that which its registers say")]
    Elsewhere(String, String),
}

/// The instructions of tables that a text means which a test gives an operation, as it stands there if it is spelled as they are. Registers are left out:
/// the operation says what is accessed and what becomes of it.
///
/// # Errors
/// Why it is not this operation.
pub fn as_tables_spell(text: &str, target: &Target, instr: &Instr) -> Result<Vec<String>, Misspelled> {
    let Some(part) = instruction(text, Span::default()) else {
        let name = text.split_whitespace().next().unwrap_or_default();
        return Err(Misspelled::Operands(name.to_string()));
    };
    let plain = instructions().plain(&part.mnemonic);
    let with_operands = |mnemonic: &str| {
        let words = std::iter::once(mnemonic.to_string()).chain(operands_of_tables(&part));
        words.collect::<Vec<_>>().join(" ")
    };
    let is_assembly = has_registers(&part);
    if matches!(instr.kind, InstrKind::Dma(_)) || target.scalar.contains_key(plain) {
        has_no_lone_number(&part)?;
        if is_assembly {
            suits(&part, target)?;
        }
        if instr.kind.access().is_some() || matches!(instr.kind, InstrKind::Dma(_)) {
            is_where_registers_say(&part)?;
        }
        return Ok(vec![with_operands(plain)]);
    }
    let Some(description) = instructions().of(plain) else { return Ok(vec![text.to_string()]) };
    // Tables may have names that the assembler has not; which target has which scalar instruction is told otherwise.
    if !target.has_instruction(plain) && !is_scalar(plain) {
        on_target(plain, target).map_err(Misspelled::Lacking)?;
    }
    let is_of_tables = description.named.is_empty() || target.waits.iter().any(|known| known == plain);
    let is_wait = description.does == Does::Wait;
    // Scalar memory instructions are spelled without registers, too; of another target, hardware files tell who has them.
    let is_alike = is_spelled_alike(description.does) && !is_scalar(plain);
    // Waits that tables do not have, only assembly has.
    if is_assembly || is_alike || is_wait && !is_of_tables {
        suits(&part, target)?;
    } else if is_wait {
        waits_for_numbers(&part, target)?;
    }
    match description.does {
        Does::Load | Does::Store | Does::Atomic | Does::Cmpxchg => {
            has_no_lone_number(&part)?;
            is_where_registers_say(&part)?;
            has_words(&part, part.words().filter(|word| !instructions().is_addressing(form_of(&part), word)), target)?;
            is_operation(&part, description, instr)?;
            let form = instructions().form(form_of(&part));
            is_in_space(&part, form.and_then(|form| form.space.as_deref()), instr)?;
            let form = form.and_then(|form| form.named.as_deref());
            let mnemonic = target.mnemonic(form.unwrap_or(form_of(&part)), kind_of(description));
            // Of a form that the target does not have it is no instruction.
            let mnemonic = mnemonic.filter(|mnemonic| target.access_of(mnemonic).is_some());
            Ok(vec![mnemonic.map_or(text.to_string(), |mnemonic| with_operands(&mnemonic))])
        }
        Does::Wait if is_of_tables => {
            let counters = counters_of_number(&part, target).unwrap_or_else(|| counters(&part));
            let words = std::iter::once(plain.to_string()).chain(counters);
            Ok(vec![words.collect::<Vec<_>>().join(" ")])
        }
        Does::Wait => numbered_waits(&part, description).ok_or(Misspelled::Operands(part.mnemonic)),
        Does::Cache => has_words_of_caches(&part, target).map(|()| {
            match target.cache_operations.iter().any(|known| known == plain) {
                true => vec![with_operands(plain)],
                false => vec![with_operands(description.named.first().map_or(plain, String::as_str))],
            }
        }),
        Does::LoadToLds
        | Does::StoreFromLds
        | Does::Barrier
        | Does::BarrierInit
        | Does::BarrierJoin
        | Does::BarrierLeave
        | Does::BarrierSignal
        | Does::BarrierSignalIsfirst
        | Does::BarrierWait
        | Does::Nothing
        | Does::Branch
        | Does::Return
        | Does::Copy
        | Does::Not
        | Does::Compute
        | Does::Compare
        | Does::Select
        | Does::ReadLane
        | Does::WriteLane
        | Does::SaveExec
        | Does::Opaque => Ok(vec![text.to_string()]),
    }
}

/// Whether tables spell an instruction as assembly does, if they have it.
fn is_spelled_alike(does: Does) -> bool {
    !does.is_access() && !matches!(does, Does::Wait | Does::Cache)
}

/// Refuses an instruction that accesses one address space, of an operation that may access another.
fn is_in_space(part: &Instruction, space: Option<&str>, instr: &Instr) -> Result<(), Misspelled> {
    let may = instr.kind.access().into_iter().flat_map(|access| &access.may);
    let other = space.and_then(|space| may.map(|(of, _)| of.as_str()).find(|of| *of != space).map(|of| (space, of)));
    match other {
        Some((space, other)) => Err(Misspelled::Space(part.mnemonic.clone(), space.to_string(), other)),
        None => Ok(()),
    }
}

/// Whether registers stand among the operands, as in assembly.
fn has_registers(part: &Instruction) -> bool {
    part.operands.iter().any(|operand| matches!(operand, Operand::Registers(_)))
}

/// Refuses a number that is no part of an address: that of registers, which stand beside it.
fn has_no_lone_number(part: &Instruction) -> Result<(), Misspelled> {
    let has_number = part.operands.iter().any(|operand| matches!(operand, Operand::Int(_)));
    match has_number && !has_registers(part) {
        true => Err(Misspelled::Operands(part.mnemonic.clone())),
        false => Ok(()),
    }
}

/// Refuses a number that moves the address: registers hold that of the statement, and another is no access to its location.
fn is_where_registers_say(part: &Instruction) -> Result<(), Misspelled> {
    let number = |operand: &Operand| match operand {
        Operand::Int(0) | Operand::Registers(_) | Operand::Word(_) => None,
        Operand::Int(number) => Some(number.to_string()),
    };
    let moves = |word: &&String| word.starts_with("offset") && offset(word) != Some(0);
    let modifier = part.modifiers.iter().find(moves).cloned();
    match part.operands.iter().find_map(number).or(modifier) {
        Some(moved) => Err(Misspelled::Elsewhere(part.mnemonic.clone(), moved)),
        None => Ok(()),
    }
}

/// Refuses an instruction that does something else than the operation that it stands for.
fn is_operation(part: &Instruction, description: &Description, instr: &Instr) -> Result<(), Misspelled> {
    let name = || part.mnemonic.clone();
    let other = |what: &str| Err(Misspelled::Kind(name(), what.to_string()));
    let (access, returns) = match &instr.kind {
        InstrKind::Load { access, .. } if description.does == Does::Load => (access, false),
        InstrKind::Store { access, .. } if description.does == Does::Store => (access, false),
        InstrKind::Cmpxchg(cmpxchg) if description.does == Does::Cmpxchg => {
            (&cmpxchg.access, cmpxchg.dest.is_some() || cmpxchg.success.is_some())
        }
        InstrKind::Rmw { dest, op, access, .. } if description.does == Does::Atomic => {
            if description.op.as_deref() != Some(&op.to_string()) {
                return other(&format!("`atomicrmw {op}`"));
            }
            (access, dest.is_some())
        }
        InstrKind::Load { .. } => return other("load"),
        InstrKind::Store { .. } => return other("store"),
        InstrKind::Cmpxchg(_) => return other("`cmpxchg`"),
        InstrKind::Rmw { .. } => return other("`atomicrmw`"),
        InstrKind::Fence { .. }
        | InstrKind::Dma(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_)
        | InstrKind::Asm(_)
        | InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_) => return Ok(()),
    };
    if description.bits != access.ty.bits() {
        return Err(Misspelled::Width(name(), description.bits, access.ty.bits()));
    }
    match has_registers(part) && returns {
        true => returns_something(part, description),
        false => Ok(()),
    }
}

/// Refuses an atomic without a register for what it has found.
fn returns_something(part: &Instruction, description: &Description) -> Result<(), Misspelled> {
    let form = instructions().form(form_of(part)).ok_or_else(|| Misspelled::Operands(part.mnemonic.clone()))?;
    let is_result = part.operands.len() > roles_of(part, form, description).len();
    let says_so = part.modifiers.iter().any(|word| instructions().is_returning(word));
    match is_result || form.result_in_data && says_so {
        true => Ok(()),
        false => Err(Misspelled::ReturnsNothing(part.mnemonic.clone())),
    }
}
