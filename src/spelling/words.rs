//! What an instruction of assembly is to tables and hardware files.

use super::descriptions::{Description, Does, Form, Role, SwapData};
use super::encodings::encodings;
use super::instructions::instructions;
use super::line::{Instruction, Operand, RegisterFile, Unit, operand};
use crate::targets::{self, Target};

/// The operands that tables and hardware files know: without registers and what makes an address, bits spelled `sc1=1`.
pub fn operands_of_tables(part: &Instruction) -> Vec<String> {
    // Of an instruction without registers the first operand stands where others have an address.
    let mut words = Vec::new();
    for word in part.words() {
        match word {
            _ if instructions().is_addressing(form_of(part), word) || offset(word) == Some(0) => {}
            _ if word.contains([':', '=']) => words.push(word.to_string()),
            _ => words.push(format!("{word}=1")),
        }
    }
    words
}

/// The number of bytes that a word adds to an address; `None` of one that adds none, or in a way that is not understood.
pub fn offset(word: &str) -> Option<i64> {
    match operand(word.strip_prefix("offset:")?) {
        Operand::Int(number) => Some(number),
        Operand::Registers(_) | Operand::Word(_) => None,
    }
}

/// The waits that an instruction is, as tables spell them, without counters that count nothing; `None` if its operands are not understood.
pub fn waits(part: &Instruction, description: &Description, target: &Target) -> Option<Vec<String>> {
    if !description.named.is_empty() {
        return numbered_waits(part, description);
    }
    let is_ignored = |word: &String| description.ignored.iter().any(|known| word.starts_with(known.as_str()));
    let mut counters = counters_of_number(part, target).unwrap_or_else(|| counters(part));
    counters.retain(|word| !is_ignored(word));
    Some(match counters.is_empty() {
        true => Vec::new(),
        false => vec![format!("{} {}", part.mnemonic, counters.join(" "))],
    })
}

/// The waits by other names that one is, with its number; `None` if it does not have one number, or adds what a register holds to it.
pub fn numbered_waits(part: &Instruction, description: &Description) -> Option<Vec<String>> {
    let registers = part.operands.iter().filter_map(|operand| match operand {
        Operand::Registers(units) => Some(units),
        Operand::Int(_) | Operand::Word(_) => None,
    });
    if registers.flatten().any(|(file, _)| *file != RegisterFile::Null) {
        return None;
    }
    let numbers: Vec<i64> = part.operands.iter().filter_map(as_int).collect();
    let [number] = numbers[..] else { return None };
    Some(description.named.iter().map(|text| numbered(text, number)).collect())
}

/// The counters of a wait, or its number.
pub fn counters(part: &Instruction) -> Vec<String> {
    let words = part.operands.iter().filter_map(|operand| match operand {
        Operand::Word(word) => Some(word.clone()),
        Operand::Int(number) => Some(format!("0x{number:x}")),
        Operand::Registers(_) => None,
    });
    words.chain(part.modifiers.iter().cloned()).filter(|word| word != "&").collect()
}

/// The counters that the number of a wait for several has in its bits (`s_waitcnt 0`); `None` if that is not how it says them.
pub fn counters_of_number(part: &Instruction, target: &Target) -> Option<Vec<String>> {
    let [Operand::Int(number)] = part.operands[..] else { return None };
    if !encodings().machine_ir().waits_for_several(&part.mnemonic) {
        return None;
    }
    let counters = encodings().counters(target, u64::try_from(number).ok()?).ok()?;
    Some(counters.iter().map(|(counter, left)| format!("{counter}({left})")).collect())
}

/// Which access an instruction is.
pub fn kind_of(description: &Description) -> targets::Access {
    match matches!(description.does, Does::Load | Does::LoadToLds) {
        true => targets::Access::Load,
        false if matches!(description.does, Does::Store | Does::StoreFromLds) => targets::Access::Store,
        false => targets::Access::Atomic,
    }
}

/// The operands of an access of a form, without the result of an atomic: a compare-and-swap may have its second value in one of its own, and a scalar register, to
/// which the address is added, may come last.
pub fn roles_of(part: &Instruction, form: &Form, description: &Description) -> Vec<Role> {
    let has_two = description.data.is_some_and(|data| data != SwapData::Together);
    let is_scalar = |unit: &Unit| matches!(unit.0, RegisterFile::Scalar | RegisterFile::Vcc);
    let has_base = form.scalar_base
        && matches!(part.operands.last(), Some(Operand::Registers(units)) if units.iter().all(is_scalar));
    let more = [has_two.then_some(Role::Data), has_base.then_some(Role::Address)];
    form.roles(kind_of(description)).iter().copied().chain(more.into_iter().flatten()).collect()
}

/// The form of an access: what its mnemonic begins with.
pub fn form_of(part: &Instruction) -> &str {
    part.mnemonic.split('_').next().unwrap_or_default()
}

/// An instruction of tables with a number, or with six bits of it.
pub fn numbered(text: &str, number: i64) -> String {
    let Some((before, after)) = text.split_once('#') else { return text.to_string() };
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    let rest = &after[digits.len()..];
    match digits.parse::<u32>() {
        Ok(shift) => format!("{before}{:x}{rest}", number >> shift & 0x3f),
        Err(_) => format!("{before}{number}{rest}"),
    }
}

fn as_int(operand: &Operand) -> Option<i64> {
    match operand {
        Operand::Int(number) => Some(*number),
        Operand::Registers(_) | Operand::Word(_) => None,
    }
}
