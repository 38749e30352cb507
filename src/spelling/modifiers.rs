//! Words behind the operands of accesses and of what is done to caches: which there are, by what has them and on which targets.

use super::line::Operand;
use super::patterns::Pattern;
use super::shapes::{Places, Registers, fit};
use crate::targets::{Access, Target};
use serde::Deserialize;

/// Words of one kind, as `models/instructions.toml` explains them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    words: Vec<Pattern>,
    #[serde(default)]
    forms: Vec<String>,
    #[serde(default)]
    instructions: Vec<String>,
    #[serde(default)]
    targets: Vec<String>,
    access: Option<Access>,
    #[serde(default)]
    address: bool,
    #[serde(default)]
    at: Vec<Places>,
}

/// What has words behind its operands.
#[derive(Clone, Copy, Debug)]
pub enum Of<'n> {
    /// An access of a form.
    Form(&'n str, Access),
    /// An instruction that accesses nothing, by its name.
    Name(&'n str),
}

impl Modifier {
    /// Whether a word is of this kind. Tables spell bits `sc1=1`.
    fn takes(&self, word: &str) -> bool {
        let word = word.strip_suffix("=1").unwrap_or(word);
        self.words.iter().any(|pattern| pattern.takes(word))
    }

    fn names(&self, target: &Target) -> bool {
        self.targets.iter().any(|known| known == target.memory())
    }

    fn is_of(&self, of: Of<'_>) -> bool {
        match of {
            Of::Form(form, access) => {
                self.forms.iter().any(|known| known == form) && self.access.is_none_or(|alone| alone == access)
            }
            Of::Name(name) => self.instructions.iter().any(|known| known == name),
        }
    }

    /// Whether it stands with these operands for addresses and resources.
    fn stands_with(&self, addresses: &[Operand], registers: Registers<'_>) -> bool {
        self.at.is_empty() || self.at.iter().any(|places| fit(addresses, places.places(), registers).is_ok())
    }
}

/// All kinds of words.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Modifiers(Vec<Modifier>);

impl Modifiers {
    /// Whether it is told which words accesses of a target have.
    pub fn are_told_of(&self, target: &Target) -> bool {
        self.0.iter().any(|modifier| modifier.names(target))
    }

    /// The kinds that a word is of; on targets of which none are told, those that it is of on any.
    fn of<'m>(&'m self, word: &'m str, of: Of<'m>, target: &'m Target) -> impl Iterator<Item = &'m Modifier> {
        let are_told = self.are_told_of(target);
        let is_on = move |modifier: &&Modifier| modifier.targets.is_empty() || modifier.names(target) || !are_told;
        self.0.iter().filter(is_on).filter(move |modifier| modifier.is_of(of) && modifier.takes(word))
    }

    /// Whether a word is one that may stand there.
    pub fn have(&self, word: &str, (of, target): (Of<'_>, &Target)) -> bool {
        self.of(word, of, target).next().is_some() || !self.are_told_of(target)
    }

    /// Whether it may stand there with these operands for addresses and resources.
    pub fn have_with(
        &self,
        word: &str,
        (of, target): (Of<'_>, &Target),
        (addresses, registers): (&[Operand], Registers<'_>),
    ) -> bool {
        let mut known = self.of(word, of, target);
        known.any(|modifier| modifier.stands_with(addresses, registers)) || !self.are_told_of(target)
    }

    /// Whether a word says where an access is, and not how.
    pub fn tell_of_address(&self, word: &str, (of, target): (Of<'_>, &Target)) -> bool {
        self.of(word, of, target).any(|modifier| modifier.address)
    }

    /// Whether a word says where some access on some target is.
    pub fn tell_of_some_address(&self, word: &str) -> bool {
        self.0.iter().any(|modifier| modifier.address && modifier.takes(word))
    }
}
