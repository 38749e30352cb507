//! Words that instructions have beside operands, and fields by which they say their number.

use super::line::{Instruction, Operand, operand};
use crate::targets::alternatives;
use serde::Deserialize;

/// Words of one form: `#` stands for a number, `[]` for a list of numbers, and `{a|b}` for either.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Pattern(Vec<String>);

impl From<String> for Pattern {
    fn from(text: String) -> Pattern {
        Pattern(alternatives(&text))
    }
}

impl Pattern {
    /// Whether a word is of the form.
    pub fn takes(&self, word: &str) -> bool {
        self.0.iter().any(|form| match (form.split_once('#'), form.split_once("[]")) {
            (Some(around), _) => within(word, around).is_some_and(is_number),
            (None, Some(around)) => within(word, around).is_some_and(is_list),
            (None, None) => form == word,
        })
    }
}

/// What stands between two parts of a word.
fn within<'w>(word: &'w str, (before, after): (&str, &str)) -> Option<&'w str> {
    word.strip_prefix(before)?.strip_suffix(after)
}

fn is_number(text: &str) -> bool {
    matches!(operand(text), Operand::Int(_))
}

fn is_list(text: &str) -> bool {
    within(text, ("[", "]")).is_some_and(|inner| inner.split(',').all(is_number))
}

/// How an instruction says its number by fields.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fields {
    /// What may stand between two of them.
    mark: String,
    /// The fields, where they are no counters.
    #[serde(default)]
    words: Vec<Pattern>,
    /// Whether the fields are counters, of which targets say which there are.
    #[serde(default)]
    counters: bool,
}

impl Fields {
    /// The first word that is neither a field nor between two, if a number alone is not said either.
    ///
    /// # Errors
    /// The word, or `None` if nothing or half of something is said.
    pub fn are_said(&self, part: &Instruction) -> Result<(), Option<String>> {
        if let ([Operand::Int(_)], []) = (&part.operands[..], &part.modifiers[..]) {
            return Ok(());
        }
        if let Some(other) = part.operands.iter().find(|operand| !matches!(operand, Operand::Word(_))) {
            return Err(Some(other.to_string()));
        }
        let mut after_field = false;
        for word in part.words() {
            let is_mark = after_field && word == self.mark;
            if !is_mark && !self.has(word) {
                return Err(Some(word.to_string()));
            }
            after_field = !is_mark;
        }
        if after_field { Ok(()) } else { Err(None) }
    }

    fn has(&self, word: &str) -> bool {
        match self.counters {
            true => field(word).is_some(),
            false => self.words.iter().any(|pattern| pattern.takes(word)),
        }
    }
}

/// The name of a field and its number: `vmcnt(0)`, the number `None` if it is none.
pub fn field(word: &str) -> Option<(&str, Option<u64>)> {
    let (name, number) = word.strip_suffix(')')?.split_once('(')?;
    let number = match operand(number) {
        Operand::Int(number) => u64::try_from(number).ok(),
        Operand::Registers(_) | Operand::Word(_) => None,
    };
    Some((name, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::instruction;
    use crate::syntax::source::Span;

    #[test]
    fn words_are_of_a_form() {
        let pattern = Pattern::from("{row_shl|row_shr}:#".to_string());
        assert!(pattern.takes("row_shl:1") && pattern.takes("row_shr:0xf"));
        assert!(!pattern.takes("row_shl:") && !pattern.takes("row_shl:s0") && !pattern.takes("row_ror:1"));
        let list = Pattern::from("op_sel:[]".to_string());
        assert!(list.takes("op_sel:[0,1]") && !list.takes("op_sel:[0,]") && !list.takes("op_sel:0"));
        assert!(Pattern::from("clamp".to_string()).takes("clamp"));
    }

    #[test]
    fn fields_stand_one_after_the_other() {
        let fields = Fields { mark: "&".into(), words: vec![Pattern::from("{a|b}(#)".to_string())], counters: false };
        let told = |text: &str| {
            let part = instruction(&format!("x {text}"), Span::default()).expect("an instruction");
            fields.are_said(&part).map_err(|word| word.unwrap_or("half".into())).err().unwrap_or_default()
        };
        let right = ["0", "0x7f", "a(0)", "a(0) b(1)", "a(0) & b(1)", "a(0), b(1)", "a(0), b(1) & a(1)"];
        assert_eq!(right.map(told), [""; 7]);
        assert_eq!(told("a(0) bogus"), "bogus");
        assert_eq!(told("a(0) &"), "half");
        assert_eq!(told("a(0) & & b(0)"), "&");
        assert_eq!(told("& a(0)"), "&");
        assert_eq!(told("a(0), v0"), "v0");
        assert_eq!(told("0 a(0)"), "0");
        assert_eq!(told("a(0) 5"), "5");
        assert_eq!(told("a(x)"), "a(x)");
    }
}
