//! Files that models beside them include: what they use is defined there, so that they are judged as a part of one of these.

use super::document::{Document, Kind};
use super::open::Documents;
use crate::ask::problems;
use crate::syntax::source::{Diagnostic, Source};
use crate::{files, models};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Of so many files beside one it is asked whether they include it.
const MOST: usize = 256;
/// The largest file that is asked, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// What is wrong with a model, and what is probably not meant.
pub(super) type Problems = (Vec<Diagnostic>, Vec<Diagnostic>);

/// What is wrong in a text as a part of the model in its folder that includes it: of several one with a title, that of the most files. `None` if there is none.
/// `text` is asked for files, as models include them.
pub(super) fn problems_in_whole(
    document: &Document,
    open: &Documents,
    text: &dyn Fn(&Path) -> Option<String>,
) -> Option<Problems> {
    let whole = whole(document, open)?;
    text(Path::new(&whole.name));
    let (errors, warnings) = problems(Kind::Model, &whole, text);
    let here = |found: &Diagnostic| found.source_text.name == document.source.name;
    let of_part = |all: Vec<Diagnostic>| all.into_iter().filter(here).collect();
    Some((of_part(errors), of_part(warnings)))
}

/// The text of the model that includes another.
fn whole(document: &Document, open: &Documents) -> Option<Arc<Source>> {
    let own = Path::new(&document.source.name);
    let models = beside(own).into_iter().filter_map(|path| {
        let text = open.text(&path).or_else(|| files::text_or_latin(&path, MOST_BYTES).ok())?;
        let model = models::of_text(&path, &text, &|path| open.text(path)).ok()?;
        let includes = model.sources.iter().skip(1).any(|source| Path::new(&source.name) == own);
        includes.then(|| (model.title.is_some(), model.sources.len(), Source::new(path.to_string_lossy(), text)))
    });
    let first = models.min_by_key(|(has_title, files, source)| (Reverse((*has_title, *files)), source.name.clone()));
    first.map(|(.., source)| source)
}

/// The other models in the folder of a file.
fn beside(own: &Path) -> Vec<PathBuf> {
    let entries = own.parent().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_model = |path: &PathBuf| path.extension().is_some_and(|end| end == "cat") && path != own && path.is_file();
    paths.filter(is_model).take(MOST).collect()
}
