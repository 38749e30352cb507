//! What a word means here: a scope in the placement of its test, an ordering, an address space; in models what a name stands for, and where it is from.

use super::definition;
use super::document::{Document, Kind, range};
use super::meanings::{ONE_AS, meanings};
use super::open::Documents;
use crate::llvm::ScopeLevel;
use crate::load;
use crate::program::{Program, ThreadId};
use crate::syntax::provenance::Provenance;
use crate::syntax::source::Span;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

/// What is known of the word at an offset of a text alone without deciding anything, in Markdown, and the word.
pub fn explained(document: &Document, offset: usize) -> Option<(String, Span)> {
    explained_among(&Documents::default(), document, offset)
}

fn explained_among(open: &Documents, document: &Document, offset: usize) -> Option<(String, Span)> {
    match document.kind {
        Kind::Test => of_test(document, offset),
        Kind::Model => of_model(open, document, offset),
        Kind::Hardware | Kind::Table => None,
    }
}

/// The same for an editor, of a text among those that are open.
pub fn hover(open: &Documents, document: &Document, offset: usize) -> Option<Hover> {
    let (text, span) = explained_among(open, document, offset)?;
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(range(&document.source, span)) })
}

fn of_test(document: &Document, offset: usize) -> Option<(String, Span)> {
    let (word, span) = document.word(offset, &['_', '-'])?;
    let before = document.source.text[..span.start].chars().next_back();
    let text = match before {
        Some('"') => scope(document, word, offset)?,
        _ if is_of_text(document, span) => return None,
        _ => plain(word)?,
    };
    Some((format!("`{word}`: {text}"), span))
}

/// Whether a word is one of a description or a comment.
fn is_of_text(document: &Document, span: Span) -> bool {
    let before = &document.source.text[..span.start];
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.matches('"').count() % 2 == 1 || line.contains("//")
}

fn plain(word: &str) -> Option<String> {
    let all = meanings();
    let known = all.ordering.get(word).or_else(|| all.space.get(word)).or_else(|| all.access.get(word));
    known.cloned()
}

/// A scope, and which threads of the test are in it with the one that names it.
fn scope(document: &Document, word: &str, offset: usize) -> Option<String> {
    let all = meanings();
    let plain = word.strip_suffix(ONE_AS).map_or(word, |rest| rest.trim_end_matches('-'));
    let one_as = if plain.len() < word.len() { format!(" {}", all.scope.get(ONE_AS)?) } else { String::new() };
    let level = match plain {
        "" => ScopeLevel::System,
        _ => ScopeLevel::ALL.iter().copied().find(|level| level.as_str() == plain)?,
    };
    let meaning = all.scope.get(level.as_str())?;
    let here = load::program(&document.source).ok().and_then(|program| others(&program, level, offset));
    Some(format!("{meaning}{one_as}{}", here.map_or(String::new(), |here| format!("\n\n{here}"))))
}

/// The other threads that a scope has in it, and those that it leaves out.
fn others(program: &Program, level: ScopeLevel, offset: usize) -> Option<String> {
    let of = thread_at(program, offset)?;
    let others: Vec<ThreadId> = program.threads.indices().filter(|other| *other != of).collect();
    let (inside, outside): (Vec<ThreadId>, Vec<ThreadId>) =
        others.into_iter().partition(|&other| program.share(of, other, level));
    let names = |threads: &[ThreadId]| {
        let names = threads.iter().map(|&thread| format!("`{}`", program.threads[thread].name)).collect::<Vec<_>>();
        if names.is_empty() { "none".to_string() } else { names.join(", ") }
    };
    Some(format!("Here, besides `{}`: {}; outside: {}.", program.threads[of].name, names(&inside), names(&outside)))
}

/// The thread in whose text an offset is: the last that begins before it.
fn thread_at(program: &Program, offset: usize) -> Option<ThreadId> {
    let begun = program.threads.iter_enumerated().filter(|(_, thread)| thread.span.start <= offset);
    begun.max_by_key(|(_, thread)| thread.span.start).map(|(number, _)| number)
}

fn of_model(open: &Documents, document: &Document, offset: usize) -> Option<(String, Span)> {
    let (word, span) = document.word(offset, definition::OF_NAMES)?;
    let found = definition::found(document, open, offset)?;
    let text = found.source.text.get(found.statement.start..found.statement.end)?;
    // A file that is included has no statement to show.
    if text.is_empty() {
        return Some((format!("`{word}`: {}", found.source.name), span));
    }
    let from = from(&found.provenance);
    let place = found.source.line_column(found.statement.start).0;
    Some((format!("```cat\n{text}\n```\n`{word}`: {}:{place}{from}", found.source.name), span))
}

/// Where a statement is from.
fn from(provenance: &Provenance) -> String {
    let mut text = String::new();
    if !provenance.claim.is_empty() {
        let kind = if provenance.assumed { "assumed" } else { "reading" };
        text += &format!("\n\n{kind}: {}", provenance.claim);
    }
    for citation in &provenance.citations {
        let lines = if citation.first == citation.last {
            citation.first.to_string()
        } else {
            format!("{}-{}", citation.first, citation.last)
        };
        text += &format!("\n\n{} {}:{lines}: “{}”", citation.release, citation.document, citation.words);
    }
    text
}
