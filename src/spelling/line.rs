//! An instruction as assembly spells it: a mnemonic, operands between commas, and words after them.

use crate::syntax::source::Span;

/// A machine instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The mnemonic as it stands there.
    pub mnemonic: String,
    /// What stands between commas.
    pub operands: Vec<Operand>,
    /// The words after the last operand.
    pub modifiers: Vec<String>,
    /// Whether an operand is a half of a register (`v0.l`), of which the whole stands among the operands.
    pub has_halves: bool,
    /// The whole instruction.
    pub span: Span,
}

impl Instruction {
    /// The words that are no operand of registers or numbers: those among the operands, and those after them.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let among = self.operands.iter().filter_map(|operand| match operand {
            Operand::Word(word) => Some(word),
            Operand::Registers(_) | Operand::Int(_) => None,
        });
        among.chain(&self.modifiers).map(String::as_str)
    }
}

/// A register of 32 bits: its file and its number.
pub type Unit = (RegisterFile, u32);

/// The registers of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RegisterFile {
    /// `v0`: one value for each lane.
    Vector,
    /// `a0`: the same, beside the arithmetic units.
    Accumulator,
    /// `s0`: one value for the wave.
    Scalar,
    /// `vcc`: a mask of lanes.
    Vcc,
    /// `exec`: the mask of lanes that execute.
    Exec,
    /// `scc`: the scalar condition code.
    Scc,
    /// `m0`
    M0,
    /// `null`: reads as 0, and forgets what is written.
    Null,
}

impl RegisterFile {
    /// What registers of it are named by before their number.
    pub fn letter(self) -> &'static str {
        match self {
            RegisterFile::Vector => "v",
            RegisterFile::Accumulator => "a",
            RegisterFile::Scalar => "s",
            RegisterFile::Vcc => "vcc",
            RegisterFile::Exec => "exec",
            RegisterFile::Scc => "scc",
            RegisterFile::M0 => "m0",
            RegisterFile::Null => "null",
        }
    }

    /// The name of registers that have one of their own.
    pub fn named(units: &[Unit]) -> Option<&'static str> {
        NAMED
            .iter()
            .find(|(_, file, numbers)| units.iter().copied().eq(numbers.clone().map(|n| (*file, n))))
            .map(|(name, ..)| *name)
    }
}

/// Registers with names of their own.
const NAMED: [(&str, RegisterFile, std::ops::Range<u32>); 9] = [
    ("vcc", RegisterFile::Vcc, 0..2),
    ("vcc_lo", RegisterFile::Vcc, 0..1),
    ("vcc_hi", RegisterFile::Vcc, 1..2),
    ("exec", RegisterFile::Exec, 0..2),
    ("exec_lo", RegisterFile::Exec, 0..1),
    ("exec_hi", RegisterFile::Exec, 1..2),
    ("scc", RegisterFile::Scc, 0..1),
    ("m0", RegisterFile::M0, 0..1),
    ("null", RegisterFile::Null, 0..1),
];

/// An operand as it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Registers, the lower half first.
    Registers(Vec<Unit>),
    /// An integer.
    Int(i64),
    /// Anything else: a label, a counter, a word.
    Word(String),
}

/// The instruction of a text; `None` if it begins with no mnemonic, misses an operand, or has space between words that is none to assemblers, or a backslash.
pub fn instruction(text: &str, span: Span) -> Option<Instruction> {
    if text.chars().any(|c| c == '\\' || c.is_whitespace() && !matches!(c, ' ' | '\t')) {
        return None;
    }
    let (mnemonic, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !mnemonic.starts_with(|c: char| c.is_ascii_alphabetic()) || !mnemonic.chars().all(is_name) {
        return None;
    }
    let rest = rest.trim();
    let mut operands = Vec::new();
    let mut modifiers = Vec::new();
    let mut has_halves = false;
    let parts = at_commas(rest);
    let count = parts.len();
    for (number, part) in parts.into_iter().enumerate().filter(|_| !rest.is_empty()) {
        let mut words = words(part).into_iter();
        let word = words.next()?;
        let whole = word.strip_suffix(".l").or_else(|| word.strip_suffix(".h"));
        has_halves |= whole.is_some();
        operands.push(operand(whole.unwrap_or(&word)));
        modifiers.extend(words);
        // Only what follows the last operand belongs to none.
        if number + 1 < count && !modifiers.is_empty() {
            return None;
        }
    }
    Some(Instruction { mnemonic: mnemonic.to_string(), operands, modifiers, has_halves, span })
}

/// The text between commas that stand in no brackets: `op_sel:[0,1]` is one word.
fn at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |c: char| {
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
        c == ',' && depth == 0
    };
    text.split(is_comma).collect()
}

/// The words of a text; one that names a field of several parts is without the space between them: `hwreg(HW_REG_MODE,0,4)`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut().filter(|last| last.contains('(') && last.ends_with(',')) {
            Some(last) => last.push_str(word),
            None => words.push(word.to_string()),
        }
    }
    words
}

/// What a word between commas is.
pub fn operand(word: &str) -> Operand {
    match (registers(word), integer(word)) {
        (Some(units), _) => Operand::Registers(units),
        (None, Some(number)) => Operand::Int(number),
        (None, None) => Operand::Word(word.to_string()),
    }
}

fn integer(word: &str) -> Option<i64> {
    // What is no digit makes an expression of it.
    let is_number = |digits: &str, radix: u32| !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    if let Some(digits) = word.strip_prefix("0x") {
        return is_number(digits, 16).then(|| u64::from_str_radix(digits, 16).ok().map(u64::cast_signed))?;
    }
    // As assemblers have it, a number that begins with 0 is octal.
    if let Some(digits) = word.strip_prefix('0').filter(|digits| !digits.is_empty()) {
        return is_number(digits, 8).then(|| i64::from_str_radix(digits, 8).ok())?;
    }
    is_number(word.strip_prefix('-').unwrap_or(word), 10).then(|| word.parse().ok())?
}

/// The registers that a word names: `v1`, `s[2:3]`, `vcc_lo`.
fn registers(word: &str) -> Option<Vec<Unit>> {
    if let Some((_, file, numbers)) = NAMED.iter().find(|(name, ..)| *name == word) {
        return Some(numbers.clone().map(|n| (*file, n)).collect());
    }
    let files = [RegisterFile::Vector, RegisterFile::Accumulator, RegisterFile::Scalar];
    let (rest, file) = files.into_iter().find_map(|file| Some((word.strip_prefix(file.letter())?, file)))?;
    if let Ok(number) = rest.parse::<u32>() {
        return Some(vec![(file, number)]);
    }
    let (first, last) = rest.strip_prefix('[')?.strip_suffix(']')?.split_once(':')?;
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    // No operand has more registers than this.
    (first <= last && last - first < 32).then(|| (first..=last).map(|n| (file, n)).collect())
}
