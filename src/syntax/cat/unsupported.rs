//! What the cat of herd7 and Dartagnan has and this one has not: each construct is refused by its name.

use super::lexer::{Placed, Token};
use crate::syntax::source::Span;

/// Words of other tools' cat which begin or are what is not supported, and what would be right instead.
const WORDS: &[(&str, &str)] = &[
    ("when", "what must hold of the fixpoint is an axiom of its own"),
    ("events", "the events that an instruction may have are known: see the sets of `docs/cat.md`"),
    ("default", "what an instruction has where nothing is said is known of tests"),
    ("catdep", "leave it out: dependencies are those of the program"),
    ("debug", "leave it out: `litmus outcomes --executions` shows what executions relate"),
    ("latex", "leave it out"),
    ("assert", "`empty`, `acyclic` or `irreflexive`, as an axiom"),
    ("subrel", "`empty r \\ s`"),
    ("begin", "parentheses"),
    ("yield", "a function whose result is used"),
    ("withco", "`with co from generate_cos(co0)`"),
    ("withoutco", "coherence is there whether it is used or not"),
    ("withinit", "initial writes are there: `IW`"),
    ("withoutinit", "`W \\ IW` are the writes of instructions"),
    ("withsc", "`with s from linearisations(SC, 0)`"),
    ("withoutsc", "an order is there only where `with` chooses one"),
    ("new", "`with x from linearisations(s, r)` chooses an order"),
    ("lift", "a function of its own over sets that are the same in all executions"),
    ("delift", "a function of its own over sets that are the same in all executions"),
    ("inv-domain", "a function of its own"),
    ("add_pair", "a product of sets"),
    ("singletons", "sets of single events do not come up: a product or a composition"),
    ("intervals", "compositions with `po`"),
];

/// What would be right instead of a word that other tools have a meaning for; `None` of all other words.
pub fn instead_of(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, help)| *help)
}

/// How a condition is refused that joins options.
const JOINED: &str = "options joined by an operator are not supported";
/// How a condition is refused that compares.
const CONDITION: &str = "a condition of `if` that is no option is not supported";

/// What is refused: where, by what name, and what would be right.
pub struct Construct {
    /// Where it stands.
    pub span: Span,
    /// The message.
    pub message: String,
    /// What would be right.
    pub help: String,
}

/// The construct that a token begins or goes on with which does not belong where it stands; `None` if it is none that is known.
pub fn construct(tokens: &[Placed<'_>], start: usize) -> Option<Construct> {
    let at = tokens.iter().position(|placed| placed.0 == start)?;
    let (token, end) = tokens.get(at).map(|placed| (placed.1, placed.2))?;
    let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    let (previous, second) = (before(1).map(|placed| placed.1), before(2).map(|placed| placed.1));
    let [next, after_next] = [1, 2].map(|on| tokens.get(at + on).map(|placed| placed.1));
    let from = before(2).map_or(start, |placed| placed.0);
    let here =
        |message: String, help: &str| Some(Construct { span: Span::new(start, end), message, help: help.to_string() });
    match (second, previous, token) {
        (Some(Token::Name(name)), Some(Token::Open), Token::Close) => Some(Construct {
            span: Span::new(from, end),
            message: format!("`{name}()` in an expression is not supported"),
            help: instead_of(name).unwrap_or("functions have arguments").to_string(),
        }),
        (Some(Token::If | Token::IfBlock), Some(Token::Text(_)), Token::BarBar | Token::Ampersand | Token::Equals) => {
            here(JOINED.to_string(), "one `if` within another")
        }
        (_, _, Token::If | Token::IfBlock) if matches!(after_next, Some(Token::BarBar | Token::Ampersand)) => {
            here(JOINED.to_string(), "one `if` within another")
        }
        (_, _, Token::In) => here(
            "`let … in` as a statement is not supported".to_string(),
            "a definition without `in` holds from here on",
        ),
        (_, Some(Token::If | Token::IfBlock | Token::IfExpr), _) => here(CONDITION.to_string(), "`if \"option\"`"),
        (_, _, Token::If | Token::IfBlock) if !matches!(next, Some(Token::Text(_))) => {
            here(CONDITION.to_string(), "`if \"option\" then a else b`")
        }
        (Some(Token::Fun), Some(Token::Open), Token::Close) => {
            here("a function without parameters is not supported".to_string(), "its value itself")
        }
        (_, Some(Token::Let | Token::Rec | Token::And), Token::Universe) => {
            here("a definition without a name is not supported".to_string(), "a name")
        }
        (_, Some(Token::Name(name)), Token::Arrow) => {
            let message = format!("a case `{name}` of any value is not supported");
            here(message, "cases are `{}` and `x ++ s` of sets, or tags and `_`")
        }
        (_, _, Token::Match) => here(
            "`match` as a statement is not supported".to_string(),
            "`match` in the expression of a test or definition",
        ),
        (_, _, Token::Text(_)) => here("a string here is not supported".to_string(), "tags are `'a`"),
        (_, _, Token::Name(word)) => here(format!("`{word}` is not supported"), instead_of(word)?),
        _ => None,
    }
}
