//! Whether what stands behind the operands of an instruction is what assemblers take there.

use super::descriptions::Does;
use super::instructions::instructions;
use super::line::{Instruction, Operand};
use super::modifiers::Of;
use super::shapes::Registers;
use super::translate::Misspelled;
use super::words::{form_of, kind_of};
use crate::targets::{Access, Target};
use itertools::Itertools;

/// Stands where others have an address of which they have none.
const NO_ADDRESS: &str = "off";

/// What is told of the words behind an instruction.
enum Told<'n> {
    /// Those of accesses, or of what is done to caches.
    Modifiers(Of<'n>),
    /// Those that its name begins with in `models/instructions.toml`.
    ByName,
    /// Nothing: it has fields instead, or is not described.
    Nothing,
}

fn told<'p>(part: &'p Instruction, target: &Target) -> Told<'p> {
    let plain = instructions().plain(&part.mnemonic);
    let described = instructions().of(&part.mnemonic);
    let does = described.map(|description| description.does);
    if let Some(scalar) = target.scalar.get(plain).filter(|_| does != Some(Does::Nothing)) {
        return Told::Modifiers(scalar.access().map_or(Of::Name(plain), |access| Of::Form("s", access)));
    }
    match (described, does) {
        (Some(description), Some(does)) if does.is_access() => {
            Told::Modifiers(Of::Form(form_of(part), kind_of(description)))
        }
        (_, Some(Does::Cache)) => Told::Modifiers(Of::Name(plain)),
        (_, Some(_)) if instructions().fields(plain).is_none() => Told::ByName,
        (_, Some(_) | None) => Told::Nothing,
    }
}

/// Refuses words behind the operands of an instruction that it has not on a target.
///
/// # Errors
/// The first of them.
pub fn has_words<'w>(
    part: &Instruction,
    mut words: impl Iterator<Item = &'w str>,
    target: &Target,
) -> Result<(), Misspelled> {
    let (told, patterns) = (told(part, target), instructions().words(&part.mnemonic));
    let is_there = |word: &str| match told {
        Told::Modifiers(of) => word != NO_ADDRESS && instructions().modifiers().have(word, (of, target)),
        Told::ByName => patterns.iter().any(|pattern| pattern.takes(word)),
        Told::Nothing => true,
    };
    match words.find(|word| !is_there(word)) {
        Some(word) => Err(Misspelled::Word(part.mnemonic.clone(), word.to_string())),
        None => Ok(()),
    }
}

/// Refuses words behind an access that do not stand with these operands for its address.
pub(super) fn has_words_with(
    part: &Instruction,
    target: &Target,
    (addresses, registers): (&[Operand], Registers<'_>),
) -> Result<(), Misspelled> {
    has_words(part, part.modifiers.iter().map(String::as_str), target)?;
    let Told::Modifiers(of) = told(part, target) else { return Ok(()) };
    let stands = |word: &&String| instructions().modifiers().have_with(word, (of, target), (addresses, registers));
    match part.modifiers.iter().find(|word| !stands(word)) {
        Some(word) => Err(Misspelled::Word(part.mnemonic.clone(), word.clone())),
        None => Ok(()),
    }
}

/// Whether a word behind an access says where it is, and not how.
pub fn tells_of_address(word: &str, (form, access): (&str, Access), target: &Target) -> bool {
    instructions().modifiers().tell_of_address(word, (Of::Form(form, access), target))
}

/// Whether accesses of a form may have a word behind them on a target.
pub fn may_have(word: &str, (form, access): (&str, Access), target: &Target) -> bool {
    instructions().modifiers().have(word, (Of::Form(form, access), target))
}

/// Refuses registers, numbers, commas and words of an operation on caches which it has not. Without any operand, the first word stands where others have one.
///
/// # Errors
/// The word, or that it has others.
pub fn has_words_of_caches(part: &Instruction, target: &Target) -> Result<(), Misspelled> {
    let tells = |word: &&str| *word == NO_ADDRESS || instructions().modifiers().tell_of_some_address(word);
    if let Some(word) = part.words().find(tells) {
        return Err(Misspelled::Word(part.mnemonic.clone(), word.to_string()));
    }
    if !part.operands.iter().all(|operand| matches!(operand, Operand::Word(_))) {
        return Err(Misspelled::Operands(part.mnemonic.clone()));
    }
    if let Some(second) = part.operands.get(1) {
        return Err(Misspelled::Comma(part.mnemonic.clone(), second.to_string()));
    }
    has_words(part, part.words(), target)
}

/// Whether a word moves the address of an access.
fn is_offset(word: &str) -> bool {
    word.starts_with("offset")
}

/// Refuses words behind the operands of an access in another order than assemblers take: how the address is made, what is added to it, and the rest.
pub(super) fn is_in_order(part: &Instruction, form: &str) -> Result<(), Misspelled> {
    let rank = |word: &str| match word {
        _ if instructions().form(form).is_some_and(|form| form.comes_first(word)) => 0,
        _ if is_offset(word) => 1,
        _ => 2,
    };
    let late = part.modifiers.iter().tuple_windows().find(|(before, after)| rank(before) > rank(after));
    match late {
        Some((before, word)) => Err(Misspelled::Order(part.mnemonic.clone(), word.clone(), before.clone())),
        None => Ok(()),
    }
}

/// A word that does not stand there, or the operands where one is missing.
pub(super) fn other_word(part: &Instruction, word: Option<String>) -> Misspelled {
    match word {
        Some(word) => Misspelled::Word(part.mnemonic.clone(), word),
        None => Misspelled::Operands(part.mnemonic.clone()),
    }
}
