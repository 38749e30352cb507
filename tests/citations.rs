//! Every citation of a model, a hardware file, other data or the documentation quotes words that stand in the lines it names (where
//! `GFX_LITMUS_DATA` names a folder with LLVM's documents and the description of scalar memory; those of made-up generations stand beside their
//! files). Every line that the documentation names in its text is one that is cited, or one of a table. Of works that cannot be had as text it is said how many
//! citations are not looked up.

mod clrx;

use gfx_litmus::syntax::provenance::{self, Citation};
use gfx_litmus::syntax::source::Source;
use gfx_litmus::syntax::{cat, hardware};
use gfx_litmus::targets::{self, TargetConfiguration};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What citations call the release of CLRX's documents.
const CLRX: &str = "clrx";

/// Works that have no lines and cannot be kept as text, by what citations call them, and what stands for a line there: a paper's section, a paragraph.
const NOT_LOOKED_UP: &[(&str, &str)] = &[
    ("pldi2017", "Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11, by section"),
    ("n4861", "the last draft of C++20, by paragraph"),
];

fn main() -> std::process::ExitCode {
    let data = std::env::var_os("GFX_LITMUS_DATA").map(PathBuf::from);
    let of_files = ["models", "tests/fixtures", "docs"].into_iter().flat_map(files);
    let pages =
        PAGES.iter().map(|page| Trial::test(format!("lines that {page} names"), || named_lines_are_known(page)));
    let processors = every_processor_is_known(data.clone());
    let trials = of_files.map(|path| trial(path, data.clone())).chain(pages).chain([processors]).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Every processor that the user guide lists by its architecture is one of a target, or among those of whose memory the guide says nothing.
fn every_processor_is_known(data: Option<PathBuf>) -> Trial {
    let name = "processors of the user guide";
    let Some(data) = data else {
        let name = format!("{name} (skipped: GFX_LITMUS_DATA names no folder)");
        return Trial::test(name, || Ok(())).with_ignored_flag(true);
    };
    Trial::test(name, move || {
        let text = std::fs::read_to_string(data.join("llvm-docs").join(RELEASE).join("AMDGPUUsage.md"))?;
        let (_, table) = text.split_once("\n:name: amdgpu-major-subarch-table\n").ok_or("no table of architectures")?;
        let table = table.split("\n:::").next().unwrap_or_default();
        let listed: BTreeSet<&str> = table.split('`').filter(|name| name.starts_with("gfx")).collect();
        let untold: BTreeSet<&str> = targets::untold().collect();
        let is_known = |name: &&&str| TargetConfiguration::parse(name).is_ok() || untold.contains(**name);
        let unknown: Vec<&&str> = listed.iter().filter(|name| !is_known(name)).collect();
        match listed.len() {
            60.. if unknown.is_empty() => Ok(()),
            60.. => Err(format!("neither targets nor untold: {unknown:?}").into()),
            few => Err(format!("only {few} processors are listed").into()),
        }
    })
}

/// The files in a folder that cite documents.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    entries.map(walkdir::DirEntry::into_path).filter(|path| comment_marks(path).is_some()).collect()
}

/// How comments that cite begin and end in a file; `None` if such files cite nothing.
fn comment_marks(path: &Path) -> Option<(&'static str, &'static str)> {
    match path.extension()?.to_str()? {
        "cat" | "hw" => Some(("", "")),
        "toml" => Some(("#", "\n")),
        "md" => Some(("<!--", "-->")),
        _ => None,
    }
}

/// Pages whose text names lines of the documents of one release, as numbers.
const PAGES: [&str; 4] = ["docs/findings.md", "docs/hardware.md", "docs/models.md", "docs/unsound-rows-24.md"];

/// That release.
const RELEASE: &str = "llvm24";

/// Numbers of four digits and more, and ranges of numbers, are lines of documents, but in code.
fn named_lines_are_known(page: &str) -> Result<(), Failed> {
    let text = std::fs::read_to_string(page)?;
    let mut cited = citations(Path::new(page))?;
    for path in files("models") {
        cited.extend(citations(&path)?);
    }
    let tables = format!("models/tables/{RELEASE}");
    let tables: Vec<String> =
        std::fs::read_dir(tables)?.map(|entry| std::fs::read_to_string(entry?.path())).collect::<Result<_, _>>()?;
    let number = regex::Regex::new(r"@(\d+)")?;
    let of_tables = tables.iter().flat_map(|table| number.captures_iter(table));
    let of_tables: BTreeSet<usize> = of_tables.filter_map(|found| found[1].parse().ok()).collect();
    let is_cited = |first: usize, last: usize| {
        let has = |citation: &Citation| citation.release == RELEASE && citation.first <= first && last <= citation.last;
        cited.iter().any(has)
    };
    let wrong: Vec<String> = named_lines(&text)?
        .into_iter()
        .filter(|&(_, first, last)| !(is_cited(first, last) || (first == last && of_tables.contains(&first))))
        .map(|(line, first, last)| {
            format!("{page}:{line}: {first}-{last} is neither cited with words that stand there, nor a line of a table")
        })
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The lines of documents that a page names, each with the page's own line.
fn named_lines(page: &str) -> Result<Vec<(usize, usize, usize)>, Failed> {
    let named = regex::Regex::new(r"(?:^|[^\w.#/+,:-])(\d{2,5})(?:-(\d{2,5}))?(?:[^\w%]|$)")?;
    let mut found = Vec::new();
    let mut is_code = false;
    for (at, line) in page.lines().enumerate() {
        is_code ^= line.starts_with("```");
        // A character between two numbers belongs to both.
        let line = line.replace(", ", ",  ");
        for lines in named.captures_iter(&line).filter(|_| !is_code) {
            let (first, last) = (lines[1].parse()?, lines.get(2).map_or(&lines[1], |last| last.as_str()).parse()?);
            if first >= 1000 || first != last {
                found.push((at + 1, first, last));
            }
        }
    }
    Ok(found)
}

fn trial(path: PathBuf, data: Option<PathBuf>) -> Trial {
    let name = path.display().to_string();
    let cited = match citations(&path) {
        Ok(cited) => cited,
        Err(error) => return Trial::test(name, move || Err(error)),
    };
    let is_looked_up = |citation: &Citation| !NOT_LOOKED_UP.iter().any(|(work, _)| *work == citation.release);
    let (cited, others): (Vec<_>, Vec<_>) = cited.into_iter().partition(is_looked_up);
    let name = match others.first() {
        Some(other) => format!("{name} ({} citations of {} not looked up)", others.len(), other.release),
        None => name,
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
    if let Some((begin, end)) = comment_marks(path).filter(|(begin, _)| !begin.is_empty()) {
        let comments = source.text.split(begin).skip(1).map(|after| after.split(end).next().unwrap_or(after));
        let cited = comments.map(|comment| provenance::in_comment(comment, 0).map(|found| found.citations));
        let cited: Vec<Vec<Citation>> = cited.collect::<Result<_, _>>().map_err(|problem| problem.message)?;
        return Ok(cited.concat());
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
