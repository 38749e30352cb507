//! Operands of machine IR: those that assembly has, and registers that an instruction writes without naming them there.

use super::{MachineInstruction, MachineIr};
use crate::spelling::{Operand, RegisterFile, Unit, operand};

/// The operands of an instruction, as assembly spells them.
pub(super) struct Operands<'t> {
    /// The registers of its results.
    pub results: Vec<String>,
    /// The explicit ones.
    pub explicit: Vec<&'t str>,
    /// The registers that it writes besides, of which something is read.
    pub written: Vec<&'t str>,
    /// The register of lanes that it writes besides, read or not.
    pub lanes: Option<String>,
}

impl<'t> Operands<'t> {
    pub fn read(instruction: &MachineInstruction<'t>, ir: &MachineIr) -> Result<Operands<'t>, String> {
        let results = instruction.results.iter().map(|result| ir.word(ir.without_flags(result).0));
        let results = results.collect::<Result<_, _>>()?;
        let mut read = Operands { results, explicit: Vec::new(), written: Vec::new(), lanes: None };
        let mut is_implicit = false;
        for text in &instruction.operands {
            let first = text.split_whitespace().next().unwrap_or_default();
            if ir.annotations.iter().any(|known| known == first) {
                break;
            }
            match first {
                "implicit" => is_implicit = true,
                "implicit-def" => {
                    is_implicit = true;
                    let (register, is_dead) = ir.without_flags(text.trim_start_matches("implicit-def").trim_start());
                    read.written.extend((!is_dead).then_some(register));
                    let is_lanes = |word: &String| units(word).iter().any(|unit| unit.0 == RegisterFile::Vcc);
                    read.lanes = read.lanes.or(ir.word(register).ok().filter(is_lanes));
                }
                _ if is_implicit => return Err(format!("`{text}` after implicit registers is not understood")),
                _ => read.explicit.push(ir.without_flags(text).0),
            }
        }
        Ok(read)
    }

    /// That each result is the register that stands in its place among the operands, which keeps its value.
    pub fn keep_values(&self, ir: &MachineIr) -> Result<(), String> {
        let is_kept = |(number, result): (usize, &String)| {
            self.explicit.get(number).is_some_and(|text| ir.word(text).as_ref() == Ok(result))
        };
        match self.results.iter().enumerate().all(is_kept) {
            true => Ok(()),
            false => Err(format!("what becomes of `{}` is not understood", self.results.join(", "))),
        }
    }
}

impl MachineIr {
    /// An operand without the words that say what becomes of its register, and whether one says that nothing reads it.
    pub(super) fn without_flags<'t>(&self, text: &'t str) -> (&'t str, bool) {
        let (mut rest, mut is_dead) = (text.trim(), false);
        while let Some((word, after)) = rest.split_once(' ')
            && self.flags.iter().any(|known| known == word)
        {
            is_dead |= word == "dead";
            rest = after.trim_start();
        }
        (rest, is_dead)
    }

    /// An operand as assembly spells it: a register, a number, a block.
    pub(super) fn word(&self, text: &str) -> Result<String, String> {
        let unknown = || format!("the operand `{text}` is not understood");
        if let Some(name) = text.strip_prefix('$') {
            return self.register(name).ok_or_else(unknown);
        }
        if let Some(block) = text.strip_prefix("%bb.") {
            let number: String = block.chars().take_while(char::is_ascii_digit).collect();
            return if number.is_empty() { Err(unknown()) } else { Ok(format!("bb.{number}")) };
        }
        text.parse::<i64>().map(|number| number.to_string()).map_err(|_| unknown())
    }

    /// A register as assembly calls it: `vgpr0_vgpr1` is `v[0:1]`.
    pub(super) fn register(&self, name: &str) -> Option<String> {
        if let Some(word) = self.named_registers.get(name) {
            return Some(word.clone());
        }
        let half = self.halves.iter().find_map(|(ending, word)| Some((name.strip_suffix(ending.as_str())?, word)));
        let (name, half) = half.map_or((name, ""), |(name, word)| (name, word.as_str()));
        let mut numbers = Vec::new();
        let mut letter = None;
        for part in name.split('_') {
            let digits = part.find(|c: char| c.is_ascii_digit())?;
            let of = self.registers.get(&part[..digits])?;
            if *letter.get_or_insert(of) != of {
                return None;
            }
            numbers.push(part[digits..].parse::<u32>().ok()?);
        }
        let (first, last) = (*numbers.first()?, *numbers.last()?);
        let is_range = numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        let letter = letter?;
        match (is_range, first == last) {
            (true, true) => Some(format!("{letter}{first}{half}")),
            (true, false) if half.is_empty() => Some(format!("{letter}[{first}:{last}]")),
            (true, false) | (false, _) => None,
        }
    }
}

/// The registers that a word of assembly names.
pub(super) fn units(word: &str) -> Vec<Unit> {
    match operand(word.trim_end_matches(".l").trim_end_matches(".h")) {
        Operand::Registers(units) => units,
        Operand::Int(_) | Operand::Word(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::spelling::encodings;

    #[test]
    fn operands_are_spelled_as_in_assembly() {
        let word = |text: &str| encodings().machine_ir().word(text).unwrap_or_else(|why| why);
        assert_eq!(word("$vgpr12"), "v12");
        assert_eq!(word("$vgpr0_vgpr1"), "v[0:1]");
        assert_eq!(word("$sgpr4_sgpr5_sgpr6_sgpr7"), "s[4:7]");
        assert_eq!(word("$agpr255"), "a255");
        assert_eq!(word("$vgpr4_hi16"), "v4.h");
        assert_eq!(word("$sgpr_null"), "null");
        assert_eq!(word("%bb.2"), "bb.2");
        assert_eq!(word("%bb.12.loop.1"), "bb.12");
        assert_eq!(word("-1"), "-1");
        for wrong in ["$vgpr0_vgpr2", "$vgpr0_sgpr1", "$vgpr", "$vgpr0_", "$mode", "%bb.", "%stack.0", "@x", "$", ""] {
            assert_eq!(word(wrong), format!("the operand `{wrong}` is not understood"));
        }
    }
}
