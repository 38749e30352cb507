//! Machine IR as LLVM prints it: an instruction's results, opcode, operands and what it does to memory.

mod assembly;
mod operands;
#[cfg(test)]
mod tests;

pub use assembly::{as_assembly, of_opcode};

use super::encodings;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How machine IR says what assembly spells. Keys are explained in `models/compiled.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineIr {
    pass: String,
    registers: BTreeMap<String, String>,
    named_registers: BTreeMap<String, String>,
    halves: BTreeMap<String, String>,
    flags: Vec<String>,
    instruction_flags: Vec<String>,
    target_flags: Vec<String>,
    memory_flags: Vec<String>,
    state_registers: Vec<String>,
    annotations: Vec<String>,
    no_code: Vec<String>,
    undefines: Vec<String>,
    undefined: BTreeMap<String, String>,
    keeps: Vec<String>,
    waits: Vec<String>,
    endings: Vec<String>,
    within: Vec<String>,
    dual: [String; 2],
    layout: Vec<Layout>,
    operands: Vec<OperandsOf>,
}

/// The operands of accesses of a form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout {
    form: String,
    ending: Option<String>,
    load: Option<String>,
    store: Option<String>,
    atomic: Option<String>,
    cmpxchg: Option<String>,
}

/// The operands of other instructions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OperandsOf {
    opcodes: Vec<String>,
    #[serde(rename = "as")]
    text: String,
    #[serde(default)]
    writes: Vec<String>,
}

impl MachineIr {
    /// The pass after which all waits of operations, and no others, are in machine IR.
    pub fn pass(&self) -> &str {
        &self.pass
    }

    /// Whether no order depends on a flag of the target, without its quotes.
    pub fn is_without_order(&self, flag: &str) -> bool {
        self.target_flags.iter().any(|known| known == flag)
    }

    /// Whether a word of what is done to memory says more of it than that and its order.
    pub fn is_memory_flag(&self, word: &str) -> bool {
        self.memory_flags.iter().any(|known| known == word) || word.starts_with('"')
    }

    /// Whether a wait has several counters in the bits of one number.
    pub fn waits_for_several(&self, mnemonic: &str) -> bool {
        self.waits.iter().any(|known| known == mnemonic)
    }
}

/// What may stand in a line, whatever it means.
impl MachineIr {
    /// Whether a text says what is done to memory: `(load syncscope("agent") acquire (s32) from %ir.p, addrspace 1)`.
    fn is_memory(&self, text: &str) -> bool {
        let words = text.strip_prefix('(').unwrap_or_default().split_whitespace();
        let mut words = words.skip_while(|word| self.is_memory_flag(word));
        let does = words.next().is_some_and(|word| matches!(word, "load" | "store"));
        let depth = text.chars().try_fold(0u32, |depth, c| match c {
            '(' => Some(depth + 1),
            ')' => depth.checked_sub(1),
            _ => Some(depth),
        });
        does && depth == Some(0)
    }

    /// Whether a text may be an operand: registers that are implicit are named, and each stands alone.
    fn is_operand(&self, text: &str) -> bool {
        let implicit = text.strip_prefix("implicit-def ").or_else(|| text.strip_prefix("implicit "));
        let is_whole = !text.contains("/*") && !matches!(text, "implicit" | "implicit-def");
        implicit.map_or(is_whole, |register| self.is_register(register))
    }

    /// Whether a text is a register, with what becomes of it before it and its class behind it.
    fn is_register(&self, text: &str) -> bool {
        let (register, _) = self.without_flags(text);
        let register = register.split_once("(tied-def ").map_or(register, |(register, _)| register);
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '-');
        match (register.strip_prefix('$'), register.strip_prefix('%')) {
            (Some(name), _) => self.register(name).is_some() || self.state_registers.iter().any(|known| known == name),
            (None, Some(name)) => !name.is_empty() && name.chars().all(is_of_name),
            (None, None) => false,
        }
    }
}

/// A register of machine IR as assembly calls it; `None` if there is none of this name.
pub fn machine_register(name: &str) -> Option<String> {
    encodings().machine_ir().register(name)
}

/// An instruction in parts.
#[derive(Clone, Debug)]
pub struct MachineInstruction<'t> {
    /// In small letters, without what says that a later pass may leave it out.
    pub opcode: String,
    /// What stands before `=`.
    pub results: Vec<&'t str>,
    /// What stands after the opcode, between commas.
    pub operands: Vec<&'t str>,
    /// What it does to memory, as far as the IR is known.
    pub memory: Option<&'t str>,
}

impl<'t> MachineInstruction<'t> {
    /// Whether other lanes may execute what comes after it.
    pub fn changes_lanes(&self) -> bool {
        let is_mask = |text: &str| text.split_whitespace().last().is_some_and(|register| register.starts_with("$exec"));
        let written = self.operands.iter().filter_map(|text| text.strip_prefix("implicit-def "));
        self.results.iter().copied().chain(written).any(is_mask)
    }

    /// The instruction of a line, with nothing before its opcode, among its implicit registers and about memory but what LLVM prints there; `None` if it is none.
    pub fn read(text: &'t str) -> Option<MachineInstruction<'t>> {
        let (code, memory) = match text.split_once(" :: ") {
            Some((code, memory)) => (code, Some(memory)),
            None => (text, None),
        };
        let (results, code) = code.split_once(" = ").map_or(("", code), |(results, code)| (results, code));
        let ir = encodings().machine_ir();
        let before = |word: &&str| !word.starts_with(|c: char| c.is_ascii_uppercase());
        if code
            .split_whitespace()
            .take_while(before)
            .any(|word| !ir.instruction_flags.iter().any(|known| known == word))
        {
            return None;
        }
        let word = code.split_whitespace().find(|word| !before(word))?;
        let rest = &code[code.find(word)? + word.len()..];
        let is_of_opcode = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !word.trim_end_matches(',').chars().all(is_of_opcode) || memory.is_some_and(|text| !ir.is_memory(text)) {
            return None;
        }
        let opcode = word.trim_end_matches(',').trim_end_matches("_soft").to_ascii_lowercase();
        let between_commas = |text: &'t str| match text.trim() {
            "" => Vec::new(),
            text => text.split(',').map(str::trim).collect(),
        };
        let (results, operands) = (between_commas(results), between_commas(rest));
        let is_well_formed =
            operands.iter().all(|text| ir.is_operand(text)) && results.iter().all(|text| ir.is_register(text));
        is_well_formed.then_some(MachineInstruction { opcode, results, operands, memory })
    }

    /// The numbers among its operands, in order.
    pub fn numbers(&self) -> Vec<u64> {
        self.operands.iter().filter_map(|operand| operand.parse().ok()).collect()
    }
}
