//! Instructions of machine IR as assembly spells them, by the layouts of `models/compiled.toml`.

use super::operands::{Operands, units};
use super::{MachineInstruction, MachineIr, OperandsOf};
use crate::spelling::{Description, Does, Implicit, Operand, RegisterFile, Unit, encodings, instructions, kind_of};
use crate::targets::{Access, Target, alternatives};

/// An instruction in the words of assembly: two of them if it encodes both, none if it becomes no code, and one for each register whose value it gives up.
///
/// # Errors
/// What of it is not understood.
pub fn as_assembly(read: &MachineInstruction<'_>, target: &Target) -> Result<Vec<String>, String> {
    let ir = encodings().machine_ir();
    if ir.no_code.contains(&read.opcode) {
        return Ok(Vec::new());
    }
    let operands = Operands::read(read, ir)?;
    if ir.undefines.contains(&read.opcode) {
        return operands.results.iter().flat_map(|word| units(word)).map(|unit| undefined(unit, ir)).collect();
    }
    if ir.keeps.contains(&read.opcode) {
        return operands.keep_values(ir).map(|()| Vec::new());
    }
    let opcode = ir.without_variants(&read.opcode);
    let [before, between] = &ir.dual;
    if let Some((first, second)) = opcode.strip_prefix(before.as_str()).and_then(|rest| rest.split_once(between)) {
        return dual([first, second], &operands, ir);
    }
    let named = Named::of(&opcode, ir, target)?;
    let text = named.spelled(&operands, read, target)?;
    named.writes_nothing_else(&operands, ir)?;
    Ok(vec![text])
}

/// What an instruction does that is described by its name, by its opcode of machine IR.
pub fn of_opcode(opcode: &str) -> Option<&'static Description> {
    let ir = encodings().machine_ir();
    instructions().of_name(ir.mnemonic(&ir.without_variants(opcode)).0)
}

impl MachineIr {
    /// An opcode without what stands within it that no mnemonic has.
    fn without_variants(&self, opcode: &str) -> String {
        self.within.iter().fold(opcode.to_string(), |opcode, word| opcode.replace(word.as_str(), ""))
    }

    /// The mnemonic of an opcode, and what the opcode ends with that decides where its operands are.
    fn mnemonic<'o>(&'static self, opcode: &'o str) -> (&'o str, Option<&'static str>) {
        let (mut mnemonic, mut ending) = (opcode, None);
        // What is described as it stands ends with nothing else.
        while instructions().of_name(mnemonic).is_none() {
            let layouts = self.layout.iter().filter_map(|layout| layout.ending.as_deref()).filter(|_| ending.is_none());
            let of_layout = layouts.into_iter().find(|end| mnemonic.ends_with(end));
            let end = of_layout.or(self.endings.iter().map(String::as_str).find(|end| mnemonic.ends_with(end)));
            let Some(end) = end else { break };
            ending = ending.or(of_layout);
            mnemonic = &mnemonic[..mnemonic.len() - end.len()];
        }
        (mnemonic, ending)
    }
}

/// An opcode's mnemonic, and what it does.
struct Named<'o> {
    ir: &'static MachineIr,
    opcode: &'o str,
    mnemonic: String,
    description: &'static Description,
    /// What the opcode ends with that decides where its operands are.
    ending: Option<&'static str>,
}

impl<'o> Named<'o> {
    fn of(opcode: &'o str, ir: &'static MachineIr, target: &Target) -> Result<Named<'o>, String> {
        let (mnemonic, ending) = ir.mnemonic(opcode);
        let description = instructions().of(mnemonic).ok_or_else(|| format!("`{opcode}` is not understood"))?;
        // Targets call some of them by another name.
        let is_scalar = |name: &String| target.scalar.contains_key(name);
        let mnemonic = match target.scalar.contains_key(mnemonic) {
            true => mnemonic.to_string(),
            false => description.all_names().find(is_scalar).unwrap_or_else(|| mnemonic.to_string()),
        };
        Ok(Named { ir, opcode, mnemonic, description, ending })
    }

    fn spelled(
        &self,
        operands: &Operands<'_>,
        read: &MachineInstruction<'_>,
        target: &Target,
    ) -> Result<String, String> {
        let with = |words: Vec<String>| match words.is_empty() {
            true => self.mnemonic.clone(),
            false => format!("{} {}", self.mnemonic, words.join(", ")),
        };
        let does = self.description.does;
        match does {
            Does::Load | Does::Store | Does::Atomic | Does::Cmpxchg => {
                let access = kind_of(self.description);
                let text =
                    self.layout(does).ok_or_else(|| format!("the operands of `{}` are not known", self.opcode))?;
                Ok(format!("{} {}", self.mnemonic, self.filled(text, operands, Some((target, access)))?))
            }
            Does::Wait if self.ir.waits_for_several(&self.mnemonic) => {
                let [number] = read.numbers()[..] else { return Err("a wait without a number".into()) };
                let counters = encodings().counters(target, number)?;
                let words = counters.iter().map(|(counter, number)| format!(" {counter}({number})"));
                Ok(self.mnemonic.clone() + &words.collect::<String>())
            }
            Does::Cache => {
                let name = self.description.named.first().unwrap_or(&self.mnemonic);
                let bits = match operands.explicit[..] {
                    [] => Some(0),
                    [bits] => bits.parse().ok(),
                    [_, _, ..] => None,
                };
                let words = bits.and_then(|bits| encodings().cache_operands(target, name, bits));
                let words = words.ok_or_else(|| {
                    format!("what the cache policy `{}` means is not known", operands.explicit.join(", "))
                })?;
                let words = words.iter().map(|word| format!(" {}", word.trim_end_matches("=1")));
                Ok(self.mnemonic.clone() + &words.collect::<String>())
            }
            _ if let Some(text) = self.said() => {
                let filled = self.filled(text, operands, None)?;
                Ok(format!("{} {filled}", self.mnemonic).trim_end().to_string())
            }
            Does::LoadToLds | Does::StoreFromLds => Err(format!("the operands of `{}` are not known", self.opcode)),
            Does::Opaque => Ok(with(self.all(operands))),
            Does::Copy
            | Does::Not
            | Does::Compute
            | Does::Compare
            | Does::Select
            | Does::ReadLane
            | Does::WriteLane
            | Does::SaveExec => {
                let (own, more) = operands.explicit.split_at(self.arity().min(operands.explicit.len()));
                let own = own.iter().map(|text| self.ir.word(text));
                let words = operands.results.iter().cloned().map(Ok).chain(own).collect::<Result<_, _>>()?;
                // What comes after them changes what is computed, if it is not 0; where there is more of it, it may stand before them, too. Whatever it is, assembly has a word for
                // it, with which it is not known what is computed.
                let is_plain = matches!(more, [] | ["0"]);
                Ok(with(words) + if is_plain { "" } else { " clamp" })
            }
            Does::Wait
            | Does::Barrier
            | Does::BarrierInit
            | Does::BarrierJoin
            | Does::BarrierLeave
            | Does::BarrierSignal
            | Does::BarrierSignalIsfirst
            | Does::BarrierWait
            | Does::Nothing
            | Does::Branch
            | Does::Return => {
                if !operands.results.is_empty() {
                    return Err(format!("`{}` with a result is not understood", self.opcode));
                }
                Ok(with(operands.explicit.iter().map(|text| self.ir.word(text)).collect::<Result<_, _>>()?))
            }
        }
    }

    /// The operands that are said for the opcode.
    fn said(&self) -> Option<&'static str> {
        self.operands_of().map(|of| of.text.as_str())
    }

    fn operands_of(&self) -> Option<&'static OperandsOf> {
        let names = |name: &String| alternatives(name).iter().any(|name| name == self.opcode);
        self.ir.operands.iter().find(|of| of.opcodes.iter().any(names))
    }

    /// How many operands say what is computed.
    fn arity(&self) -> usize {
        match self.description.does {
            Does::Copy | Does::Not | Does::SaveExec => 1,
            Does::Load
            | Does::Store
            | Does::Atomic
            | Does::Cmpxchg
            | Does::LoadToLds
            | Does::StoreFromLds
            | Does::Wait
            | Does::Cache
            | Does::Barrier
            | Does::BarrierInit
            | Does::BarrierJoin
            | Does::BarrierLeave
            | Does::BarrierSignal
            | Does::BarrierSignalIsfirst
            | Does::BarrierWait
            | Does::Nothing
            | Does::Branch
            | Does::Return
            | Does::Compute
            | Does::Compare
            | Does::Select
            | Does::ReadLane
            | Does::WriteLane
            | Does::Opaque => 2,
        }
    }

    /// Every register that an instruction names or writes: of one that is opaque no more is known.
    fn all(&self, operands: &Operands<'_>) -> Vec<String> {
        let other = |text: &&str| self.ir.word(text).unwrap_or_else(|_| "other".into());
        let named = operands.explicit.iter().chain(&operands.written).map(other);
        operands.results.iter().cloned().chain(named).collect()
    }

    fn layout(&self, does: Does) -> Option<&'static str> {
        let form = self.opcode.split('_').next().unwrap_or_default();
        let is_meant = |layout: &&super::Layout| layout.form == form && layout.ending.as_deref() == self.ending;
        let layout = self.ir.layout.iter().find(is_meant)?;
        let own = if does == Does::Cmpxchg { layout.cmpxchg.as_deref() } else { None };
        own.or(match kind_of(self.description) {
            Access::Load => layout.load.as_deref(),
            Access::Store => layout.store.as_deref(),
            Access::Atomic => layout.atomic.as_deref(),
        })
    }

    /// The operands that a layout says.
    fn filled(
        &self,
        layout: &str,
        operands: &Operands<'_>,
        access: Option<(&Target, Access)>,
    ) -> Result<String, String> {
        let wrong = || format!("`{}` with these operands is not understood", self.opcode);
        let explicit = |number: &str| -> Result<&str, String> {
            let number: usize = number.parse().map_err(|_| wrong())?;
            operands.explicit.get(number).copied().ok_or_else(wrong)
        };
        let mut text = String::new();
        let mut has_result = operands.results.is_empty();
        let numbers = layout.split(|c: char| c.is_whitespace() || c == ',').filter_map(|word| word.split_once('$'));
        let used = numbers.filter_map(|(_, number)| number.parse::<usize>().ok()).max().map_or(0, |last| last + 1);
        let more = operands.explicit.get(used..).ok_or_else(wrong)?;
        let is_whole = more.is_empty() || (layout.ends_with("zeros") && more.iter().all(|text| *text == "0"));
        if !is_whole {
            return Err(wrong());
        }
        for word in layout.split_whitespace() {
            let (word, comma) = word.strip_suffix(',').map_or((word, " "), |word| (word, ", "));
            let spelled = match word.split_once(['$', ':']) {
                _ if word == "zeros" => continue,
                None if word == "=" && operands.results.is_empty() => continue,
                None if word == "=" => {
                    has_result = true;
                    operands.results.join(", ")
                }
                None if word == "def" => operands.lanes.clone().ok_or_else(wrong)?,
                None => word.to_string(),
                Some(("", number)) => self.ir.word(explicit(number)?)?,
                Some(("=", number)) => {
                    let data = self.ir.word(explicit(number)?)?;
                    has_result = operands.results.is_empty() || operands.results == [data.clone()];
                    data
                }
                Some(("zero", number)) => match explicit(number.trim_start_matches('$'))? {
                    "0" => continue,
                    _ => return Err(wrong()),
                },
                Some(("offset", number)) => match explicit(number.trim_start_matches('$'))? {
                    "0" => continue,
                    offset => format!("offset:{}", offset.parse::<i64>().map_err(|_| wrong())?),
                },
                Some(("policy", number)) => {
                    let text = explicit(number.trim_start_matches('$'))?;
                    let bits = text.parse().map_err(|_| wrong())?;
                    let words = access.and_then(|(target, access)| encodings().policy(target, Some(access), bits));
                    let words = words.ok_or_else(|| format!("what the cache policy {bits} means is not known"))?;
                    words.iter().map(|word| word.trim_end_matches("=1")).collect::<Vec<_>>().join(" ")
                }
                Some(_) => return Err(wrong()),
            };
            text += &(spelled + comma);
        }
        if has_result { Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")) } else { Err(wrong()) }
    }

    /// That what it does covers every register which it writes and something reads.
    fn writes_nothing_else(&self, operands: &Operands<'_>, ir: &MachineIr) -> Result<(), String> {
        let (does, description) = (self.description.does, self.description);
        let results: Vec<_> = operands.results.iter().flat_map(|word| units(word)).collect();
        let besides = self.operands_of().map_or(&[][..], |of| of.writes.as_slice());
        for register in operands.written.iter().filter(|register| !besides.iter().any(|known| known == *register)) {
            let written = ir.word(register).map(|word| units(&word)).unwrap_or_default();
            let covers = |unit: &Unit| match unit.0 {
                _ if does == Does::Opaque => true,
                RegisterFile::Scc => {
                    description.scc.is_some()
                        || description.to == Some(Implicit::Scc)
                        || does == Does::BarrierSignalIsfirst
                }
                RegisterFile::Exec => does == Does::SaveExec || description.to == Some(Implicit::Exec),
                RegisterFile::Vcc => self.said().is_some_and(|text| text.contains("def")),
                // A part of a register of several words.
                RegisterFile::Vector | RegisterFile::Accumulator | RegisterFile::Scalar => {
                    results.iter().any(|result| written.contains(result))
                }
                RegisterFile::M0 | RegisterFile::Null => false,
            };
            if written.is_empty() || !written.iter().all(covers) {
                return Err(format!("`{}` that writes `{register}` is not understood", self.opcode));
            }
        }
        Ok(())
    }
}

/// That a register has any value from here on.
fn undefined(unit: Unit, ir: &MachineIr) -> Result<String, String> {
    let register = Operand::Registers(vec![unit]);
    match ir.undefined.get(unit.0.letter()) {
        Some(copy) => Ok(format!("{copy} {register}, undefined")),
        None => Err(format!("`{register}` without a value is not understood")),
    }
}

/// Two instructions that one encodes, each with one result.
fn dual(names: [&str; 2], operands: &Operands<'_>, ir: &'static MachineIr) -> Result<Vec<String>, String> {
    let wrong = || "two instructions in one with these operands are not understood".to_string();
    let plain = |name: &str| {
        let mut name = name;
        while let Some(before) = ir.endings.iter().find_map(|end| name.strip_suffix(end.as_str())) {
            name = before;
        }
        format!("v_{}", instructions().plain(name))
    };
    let [first, second] = names.map(plain);
    let count = |name: &str| {
        let does = instructions().of(name).map(|description| description.does);
        let known = [(Does::Copy, 1), (Does::Compute, 2), (Does::Select, 2)];
        let count = known.iter().find(|(known, _)| does == Some(*known)).map(|(_, count)| *count);
        count.ok_or_else(|| format!("`{name}` in two parts is not understood"))
    };
    let (of_first, of_second) = (count(&first)?, count(&second)?);
    let words: Vec<String> = operands.explicit.iter().map(|text| ir.word(text)).collect::<Result<_, _>>()?;
    let ([a, b], true) = (&operands.results[..], words.len() == of_first + of_second) else { return Err(wrong()) };
    if !operands.written.is_empty() {
        return Err(wrong());
    }
    let (own, rest) = words.split_at(of_first);
    Ok(vec![format!("{first} {a}, {}", own.join(", ")), format!("{second} {b}, {}", rest.join(", "))])
}
