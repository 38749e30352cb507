//! The cat files that come with the tool for models to include, and the standard library, of which a model gets what it uses.

use super::check::used_names;
use super::load::Placed;
use super::updates::Updates;
use crate::syntax::cat::ast::Statement;
use crate::syntax::cat::{parse, words};
use crate::syntax::source::{Diagnostic, Source};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder that these files seem to be in: no folder of users.
const FOLDER: &str = "(that come with litmus)";
/// What every model may use without including it.
const STANDARD: &str = "stdlib.cat";
/// What is otherwise in it where a read-modify-write is one event.
const ONE_EVENT: &str = "one-event.cat";
/// What a model includes that says that it is written for two events.
const TWO_EVENTS: &str = "two-events.cat";
/// The generation of orders, which is the engines' own.
const CROSS: &str = "cross.cat";
/// The files by name.
const FILES: &[(&str, &str)] = &[
    (STANDARD, include_str!("../../models/lib/stdlib.cat")),
    (ONE_EVENT, include_str!("../../models/lib/one-event.cat")),
    (TWO_EVENTS, include_str!("../../models/lib/two-events.cat")),
    (CROSS, include_str!("../../models/lib/cross.cat")),
    ("cos.cat", include_str!("../../models/lib/cos.cat")),
    ("cos-opt.cat", include_str!("../../models/lib/cos-opt.cat")),
    ("cos-no-opt.cat", include_str!("../../models/lib/cos-no-opt.cat")),
    ("filters.cat", include_str!("../../models/lib/filters.cat")),
];
/// Digests of what herd7 has under the name of [`CROSS`]. It combines linearisations by functions over sets of
/// relations, which differ from execution to execution; what it comes to is what our own file says.
const HERDS_CROSS: &[&str] = &["ee7d3f9c86bfb0532ecebcf0397584b1b4aa9bcc26459576a8764517e73e51c8"];

/// The file of the library of this name: a path for messages, and its text.
pub fn file(name: &str) -> Option<(PathBuf, &'static str)> {
    let (name, text) = FILES.iter().find(|(known, _)| *known == name)?;
    Some((path_of(name), text))
}

/// The path by which messages name a file that comes with the tool, where others include it.
pub fn path_of(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// Whether a path is that of a file that comes with the tool: of the library, or a model.
pub fn is_of_tool(path: &Path) -> bool {
    path.starts_with(FOLDER)
}

/// Whether a path is that of a file of the library.
pub fn is_of_library(path: &Path) -> bool {
    is_of_tool(path) && FILES.iter().any(|(name, _)| path.ends_with(name))
}

/// Where the sources of the tool have a file that others include; `None` of one that does not come with it.
pub fn path_in_sources(path: &str) -> Option<String> {
    let name = Path::new(path).strip_prefix(FOLDER).ok()?.display();
    Some(if is_of_library(Path::new(path)) { format!("models/lib/{name}") } else { format!("models/{name}") })
}

/// The file that stands for another: our own for a known generation of orders, and for a copy of what says that a model is written for two events.
pub fn replacement(path: &Path, text: &str) -> Option<(PathBuf, &'static str)> {
    if is_of_tool(path) {
        return None;
    }
    let is_known = |name: &str| match name {
        CROSS => HERDS_CROSS.contains(&digest(text)?.as_str()).then_some(CROSS),
        TWO_EVENTS => (digest(text)? == digest(file(TWO_EVENTS)?.1)?).then_some(TWO_EVENTS),
        _ => None,
    };
    file(is_known(path.file_name()?.to_str()?)?)
}

/// The digest of a text's words, comments and space left out; `None` of what is not of the language.
fn digest(text: &str) -> Option<String> {
    let source = Source::new("", text);
    Some(blake3::hash(words(&source).ok()?.join("\n").as_bytes()).to_hex().to_string())
}

/// The statements of the standard library that define these names, and what they use, in its order.
///
/// # Errors
/// A mistake in the library.
pub fn definitions_of(mut wanted: HashSet<String>, updates: Updates) -> Result<Vec<Placed>, Box<Diagnostic>> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    // A definition uses earlier ones only: from the last to the first, what is needed is known.
    let mut kept = Vec::new();
    for placed in standard(updates)?.into_iter().rev() {
        if defined_names(&placed.statement).any(|name| wanted.contains(name)) {
            wanted.extend(used_names(std::slice::from_ref(&placed), &placed.source));
            kept.push(placed);
        }
    }
    kept.reverse();
    Ok(kept)
}

/// Whether a text is that of the standard library, which stands before all that a model says.
pub fn is_standard(source: &Source) -> bool {
    [STANDARD, ONE_EVENT].iter().any(|name| Path::new(&source.name) == Path::new(FOLDER).join(name))
}

/// Whether a text says that a model which includes it is written for two events.
pub fn says_two_events(source: &Source) -> bool {
    Path::new(&source.name) == path_of(TWO_EVENTS)
}

/// The statements of the standard library, those first that are otherwise for what a read-modify-write is.
fn standard(updates: Updates) -> Result<Vec<Placed>, Box<Diagnostic>> {
    let mut otherwise = match updates {
        Updates::TwoEvents => Vec::new(),
        Updates::OneEvent => statements_of(ONE_EVENT)?,
    };
    let replaced: HashSet<String> =
        otherwise.iter().flat_map(|placed| defined_names(&placed.statement)).map(str::to_string).collect();
    let is_kept = |placed: &Placed| !defined_names(&placed.statement).any(|name| replaced.contains(name));
    otherwise.extend(statements_of(STANDARD)?.into_iter().filter(is_kept));
    Ok(otherwise)
}

fn statements_of(name: &str) -> Result<Vec<Placed>, Box<Diagnostic>> {
    let (path, text) = file(name).expect("it comes with the tool");
    let source = Source::new(path.to_string_lossy(), text);
    let placed = |statement| {
        let statement = Arc::new(statement);
        Placed { source: source.clone(), statement, when: Vec::new(), is_library: true }
    };
    Ok(parse(&source)?.statements.into_iter().map(placed).collect())
}

/// The names that a statement of the library defines.
fn defined_names(statement: &Statement) -> impl Iterator<Item = &str> {
    let (bindings, procedure) = match statement {
        Statement::Let(definitions) => (definitions.bindings.as_slice(), None),
        Statement::Procedure(procedure) => (&[][..], Some(procedure.name.text.as_str())),
        Statement::Include(_) | Statement::Test(_) | Statement::If(_) | Statement::With(_) => (&[][..], None),
        Statement::Call(_) | Statement::Forall(_) | Statement::Enum(_) => (&[][..], None),
        Statement::Show(..) | Statement::Ignored(_) => (&[][..], None),
    };
    bindings.iter().map(|binding| binding.name.text.as_str()).chain(procedure)
}
