//! What there is to write and to choose from: the words of the languages with their colours and meanings, models, targets, tables.

use crate::defaults;
use crate::hardware::Assume;
use crate::lowering::Library;
use crate::lsp::meanings;
use crate::models;
use crate::refine;
use crate::resources::Resources;
use crate::targets::{Target, TargetConfiguration, known_targets};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// How editors colour tests and models; each word that a lexer knows is in them, as a test of `editors/` asks.
const GRAMMARS: [(&str, &str); 2] = [
    ("test", include_str!("../../editors/vscode/syntaxes/litmus.tmLanguage.json")),
    ("model", include_str!("../../editors/vscode/syntaxes/cat.tmLanguage.json")),
];

/// All of it, as JSON.
pub fn words() -> &'static str {
    static WORDS: OnceLock<String> = OnceLock::new();
    WORDS.get_or_init(|| all().to_string())
}

fn all() -> Value {
    let languages = GRAMMARS.map(|(name, text)| (name.to_string(), language(text)));
    let models: Vec<Value> =
        models::list().into_iter().map(|model| json!({ "name": model.name, "title": model.title })).collect();
    let resources = Resources::default();
    let targets: Vec<Value> = known_targets()
        .iter()
        .map(|target| {
            let modes = TargetConfiguration::modes(target).iter().map(ToString::to_string).collect::<Vec<_>>();
            let assumptions = assumptions(target, &resources);
            json!({ "name": target.name, "modes": modes, "processors": target.processors, "families": target.tables, "assumptions": assumptions, "is_variant": target.variant_of.is_some() })
        })
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "languages": serde_json::Map::from_iter(languages),
        "meanings": all_meanings(),
        "models": models,
        "targets": targets,
        "tables": Library::releases(),
        "covers": covers(&resources),
        "default": { "model": defaults::MODEL, "opencl": defaults::OPENCL, "table": defaults::TABLE },
    })
}

/// The targets that each release has a table for.
fn covers(resources: &Resources) -> BTreeMap<&'static str, Vec<&'static str>> {
    let covered = |release: &'static str| {
        // Tables that come with the tool are well formed, as tests ask.
        let tables = resources.tables(release).ok()?;
        let targets = known_targets().iter().filter(|target| tables.table(target).is_ok());
        Some((release, targets.map(|target| target.name.as_str()).collect()))
    };
    Library::releases().into_iter().filter_map(covered).collect()
}

/// The names of what is assumed of a target's hardware, and whether it is where nothing is chosen.
fn assumptions(target: &'static Target, resources: &Resources) -> BTreeMap<String, bool> {
    let modes = TargetConfiguration::modes(target);
    // Hardware that comes with the tool is well formed, as tests ask.
    let chips = modes.iter().filter_map(|mode| refine::chip(mode, &Assume::default(), resources).ok());
    chips.flat_map(|chip| chip.assumptions.clone()).collect()
}

/// What words of tests mean, of all kinds.
fn all_meanings() -> Value {
    let all = meanings();
    let kinds = [&all.ordering, &all.scope, &all.space, &all.access];
    let words = kinds.into_iter().flatten().map(|(word, meaning)| (word.clone(), json!(meaning)));
    Value::Object(words.collect())
}

/// The patterns that colour a language, in order, and the words among them.
fn language(grammar: &str) -> Value {
    let grammar: Value = serde_json::from_str(grammar).unwrap_or_default();
    let included = |pattern: &Value| match pattern["include"].as_str().and_then(|name| name.strip_prefix('#')) {
        Some(name) => grammar["repository"][name].clone(),
        None => pattern.clone(),
    };
    let patterns: Vec<Value> = grammar["patterns"].as_array().into_iter().flatten().map(included).collect();
    let coloured: Vec<Value> = patterns.iter().filter_map(pattern).collect();
    let words: Vec<String> = patterns.iter().flat_map(words_of).collect();
    json!({ "patterns": coloured, "words": words })
}

/// A pattern as an expression that matches the whole of what has the colour, and the colour.
fn pattern(pattern: &Value) -> Option<Value> {
    let text = |name: &str| pattern[name].as_str();
    let is_one_line = |begin: &str, end: &str| format!("{begin}(?:\\\\.|(?!{end})[\\s\\S])*(?:{end}|$)");
    let expression = match (text("match"), text("begin").zip(text("end"))) {
        (Some(expression), _) => expression.to_string(),
        (None, Some((begin, end))) => is_one_line(begin, end),
        (None, None) => return None,
    };
    let name = text("name").or_else(|| pattern["captures"]["1"]["name"].as_str())?;
    Some(json!({ "match": expression, "colour": colour(name) }))
}

/// The colour of what a grammar gives this name: its first words.
fn colour(name: &str) -> String {
    name.split('.').take(2).collect::<Vec<_>>().join("-")
}

/// The words that a pattern names one by one.
fn words_of(pattern: &Value) -> Vec<String> {
    let expression = pattern["match"].as_str().unwrap_or_default();
    let list = expression.split_once("(?:").and_then(|(_, rest)| rest.split_once(')')).map(|(list, _)| list);
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '!');
    let words = list.into_iter().flat_map(|list| list.split('|')).map(|word| word.replace(r"\.", "."));
    words.filter(|word| !word.is_empty() && word.chars().all(is_of_word)).collect()
}
