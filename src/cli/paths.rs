//! The tests that paths name.

use super::long::STOP;
use super::{Diagnostic, files};
use crate::syntax::source::Source;
use itertools::Itertools;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The tests of paths: files as they are, folders walked for `*.litmus`, in order. A file that is found in two ways counts once, and folders that links lead to are
/// folders, which are walked once: folders with links to each other have more ways through them than anybody has time for.
pub fn collect_tests(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut files = Vec::new();
    let mut errors = Vec::new();
    for path in paths.iter().unique() {
        let missing = |message: String| {
            let source = Source::new(path.display().to_string(), "");
            Diagnostic::new(&source, Default::default(), message, "").help("a .litmus file, or a folder of them")
        };
        if !path.is_dir() {
            match path.exists() || path == Path::new(files::STANDARD_INPUT) {
                true => files.push(path.clone()),
                false => errors.push(missing("no such file or folder".into())),
            }
            continue;
        }
        let before = files.len();
        let mut walked = HashSet::new();
        let is_new = |entry: &walkdir::DirEntry| {
            !entry.file_type().is_dir() || entry.path().canonicalize().map_or(true, |folder| walked.insert(folder))
        };
        for entry in walkdir::WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter().filter_entry(is_new)
        {
            if STOP.load(Ordering::Relaxed) {
                break;
            }
            match entry {
                Ok(entry) if is_test(entry.path()) => files.push(entry.into_path()),
                Ok(_) => {}
                // What is there was walked.
                Err(error) if error.loop_ancestor().is_some() => {}
                // A link that leads nowhere is no test, unless it is named like one.
                Err(error) if error.path().is_some_and(|path| path.is_symlink() && !is_test(path)) => {}
                Err(error) => errors.push(missing(error.to_string())),
            }
        }
        if files.len() == before && !STOP.load(Ordering::Relaxed) {
            errors.push(missing("no .litmus file in this folder".into()));
        }
    }
    let file = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    (files.into_iter().unique_by(file).collect(), errors)
}

/// Whether a path in a folder is named as tests are.
fn is_test(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ext == "litmus")
}
