//! Folders for what tests write.

use std::path::Path;
use tempfile::TempDir;

/// An empty folder of a test's own. Its path is as long wherever the checkout and the folder of the system for such files lie: where the lines
/// of a report end depends on it.
pub fn folder() -> TempDir {
    let fixed = Path::new("/tmp");
    let made = if fixed.is_dir() { tempfile::tempdir_in(fixed) } else { tempfile::tempdir() };
    made.expect("a folder")
}
