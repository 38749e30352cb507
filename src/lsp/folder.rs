//! A folder of this process, for what editors open that is in no file: pictures, and models that come with the tool.

use super::document::uri;
use crate::cat::path_in_sources;
use crate::syntax::source::Source;
use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The folder of this process, once it has one.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();
/// So many names are tried for it.
const MOST_NAMES: usize = 64;

/// A folder that is new, so that nobody else has prepared what is written into it.
///
/// # Errors
/// Why none can be made.
pub(super) fn folder() -> Result<&'static Path, String> {
    if let Some(folder) = FOLDER.get() {
        return Ok(folder);
    }
    let base = std::env::temp_dir();
    let mut why = String::new();
    for number in 0..MOST_NAMES {
        let again = if number == 0 { String::new() } else { format!("-{number}") };
        let path = base.join(format!("litmus-lsp-{}{again}", std::process::id()));
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(FOLDER.get_or_init(|| path)),
            Err(error) => why = format!("{}: {error}", path.display()),
        }
    }
    Err(why)
}

/// Removes the folder with all that is in it, as the process ends.
pub fn remove() {
    if let Some(folder) = FOLDER.get() {
        // Who has removed it himself needs no word of it.
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// A file with a model that comes with the tool, to be read; `None` of another, or where it cannot be written.
pub(super) fn file_of(source: &Source) -> Option<Uri> {
    let path = folder().ok()?.join(path_in_sources(&source.name)?);
    // One that is there may be open.
    if !path.exists() {
        std::fs::create_dir_all(path.parent()?).ok()?;
        std::fs::write(&path, source.text.as_bytes()).ok()?;
    }
    uri(path.to_str()?)
}
