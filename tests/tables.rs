//! The tables that come with the tool: they are of the language, in its canonical form, and what importing LLVM's documents
//! gives (where `GFX_LITMUS_DATA` names a folder with those).

use gfx_litmus::import;
use gfx_litmus::load;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::syntax::table::{ast::Content, parse, print};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

/// The documents, below `llvm-docs`, and the releases they are of.
const DOCUMENTS: &[(&str, &str)] = &[
    ("llvm18/AMDGPUUsage.rst", "llvm18"),
    ("llvm19/AMDGPUUsage.rst", "llvm19"),
    ("llvm22/AMDGPUUsage.rst", "llvm22"),
    ("llvm24/AMDGPUUsage.md", "llvm24"),
    ("gfx12-pr98599-patch1.rst", "pr98599-patch1"),
    ("gfx12-pr98599-patch4.rst", "pr98599-patch4"),
];

/// The rows of each table of release 24, counted in the document.
const ROWS: &[(&str, usize)] =
    &[("gfx6-gfx9", 53), ("gfx90a", 75), ("gfx942", 77), ("gfx10-gfx11", 57), ("gfx12", 55), ("gfx125x", 60)];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/tables");
    let files = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let tables = files.map(|entry| entry.into_path()).filter(|path| path.extension().is_some_and(|ext| ext == "table"));
    let mut trials: Vec<Trial> = tables
        .map(|path| {
            let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            Trial::test(format!("canonical {name}"), move || canonical(&path))
        })
        .collect();
    trials.extend(ROWS.iter().map(|&(family, rows)| {
        let path = folder.join("llvm24").join(format!("{family}.table"));
        Trial::test(format!("rows of llvm24/{family}"), move || count(&path, rows))
    }));
    trials.extend(DOCUMENTS.iter().map(|&(document, release)| again(document, release, &folder)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn canonical(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let file = parse(&Source::new(path.display().to_string(), text.clone())).map_err(|error| error.to_string())?;
    if print(&file) == text { Ok(()) } else { Err("printing it gives another text".into()) }
}

fn count(path: &Path, rows: usize) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let file = parse(&Source::new(path.display().to_string(), text)).map_err(|error| error.to_string())?;
    let Content::Table(table) = file.content else { return Err("not a table of code sequences".into()) };
    if table.rows.len() == rows { Ok(()) } else { Err(format!("{} rows instead of {rows}", table.rows.len()).into()) }
}

/// Importing again gives the same bytes.
fn again(document: &'static str, release: &'static str, tables: &Path) -> Trial {
    let data = std::env::var_os("GFX_LITMUS_DATA").map(|data| PathBuf::from(data).join("llvm-docs").join(document));
    let folder = tables.join(release);
    match data.filter(|path| path.exists()) {
        Some(path) => {
            Trial::test(format!("import of {release} again"), move || imports_the_same(&path, release, &folder))
        }
        None => {
            Trial::test(format!("import of {release} again, skipped: GFX_LITMUS_DATA has no {document}"), || Ok(()))
                .with_ignored_flag(true)
        }
    }
}

fn imports_the_same(document: &Path, release: &str, folder: &Path) -> Result<(), Failed> {
    let name = document.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = load::read_document(document).map_err(|error| error.to_string())?;
    let imported = import::import(&source, &name, release).map_err(|errors| errors[0].to_string())?;
    let files = import::files(&imported, &name);
    let there = std::fs::read_dir(folder)?.count();
    if there != files.len() {
        return Err(format!("{there} files in {} instead of {}", folder.display(), files.len()).into());
    }
    for (name, text) in files {
        if std::fs::read_to_string(folder.join(&name))? != text {
            return Err(format!("{name} differs from what the import gives").into());
        }
    }
    Ok(())
}
