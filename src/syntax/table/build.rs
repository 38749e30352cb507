//! What the grammar's actions call.

use super::ast::{Access, Code, Instr, Line, Operand};
use super::cond::Cond;
use crate::llvm::{AddressSpace, ScopeLevel};
use crate::syntax::source::{Span, spelt};
use lalrpop_util::ParseError;

/// An error found while parsing, before the source is at hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The bytes that are refused.
    pub span: Span,
    /// The error's message, in one line.
    pub message: String,
    /// What would be right.
    pub help: String,
}

/// The result of a grammar action that may refuse its input.
pub type Fallible<T, K> = Result<T, ParseError<usize, K, Problem>>;

fn fail<T, K>(l: usize, r: usize, message: String, help: String) -> Fallible<T, K> {
    Err(ParseError::User { error: Problem { span: Span::new(l, r), message, help } })
}

/// The value that a word spells.
pub fn word<T: Copy, K>(
    text: &str,
    l: usize,
    r: usize,
    what: &str,
    all: &[T],
    spell: fn(T) -> &'static str,
) -> Fallible<T, K> {
    match spelt(text, all, spell) {
        Ok(value) => Ok(value),
        Err(help) => fail(l, r, format!("unknown {what} `{text}`"), help),
    }
}

/// A line or the number of a step.
pub fn line<K>(text: &str, l: usize, r: usize) -> Fallible<Line, K> {
    match text.parse() {
        Ok(line) => Ok(line),
        Err(_) => fail(l, r, format!("`{text}` is too large"), "a number below 2^32".into()),
    }
}

/// A condition of the form `as(local)`, `scope(agent)` or `op(global)`.
pub fn cond_word<K>(text: &str, l: usize, r: usize) -> Fallible<String, K> {
    let argument = |prefix: &str| text.strip_prefix(prefix)?.strip_suffix(')');
    if let Some(space) = argument("as(") {
        word::<_, K>(space, l, r, "address space", AddressSpace::ALL, AddressSpace::as_str)?;
    }
    if let Some(scope) = argument("scope(") {
        word::<_, K>(scope, l, r, "sync scope", ScopeLevel::ALL, ScopeLevel::as_str)?;
    }
    Ok(text.to_string())
}

/// A word or its negation.
pub fn literal(word: String, negated: bool) -> Cond {
    let cond = Cond::word(word);
    if negated { cond.not() } else { cond }
}

/// What an instruction and the subject of a placement rule begin with: names and operands.
pub struct Head {
    /// The names between the slashes.
    pub names: Vec<String>,
    /// The operands in order, each with its condition.
    pub operands: Vec<Operand>,
}

impl Head {
    /// The names and operands as one text.
    pub fn spelling(&self) -> String {
        let operands = self.operands.iter().map(|operand| operand.text.clone());
        std::iter::once(self.names.join("/")).chain(operands).collect::<Vec<_>>().join(" ")
    }
}

/// The instruction of a head. `buffer/global_load` is a `load` of two forms, and so is a single `ds_load` a `load` of one.
pub fn clause(head: Head, when: Cond) -> Code {
    let Head { mut names, operands } = head;
    let last = names.pop().unwrap_or_default();
    let (forms, name) = match last.split_once('_') {
        Some((form, access)) if access.parse::<Access>().is_ok() => {
            names.push(form.to_string());
            (names, access.to_string())
        }
        // Several forms of something that accesses no memory: left as they are written, and refused as unknown later.
        _ => {
            names.push(last);
            (Vec::new(), names.join("/"))
        }
    };
    Code::Instr(Instr { forms, name, operands, when })
}
