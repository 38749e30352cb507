//! The words of a family's tables: instructions, operands, forms of access and words of conditions.

use super::{Access, Target, TargetConfiguration, targets_of_family, words};
use crate::syntax::table::ast::{Instr, SCOPE_OF_TABLE};
use crate::syntax::table::cond::Cond;
use std::collections::BTreeSet;

/// Words of conditions that are not of a target or a mode.
const FLAGS: &[&str] = &["opencl", "return", "volatile", "nontemporal"];

/// The words that the tables of a family may use.
pub struct Vocabulary {
    /// The family's targets; never none, since a family is one by its targets.
    pub targets: Vec<&'static Target>,
    /// The words of targets and modes, whose truth the target configuration alone decides.
    configurations: BTreeSet<&'static str>,
}

impl Target {
    /// The operands that an instruction may have, by its mnemonic or by the word for its access; those with a number with this one.
    fn operands_of(&self, instr: &str, number: &str) -> Vec<String> {
        let is_wait = self.waits.iter().any(|wait| wait == instr);
        match (is_wait, self.counters.as_slice()) {
            (true, []) => vec![format!("0x{number}")],
            (true, counters) => counters.iter().map(|counter| format!("{counter}({number})")).collect(),
            (false, _) => self.operands.get(instr).cloned().unwrap_or_default(),
        }
    }

    /// Whether an instruction may have an operand.
    fn has_operand(&self, instr: &str, operand: &str) -> bool {
        let known = self.operands_of(instr, number_of(operand));
        match operand {
            SCOPE_OF_TABLE => known.iter().any(|known| self.names_scope(known)),
            _ => known.iter().any(|known| known == operand),
        }
    }

    /// Whether an instruction that is no wait has operands here.
    pub fn takes_operands(&self, instr: &str) -> bool {
        self.operands.get(instr).is_some_and(|operands| !operands.is_empty())
    }

    /// Whether an operand names a scope.
    fn names_scope(&self, operand: &str) -> bool {
        operand.split_once(':').is_some_and(|(name, _)| self.scope_operand.as_deref() == Some(name))
    }
}

/// The number in an operand of a wait: of `vmcnt(0)` and of `0x0` the last digits.
fn number_of(operand: &str) -> &str {
    let in_brackets = operand.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    in_brackets.or(operand.strip_prefix("0x")).filter(|number| !number.is_empty()).unwrap_or("0")
}

/// How many operations an operand of a wait leaves outstanding; `None` if it is none of a wait.
pub fn outstanding(operand: &str) -> Option<u64> {
    match operand.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')) {
        Some(number) => number.parse().ok(),
        None => operand.strip_prefix("0x").and_then(|number| u64::from_str_radix(number, 16).ok()),
    }
}

impl Vocabulary {
    /// The words of a family's tables.
    pub fn of_family(family: &str) -> Self {
        Vocabulary { targets: targets_of_family(family).collect(), configurations: words() }
    }

    /// The instructions that access no memory.
    pub fn instructions(&self) -> BTreeSet<&'static str> {
        self.targets.iter().flat_map(|target| target.instructions()).map(String::as_str).collect()
    }

    /// Every instruction, accesses in each of their forms among them.
    pub fn mnemonics(&self) -> BTreeSet<String> {
        let accesses = self.targets.iter().flat_map(|target| Access::ALL.iter().flat_map(|a| target.mnemonics(*a)));
        accesses.chain(self.instructions().into_iter().map(String::from)).collect()
    }

    /// The forms of accesses.
    pub fn forms(&self) -> BTreeSet<&'static str> {
        self.targets.iter().flat_map(|target| target.forms.values().flatten()).map(String::as_str).collect()
    }

    /// The words of conditions but for those with brackets.
    pub fn condition_words(&self) -> BTreeSet<&'static str> {
        self.configurations.iter().chain(FLAGS).copied().collect()
    }

    /// Whether an instruction waits for counters.
    pub fn is_wait(&self, instr: &Instr) -> bool {
        instr.forms.is_empty() && self.targets.iter().any(|target| target.waits.contains(&instr.name))
    }

    /// Whether an instruction invalidates a cache or writes one back.
    pub fn is_cache_operation(&self, instr: &Instr) -> bool {
        instr.forms.is_empty() && self.targets.iter().any(|target| target.cache_operations.contains(&instr.name))
    }

    /// The target configurations in which a condition may hold.
    pub fn configurations(&self, when: &Cond) -> Vec<TargetConfiguration> {
        let every = self.targets.iter().flat_map(|target| TargetConfiguration::modes(target));
        every.filter(|configuration| self.may_hold(when, configuration)).collect()
    }

    /// Whether a condition holds of some operation in a target configuration.
    pub fn may_hold(&self, when: &Cond, configuration: &TargetConfiguration) -> bool {
        when.may_hold(|word| self.configurations.contains(word).then(|| configuration.is(word)))
    }

    /// A target on which a condition may hold and where an instruction may not have this operand.
    pub fn without_operand(&self, instr: &str, operand: &str, when: &Cond) -> Option<&'static Target> {
        let targets = self.configurations(when).into_iter().map(|configuration| configuration.target);
        targets.into_iter().find(|target| !target.has_operand(instr, operand))
    }

    /// Whether an instruction may have an operand on some target.
    pub fn has_operand(&self, instr: &str, operand: &str) -> bool {
        self.targets.iter().any(|target| target.has_operand(instr, operand))
    }

    /// The operands that an instruction may have on some target, with the number of this one.
    pub fn operands_of(&self, instr: &str, operand: &str) -> BTreeSet<String> {
        self.targets.iter().flat_map(|target| target.operands_of(instr, number_of(operand))).collect()
    }

    /// The operands that name scopes.
    pub fn scope_operands(&self) -> BTreeSet<&'static str> {
        let of_target = |target: &&'static Target| {
            let all = target.operands.values().flatten();
            all.filter(|operand| target.names_scope(operand)).map(String::as_str).collect::<Vec<_>>()
        };
        self.targets.iter().flat_map(of_target).collect()
    }
}
