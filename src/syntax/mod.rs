//! The languages the tool reads: trees with positions, parsing, messages, printing back. It knows no engine.

pub mod cat;
pub mod hardware;
pub mod litmus;
pub mod provenance;
pub mod source;
pub mod table;

use crate::allowance::spend;

/// What is done for a token, in the steps that work is measured in.
const STEPS_OF_TOKEN: usize = 32;

/// Tokens as they are found in a text, or as a parser takes them, which keeps what it has begun: reading them ends where the work on the text has used up
/// what it may use.
pub fn metered<T>(tokens: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    tokens.into_iter().inspect(|_| read_one())
}

/// Says that a token was read, as [`metered`] does for each.
pub fn read_one() {
    spend(STEPS_OF_TOKEN);
}
