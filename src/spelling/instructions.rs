//! What instructions do, by mnemonic: `models/instructions.toml`.

use super::descriptions::{Description, Does, Form, ReadsLate, Results};
use super::mnemonics::mnemonics;
use super::modifiers::Modifiers;
use super::patterns::{Fields, Pattern};
use super::shapes::Places;
use super::{Operand, RegisterFile, Unit, operand};
use crate::targets::Target;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    encodings: Vec<String>,
    lane_encodings: Vec<String>,
    returning: Vec<String>,
    opaque: Vec<String>,
    not_opaque: Vec<String>,
    scalar_unit: String,
    of_one_lane: Vec<String>,
    to_lds: String,
    keep: String,
    return_address: String,
    #[serde(default)]
    stack: BTreeMap<String, Vec<String>>,
    kernarg: Vec<String>,
    kernarg_preload: String,
    #[serde(default)]
    lds_bound: HashMap<String, u32>,
    scalar_registers: HashMap<String, u32>,
    vector_registers: u32,
    #[serde(default)]
    accumulators: Vec<String>,
    #[serde(default)]
    even_registers: Vec<String>,
    #[serde(default)]
    buffer_words: HashMap<String, Vec<u32>>,
    #[serde(default)]
    wave64: Vec<String>,
    #[serde(default)]
    wave32_directive: String,
    #[serde(default)]
    reads_late: HashMap<String, ReadsLate>,
    #[serde(default)]
    no_null: Vec<String>,
    #[serde(default)]
    cmpx_writes_vcc: Vec<String>,
    #[serde(default)]
    wordless_encodings: Vec<String>,
    operands: BTreeMap<String, Vec<Places>>,
    #[serde(default)]
    operands_encoded: BTreeMap<String, BTreeMap<String, Vec<Places>>>,
    #[serde(default)]
    operands_on: BTreeMap<String, BTreeMap<String, Vec<Places>>>,
    #[serde(default, rename = "modifier")]
    modifiers: Modifiers,
    words: BTreeMap<String, Vec<Pattern>>,
    fields: BTreeMap<String, Fields>,
    forms: BTreeMap<String, Form>,
    instruction: Vec<Description>,
}

/// The descriptions of instructions, and the words that their operands have.
#[derive(Debug)]
pub struct Instructions {
    file: File,
    by_name: HashMap<String, usize>,
    kernarg: Vec<(String, u32)>,
    return_address: Vec<Unit>,
    stack: BTreeMap<String, Vec<Operand>>,
    opaque: Description,
}

impl Instructions {
    fn read(text: &str) -> Result<Instructions, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut kernarg = Vec::new();
        for item in &file.kernarg {
            let (directive, number) = item.split_once(' ').unwrap_or((item, ""));
            let number = number.parse().map_err(|_| format!("`{item}` is no directive and a number of registers"))?;
            kernarg.push((directive.to_string(), number));
        }
        let mut by_name = HashMap::new();
        for (number, description) in file.instruction.iter().enumerate() {
            for name in description.all_names() {
                if by_name.insert(name.clone(), number).is_some() {
                    return Err(format!("`{name}` is described twice"));
                }
            }
        }
        let opaque = Description {
            names: Vec::new(),
            does: Does::Opaque,
            bits: 0,
            signed: false,
            half: None,
            op: None,
            swapped: false,
            named: Vec::new(),
            ignored: Vec::new(),
            scc: None,
            to: None,
            on: None,
            when: false,
            data: None,
            lds_operand: false,
        };
        let Operand::Registers(return_address) = operand(&file.return_address) else {
            return Err(format!("`{}` names no registers", file.return_address));
        };
        let operands = |words: &Vec<String>| words.iter().map(|word| operand(word)).collect();
        let stack = file.stack.iter().map(|(form, words)| (form.clone(), operands(words))).collect();
        Ok(Instructions { file, by_name, kernarg, return_address, stack, opaque })
    }

    /// What an instruction does; `None` if it is not described, and may do anything.
    pub fn of(&self, mnemonic: &str) -> Option<&Description> {
        let plain = self.plain(mnemonic);
        let begins = |words: &[String]| words.iter().any(|word| plain.starts_with(word.as_str()));
        let is_opaque = || begins(&self.file.opaque) && !begins(&self.file.not_opaque);
        match self.by_name.get(plain) {
            Some(&number) => Some(&self.file.instruction[number]),
            None => (is_opaque() && mnemonics().of(self.bare(mnemonic)).is_some()).then_some(&self.opaque),
        }
    }

    /// The mnemonics that are described.
    #[cfg(test)]
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.file.instruction.iter().flat_map(Description::all_names)
    }

    /// What an instruction does that is described by its name.
    pub fn of_name(&self, mnemonic: &str) -> Option<&Description> {
        self.by_name.get(self.plain(mnemonic)).map(|&number| &self.file.instruction[number])
    }

    /// A mnemonic without the word for its encoding.
    pub fn plain<'a>(&self, mnemonic: &'a str) -> &'a str {
        let stripped = self.file.encodings.iter().find_map(|encoding| mnemonic.strip_suffix(encoding.as_str()));
        stripped.unwrap_or(mnemonic)
    }

    /// A mnemonic without any word for an encoding, those by which operands are of other lanes or parts of registers among them: by this name assemblers tell who has it.
    pub fn bare<'a>(&self, mnemonic: &'a str) -> &'a str {
        let plain = self.plain(mnemonic);
        if self.by_name.contains_key(plain) {
            return plain;
        }
        let stripped = self.file.lane_encodings.iter().find_map(|encoding| plain.strip_suffix(encoding.as_str()));
        stripped.unwrap_or(plain)
    }

    /// In which registers an instruction that computes has its results, by its name without the word for its encoding.
    pub fn result(&self, plain: &str, description: &Description) -> Results {
        let is_of_one_lane = self.file.of_one_lane.iter().any(|name| name == plain);
        match plain.starts_with(self.file.scalar_unit.as_str()) {
            true => Results::Scalar,
            false if description.does == Does::Compare || is_of_one_lane => Results::Either,
            false => Results::Vector,
        }
    }

    /// The operands of accesses of a form.
    pub fn form(&self, form: &str) -> Option<&Form> {
        self.file.forms.get(form)
    }

    /// The ways in which operands stand in an instruction of a target that is no access by a form: those of the longest beginning of its name that has any.
    pub fn operands(&self, mnemonic: &str, target: &Target) -> Option<&[Places]> {
        let plain = self.plain(mnemonic);
        let on = self.file.operands_on.get(target.memory());
        let mut encoded = self.file.operands_encoded.iter();
        let encoded = encoded.find(|(encoding, _)| mnemonic.ends_with(encoding.as_str())).map(|(_, said)| said);
        let special = on.into_iter().chain(encoded).find_map(|said| longest(said, plain));
        special.or_else(|| longest(&self.file.operands, plain)).map(Vec::as_slice)
    }

    /// The words that may follow them.
    pub fn words(&self, mnemonic: &str) -> &[Pattern] {
        match self.file.wordless_encodings.iter().any(|encoding| mnemonic.ends_with(encoding.as_str())) {
            true => &[],
            false => longest(&self.file.words, self.plain(mnemonic)).map_or(&[], Vec::as_slice),
        }
    }

    /// The words that may follow the operands of accesses, and of what is done to caches.
    pub fn modifiers(&self) -> &Modifiers {
        &self.file.modifiers
    }

    /// Whether a comparison that writes the mask of lanes writes `vcc`, too, where it names no other register.
    pub fn cmpx_writes_vcc(&self, target: &Target) -> bool {
        self.file.cmpx_writes_vcc.iter().any(|known| known == target.memory())
    }

    /// The fields of an instruction whose number may be said by them.
    pub fn fields(&self, plain: &str) -> Option<&Fields> {
        self.file.fields.get(plain)
    }

    /// Whether accesses of a target may have their values in accumulators.
    pub fn has_accumulators(&self, target: &Target) -> bool {
        self.file.accumulators.iter().any(|known| known == target.memory())
    }

    /// Whether the last word of a buffer's resource is one of which it is known what is accessed.
    pub fn is_buffer_word(&self, target: &Target, word: u64) -> bool {
        let known = self.file.buffer_words.get(target.memory());
        known.into_iter().flatten().any(|known| u64::from(*known) == word)
    }

    /// Whether waves of a target have 64 lanes in any case.
    pub fn has_wave64(&self, target: &Target) -> bool {
        self.file.wave64.iter().any(|known| known == target.memory())
    }

    /// The directive that says whether waves of a kernel have 32 lanes.
    pub fn wave32_directive(&self) -> &str {
        &self.file.wave32_directive
    }

    /// Which registers accesses to memory read after they are issued, if any do on a target.
    pub fn reads_late(&self, target: &Target) -> Option<&ReadsLate> {
        self.file.reads_late.get(target.memory())
    }

    /// Whether a target has a register `null`.
    pub fn has_null(&self, target: &Target) -> bool {
        !self.file.no_null.iter().any(|known| known == target.memory())
    }

    /// How many registers of a file have numbers on a target; `None` of a file whose registers have names.
    pub fn registers_of(&self, file: RegisterFile, target: &Target) -> Option<u32> {
        match file {
            // Of a target that is not in the file no number is known, and none is taken.
            RegisterFile::Scalar => Some(self.file.scalar_registers.get(target.memory()).copied().unwrap_or_default()),
            RegisterFile::Vector | RegisterFile::Accumulator => Some(self.file.vector_registers),
            RegisterFile::Vcc | RegisterFile::Exec | RegisterFile::Scc | RegisterFile::M0 | RegisterFile::Null => None,
        }
    }

    /// Whether several vector registers of a target begin with one of an even number.
    pub fn numbers_evenly(&self, target: &Target) -> bool {
        self.file.even_registers.iter().any(|known| known == target.memory())
    }

    /// Whether an operand says how an instruction of a form makes an address.
    pub fn is_addressing(&self, form: &str, word: &str) -> bool {
        self.form(form).is_some_and(|form| form.addressing.iter().any(|known| known == word))
    }

    /// Whether an operand makes an atomic return what it found.
    pub fn is_returning(&self, word: &str) -> bool {
        self.file.returning.iter().any(|known| known == word)
    }

    /// What a kernel finds in scalar registers up to the pointer to its arguments, which is last: by the directive of its descriptor that asks for it, with how
    /// many registers it is in.
    pub fn kernarg(&self) -> &[(String, u32)] {
        &self.kernarg
    }

    /// Where `m0` bounds the LDS that instructions of a target reach, as much as suffices.
    pub fn lds_bound(&self, target: &str) -> Option<u32> {
        self.file.lds_bound.get(target).copied()
    }

    /// The directive that says how many words of a kernel's arguments are in registers before it begins.
    pub fn kernarg_preload(&self) -> &str {
        &self.file.kernarg_preload
    }

    /// The registers in which a function that is called finds the address to return to.
    pub fn return_address(&self) -> &[Unit] {
        &self.return_address
    }

    /// What stands for the address in accesses of a form to the stack of a function that is called, if it has such.
    pub fn stack(&self, form: &str) -> Option<&[Operand]> {
        self.stack.get(form).map(Vec::as_slice)
    }

    /// Whether an operand makes a load one to LDS.
    pub fn is_to_lds(&self, word: &str) -> bool {
        self.file.to_lds == word
    }

    /// The word by which comments say what holds a register of the test.
    pub fn keep(&self) -> &str {
        &self.file.keep
    }
}

/// What is said for the longest beginning of a name for which anything is said.
fn longest<'m, T>(by_beginning: &'m BTreeMap<String, T>, name: &str) -> Option<&'m T> {
    let known = by_beginning.iter().filter(|(begin, _)| name.starts_with(begin.as_str()));
    known.max_by_key(|(begin, _)| begin.len()).map(|(_, said)| said)
}

/// The descriptions that come with the tool.
pub fn instructions() -> &'static Instructions {
    static INSTRUCTIONS: OnceLock<Instructions> = OnceLock::new();
    // The text is part of the program, and a test reads it.
    let read = || {
        let text = include_str!("../../models/instructions.toml");
        Instructions::read(text).unwrap_or_else(|error| panic!("models/instructions.toml: {error}"))
    };
    INSTRUCTIONS.get_or_init(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_with_their_encodings() {
        let does = |name: &str| instructions().of(name).map(|description| description.does);
        assert_eq!(does("global_load_dword"), Some(Does::Load));
        assert_eq!(does("ds_add_rtn_u32"), Some(Does::Atomic));
        assert_eq!(does("v_cmp_ne_u32_e32"), Some(Does::Compare));
        assert_eq!(does("v_lshl_add_u64"), Some(Does::Opaque));
        // What writes the mask of lanes, or branches, is not opaque: what it does decides what is executed.
        assert_eq!(does("v_cmpx_class_f32_e32"), None);
        assert_eq!(does("s_swappc_b64"), None);
        assert_eq!(does("s_buffer_load_dword"), None);
        assert_eq!(does("image_load"), None);
    }

    #[test]
    fn descriptions_are_refused_if_a_name_has_two() {
        let head = "encodings = []\nlane_encodings = []\nreturning = []\nopaque = []\nnot_opaque = []\nscalar_unit = \"s_\"\nof_one_lane = []\nto_lds = \"l\"\nkeep = \"k\"\nreturn_address = \"s[30:31]\"\nkernarg = []\nkernarg_preload = \"p\"\nvector_registers = 256\n[scalar_registers]\n[forms]\n[operands]\n[words]\n[fields]\n";
        let two = "[[instruction]]\nnames = [\"a_{b|c}\"]\ndoes = \"nothing\"\n[[instruction]]\nnames = [\"a_c\"]\ndoes = \"cache\"\n";
        let refused = Instructions::read(&format!("{head}{two}")).err().unwrap_or_default();
        assert_eq!(refused, "`a_c` is described twice");
        assert!(Instructions::read(&format!("{head}[[instruction]]\nnames = []\ndoes = \"jump\"\n")).is_err());
    }
}
