//! What is known of compiled code beside its instructions: `models/compiled.toml`.

use super::machine_ir::MachineIr;
use crate::syntax::table::ast::Access;
use crate::targets::Target;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The largest number of a wait: it is encoded in 16 bits.
pub const LARGEST_WAIT: u64 = 0xffff;

/// How the numbers of waits of some targets have their counters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitLayout {
    targets: Vec<String>,
    counters: BTreeMap<String, Vec<[u32; 2]>>,
    /// Counters that are not looked at.
    ignored: BTreeMap<String, Vec<[u32; 2]>>,
}

/// How cache policies of some targets are made of bits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
    targets: Vec<String>,
    fields: Vec<Field>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Field {
    mask: u64,
    access: Option<Access>,
    words: BTreeMap<String, String>,
}

/// What the file says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    scalar_loads: Vec<String>,
    hints: Vec<String>,
    folded: Vec<String>,
    inline_assembly: [String; 2],
    calls_without_waits: Vec<String>,
    entry_counters: Vec<String>,
    entry_waits: Vec<String>,
    optimization: String,
    computes: Vec<String>,
    waits_for_others: Vec<String>,
    results: BTreeMap<String, Vec<String>>,
    wait: Vec<WaitLayout>,
    policy: Vec<Policy>,
    machine_ir: MachineIr,
}

/// What comes with the tool.
pub fn encodings() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The text is part of the program, and a test reads it.
    let read = || toml::from_str(include_str!("../../models/compiled.toml")).unwrap_or_else(|error| panic!("{error}"));
    DATA.get_or_init(read)
}

impl Data {
    /// Whether an instruction loads into scalar registers.
    pub fn is_scalar_load(&self, mnemonic: &str) -> bool {
        self.scalar_loads.iter().any(|begin| mnemonic.starts_with(begin.as_str()))
    }

    /// Whether no order depends on an operand.
    pub fn is_hint(&self, operand: &str) -> bool {
        self.hints.iter().any(|known| known == operand)
    }

    /// Whether a line's comment says that the register allocator made it.
    pub fn is_folded(&self, comment: &str) -> bool {
        self.folded.iter().any(|known| comment.contains(known.as_str()))
    }

    /// What begins code that the source has as text, and what ends it, in comments.
    pub fn inline_assembly(&self) -> &[String; 2] {
        &self.inline_assembly
    }

    /// Whether a function that IR calls becomes no wait and no cache operation.
    pub fn calls_without_waits(&self, name: &str) -> bool {
        self.calls_without_waits.iter().any(|begin| name.starts_with(begin.as_str()))
    }

    /// Whether a wait at the beginning of a function is one that every function has.
    pub fn is_entry_wait(&self, mnemonic: &str, text: &str) -> bool {
        self.entry_waits.iter().any(|known| known == mnemonic)
            || self.entry_counters.iter().all(|counter| text.contains(counter.as_str()))
    }

    /// Whether an instruction of machine IR orders nothing.
    pub fn computes(&self, opcode: &str) -> bool {
        self.computes.iter().any(|known| opcode.starts_with(known.as_str()))
    }

    /// Whether an instruction waits for what no operation of a table counts in.
    pub fn waits_for_others(&self, opcode: &str) -> bool {
        self.waits_for_others.iter().any(|known| known == opcode)
    }

    /// The option of a compiler that leaves every wait of an operation in its code.
    pub fn keeps_waits(&self) -> &str {
        &self.optimization
    }

    /// The counters of the results of a form.
    pub fn results(&self, form: &str) -> &[String] {
        self.results.get(form).map_or(&[], Vec::as_slice)
    }

    /// The counters that a wait of machine IR has, each with its number.
    ///
    /// # Errors
    /// It is not known how the target has them, or the number has no encoding.
    pub fn counters(&self, target: &Target, number: u64) -> Result<Vec<(String, u64)>, String> {
        let unknown = || format!("how {} has counters in one number is not known", target.name);
        let layout = self.layout(target).ok_or_else(unknown)?;
        if number > LARGEST_WAIT {
            return Err(format!("a wait has no encoding for {number}: the most is {LARGEST_WAIT}"));
        }
        let counters = layout.counters.iter().filter_map(|(name, ranges)| {
            let (value, most, _) = ranges.iter().fold((0, 0, 0), |(value, most, shift), [low, high]| {
                let width = high - low + 1;
                let mask = (1u64 << width) - 1;
                (value | (number >> low & mask) << shift, most | mask << shift, shift + width)
            });
            (value != most).then(|| (name.clone(), value))
        });
        Ok(counters.collect())
    }

    fn layout(&self, target: &Target) -> Option<&WaitLayout> {
        self.wait.iter().find(|layout| layout.targets.iter().any(|known| known == target.memory()))
    }

    /// The most operations that a wait can leave; `None` of a counter that the target's waits for several have not.
    pub fn most_left(&self, target: &Target, counter: &str) -> Option<u64> {
        let layout = self.layout(target)?;
        let ranges = layout.counters.get(counter).or_else(|| layout.ignored.get(counter))?;
        let width: u32 = ranges.iter().map(|[low, high]| high - low + 1).sum();
        Some((1 << width) - 1)
    }

    /// How machine IR says what assembly spells.
    pub fn machine_ir(&self) -> &MachineIr {
        &self.machine_ir
    }

    /// The operands of a cache operation; `None` if some bit of it has no word.
    pub fn cache_operands(&self, target: &Target, name: &str, bits: u64) -> Option<Vec<String>> {
        // Bits for operands that the target's instruction has not are in no encoding.
        let bits = if target.operands.contains_key(name) { bits } else { 0 };
        self.policy(target, None, bits)
    }

    /// The operands that a cache policy stands for; `None` if some bit of it has no word.
    pub fn policy(&self, target: &Target, access: Option<Access>, bits: u64) -> Option<Vec<String>> {
        let policy = self.policy.iter().find(|policy| policy.targets.iter().any(|known| known == target.memory()))?;
        let mut rest = bits;
        let mut words = Vec::new();
        for field in &policy.fields {
            let is_meant = field.access.is_none_or(|of| access == Some(of));
            let value = bits & field.mask;
            if !is_meant || value == 0 {
                continue;
            }
            words.push(field.words.get(&value.to_string())?.clone());
            rest &= !field.mask;
        }
        (rest == 0).then_some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::known_targets;

    fn target(name: &str) -> &'static Target {
        known_targets().iter().find(|target| target.name == name).expect("a target")
    }

    fn waits(name: &str, number: u64) -> String {
        let counters = encodings().counters(target(name), number).expect("a layout");
        counters.iter().map(|(counter, number)| format!("{counter}({number})")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_of_waits_are_taken_apart() {
        assert_eq!(waits("gfx8", 3952), "vmcnt(0)");
        assert_eq!(waits("gfx90a", 3952), "vmcnt(0)");
        assert_eq!(waits("gfx90a", 112), "lgkmcnt(0) vmcnt(0)");
        assert_eq!(waits("gfx90a", 49279), "lgkmcnt(0)");
        assert_eq!(waits("gfx11", 1015), "vmcnt(0)");
        assert_eq!(waits("gfx11", 64519), "lgkmcnt(0)");
        assert_eq!(waits("gfx11", 7), "lgkmcnt(0) vmcnt(0)");
    }

    #[test]
    fn bits_of_policies_have_words() {
        let words = |name: &str, access, bits| encodings().policy(target(name), access, bits);
        assert_eq!(words("gfx942", Some(Access::Load), 17), Some(vec!["sc0=1".into(), "sc1=1".into()]));
        assert_eq!(
            words("gfx12", Some(Access::Atomic), 9),
            Some(vec!["scope:SCOPE_SE".into(), "th:TH_ATOMIC_RETURN".into()])
        );
        assert_eq!(words("gfx12", None, 9), None);
        assert_eq!(words("gfx10", Some(Access::Load), 16), None);
    }
}
