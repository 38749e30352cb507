//! With a sign or without: integers are neither here, and are shown as their test writes them.

use crate::llvm::IntType;
use std::collections::HashSet;

/// The integers of a test that read otherwise with a sign than without, by how it writes them.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    /// Written as negative numbers.
    signed: HashSet<(IntType, u64)>,
    /// Written as numbers above the largest with a sign.
    unsigned: HashSet<(IntType, u64)>,
}

impl Signs {
    /// Notes a number that a test writes for a type.
    pub(super) fn note(&mut self, ty: IntType, number: i128) {
        let value = ty.wrap(number);
        if number < 0 {
            self.signed.insert((ty, value));
        } else if ty.signed(value) < 0 {
            self.unsigned.insert((ty, value));
        }
    }

    /// An integer as the test writes it; with a sign where it writes it both ways. One that it does not write is like others of the type: it has a sign
    /// where some have one and none is written without that could.
    pub fn show(&self, ty: IntType, value: u64) -> String {
        let is_written = |all: &HashSet<(IntType, u64)>| all.contains(&(ty, value));
        let has_type = |all: &HashSet<(IntType, u64)>| all.iter().any(|(of, _)| *of == ty);
        let is_like_others = || has_type(&self.signed) && !has_type(&self.unsigned);
        match is_written(&self.signed) || (!is_written(&self.unsigned) && is_like_others()) {
            true => ty.signed(value).to_string(),
            false => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(numbers: &[i128]) -> Signs {
        let mut signs = Signs::default();
        numbers.iter().for_each(|&number| signs.note(IntType::I8, number));
        signs
    }

    #[test]
    fn integers_are_shown_as_they_are_written() {
        let shown = |numbers: &[i128]| [1, 127, 128, 254, 255].map(|value| signs(numbers).show(IntType::I8, value));
        assert_eq!(shown(&[1, 127]), ["1", "127", "128", "254", "255"]);
        assert_eq!(shown(&[200]), ["1", "127", "128", "254", "255"]);
        // What is not written, like what is.
        assert_eq!(shown(&[1, -1]), ["1", "127", "-128", "-2", "-1"]);
        // Where a test writes both, each as it is written.
        assert_eq!(shown(&[-1, 254]), ["1", "127", "128", "254", "-1"]);
        assert_eq!(shown(&[255, -1]), ["1", "127", "128", "254", "-1"]);
        // Each type by itself.
        assert_eq!(signs(&[-1]).show(IntType::I64, u64::MAX), u64::MAX.to_string());
    }
}
