//! The description of scalar memory of the CLRX project, as it is kept beside LLVM's documents: a page of which each line begins with its number.

use std::path::{Path, PathBuf};

/// The page among others, by what it says of itself.
pub fn file(data: &Path) -> PathBuf {
    let pages = walkdir::WalkDir::new(data.join("seeds")).into_iter().flatten().map(walkdir::DirEntry::into_path);
    let is_page = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().next().is_some_and(|line| line.contains("GcnInstrsSmem"))
    };
    pages.filter(|path| path.is_file()).find(is_page).unwrap_or_else(|| data.join("GcnInstrsSmem.md"))
}

/// The document of a page: its lines without their numbers, from 1 on.
pub fn text(page: &str) -> String {
    let mut lines = Vec::new();
    for line in page.lines() {
        let number = (lines.len() + 1).to_string();
        lines.extend(line.strip_prefix(&number));
    }
    lines.join("\n")
}
