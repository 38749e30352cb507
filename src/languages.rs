//! Source languages by the names that their tests provide to models, as far as other tools have them (`models/languages.toml`).

use crate::cat::{BaseNames, Model, own_needs};
use crate::program::{BASE_RELATIONS, BASE_SETS, depends_on_execution};
use serde::Deserialize;
use std::sync::LazyLock;

/// A source language of other tools.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// Its name, such as `C11`.
    pub name: String,
    /// Which tests are in it.
    pub about: String,
    /// The sets that its tests provide.
    pub sets: Vec<String>,
    /// The relations that its tests provide.
    pub relations: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    language: Vec<Language>,
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../models/languages.toml"))
        .unwrap_or_else(|error| panic!("models/languages.toml: {error}"));
    file.language
});

/// The languages of other tools whose names are known.
pub fn languages() -> &'static [Language] {
    &LANGUAGES
}

impl Language {
    fn provides(&self, name: &str) -> bool {
        self.sets.iter().chain(&self.relations).any(|known| known == name)
    }
}

/// The names that programs provide, and those that tests in any known language do.
pub fn all_names() -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut sets, mut relations) = (BASE_SETS.to_vec(), BASE_RELATIONS.to_vec());
    for language in languages() {
        sets.extend(language.sets.iter().map(String::as_str));
        relations.extend(language.relations.iter().map(String::as_str));
    }
    (sets, relations)
}

/// What a model needs of the tests it is asked about.
pub struct Needs {
    /// The languages of other tools that provide all the names that it uses and does not define.
    pub provided_by: Vec<&'static str>,
    /// The names that tests in the litmus language do not provide, each with the languages that do.
    pub foreign: Vec<(String, Vec<&'static str>)>,
}

/// What a model needs. Every name must be known: see [`all_names`].
pub fn needs(model: &Model) -> Needs {
    let base = BaseNames { sets: BASE_SETS, relations: BASE_RELATIONS, varies: depends_on_execution };
    let (own, foreign) = own_needs(model, &base);
    let own: Vec<&str> = own.iter().map(String::as_str).filter(|name| is_of_tests(name)).collect();
    let all = |language: &&Language| {
        own.iter()
            .chain(foreign.iter().map(String::as_str).collect::<Vec<_>>().iter())
            .all(|name| language.provides(name))
    };
    let provided_by = languages().iter().filter(all).map(|language| language.name.as_str()).collect();
    let of = |name: &str| {
        languages().iter().filter(|language| language.provides(name)).map(|language| language.name.as_str()).collect()
    };
    Needs { provided_by, foreign: foreign.iter().map(|name| (name.clone(), of(name))).collect() }
}

/// Whether tests provide a name, instead of the language of models: a known language has it, or programs.
fn is_of_tests(name: &str) -> bool {
    let base = BASE_SETS.iter().chain(BASE_RELATIONS).any(|known| *known == name);
    base || languages().iter().any(|language| language.provides(name))
}
