//! Tests of the corpus that come with the page, by theme.

use crate::load;
use crate::syntax::source::Source;
use serde_json::{Value, json};
use std::sync::OnceLock;

/// The theme, name and text of every test that `examples.txt` names, in its order.
const TESTS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// All of them, as JSON: themes with their tests.
pub fn examples() -> &'static str {
    static EXAMPLES: OnceLock<String> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let themes: Vec<Value> = TESTS.chunk_by(|a, b| a.0 == b.0).map(theme).collect();
        json!({ "themes": themes }).to_string()
    })
}

fn theme(tests: &[(&str, &str, &str)]) -> Value {
    let about = |name: &str, text: &str| {
        let file = load::parse_source(&Source::new(name, text)).ok();
        file.and_then(|file| file.test.description).map(|about| about.node).unwrap_or_default()
    };
    let test = |(_, name, text): &(&str, &str, &str)| json!({ "name": name, "about": about(name, text), "text": text });
    let name = tests.first().map_or("", |(theme, ..)| *theme);
    json!({ "name": name, "tests": tests.iter().map(test).collect::<Vec<_>>() })
}
