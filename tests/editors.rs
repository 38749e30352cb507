//! What editors colour is what the languages have: each word that a lexer knows is in the grammars of `editors/`.

use regex::Regex;
use serde_json::Value;

const LANGUAGES: [&str; 2] = ["litmus", "cat"];

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The words of a language, by its lexer.
fn words(language: &str) -> Vec<String> {
    let lexer = read(&format!("src/syntax/{language}/lexer.rs"));
    let token = Regex::new(r#"#\[token\("(!?[a-z][a-z._]*)""#).expect("an expression");
    let words: Vec<String> = token.captures_iter(&lexer).map(|found| found[1].to_string()).collect();
    assert!(words.len() > 20, "{language}: {words:?}");
    words
}

/// The words that Vim colours as such.
#[test]
fn vim_has_every_word() {
    for language in LANGUAGES {
        let syntax = read(&format!("editors/vim/syntax/{language}.vim"));
        let lists = syntax.lines().filter_map(|line| line.strip_prefix("syntax keyword "));
        let known: Vec<&str> = lists.flat_map(|list| list.split(' ').skip(1)).collect();
        let missing: Vec<String> = words(language).into_iter().filter(|word| !known.contains(&word.as_str())).collect();
        assert!(missing.is_empty(), "{language}.vim lacks {missing:?}");
    }
}

/// The words that patterns of a TextMate grammar name one by one, whatever must not stand beside them.
#[test]
fn text_mate_has_every_word() {
    for language in LANGUAGES {
        let grammar: Value =
            serde_json::from_str(&read(&format!("editors/vscode/syntaxes/{language}.tmLanguage.json"))).expect("JSON");
        let patterns = grammar["patterns"].as_array().expect("patterns");
        let lists =
            patterns.iter().filter_map(|pattern| pattern["match"].as_str()?.split_once("(?:")?.1.split_once(')'));
        let known: Vec<String> =
            lists.flat_map(|(list, _)| list.split('|')).map(|word| word.replace(r"\.", ".")).collect();
        let missing: Vec<String> = words(language).into_iter().filter(|word| !known.contains(word)).collect();
        assert!(missing.is_empty(), "{language}.tmLanguage.json lacks {missing:?}");
    }
}
