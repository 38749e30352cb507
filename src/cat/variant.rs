//! Variants of a model: with an option chosen, or without an axiom that is only assumed.

use super::load::{Model, Placed};
use crate::syntax::cat::ast::Statement;
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Source, did_you_mean};
use thiserror::Error;

/// What stands before the name of an axiom or flag that a variant is without.
const WITHOUT: &str = "without-";

/// A choice in a model that no document settles: a variant of the model makes it otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumption {
    /// What a variant adds to the model's name: an option, or `without-` and the name of an axiom or flag that is assumed.
    pub word: String,
    /// Where the option is from, or what is assumed.
    pub provenance: Provenance,
}

/// A word that names no assumption of a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the model {model} {what} `{word}`")]
pub struct UnknownAssumption {
    /// The model's file name without directories and `.cat`.
    pub model: String,
    /// The word after `+` that is refused.
    pub word: String,
    /// Why it is refused.
    what: Wrong,
    /// What would be right.
    pub help: String,
}

/// Why a word of a variant is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    /// It names no assumption of the model.
    Unknown,
    /// It is said twice, or stands after a later one.
    Order,
}

impl UnknownAssumption {
    /// What is wrong with the word, in few words.
    pub fn label(&self) -> &'static str {
        match self.what {
            Wrong::Unknown => "not known",
            Wrong::Order => "not in this place",
        }
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Wrong::Unknown => "has no assumption",
            Wrong::Order => "is a variant by words in order of the alphabet, against",
        })
    }
}

impl Model {
    /// What variants may make otherwise: the options, off in the model itself, and the axioms and flags that it assumes.
    pub fn assumptions(&self) -> Vec<Assumption> {
        let option = |option: &super::load::ModelOption| Assumption {
            word: option.name.clone(),
            provenance: option.provenance.clone(),
        };
        let mut found: Vec<Assumption> = self.options.iter().map(option).collect();
        // What the model assumes as it is comes before what its options would have it assume by the same name.
        for (name, provenance) in self.statements.iter().chain(self.alternatives.iter()).filter_map(assumed_test) {
            let word = format!("{WITHOUT}{name}");
            if !found.iter().any(|known| known.word == word) {
                found.push(Assumption { word, provenance: provenance.clone() });
            }
        }
        found
    }

    /// The variant that chooses these options and is without these assumed axioms and flags; its name says so.
    ///
    /// # Errors
    /// A word that is none of [`Model::assumptions`].
    pub fn variant(&self, words: &[&str]) -> Result<Model, UnknownAssumption> {
        let known = self.assumptions();
        if let Some(word) = words.iter().find(|word| !known.iter().any(|assumption| assumption.word == **word)) {
            return Err(self.unknown(word, &known));
        }
        // A variant has one name.
        if let Some(pair) = words.windows(2).find(|pair| pair[0] >= pair[1]) {
            let mut sorted = words.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            let help = format!("each once and in order: `{}+{}`", self.name, sorted.join("+"));
            return Err(UnknownAssumption {
                model: self.name.clone(),
                word: pair[1].to_string(),
                what: Wrong::Order,
                help,
            });
        }
        let name = std::iter::once(self.name.as_str()).chain(words.iter().copied()).collect::<Vec<_>>().join("+");
        // Models are told apart by the address of their text.
        let mut sources = self.sources.clone();
        sources[0] = Source::new(sources[0].name.clone(), sources[0].text.clone());
        Ok(Model { name, sources, ..self.clone() }.choosing(words))
    }

    /// The model with the statements that these words choose.
    pub(super) fn choosing(self, words: &[&str]) -> Model {
        let holds = |(option, chosen): &(String, bool)| words.contains(&option.as_str()) == *chosen;
        let dropped = |statement: &Placed| {
            assumed_test(statement).is_some_and(|(name, _)| words.contains(&format!("{WITHOUT}{name}").as_str()))
        };
        let stands = |statement: &&Placed| statement.when.iter().all(holds) && !dropped(statement);
        let statements = self.alternatives.iter().filter(stands).cloned().collect();
        let chosen = words.iter().map(|word| word.to_string()).collect();
        Model { statements, chosen, ..self }
    }

    fn unknown(&self, word: &str, known: &[Assumption]) -> UnknownAssumption {
        let words = || known.iter().map(|assumption| assumption.word.as_str());
        let help = match did_you_mean(word, words()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it has none".to_string(),
            None => format!("one of {}", words().collect::<Vec<_>>().join(", ")),
        };
        UnknownAssumption { model: self.name.clone(), word: word.to_string(), what: Wrong::Unknown, help }
    }
}

/// The name of a statement that is a test which is only assumed.
fn assumed_test(placed: &Placed) -> Option<(&str, &Provenance)> {
    let Statement::Test(test) = &*placed.statement else { return None };
    let name = test.name.as_ref().filter(|_| test.provenance.assumed)?;
    Some((&name.text, &test.provenance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cat::{load_text, tests::holding};

    /// An option whose statements are included files, an assumed axiom, and one that is cited.
    const TEXT: &str = r#"
        (* reading "order is all" *)
        if "all" include "all.cat" else if "some" let order = po else let order = 0
        (* assumed "so" *)
        acyclic order as ordered
        (* cite "x D:1" quoting "w" *)
        empty order as cited
    "#;

    fn model() -> Model {
        load_text("m.cat", TEXT, &|file| (file == "all.cat").then(|| "let order = po | id".to_string())).unwrap()
    }

    #[test]
    fn assumptions_are_options_and_assumed_axioms() {
        let found: Vec<(String, String)> =
            model().assumptions().into_iter().map(|found| (found.word, found.provenance.claim)).collect();
        let expected = [("all", "order is all"), ("some", "order is all"), ("without-ordered", "so")];
        assert_eq!(found, expected.map(|(word, claim)| (word.to_string(), claim.to_string())));
    }

    #[test]
    fn a_variant_chooses_and_leaves_out() {
        let axioms = |words: &[&str]| holding(&model().variant(words).unwrap());
        assert_eq!(axioms(&[]), [("ordered".to_string(), true), ("cited".to_string(), true)]);
        assert_eq!(axioms(&["some"]), [("ordered".to_string(), true), ("cited".to_string(), false)]);
        assert_eq!(axioms(&["all", "without-ordered"]), [("cited".to_string(), false)]);
        assert_eq!(axioms(&["all"]), [("ordered".to_string(), false), ("cited".to_string(), false)]);
    }

    #[test]
    fn unknown_words_are_refused() {
        let error = model().variant(&["without-order"]).unwrap_err();
        assert_eq!(error.to_string(), "the model m has no assumption `without-order`");
        assert_eq!(error.help, "did you mean `without-ordered`?");
        assert_eq!(model().variant(&["cited"]).unwrap_err().help, "one of all, some, without-ordered");
        assert_eq!(model().variant(&["some", "all"]).unwrap_err().help, "each once and in order: `m+all+some`");
        assert_eq!(model().variant(&["all", "all"]).unwrap_err().help, "each once and in order: `m+all`");
    }
}
