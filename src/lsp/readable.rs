//! The model that a text is while somebody writes it: statements that are wrong are left out, so that names of the others are known.

use super::document::Document;
use super::open::Documents;
use crate::cat::Model;
use crate::models;
use crate::syntax::cat::parse;
use crate::syntax::source::{Diagnostic, Source, Span};
use std::path::Path;

/// Words that begin a statement at the beginning of a line.
const BEGIN: [&str; 15] = [
    "let",
    "include",
    "acyclic",
    "irreflexive",
    "empty",
    "flag",
    "show",
    "unshow",
    "undefined_unless",
    "with",
    "procedure",
    "call",
    "forall",
    "enum",
    "if",
];
/// So often something is left out that is wrong with files that are included, or with what they hold.
const MOST: usize = 16;

/// The model of a text without what is wrong in it, or `None` if that is not to be had. Its places are those of the text. What is open is
/// included as it is there.
pub fn model(document: &Document, open: &Documents) -> Option<Model> {
    let Document { source, .. } = document;
    if let Ok(model) = load(document, &source.text, open) {
        return Some(model);
    }
    let statements = statements(&source.text);
    let mut text = source.text.clone();
    for &statement in &statements {
        let alone = only(&source.text, statement);
        if parse(&Source::new(source.name.clone(), alone)).is_err() {
            text = without(&text, statement);
        }
    }
    for _ in 0..MOST {
        match load(document, &text, open) {
            Ok(model) => return Some(model),
            Err(error) => text = without(&text, wrong(&error, source, &text, &statements)?),
        }
    }
    None
}

fn load(document: &Document, text: &str, open: &Documents) -> Result<Model, Box<Diagnostic>> {
    let name = &document.source.name;
    match document.is_given {
        true => models::of_given(name, text),
        false => models::of_text(Path::new(name), text, &|path| open.text(path)),
    }
}

/// The statement that an error is about: the one at its place, or one that includes the file that it is in.
fn wrong(error: &Diagnostic, own: &Source, text: &str, statements: &[Span]) -> Option<Span> {
    let of = &error.source_text;
    let is_there = |span: &&Span| !text[span.start..span.end].trim().is_empty();
    let mut left = statements.iter().filter(is_there);
    if of.name == own.name {
        return left.find(|span| (span.start..span.end).contains(&error.span.start)).copied();
    }
    let included = |span: &&Span| text[span.start..span.end].split('"').nth(1);
    let is_include = |span: &&Span| text[span.start..span.end].starts_with("include");
    let all: Vec<&Span> = left.filter(is_include).collect();
    let direct = all.iter().find(|span| included(span).is_some_and(|name| Path::new(&of.name).ends_with(name)));
    // A file that one of them includes in its turn.
    direct.or(all.last()).map(|span| **span)
}

/// The statements of a text, by the words that lines begin with, each with what stands before the next one; what stands before them is the first.
fn statements(text: &str) -> Vec<Span> {
    let mut begins = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let word = line.split(|c: char| !c.is_ascii_alphabetic() && c != '_').next().unwrap_or_default();
        if at > 0 && BEGIN.contains(&word) {
            begins.push(at);
        }
        at += line.len();
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| Span::new(begin, end)).collect()
}

/// A text of which only a part is there, at its place.
fn only(text: &str, kept: Span) -> String {
    let (before, after) = (Span::new(0, kept.start), Span::new(kept.end, text.len()));
    without(&without(text, before), after)
}

/// A text without a part, of which only the ends of lines are left.
fn without(text: &str, part: Span) -> String {
    let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
    let blanks: String = text[part.start..part.end].bytes().map(blank).collect();
    format!("{}{blanks}{}", &text[..part.start], &text[part.end..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::document::Kind;

    /// The names that are left of a text.
    fn names(text: &str) -> Option<Vec<String>> {
        let document = Document::given(Kind::Model, Source::new("given.cat", text));
        let model = model(&document, &Documents::default())?;
        let own = model.alternatives().filter(|placed| placed.source.name == "given.cat");
        let text = |span: Span| text.get(span.start..span.end).unwrap_or_default().to_string();
        Some(own.map(|placed| text(placed.statement.span())).collect())
    }

    #[test]
    fn what_is_wrong_is_left_out() {
        let good = ["let a = po | rf", "let b = a+"];
        for bad in
            ["let c = (po |", "let c = po | | rf", "let", "acyclic po as", "include \"missing.cat\"", "(* open", "§"]
        {
            for text in [
                format!("{bad}\n{}\n{}\n", good[0], good[1]),
                format!("{}\n{bad}\n{}\n", good[0], good[1]),
                format!("{}\n{}\n{bad}\n", good[0], good[1]),
            ] {
                let found = names(&text).unwrap_or_default();
                let is_first = !BEGIN.iter().any(|word| bad.starts_with(word)) && !text.starts_with(bad);
                // What begins no statement is of the one before.
                let least = if is_first { 1 } else { 2 };
                assert!(
                    found.iter().filter(|text| good.contains(&text.as_str())).count() >= least,
                    "{text}: {found:?}"
                );
            }
        }
        assert_eq!(names("\"title\"\nlet a = po\n").map(|all| all.len()), Some(1));
    }
}
