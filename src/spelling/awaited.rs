//! What a wait can be for: counters that the target's instruction has, and numbers that have an encoding.

use super::behind::other_word;
use super::descriptions::Description;
use super::encodings::{LARGEST_WAIT, encodings};
use super::instructions::instructions;
use super::line::{Instruction, Operand};
use super::patterns::field;
use super::translate::Misspelled;
use crate::targets::Target;

/// Stands between the counters of a wait that has several.
const MARK: &str = "&";

/// Refuses a wait whose numbers have no encoding.
///
/// # Errors
/// The counter, and the most that it can be.
pub fn waits_for_numbers(part: &Instruction, target: &Target) -> Result<(), Misspelled> {
    let beyond = |operand: &str, most: u64| Err(Misspelled::Beyond(part.mnemonic.clone(), operand.to_string(), most));
    for operand in &part.operands {
        let Operand::Int(number) = operand else { continue };
        if !u64::try_from(*number).is_ok_and(|number| number <= LARGEST_WAIT) {
            return beyond(&operand.to_string(), LARGEST_WAIT);
        }
    }
    // Where nothing is said, what the wait is for is the hardware file's to ask.
    let fields = instructions().fields(instructions().plain(&part.mnemonic)).filter(|_| !part.operands.is_empty());
    match fields {
        Some(fields) => fields.are_said(part).map_err(|word| other_word(part, word))?,
        None if part.words().any(|word| word == MARK) => return Err(other_word(part, Some(MARK.to_string()))),
        None => {}
    }
    for (word, counter, number) in counted(part) {
        let most = encodings().most_left(target, counter).unwrap_or(LARGEST_WAIT);
        if number.is_none_or(|number| number > most) {
            return beyond(word, most);
        }
    }
    Ok(())
}

/// Refuses a wait for counters that the target's instruction does not have.
pub(super) fn has_counters(part: &Instruction, description: &Description, target: &Target) -> Result<(), Misspelled> {
    let is_ignored = |counter: &str| description.ignored.iter().any(|known| known == counter);
    let other = counted(part)
        .find(|(_, counter, _)| !is_ignored(counter) && encodings().most_left(target, counter).is_none())
        .map(|(word, ..)| word.to_string());
    match other {
        Some(word) => Err(Misspelled::NoCounter(part.mnemonic.clone(), word)),
        None => Ok(()),
    }
}

/// Words that name a counter, with its name and its number: `vmcnt(0)`.
fn counted(part: &Instruction) -> impl Iterator<Item = (&str, &str, Option<u64>)> {
    part.words().filter_map(|word| field(word).map(|(counter, number)| (word, counter, number)))
}
