//! From text to the tree of a module.

use super::ast::{Item, Module, Value};
use super::lexer::Token;
use super::nodes;
use crate::foreign::parse::of_problem;
use crate::foreign::refuse;
use crate::llvm::IntType;
use crate::syntax::litmus::ast::{At, CompareOp, Name, Type};
use crate::syntax::litmus::build::{self, Fallible, Problem, fail, parse_word};
use crate::syntax::metered;
use crate::syntax::source::{Diagnostic, Source, Span};
use itertools::Itertools;
use lalrpop_util::{ParseError, lalrpop_mod};
use logos::Logos;
use std::sync::Arc;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_imports, missing_docs)]
    grammar,
    "/ir.rs"
);

/// The tree of a module.
///
/// # Errors
/// The first place where the text is not of the language, or not for AMD's targets.
pub fn parse(source: &Arc<Source>) -> Result<Module, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    for (token, range) in metered(Token::lexer(&source.text).spanned()) {
        match token {
            Ok(Token::Comment) => {}
            Ok(token) => tokens.push((range.start, token, range.end)),
            Err(()) => return Err(Box::new(not_a_token(source, Span::new(range.start, range.end)))),
        }
    }
    nodes::check(source, &tokens)?;
    let result = grammar::ModuleParser::new().parse(metered(tokens).map(Ok::<_, Problem>));
    let items = result.map_err(|error| Box::new(explain(source, error)))?;
    let mut module = Module::default();
    let mut is_begun = false;
    for item in items {
        let begins = match &item {
            Item::Target(word, _) => Some(word.span),
            Item::SourceName(word) => Some(word.span),
            Item::Function(_)
            | Item::Global(_)
            | Item::Node(..)
            | Item::Declared(_)
            | Item::Group(..)
            | Item::Comdat(_)
            | Item::Nothing => None,
        };
        match begins {
            Some(span) if is_begun => {
                let help = "before functions, objects, attributes and metadata";
                return refuse(source, span, "what a module begins with", "after what it has", help);
            }
            Some(_) => {}
            None => is_begun = true,
        }
        match item {
            Item::SourceName(_) => {}
            Item::Target(word, text) => check_target(source, &word, &text)?,
            Item::Declared(declared) => module.declared.push(declared),
            Item::Comdat(name) => module.comdats.push(name),
            Item::Group(name, attributes) => module.groups.push((name, attributes)),
            Item::Function(function) => module.functions.push(function),
            Item::Global(global) => module.globals.push(global),
            Item::Node(number, list) => module.nodes.push((number, list)),
            Item::Nothing => {}
        }
    }
    let defined = module
        .functions
        .iter()
        .map(|function| &function.name)
        .chain(module.declared.iter().map(|declared| &declared.name));
    match defined.sorted_by_key(|name| name.span.start).duplicates_by(|name| &name.node).next() {
        Some(name) => refuse(
            source,
            name.span,
            format!("two functions are called `@{}`", name.node),
            "the second",
            "one of each name: what is defined is not declared, too",
        ),
        None => Ok(module),
    }
}

/// What a module is for; its layout of data is its target's.
fn check_target(source: &Arc<Source>, word: &Name, text: &At<String>) -> Result<(), Box<Diagnostic>> {
    match word.node.as_str() {
        "triple" => check_triple(source, text),
        "datalayout" => Ok(()),
        _ => refuse(
            source,
            word.span,
            format!("a module has no `{}`", word.node),
            "not known",
            "`triple` or `datalayout`",
        ),
    }
}

/// Only AMD's targets have the model that tests are about, and code is compiled for HSA: for other systems, or none, LLVM's code is another.
fn check_triple(source: &Arc<Source>, triple: &At<String>) -> Result<(), Box<Diagnostic>> {
    let is_amd = ["amdgcn", "amdgpu"].iter().any(|known| triple.node.starts_with(known));
    let is_hsa = triple.node.split('-').nth(2).is_some_and(|system| system.starts_with("amdhsa"));
    let label = match (is_amd, is_hsa) {
        (true, true) => return Ok(()),
        (true, false) => "not HSA, which code is compiled for",
        (false, _) => "not a target of AMD's",
    };
    let help = "`target triple = \"amdgcn-amd-amdhsa\"`";
    refuse(source, triple.span, format!("IR for `{}`", triple.node), label, help)
}

fn not_a_token(source: &Arc<Source>, span: Span) -> Diagnostic {
    let text = source.text[span.start..span.end].escape_debug();
    let diagnostic = Diagnostic::new(source, span, format!("`{text}` is not understood"), "not a token of tests in IR");
    diagnostic.help("functions of loads, stores, atomics, fences, barriers, integers and branches (docs/ir.md)")
}

fn explain(source: &Arc<Source>, error: ParseError<usize, Token<'_>, Problem>) -> Diagnostic {
    match error {
        ParseError::User { error } => of_problem(source, error),
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            unexpected(source, Span::new(start, end), token, &expected)
        }
        ParseError::UnrecognizedEof { location, expected } => {
            let span = Span::new(location, source.text.len().max(location));
            Diagnostic::new(source, span, "the file ends too early", "ends here").help(expectation(&expected))
        }
        ParseError::ExtraToken { token: (start, _, end) } => {
            Diagnostic::new(source, Span::new(start, end), "more after the module's end", "unexpected")
        }
        ParseError::InvalidToken { location } => {
            Diagnostic::new(source, Span::new(location, location), "not a token", "here")
        }
    }
}

fn unexpected(source: &Arc<Source>, span: Span, token: Token<'_>, expected: &[String]) -> Diagnostic {
    let text = source.text[span.start..span.end].escape_debug().to_string();
    let is_instruction = expected.iter().any(|name| matches!(name.as_str(), "\"`br`\"" | "\"`icmp`\""));
    if is_instruction && matches!(token, Token::Word(_)) {
        let help =
            "loads, stores, atomics, fences, calls of barriers, integer operations, phi, br and ret void (docs/ir.md)";
        return Diagnostic::new(source, span, format!("`{text}` is no instruction of tests"), "not read").help(help);
    }
    Diagnostic::new(source, span, format!("`{text}` does not belong here"), "unexpected").help(expectation(expected))
}

/// What would be right, where it is little.
fn expectation(expected: &[String]) -> String {
    let names: Vec<String> = expected.iter().map(|name| describe(name.trim_matches('"'))).collect();
    match names.as_slice() {
        [] => "nothing more".to_string(),
        [one] => format!("expected {one}"),
        [init @ .., last] if init.len() < 8 => format!("expected {} or {last}", init.join(", ")),
        _ => "docs/ir.md says what is read of LLVM IR".to_string(),
    }
}

fn describe(name: &str) -> String {
    match name {
        "local" => "a value `%x`".into(),
        "global" => "a name `@x`".into(),
        "label" => "a block `b:`".into(),
        "metadata" => "metadata `!x`".into(),
        "node" => "a node `!0`".into(),
        "metadata string" => "a string `!\"x\"`".into(),
        "group" => "attributes `#0`".into(),
        "comdat name" => "a group of sections `$x`".into(),
        "string" => "a string".into(),
        "number" => "a number".into(),
        "integer type" => "an integer type".into(),
        "word" => "a word".into(),
        word if word.starts_with('`') => word.into(),
        mark => format!("`{mark}`"),
    }
}

/// A name without the quotes that it may stand between.
pub fn unquoted(name: &str) -> String {
    name.trim_matches('"').to_string()
}

/// A number that counts something.
///
/// # Errors
/// It is none that is that small.
pub fn small<K>(word: &str, l: usize, r: usize) -> Fallible<u32, K> {
    word.parse()
        .or_else(|_| fail(l, r, format!("`{word}` is too large a number"), "too large", "a number below 2^32".into()))
}

/// An integer of any width.
///
/// # Errors
/// It is none of 64 bits.
pub fn integer<K>(word: &str, l: usize, r: usize) -> Fallible<Value, K> {
    let (digits, is_negative) = word.strip_prefix('-').map_or((word, false), |digits| (digits, true));
    Ok(Value::Int(build::number(digits, is_negative, l, r)?))
}

/// A type of integers.
///
/// # Errors
/// Tests have none of that width.
pub fn integer_type<K>(word: &str, l: usize, r: usize) -> Fallible<Type, K> {
    match word.parse() {
        Ok(IntType::I1) => Ok(Type::Int(IntType::I1)),
        _ => build::memory_type(word, l, r),
    }
}

/// What a computation may say of its operands, so that it is poison where that is not so: an overflow is wrapped here.
///
/// # Errors
/// Always.
pub fn poison<K>(word: &str, l: usize, r: usize) -> Fallible<(), K> {
    match word {
        "nuw" | "nsw" | "exact" | "disjoint" | "nneg" | "samesign" => {
            let message = format!("`{word}`: what is computed may be poison");
            fail(l, r, message, "tests have no poison", format!("without `{word}`, where what it says is so"))
        }
        _ => fail(l, r, format!("`{word}` is no word of this"), "not known", "a type".into()),
    }
}

/// The type of what a branch depends on.
///
/// # Errors
/// Another type.
pub fn truth<K>(word: &str, l: usize, r: usize) -> Fallible<(), K> {
    match word {
        "i1" => Ok(()),
        _ => fail(l, r, format!("a branch on `{word}`"), "not a truth value", "`br i1 %c, label %a, label %b`".into()),
    }
}

/// How `icmp` compares.
///
/// # Errors
/// It does not so.
pub fn predicate<K>(word: &str, l: usize, r: usize) -> Fallible<CompareOp, K> {
    match word {
        "eq" => Ok(CompareOp::Eq),
        "ne" => Ok(CompareOp::Ne),
        _ => parse_word(word, l, r, "comparison", CompareOp::ALL, CompareOp::as_str),
    }
}
