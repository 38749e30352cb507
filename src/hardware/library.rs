//! The hardware files that come with the tool, and those of the user's.

use super::extend::parse;
use crate::load::read;
use crate::syntax::hardware::ast::{File, Word};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::targets::{self, Target};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Every file of `models/hardware` with its text.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/hardware_files.rs"));

/// The hardware of a target: of those that a file or the files of a folder describe, else of those that come with the tool.
///
/// # Errors
/// There is none for the target, or what is wrong with it; a file that is not for the target.
pub fn load(target: &Target, path: Option<&Path>) -> Result<(Arc<Source>, File), Box<Diagnostic>> {
    match path {
        Some(path) if path.is_dir() => {
            for path in folder(path)? {
                let source = read(&path)?;
                let file = checked(&source)?;
                if file.targets.iter().any(|word| word.text == target.name) {
                    return Ok((source, file));
                }
            }
            built_in(target)
        }
        Some(path) => {
            let source = read(path)?;
            let file = checked(&source)?;
            if file.targets.iter().any(|word| word.text == target.name) {
                return Ok((source, file));
            }
            let span = file.targets.first().map(|word| word.span).unwrap_or_default();
            let message = format!("{} is not for {}", file.name, target.name);
            let help = format!("`targets {}`, or another `--target`", target.name);
            Err(Box::new(Diagnostic::new(&source, span, message, "these targets").help(help)))
        }
        None => built_in(target),
    }
}

fn built_in(target: &Target) -> Result<(Arc<Source>, File), Box<Diagnostic>> {
    for (name, text) in FILES {
        let source = Source::new(format!("models/hardware/{name}"), *text);
        let file = checked(&source)?;
        if file.targets.iter().any(|word| word.text == target.name) {
            return Ok((source, file));
        }
    }
    let source = Source::new("--target", target.name.as_str());
    let message = format!("no hardware file is for {}", target.name);
    Err(Box::new(Diagnostic::new(&source, Span::new(0, target.name.len()), message, "this target")))
}

/// The tree of a file, whose targets are declared.
fn checked(source: &Arc<Source>) -> Result<File, Box<Diagnostic>> {
    let file = parse(source)?;
    let names = || targets::all().iter().map(|target| target.name.as_str());
    for word in &file.targets {
        if !names().any(|name| name == word.text) {
            let help = match did_you_mean(&word.text, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of {}", names().collect::<Vec<_>>().join(", ")),
            };
            let message = format!("unknown target `{}`", word.text);
            return Err(Box::new(Diagnostic::new(source, word.span, message, "not declared").help(help)));
        }
    }
    Ok(file)
}

fn folder(path: &Path) -> Result<Vec<PathBuf>, Box<Diagnostic>> {
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| {
        let source = Source::new(path.display().to_string(), "");
        Box::new(Diagnostic::new(&source, Span::default(), format!("cannot be read: {error}"), "this folder"))
    })?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hw"));
    paths.sort();
    Ok(paths)
}

/// The text of the file that a file extends, `NAME` or `NAME.hw`: one beside it, else one that comes with the tool.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn base(source: &Arc<Source>, name: &Word) -> Result<Arc<Source>, Box<Diagnostic>> {
    let file = format!("{}.hw", name.text.trim_end_matches(".hw"));
    let beside = Path::new(&source.name).with_file_name(&file);
    if beside.is_file() && beside.display().to_string() != source.name {
        return read(&beside);
    }
    if let Some((known, text)) = FILES.iter().find(|(known, _)| *known == file) {
        return Ok(Source::new(format!("models/hardware/{known}"), *text));
    }
    let names = || FILES.iter().map(|(known, _)| known.trim_end_matches(".hw"));
    let help = match did_you_mean(name.text.trim_end_matches(".hw"), names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a file beside this one, or one of {}", names().collect::<Vec<_>>().join(", ")),
    };
    let message = format!("no hardware file `{file}`");
    Err(Box::new(Diagnostic::new(source, name.span, message, "not found").help(help)))
}
