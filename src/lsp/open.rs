//! The texts that an editor has open. By the protocol they are what it has said of them last, whatever files hold; models that include them are judged
//! again as they change.

use super::diagnose::{Judged, judge};
use super::document::{Document, uri};
use crate::files;
use lsp_types::{PublishDiagnosticsParams, Uri};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The texts that are open, by the names that the editor gives them.
#[derive(Default)]
pub struct Documents {
    all: HashMap<Uri, Opened>,
}

/// A text that is open.
struct Opened {
    document: Document,
    version: i32,
    judged: Judged,
}

impl Documents {
    /// The text of a name.
    pub fn get(&self, uri: &Uri) -> Option<&Document> {
        self.all.get(uri).map(|opened| &opened.document)
    }

    /// The text that is open in the place of a file's.
    pub fn text(&self, path: &Path) -> Option<String> {
        self.at(path).map(|(_, opened)| opened.document.source.text.clone())
    }

    /// What the editor calls a text by its path: as it does where that is open; `None` of what is neither open nor a file.
    pub fn name(&self, path: &str) -> Option<Uri> {
        let open = self.at(Path::new(path)).map(|(uri, _)| uri.clone());
        open.or_else(|| uri(path))
    }

    fn at(&self, path: &Path) -> Option<(&Uri, &Opened)> {
        let file = File::new(path);
        let of_path = self.all.iter().filter(|(_, opened)| file.is(Path::new(&opened.document.source.name)));
        of_path.min_by_key(|(uri, _)| uri.as_str())
    }

    /// Takes a text as the editor has it now: what is wrong with it, and with those that include it as far as that was not said before.
    pub fn take(&mut self, uri: Uri, version: i32, document: Document) -> Vec<PublishDiagnosticsParams> {
        let path = PathBuf::from(&document.source.name);
        self.all.insert(uri.clone(), Opened { document, version, judged: Judged::default() });
        let own = self.judge(&uri).map(|(said, _)| said);
        own.into_iter().chain(self.judge_others(&path, &uri)).collect()
    }

    /// Closes a text, of which nothing is wrong any more: the file takes its place where others include it.
    pub fn close(&mut self, uri: Uri) -> Vec<PublishDiagnosticsParams> {
        let path = super::document::path(&uri);
        self.all.remove(&uri);
        let mut said = self.judge_others(Path::new(&path), &uri);
        said.insert(0, PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None });
        said
    }

    /// What is wrong where a file may be another one than before, as far as that was not said.
    pub fn look_again(&mut self, uri: &Uri) -> Vec<PublishDiagnosticsParams> {
        let path = super::document::path(uri);
        let own = self.judge(uri).and_then(|(said, is_new)| is_new.then_some(said));
        own.into_iter().chain(self.judge_others(Path::new(&path), uri)).collect()
    }

    /// Judges the texts again for which a file was looked for, but the one of a name.
    fn judge_others(&mut self, path: &Path, but: &Uri) -> Vec<PublishDiagnosticsParams> {
        let file = File::new(path);
        let includes = |opened: &Opened| opened.judged.included.iter().any(|included| file.is(included));
        let others = self.all.iter().filter(|(uri, opened)| *uri != but && includes(opened));
        let mut others: Vec<Uri> = others.map(|(uri, _)| uri.clone()).collect();
        others.sort_by(|first, second| first.as_str().cmp(second.as_str()));
        let said = others.iter().filter_map(|uri| self.judge(uri));
        said.filter_map(|(said, is_new)| is_new.then_some(said)).collect()
    }

    /// What is wrong with an open text now, and whether that is something else than before.
    fn judge(&mut self, uri: &Uri) -> Option<(PublishDiagnosticsParams, bool)> {
        let judged = judge(self.get(uri)?, self);
        let opened = self.all.get_mut(uri)?;
        let is_new = judged.wrong != opened.judged.wrong;
        let (diagnostics, version) = (judged.wrong.clone(), Some(opened.version));
        opened.judged = judged;
        Some((PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version }, is_new))
    }
}

/// A file by its path, and without symbolic links where it is there.
struct File<'p> {
    path: &'p Path,
    real: Option<PathBuf>,
}

impl File<'_> {
    fn new(path: &Path) -> File<'_> {
        File { path, real: files::real(path) }
    }

    /// Whether another path leads to it.
    fn is(&self, other: &Path) -> bool {
        self.path == other || self.real.is_some() && self.real == files::real(other)
    }
}
