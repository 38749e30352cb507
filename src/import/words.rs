//! The words of a cell: items, their sentences, and the tokens of those.

use super::raw::Cell;
use crate::syntax::source::{Source, Span};
use crate::targets;
use logos::Logos;

/// The mark that an item of a cell begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// Nothing: the first text of a cell.
    Plain,
    /// `-`: an item of a list.
    Bullet,
    /// The number of a step; `dotted` unless its dot is missing.
    Number {
        /// The number as written, which need not follow the one before.
        number: u32,
        /// Whether a dot follows it.
        dotted: bool,
    },
}

/// An item of a cell: one sentence or more, over one line or more.
#[derive(Debug)]
pub struct Item {
    /// The mark that it begins with, not in `lines`.
    pub marker: Marker,
    /// The place of its first line.
    pub span: Span,
    /// Its lines without markers.
    pub lines: Vec<Span>,
}

/// The items of a cell in order. How far they are indented differs from row to row and tells nothing; what they say does.
pub fn items(source: &Source, cell: &Cell) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for &line in &cell.lines {
        let (marker, rest) = marker(source, line);
        let blank = source.text[rest.start..rest.end].trim().is_empty();
        match (marker, items.last_mut()) {
            (None, Some(item)) if !blank => item.lines.push(rest),
            (None, None) if !blank => items.push(Item { marker: Marker::Plain, span: line, lines: vec![rest] }),
            (None, _) => {}
            (Some(marker), _) => items.push(Item { marker, span: line, lines: vec![rest] }),
        }
    }
    items
}

/// The marker of a line, if it begins an item, and the rest of the line.
fn marker(source: &Source, line: Span) -> (Option<Marker>, Span) {
    let text = &source.text[line.start..line.end];
    // Quotes and definitions only indent.
    let text = text.trim_start_matches([' ', '>']);
    let text = text.strip_prefix(": ").unwrap_or(text).trim_start();
    let rest = |text: &str| Span::new(line.end - text.len(), line.end);
    if let Some(bullet) = text.strip_prefix("- ") {
        // A nested list begins with its first item: `- - global`.
        return (Some(Marker::Bullet), rest(bullet.trim_start_matches("- ")));
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, after) = text.split_at(digits);
    if let Ok(number) = number.parse() {
        let unbarred = |text: &str| rest(text.trim_start().trim_start_matches('|'));
        if let Some(after) = after.strip_prefix(". ") {
            return (Some(Marker::Number { number, dotted: true }), unbarred(after));
        }
        if after.trim_start().starts_with('|') {
            return (Some(Marker::Number { number, dotted: false }), unbarred(after));
        }
    }
    (None, rest(text.strip_prefix("| ").unwrap_or(text)))
}

/// A token of a sentence. Emphasis, code marks and escapes are not tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n`*\\]+|\{ref\}|:ref:|\[\^?[a-z0-9\-]+\]_?")]
pub enum Token<'a> {
    /// A word; keywords of [`KEYWORDS`] in small letters.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*(\\?\*\\?_[A-Za-z0-9_]+)*(-[A-Za-z][A-Za-z0-9]*)*", |lex| lex.slice())]
    Word(&'a str),
    /// A word that an execution mode is called by: the one before `wavefront execution mode` or `execution mode`.
    Mode(&'a str),
    /// The label of a reference.
    #[regex(r"amdgpu-[a-z0-9\-]+", |lex| lex.slice(), priority = 20)]
    Label(&'a str),
    /// The name of a generation.
    #[regex(r"[A-Z][A-Z]+[0-9][0-9A-Za-z]*", |lex| lex.slice(), priority = 20)]
    Target(&'a str),
    /// An operand; one that names a scope may lack its value.
    #[regex(r"[a-z][a-z0-9]*=[0-9]+", |lex| lex.slice())]
    #[regex(r"0x[0-9a-f]+", |lex| lex.slice(), priority = 10)]
    #[regex(r"[a-z]+:[A-Z_]+", |lex| lex.slice())]
    Operand(&'a str),
    /// A counter, or two of which one is meant.
    #[regex(r"([a-z]+/)?[a-z]+\([0-9]+\)", |lex| lex.slice())]
    Counter(&'a str),
    /// Punctuation that the grammar of sentences uses.
    #[regex(r"[/,:()&!;.]", |lex| lex.slice())]
    Mark(&'a str),
    /// Anything else: only explanations have it.
    #[regex(r".", |lex| lex.slice(), priority = 0)]
    Other(&'a str),
}

/// The words that the grammar of sentences knows, whatever the size of their letters; `build.rs` reads them from the grammar.
const KEYWORDS: &[&str] = include!(concat!(env!("OUT_DIR"), "/keywords.rs"));

/// A token between two byte offsets of the document.
pub type Placed<'a> = (usize, Token<'a>, usize);

/// The tokens of an item.
pub fn tokens<'a>(source: &'a Source, lines: &[Span]) -> Vec<Placed<'a>> {
    let line = |line: &Span| {
        let start = line.start;
        let lexer = Token::lexer(&source.text[line.start..line.end]).spanned();
        let token = |token: Result<Token<'a>, ()>| token.expect("any character of a line is a token");
        lexer.map(move |(read, range)| (start + range.start, token(read), start + range.end))
    };
    let tokens = join_scope_operands(source, lines.iter().flat_map(line).collect());
    let mut tokens: Vec<_> = tokens.into_iter().map(|(l, token, r)| (l, keyword(token), r)).collect();
    name_modes(&mut tokens);
    tokens
}

/// Makes one operand of a target's scope operand and the colon behind it, where the value is missing.
fn join_scope_operands<'a>(source: &'a Source, tokens: Vec<Placed<'a>>) -> Vec<Placed<'a>> {
    let names_scope =
        |word: &str| targets::known_targets().iter().any(|target| target.scope_operand.as_deref() == Some(word));
    let mut joined: Vec<Placed<'a>> = Vec::with_capacity(tokens.len());
    for (l, token, r) in tokens {
        match (joined.last_mut(), token) {
            (Some((start, last @ Token::Word(_), end)), Token::Mark(":"))
                if *end == l && names_scope(&source.text[*start..l]) =>
            {
                (*last, *end) = (Token::Operand(&source.text[*start..r]), r);
            }
            _ => joined.push((l, token, r)),
        }
    }
    joined
}

fn name_modes(tokens: &mut [Placed<'_>]) {
    for at in 1..tokens.len() {
        let before = if at > 1 && tokens[at - 1].1 == Token::Word("wavefront") { at - 2 } else { at - 1 };
        if let (Token::Word("execution"), Token::Word(name)) = (tokens[at].1, tokens[before].1) {
            tokens[before].1 = Token::Mode(name);
        }
    }
}

fn keyword(token: Token<'_>) -> Token<'_> {
    let Token::Word(word) = token else { return token };
    let found = KEYWORDS.iter().find(|keyword| keyword.eq_ignore_ascii_case(word));
    found.map_or(token, |keyword| Token::Word(keyword))
}

/// The sentences of an item: they end with a full stop outside of parentheses, which is not part of them; a note in
/// parentheses is a sentence of its own.
pub fn sentences<'a>(tokens: &[Placed<'a>]) -> Vec<Vec<Placed<'a>>> {
    let mut sentences = vec![Vec::new()];
    let mut depth = 0;
    for &placed in tokens {
        let is_mark = |mark: &str| placed.1 == Token::Mark(mark);
        if is_mark(".") && depth == 0 {
            sentences.push(Vec::new());
            continue;
        }
        depth += i32::from(is_mark("(")) - i32::from(is_mark(")"));
        if let Some(sentence) = sentences.last_mut() {
            sentence.push(placed);
        }
        let ended = depth == 0 && is_mark(")") && sentences.last().is_some_and(|s| s[0].1 == Token::Mark("("));
        if ended {
            sentences.push(Vec::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// In [`EXPLANATIONS`]: what the name of some instruction that waits begins with (`s_wait*s`).
const WAIT: &str = "<wait>";

/// How sentences begin that explain and command nothing.
const EXPLANATIONS: &[&[&str]] = &[
    &["ensures"],
    &["ensure", "operation", "remains"],
    &["in", "combination", "with", "the", "waits", "below", ",", "ensures"],
    &["therefore"],
    // What a fence would be for if LLVM had a way to say it, as tags do since (release 18).
    &["if", "fence", "had", "an", "address", "space"],
    &["this", "satisfies"],
    &["this", "prevents"],
    &["mtype", "rw"],
    &["(", "note"],
    &["note", ":"],
    &["see", "amdgpu-fence-as"],
    &["performs"],
    &["the", WAIT, "s", "could", "be", "placed"],
    &["the", WAIT, "could", "be", "placed"],
    &["we", "choose"],
];

/// Words of rules: an explanation that has one of them is a rule that was not understood.
const COMMANDS: &[&str] = &["omit", "happen", "generate"];

/// Whether a sentence only explains.
pub fn explains(source: &Source, sentence: &[Placed<'_>]) -> bool {
    let word = |placed: &Placed<'_>| source.text[placed.0..placed.2].to_lowercase();
    let waits = || targets::known_targets().iter().flat_map(|target| &target.waits);
    let matches_word = |known: &str, word: String| match known {
        WAIT => waits().any(|wait| wait.starts_with(&word)),
        known => known == word,
    };
    let begins = |opener: &&[&str]| {
        opener.len() <= sentence.len()
            && opener.iter().zip(sentence).all(|(known, placed)| matches_word(known, word(placed)))
    };
    let commands = sentence.iter().any(|placed| COMMANDS.contains(&word(placed).as_str()));
    !commands && EXPLANATIONS.iter().any(begins)
}
