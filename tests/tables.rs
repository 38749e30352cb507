//! The tables that come with the tool: they are of the language, in its canonical form, and what importing LLVM's documents
//! gives (where `GFX_LITMUS_DATA` names a folder with those).

use gfx_litmus::hardware::HardwareFile;
use gfx_litmus::import;
use gfx_litmus::lint::{At, Flaw};
use gfx_litmus::load;
use gfx_litmus::lowering::Library;
use gfx_litmus::syntax::hardware::ast::{Kind, Word};
use gfx_litmus::syntax::source::Source;
use gfx_litmus::syntax::table::{ast::Content, ast::Path as Way, parse, print};
use gfx_litmus::targets::known_targets;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
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
    trials.extend(DOCUMENTS.iter().map(|&(_, release)| {
        let listed = folder.join(release).join("flaws.txt");
        Trial::test(format!("flaws of {release}"), move || shows_listed_flaws(release, &listed))
    }));
    trials.push(Trial::test("a changed character is noticed", changed_characters));
    trials.push(Trial::test("hardware files and targets know the same operands", same_operands));
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
    let shown = |flaw: &&Flaw| matches!(flaw.at, At::Table(_));
    let of_document: Vec<String> = imported.flaws.iter().filter(shown).map(Flaw::to_string).collect();
    let mut of_tables = flaws_of(release)?;
    of_tables.sort_by_key(|flaw| flaw.line);
    let of_tables: Vec<String> = of_tables.iter().map(Flaw::to_string).collect();
    if of_document != of_tables {
        return Err(format!("the tables show {of_tables:#?}, the document {of_document:#?}").into());
    }
    for (name, text) in files {
        if std::fs::read_to_string(folder.join(&name))? != text {
            return Err(format!("{name} differs from what the import gives").into());
        }
    }
    Ok(())
}

/// The flaws that the tables of a release show.
fn flaws_of(release: &str) -> Result<Vec<Flaw>, Failed> {
    let library = Library::load(release).map_err(|errors| errors[0].to_string())?;
    let mut flaws = Vec::new();
    for loaded in &library.tables {
        flaws.extend(loaded.flaws().map_err(|error| error.to_string())?.into_iter().map(|(flaw, _)| flaw));
    }
    Ok(flaws)
}

/// What the tables of a release show is listed, and what is listed besides was corrected as the document was read.
fn shows_listed_flaws(release: &str, listed: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(listed)?;
    let listed: BTreeSet<&str> = text.lines().filter_map(|line| Some(line.split_once(':')?.1)).collect();
    let shown: BTreeSet<String> = flaws_of(release)?.iter().map(Flaw::to_string).collect();
    if let Some(unlisted) = shown.iter().find(|flaw| !listed.contains(flaw.as_str())) {
        return Err(format!("not listed: {unlisted}").into());
    }
    // No sentence about rows, steps or fences is lost in reading.
    let lost = ["no row for", " rows for", "follows step", "in the row", "together the conditions", "refers to no row"];
    let is_lost = |flaw: &&&str| lost.iter().any(|words| flaw.contains(words)) && !shown.contains(**flaw);
    match listed.iter().find(is_lost) {
        Some(lost) => Err(format!("the tables do not show: {lost}").into()),
        None => Ok(()),
    }
}

/// One character of an instruction or an operand is changed: the table is refused, or has other flaws. All characters, if tests are thorough.
fn changed_characters() -> Result<(), Failed> {
    const CHARACTERS: &[char] = &['a', 'S', '_', '1', '9', 'x', ':', ' ', ';', '/', '(', '=', '@', '{', '"'];
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    let name = "llvm24/gfx12.table";
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/tables").join(name))?;
    let said = |text: &str| -> Option<Vec<String>> {
        let library = Library::read(&Source::new(name, text)).ok()?;
        Some(library.tables[0].flaws().ok()?.iter().map(|(flaw, _)| flaw.to_string()).collect())
    };
    let original = said(&text).ok_or("the table is refused")?;
    let words = words(name, &text)?;
    let mut silent = Vec::new();
    for (number, &(start, end)) in words.iter().enumerate() {
        for at in start..end {
            for (index, &character) in CHARACTERS.iter().enumerate() {
                let chosen = thorough || (at - start == number % (end - start) && index == number % CHARACTERS.len());
                let same = text[at..].starts_with(character);
                if !chosen || same {
                    continue;
                }
                let changed = format!("{}{character}{}", &text[..at], &text[at + 1..]);
                if said(&changed).is_some_and(|flaws| flaws == original) {
                    let line = text[..at].matches('\n').count() + 1;
                    silent.push(format!("line {line}: {} with {character:?} at {}", &text[start..end], at - start));
                }
            }
        }
    }
    if words.len() < 300 {
        return Err(format!("only {} words are found", words.len()).into());
    }
    if silent.is_empty() { Ok(()) } else { Err(silent.join("\n").into()) }
}

/// Where the instructions and operands of a table stand in its text.
fn words(name: &str, text: &str) -> Result<Vec<(usize, usize)>, Failed> {
    let file = parse(&Source::new(name, text)).map_err(|error| error.to_string())?;
    let Content::Table(table) = file.content else { return Err("not a table of code sequences".into()) };
    let of_rows = table
        .instrs()
        .flat_map(|instr| instr.operands.iter().map(|operand| operand.text.clone()).chain([instr.spelling()]));
    let of_scopes = table.scopes.iter().flat_map(|scopes| &scopes.entries).flat_map(|entry| &entry.operands);
    let words: BTreeSet<String> = of_rows.chain(of_scopes.map(|operand| operand.text.clone())).collect();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | ':' | '"');
    let stands_alone = |start: usize, end: usize| {
        let (before, after) = (text[..start].chars().next_back(), text[end..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    };
    let found = words.iter().flat_map(|word| text.match_indices(word.as_str()));
    let placed = found.map(|(start, word)| (start, start + word.len()));
    Ok(placed.filter(|&(start, end)| stands_alone(start, end)).collect())
}

/// What hardware files say of operands is about operands that the targets have, and nothing is left out.
fn same_operands() -> Result<(), Failed> {
    for target in known_targets() {
        let file = HardwareFile::built_in(target).map_err(|error| error.to_string())?.file;
        let mut said: BTreeSet<(String, String)> =
            file.clauses.iter().flat_map(|clause| operands(&clause.kind)).collect();
        for (instr, parts) in file.clauses.iter().filter_map(|clause| performs(&clause.kind)) {
            let of_parts = |(known, _): &&(String, String)| parts.iter().any(|part| part.text == *known);
            let operands: Vec<String> = said.iter().filter(of_parts).map(|(_, operand)| operand.clone()).collect();
            said.extend(operands.into_iter().map(|operand| (instr.to_string(), operand)));
        }
        let has = |(instr, operand): &(String, String)| {
            let of_family =
                known_targets().iter().filter(|other| file.targets.iter().any(|word| word.text == other.name));
            of_family.into_iter().any(|other| other.operands.get(instr).is_some_and(|known| known.contains(operand)))
        };
        if let Some((instr, operand)) = said.iter().find(|pair| !has(pair)) {
            return Err(format!("{}.hw speaks of `{instr} {operand}`, which no target has", file.name).into());
        }
        let declared = target.operands.iter().filter(|(instr, _)| is_of(target, instr));
        let mut declared = declared.flat_map(|(instr, operands)| operands.iter().map(move |operand| (instr, operand)));
        let unsaid = declared.find(|(instr, operand)| !said.contains(&((*instr).clone(), (*operand).clone())));
        if let Some((instr, operand)) = unsaid {
            return Err(
                format!("{}.hw does not say what `{operand}` does to `{instr}` of {}", file.name, target.name).into()
            );
        }
    }
    Ok(())
}

/// Whether a target has an instruction: another may that it is like.
fn is_of(target: &gfx_litmus::targets::Target, instr: &str) -> bool {
    instr.parse::<gfx_litmus::targets::Access>().is_ok() || target.instructions().any(|known| known == instr)
}

/// The instruction that performs others, whose operands are those of these, if a clause is about one.
fn performs(kind: &Kind) -> Option<(&str, &[Word])> {
    if let Kind::Performs(instr, parts) = kind { Some((&instr.text, parts)) } else { None }
}

/// The operands that a clause names, with the instruction or the kind of access.
fn operands(kind: &Kind) -> Vec<(String, String)> {
    let (instr, with) = match kind {
        // Tables have no scalar memory, and no host.
        Kind::StoreCompletes(Way::Scalar | Way::Host, ..)
        | Kind::LoadBypasses(Way::Scalar | Way::Host, ..)
        | Kind::AtomicPerforms(Way::Scalar | Way::Host, ..)
        | Kind::Plain(Way::Scalar | Way::Host, ..)
        | Kind::Nonvolatile(Way::Scalar | Way::Host, ..)
        | Kind::Discards(..)
        | Kind::ScalarCache { .. } => return Vec::new(),
        Kind::StoreCompletes(Way::Vector, with, _) => ("store".to_string(), with),
        Kind::LoadBypasses(Way::Vector, with, _) => ("load".to_string(), with),
        Kind::AtomicPerforms(Way::Vector, with, _) => ("atomic".to_string(), with),
        Kind::Plain(Way::Vector, access, with) | Kind::Nonvolatile(Way::Vector, access, with) => {
            (access.to_string(), with)
        }
        Kind::Invalidates(instr, with, ..) | Kind::WritesBack(instr, with, ..) | Kind::Nothing(instr, with) => {
            (instr.text.clone(), with)
        }
        Kind::Unit(..)
        | Kind::CacheLevel { .. }
        | Kind::ProbedAtHome(_)
        | Kind::KeepsFineAtHome(_)
        | Kind::LeavesNothingOld(..)
        | Kind::CountsInBoth { .. }
        | Kind::Rule(_)
        | Kind::ProcessPer(_)
        | Kind::QueuesInOrderTo(_)
        | Kind::Counter(..)
        | Kind::Wait(..)
        | Kind::Performs(..)
        | Kind::Barrier(..) => return Vec::new(),
    };
    with.iter().map(|operand| (instr.clone(), operand.clone())).collect()
}
