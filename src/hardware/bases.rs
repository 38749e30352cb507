//! The hardware files that come with the tool, and where the file is found that another extends.

use crate::files;
use crate::load::read;
use crate::syntax::hardware::ast::Word;
use crate::syntax::source::{Diagnostic, Source, did_you_mean};
use std::path::Path;
use std::sync::Arc;

/// Every file of `models/hardware` with its text.
pub(super) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/hardware_files.rs"));

/// A file that another one extends.
#[derive(Clone, Debug)]
pub struct Base {
    /// Its text and the path by which it was found.
    pub source: Arc<Source>,
    /// Whether it comes with the tool.
    pub built_in: bool,
}

/// The file that a file extends, `NAME` or `NAME.hw`: one beside it, else one that comes with the tool.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn find_base(source: &Arc<Source>, name: &Word) -> Result<Base, Box<Diagnostic>> {
    let stem = name.text.trim_end_matches(".hw");
    let file = format!("{stem}.hw");
    let beside = Path::new(&source.name).with_file_name(&file);
    if files::is_file(&beside) && beside.display().to_string() != source.name {
        return Ok(Base { source: read(&beside)?, built_in: false });
    }
    if let Some((known, text)) = FILES.iter().find(|(known, _)| *known == file) {
        return Ok(Base { source: built_in_source(known, text), built_in: true });
    }
    let names = || FILES.iter().map(|(known, _)| known.trim_end_matches(".hw"));
    let help = match did_you_mean(stem, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a file beside this one, or one of {}", names().collect::<Vec<_>>().join(", ")),
    };
    let message = format!("no hardware file `{file}`");
    Err(Box::new(Diagnostic::new(source, name.span, message, "not found").help(help)))
}

/// A file that comes with the tool as a text with its place in the project.
pub(super) fn built_in_source(file: &str, text: &str) -> Arc<Source> {
    Source::new(format!("models/hardware/{file}"), text)
}
