//! What words of tests mean: `models/meanings.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What words mean, by what they are words of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meanings {
    pub ordering: BTreeMap<String, String>,
    pub scope: BTreeMap<String, String>,
    pub space: BTreeMap<String, String>,
    pub access: BTreeMap<String, String>,
}

/// The word that stands for one address space behind a scope, or alone.
pub const ONE_AS: &str = "one-as";

/// What comes with the tool.
pub fn meanings() -> &'static Meanings {
    static MEANINGS: OnceLock<Meanings> = OnceLock::new();
    // The text is part of the program, and a test reads it.
    MEANINGS.get_or_init(|| {
        let text = include_str!("../../models/meanings.toml");
        toml::from_str(text).unwrap_or_else(|error| panic!("models/meanings.toml: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm::{AddressSpace, Ordering, ScopeLevel};

    #[test]
    fn every_word_has_a_meaning() {
        let all = meanings();
        assert!(Ordering::ALL.iter().all(|word| all.ordering.contains_key(word.as_str())));
        assert!(ScopeLevel::ALL.iter().all(|word| all.scope.contains_key(word.as_str())));
        assert!(AddressSpace::ALL.iter().all(|word| all.space.contains_key(word.as_str())));
        assert!(all.scope.contains_key(ONE_AS));
        let known = Ordering::ALL.len() + ScopeLevel::ALL.len() + 1 + AddressSpace::ALL.len();
        assert_eq!(all.ordering.len() + all.scope.len() + all.space.len(), known);
    }
}
