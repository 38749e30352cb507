//! The cat files that come with the tool for models to include, and the standard library, of which a model gets what it uses.

use super::check::needed_names;
use super::load::Placed;
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
/// The generation of orders, which is the engines' own.
const CROSS: &str = "cross.cat";
/// The files by name.
const FILES: &[(&str, &str)] = &[
    (STANDARD, include_str!("../../models/lib/stdlib.cat")),
    (CROSS, include_str!("../../models/lib/cross.cat")),
    ("cos.cat", include_str!("../../models/lib/cos.cat")),
    ("cos-opt.cat", include_str!("../../models/lib/cos-opt.cat")),
    ("cos-no-opt.cat", include_str!("../../models/lib/cos-no-opt.cat")),
    ("filters.cat", include_str!("../../models/lib/filters.cat")),
];
/// Digests of what herd7 has under the name of [`CROSS`], comments and space left out. It combines linearisations by functions over sets of
/// relations, which differ from execution to execution; what it comes to is what our own file says.
const HERDS_CROSS: &[&str] = &["ee7d3f9c86bfb0532ecebcf0397584b1b4aa9bcc26459576a8764517e73e51c8"];

/// The file of this name that comes with the tool: a path for messages, and its text.
pub fn file(name: &str) -> Option<(PathBuf, &'static str)> {
    let (name, text) = FILES.iter().find(|(known, _)| *known == name)?;
    Some((Path::new(FOLDER).join(name), text))
}

/// Whether a path is that of a file that comes with the tool.
pub fn is_of_tool(path: &Path) -> bool {
    path.starts_with(FOLDER)
}

/// The file that stands for another: our own for a known generation of orders.
pub fn replacement(path: &Path, text: &str) -> Option<(PathBuf, &'static str)> {
    if path.file_name().is_none_or(|name| name != CROSS) || is_of_tool(path) {
        return None;
    }
    let source = Source::new("", text);
    let digest = blake3::hash(words(&source).ok()?.join("\n").as_bytes());
    if HERDS_CROSS.contains(&digest.to_hex().as_str()) { file(CROSS) } else { None }
}

/// The statements of the standard library that define these names, and what they use, in its order.
///
/// # Errors
/// A mistake in the library.
pub fn definitions_of(mut wanted: HashSet<String>) -> Result<Vec<Placed>, Box<Diagnostic>> {
    let Some((path, text)) = file(STANDARD).filter(|_| !wanted.is_empty()) else { return Ok(Vec::new()) };
    let source = Source::new(path.to_string_lossy(), text);
    let placed = |statement| {
        let statement = Arc::new(statement);
        Placed { source: source.clone(), statement, when: Vec::new(), is_library: true }
    };
    // A definition uses earlier ones only: from the last to the first, what is needed is known.
    let mut kept = Vec::new();
    for statement in parse(&source)?.statements.into_iter().rev() {
        if defined_names(&statement).any(|name| wanted.contains(name)) {
            let placed = placed(statement);
            wanted.extend(needed_names(std::slice::from_ref(&placed), &source));
            kept.push(placed);
        }
    }
    kept.reverse();
    Ok(kept)
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
