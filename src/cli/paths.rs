//! The tests that paths name.

use super::long::STOP;
use super::{Diagnostic, files};
use crate::syntax::source::Source;
use itertools::Itertools;
use std::collections::{HashMap, HashSet};
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
    let mut folders = HashMap::new();
    let files = files.into_iter().unique_by(|path| file_of(path, &mut folders)).collect();
    (files, errors)
}

/// The file that a path leads to, the same however it is written. What folders lead to is looked up once for all their files.
fn file_of(path: &Path, folders: &mut HashMap<PathBuf, PathBuf>) -> PathBuf {
    let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let (Some(folder), Some(name), false) = (path.parent(), path.file_name(), path.is_symlink()) else {
        return canonical(path);
    };
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folders.entry(here.to_path_buf()).or_insert_with(|| canonical(here)).join(name)
}

/// Whether a path in a folder is named as tests are.
fn is_test(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ext == "litmus")
}
