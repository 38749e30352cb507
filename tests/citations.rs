//! Every citation of a model or hardware file quotes words that stand in the lines it names (where `GFX_LITMUS_DATA` names a folder with
//! LLVM's documents and the description of scalar memory; those of made-up generations stand beside their files).

mod clrx;

use gfx_litmus::syntax::provenance::Citation;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::syntax::{cat, hardware};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

/// What citations call the release of CLRX's documents.
const CLRX: &str = "clrx";

fn main() -> std::process::ExitCode {
    let data = std::env::var_os("GFX_LITMUS_DATA").map(PathBuf::from);
    let trials =
        ["models", "tests/fixtures"].into_iter().flat_map(files).map(|path| trial(path, data.clone())).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The cat and hardware files in a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let is_cited = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "cat" || extension == "hw");
    entries.map(walkdir::DirEntry::into_path).filter(is_cited).collect()
}

fn trial(path: PathBuf, data: Option<PathBuf>) -> Trial {
    let name = path.display().to_string();
    let cited = match citations(&path) {
        Ok(cited) => cited,
        Err(error) => return Trial::test(name, move || Err(error)),
    };
    let beside = |citation: &Citation| path.with_file_name(&citation.document);
    let documents: Vec<(Citation, Option<PathBuf>)> = cited
        .into_iter()
        .map(|citation| {
            let of_release = data.as_ref().map(|data| match citation.release.as_str() {
                CLRX => clrx::file(data),
                release => data.join("llvm-docs").join(release).join(&citation.document),
            });
            let document = if beside(&citation).exists() { Some(beside(&citation)) } else { of_release };
            (citation, document)
        })
        .collect();
    match documents.into_iter().map(|(citation, document)| Some((citation, document?))).collect::<Option<Vec<_>>>() {
        Some(documents) => Trial::test(name, move || check(&documents)),
        None => {
            Trial::test(format!("{name} (skipped: GFX_LITMUS_DATA names no folder)"), || Ok(())).with_ignored_flag(true)
        }
    }
}

/// The citations of a file, in its order.
fn citations(path: &Path) -> Result<Vec<Citation>, Failed> {
    let source = Source::new(path.display().to_string(), std::fs::read_to_string(path)?);
    if path.extension().is_some_and(|extension| extension == "cat") {
        return Ok(cat::citations(&source).map_err(|error| error.to_string())?);
    }
    let file = hardware::parse(&source).map_err(|error| error.to_string())?;
    let clauses = file.clauses.into_iter().map(|clause| clause.source);
    Ok(clauses.chain(file.removals.into_iter().map(|removal| removal.source)).flat_map(|from| from.citations).collect())
}

fn check(documents: &[(Citation, PathBuf)]) -> Result<(), Failed> {
    let wrong: Vec<String> = documents
        .iter()
        .filter_map(|(citation, document)| match std::fs::read_to_string(document) {
            Ok(text) if citation.release == CLRX => citation.stands_in(&clrx::text(&text)).err(),
            Ok(text) => citation.stands_in(&text).err(),
            Err(error) => Some(format!("{}: {}: {error}", citation.place(), document.display())),
        })
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
