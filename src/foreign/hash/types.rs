//! Types as herd7 writes them.

use super::super::lexer::Token;
use crate::syntax::source::Span;
use logos::Logos;

/// What types of parameters may be of, as far as herd7 reads them: the word, how it is written, and whether it is a single word to herd7.
const BASES: &[(&str, &str, bool)] = &[
    ("char", "char", true),
    ("int", "int", true),
    ("long", "long", true),
    ("int8_t", "int8_t", true),
    ("uint8_t", "uint8_t", true),
    ("int16_t", "int16_t", true),
    ("uint16_t", "uint16_t", true),
    ("int32_t", "int32_t", true),
    ("uint32_t", "uint32_t", true),
    ("int64_t", "int64_t", true),
    ("uint64_t", "uint64_t", true),
    ("intptr_t", "intptr_t", true),
    ("uintptr_t", "uintptr_t", true),
    ("atomic_int", "_Atomic int", false),
];

/// The words and stars of a type; `None` where something else stands in it.
pub fn words(text: &str, span: Span) -> Option<Vec<&str>> {
    let (mut lexer, mut found) = (Token::lexer(text.get(span.start..span.end)?), Vec::new());
    while let Some(token) = lexer.next() {
        if matches!(token, Ok(Token::LineComment | Token::BlockComment)) {
            continue;
        }
        if !matches!(token, Ok(Token::Ident(_) | Token::Star)) {
            return None;
        }
        found.push(lexer.slice());
    }
    Some(found)
}

/// The type of a parameter, which is a pointer; `None` where herd7 does not read it.
pub fn pointer(text: &str, span: Span) -> Option<String> {
    let words = words(text, span)?;
    match words.as_slice() {
        [before @ ("_Atomic" | "volatile" | "const"), of, after @ .., "*"] => {
            after_base(qualified(base(of)?, before)?, after).map(|ty| ty + "*")
        }
        [of, after @ .., "*"] => after_base(base(of)?, after).map(|ty| ty + "*"),
        _ => None,
    }
}

/// A type as it is written, and whether it is a single word.
type Written = (String, bool);

fn base(word: &str) -> Option<Written> {
    let (_, written, is_word) = BASES.iter().find(|(known, ..)| *known == word)?;
    Some(((*written).to_string(), *is_word))
}

/// A type with the qualifiers and stars behind its base.
fn after_base(ty: Written, words: &[&str]) -> Option<String> {
    let follow = |ty, word: &&str| if *word == "_Atomic" { None } else { qualified(ty, word) };
    words.iter().try_fold(ty, follow).map(|(text, _)| text)
}

fn qualified((ty, is_word): Written, word: &str) -> Option<Written> {
    let text = match (word, is_word) {
        ("volatile", true) => format!("volatile {ty}"),
        ("volatile", false) => format!("{ty} volatile"),
        ("_Atomic", true) => format!("_Atomic {ty}"),
        ("_Atomic", false) => format!("_Atomic ({ty})"),
        ("const", _) => format!("{ty} const"),
        ("*", _) => format!("{ty}*"),
        _ => return None,
    };
    Some((text, false))
}
