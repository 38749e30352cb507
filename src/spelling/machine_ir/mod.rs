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
}

impl MachineIr {
    /// The pass after which all waits of operations, and no others, are in machine IR.
    pub fn pass(&self) -> &str {
        &self.pass
    }

    /// Whether a wait has several counters in the bits of one number.
    pub fn waits_for_several(&self, mnemonic: &str) -> bool {
        self.waits.iter().any(|known| known == mnemonic)
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
    /// Whether no lane executes what comes after it.
    pub fn turns_lanes_off(&self) -> bool {
        let is_mask = |result: &&str| result.trim_start_matches('$').starts_with("exec");
        self.results.iter().any(is_mask) && self.operands.first() == Some(&"0")
    }

    /// The instruction of a line; `None` if it has no opcode.
    pub fn read(text: &'t str) -> Option<MachineInstruction<'t>> {
        let (code, memory) = match text.split_once(" :: ") {
            Some((code, memory)) => (code, Some(memory)),
            None => (text, None),
        };
        let (results, code) = code.split_once(" = ").map_or(("", code), |(results, code)| (results, code));
        let word = code.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))?;
        let rest = &code[code.find(word)? + word.len()..];
        let opcode = word.trim_end_matches(',').trim_end_matches("_soft").to_ascii_lowercase();
        let between_commas = |text: &'t str| match text.trim() {
            "" => Vec::new(),
            text => text.split(',').map(str::trim).collect(),
        };
        Some(MachineInstruction { opcode, results: between_commas(results), operands: between_commas(rest), memory })
    }

    /// The numbers among its operands, in order.
    pub fn numbers(&self) -> Vec<u64> {
        self.operands.iter().filter_map(|operand| operand.parse().ok()).collect()
    }
}
