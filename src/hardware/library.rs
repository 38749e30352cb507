//! The hardware files that come with the tool, and those of the user's.

use crate::load::read;
use crate::syntax::hardware::{ast::File, parse};
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets::Target;
use std::path::Path;
use std::sync::Arc;

/// Every file of `models/hardware` with its text.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/hardware_files.rs"));

/// The hardware of a target, or what a file says instead.
///
/// # Errors
/// There is none for the target, or what is wrong with it.
pub fn load(target: &Target, file: Option<&Path>) -> Result<(Arc<Source>, File), Box<Diagnostic>> {
    if let Some(path) = file {
        let source = read(path)?;
        let file = parse(&source)?;
        return Ok((source, file));
    }
    for (name, text) in FILES {
        let source = Source::new(format!("models/hardware/{name}"), *text);
        let file = parse(&source)?;
        if file.targets.iter().any(|word| word.text == target.name) {
            return Ok((source, file));
        }
    }
    let source = Source::new("--target", target.name.as_str());
    let message = format!("no hardware file is for {}", target.name);
    Err(Box::new(Diagnostic::new(&source, Span::new(0, target.name.len()), message, "this target")))
}
