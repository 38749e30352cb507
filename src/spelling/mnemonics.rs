//! What `models/mnemonics.toml` says: which mnemonics assemblers have, and for which processors.

use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    on: Vec<String>,
    names: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    processors: Vec<String>,
    mnemonics: Vec<Group>,
}

/// The processors of which it is told which instructions they have, and those that have each.
#[derive(Debug)]
pub(super) struct Mnemonics {
    pub processors: BTreeSet<String>,
    groups: Vec<Group>,
    by_name: HashMap<String, usize>,
}

impl Mnemonics {
    fn read(text: &str) -> Result<Mnemonics, String> {
        let File { processors, mnemonics } = toml::from_str(text).map_err(|error| error.to_string())?;
        let processors = BTreeSet::from_iter(processors);
        let mut by_name = HashMap::new();
        for (number, group) in mnemonics.iter().enumerate() {
            if let Some(unknown) = group.on.iter().find(|name| !processors.contains(*name)) {
                return Err(format!("`{unknown}` is none of the processors"));
            }
            for name in &group.names {
                if by_name.insert(name.clone(), number).is_some() {
                    return Err(format!("`{name}` stands twice"));
                }
            }
        }
        Ok(Mnemonics { processors, groups: mnemonics, by_name })
    }

    /// The processors that have an instruction, by its name without the word for its encoding; `None` of one of which nothing is told.
    pub fn of(&self, plain: &str) -> Option<&[String]> {
        self.by_name.get(plain).map(|&number| self.groups[number].on.as_slice())
    }

    /// All names that are told.
    #[cfg(test)]
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.by_name.keys()
    }
}

/// The mnemonics that come with the tool.
pub(super) fn mnemonics() -> &'static Mnemonics {
    static MNEMONICS: OnceLock<Mnemonics> = OnceLock::new();
    // The text is part of the program, and a test reads it.
    let read = || {
        let text = include_str!("../../models/mnemonics.toml");
        Mnemonics::read(text).unwrap_or_else(|error| panic!("models/mnemonics.toml: {error}"))
    };
    MNEMONICS.get_or_init(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_refused_if_they_say_two_things() {
        let refused = |text: &str| Mnemonics::read(text).err().unwrap_or_default();
        let group = |on: &str, name: &str| format!("[[mnemonics]]\non = [\"{on}\"]\nnames = [\"{name}\"]\n");
        let head = "processors = [\"p\"]\n";
        assert_eq!(refused(&format!("{head}{}{}", group("p", "a"), group("p", "a"))), "`a` stands twice");
        assert_eq!(refused(&format!("{head}{}", group("q", "a"))), "`q` is none of the processors");
        assert!(Mnemonics::read(&format!("{head}{}", group("p", "a"))).is_ok());
    }
}
