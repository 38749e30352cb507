//! The names of places in the page, which links lead to.

use std::collections::HashSet;

/// Ids that were given, each once.
#[derive(Debug, Default)]
pub struct Ids(HashSet<String>);

impl Ids {
    /// An id that nothing else has, made of a text: the same for the first that asks, whatever comes after it.
    pub fn fresh(&mut self, text: &str) -> String {
        let plain = plain(text);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let mut all = std::iter::once(plain.clone()).chain(numbered);
        let free = all.find(|id| !self.0.contains(id)).unwrap_or(plain);
        self.0.insert(free.clone());
        free
    }

    /// Whether an id was given.
    pub fn has(&self, id: &str) -> bool {
        self.0.contains(id)
    }
}

/// A text as it may stand in an id and in a link: others than letters, digits and a few signs are replaced.
fn plain(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "+-._".contains(c) { c } else { '_' };
    text.chars().map(kept).collect()
}

/// The id of a row of a table.
pub fn row(family: &str, line: u32) -> String {
    plain(&format!("row-{family}-{line}"))
}

/// The id of a table.
pub fn table(family: &str) -> String {
    plain(&format!("table-{family}"))
}

/// The id of a generated program.
pub fn program(number: usize) -> String {
    format!("program-{number}")
}

/// The id of an operation.
pub fn operation(number: usize) -> String {
    format!("o{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_given_once() {
        let mut ids = Ids::default();
        let given = ["MP+a", "MP+a", "<é &>", "MP+a-2"].map(|text| ids.fresh(text));
        assert_eq!(given, ["MP+a", "MP+a-2", "_____", "MP+a-2-2"]);
    }
}
