//! Tests of the corpus in LISA mean to herd7 what they mean here, as docs/foreign.md says.

use super::{herd, written};
use gfx_litmus::{export, load};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// A test of ours, and what LISA has of it. herd7 goes a few times around loops and warns: tests with branches are left out.
fn exported(path: &Path) -> Option<(PathBuf, String)> {
    let source = load::read(path).unwrap_or_else(|error| panic!("{error}"));
    let program = load::program(&source).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let text = export::lisa(&program, None).ok()?;
    (!text.contains(" b[] ")).then(|| (path.to_path_buf(), text))
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// To herd7 what one instruction reads is in `rmw` before what it writes, and not in `po`. By a model that says both, all is the same. Here a model that says `po`
/// alone says nothing of tests with read-modify-writes, and the same of all others.
#[test]
fn tests_in_lisa_mean_the_same_to_herd7() {
    let files = WalkDir::new("litmus").sort_by_file_name().into_iter().flatten().map(walkdir::DirEntry::into_path);
    let tests = files.filter(|path| path.extension().is_some_and(|ext| ext == "litmus"));
    let (own, texts): (Vec<PathBuf>, Vec<String>) = tests.filter_map(|path| exported(&path)).unzip();
    let folder = tempfile::tempdir().expect("a folder");
    let in_lisa = written(folder.path(), own.iter().map(|path| name(path)).zip(texts.iter().cloned()));
    let updates = texts.iter().filter(|text| text.contains(" rmw[")).count();
    for (model, not_asked) in [(herd::SC_AND_RMW, 0), (herd::SC, updates)] {
        let Some(theirs) = herd::theirs(&in_lisa, &model) else { return };
        let ours = herd::ours(&own, &model);
        assert!(theirs.len() == own.len() && own.len() > 140, "{} and {}", theirs.len(), own.len());
        assert_eq!(ours.len(), own.len() - not_asked);
        let differs = |name: &&String| ours[*name].observed() != theirs[*name].observed();
        let differing: Vec<&String> = ours.keys().filter(differs).collect();
        assert!(differing.is_empty(), "{differing:?}");
    }
}
