//! Tests in other languages, read into the tree of the litmus language: herd's C and OpenCL C tests, and LLVM IR (docs/foreign.md).

pub mod ast;
mod functions;
mod hash;
mod information;
pub mod ir;
mod lexer;
mod lower;
mod parse;
mod types;
mod unsupported;

pub use functions::Function;
pub use lower::Observed;

use crate::llvm::Ordering;
use crate::syntax::litmus::{self, ast::File};
use crate::syntax::source::{Diagnostic, Source, Span};
use logos::Logos;
use std::sync::Arc;

/// A language of tests that is not our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C(Dialect),
    /// LLVM IR.
    Ir,
}

/// A form of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// C11, as herd7 reads it.
    C,
    /// OpenCL C, as Dartagnan reads it.
    OpenCl,
}

/// A test of another language.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The test in our tree; its places are those of the text that was read.
    pub file: File,
    /// What the condition and `locations` speak of: what herd7 shows of a final state, in its order.
    pub observed: Vec<Observed>,
}

/// The language of a text that is not ours, by its first line.
pub fn language(text: &str) -> Option<Language> {
    dialect(text).map(Language::C).or_else(|| ir::is_ir(text).then_some(Language::Ir))
}

/// Reads a test of another language into our tree.
///
/// # Errors
/// As [`read`].
pub fn file(source: &Arc<Source>, language: Language) -> Result<File, Box<Diagnostic>> {
    match language {
        Language::C(dialect) => read(source, dialect).map(|read| read.file),
        Language::Ir => ir::read(source),
    }
}

/// The form of C of a text, by the first word of its first line.
pub fn dialect(text: &str) -> Option<Dialect> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    match first.split_whitespace().next()? {
        "C" => Some(Dialect::C),
        "OPENCL" | "OpenCL" => Some(Dialect::OpenCl),
        _ => None,
    }
}

/// Reads a test in C.
///
/// # Errors
/// The first place where the text is not of the language, or where ours has nothing that means the same.
pub fn read(source: &Arc<Source>, dialect: Dialect) -> Result<Foreign, Box<Diagnostic>> {
    let (test, comments) = parse::parse(source, dialect)?;
    lower::lower(source, dialect, &test, comments)
}

/// What herd7 prints behind `Hash=` of a test in C; of one in OpenCL C what it gives itself. `None` where that is not known.
pub fn hash(source: &Arc<Source>, dialect: Dialect) -> Option<String> {
    let (test, _) = parse::parse(source, dialect).ok()?;
    hash::of(source, &test, dialect)
}

/// A test in the litmus language, in its canonical form. Comments between `/*` and `*/` or `(*` and `*)`, and those of IR, are left out.
///
/// # Errors
/// As [`read`].
pub fn converted(source: &Arc<Source>, language: Language) -> Result<String, Box<Diagnostic>> {
    let mut file = file(source, language)?;
    file.test.name.node = printable_name(&file.test.name.node);
    // Lines stand where the other language had them until they are read again.
    let printed = litmus::print(&file);
    Ok(litmus::print(&litmus::parse(&Source::new(source.name.clone(), printed))?))
}

/// A name that stands in a header `litmus NAME`: what may not is replaced.
fn printable_name(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
    name.chars().map(|c| if allowed(c) { c } else { '_' }).collect()
}

/// The function of C that does something in an order that is given; `None` if C has none.
pub fn function_name(function: Function) -> Option<String> {
    functions::name(function, Dialect::C)
}

/// What C calls an order; `None` if it has none.
pub fn order_name(ordering: Ordering) -> Option<&'static str> {
    functions::ORDERS.iter().find(|(_, known)| *known == ordering).map(|(name, _)| *name)
}

/// Whether a word is not free for variables of C tests.
pub fn is_reserved(word: &str) -> bool {
    use lexer::Token;
    let is_name = match Token::lexer(word).next() {
        Some(Ok(Token::Ident(lexed))) => lexed == word && matches!(Token::of_word(word), Token::Ident(_)),
        Some(Ok(_) | Err(())) | None => false,
    };
    !is_name || functions::function(word, Dialect::C).is_some()
}

/// What is refused, and what would be right.
fn refuse<T>(
    source: &Arc<Source>,
    span: Span,
    message: impl Into<String>,
    label: &str,
    help: impl Into<String>,
) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::new(source, span, message, label).help(help)))
}
