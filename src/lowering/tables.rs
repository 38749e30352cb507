//! The tables that come with the tool, and those of the user's files.

use crate::load;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::syntax::table::ast::{Content, File, Table};
use crate::syntax::table::parse;
use crate::targets::{self, Target};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The release, file name and text of every table of `models/tables`.
const FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The release used where none is named.
pub const DEFAULT: &str = "llvm24";

/// A table with where it was read.
#[derive(Debug)]
pub struct LoadedTable {
    /// The release.
    pub release: String,
    /// The document that its lines are of.
    pub document: String,
    /// The table.
    pub table: Table,
}

/// The tables of a release, or of a file.
#[derive(Debug)]
pub struct Library {
    /// The name by which they were asked for.
    pub name: String,
    /// The tables in order of their names.
    pub tables: Vec<LoadedTable>,
}

impl Library {
    /// The releases whose tables come with the tool.
    pub fn releases() -> Vec<&'static str> {
        let mut releases: Vec<&str> = FILES.iter().map(|(release, ..)| *release).collect();
        releases.dedup();
        releases
    }

    /// The tables of a release (`llvm24`), of one family in it (`llvm24:gfx12`), or of a file.
    ///
    /// # Errors
    /// There is none of this name, or what is wrong with it.
    pub fn load(name: &str) -> Result<Library, Box<Diagnostic>> {
        let (release, family) = name.split_once(':').map_or((name, None), |(release, family)| (release, Some(family)));
        let files = || FILES.iter().filter(|(known, ..)| *known == release);
        if files().next().is_none() && Path::new(name).exists() {
            return Library::read(&load::read(Path::new(name))?);
        }
        let wanted = files().filter(|(_, file, _)| family.is_none_or(|family| *file == format!("{family}.table")));
        let mut tables = Vec::new();
        for (release, file, text) in wanted {
            tables.extend(read(&Source::new(format!("{release}/{file}"), *text))?);
        }
        if tables.is_empty() {
            return Err(Box::new(unknown(name, release, family)));
        }
        Ok(Library { name: name.to_string(), tables })
    }

    /// The table of a source.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(source: &Arc<Source>) -> Result<Library, Box<Diagnostic>> {
        match read(source)? {
            Some(table) => Ok(Library { name: source.name.clone(), tables: vec![table] }),
            None => {
                let message = "not a table of code sequences";
                Err(Box::new(Diagnostic::new(source, Span::default(), message, "constraints")))
            }
        }
    }

    /// The table for a target.
    ///
    /// # Errors
    /// The names of those that there are.
    pub fn table(&self, target: &Target) -> Result<&LoadedTable, String> {
        let find = |family: &String| self.tables.iter().find(|loaded| loaded.table.family == *family);
        target.tables.iter().find_map(find).ok_or_else(|| {
            let families: Vec<&str> = self.tables.iter().map(|loaded| loaded.table.family.as_str()).collect();
            format!("{} has no table for {}; it has {}", self.name, target.name, families.join(", "))
        })
    }
}

/// The table of a source, checked; `None` for constraints.
fn read(source: &Arc<Source>) -> Result<Option<LoadedTable>, Box<Diagnostic>> {
    let File { release, document, content } = parse(source)?;
    let Content::Table(table) = content else { return Ok(None) };
    check(source, &table)?;
    Ok(Some(LoadedTable { release, document, table }))
}

/// Refuses a family that no target has, and words that no target knows.
fn check(source: &Arc<Source>, table: &Table) -> Result<(), Box<Diagnostic>> {
    let at = |word: &str| {
        let start = source.text.find(word).unwrap_or(0);
        Span::new(start, start + word.len())
    };
    let error = |word: &str, what: &str, known: Vec<&str>| {
        let help = match did_you_mean(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("one of {}", known.join(", ")),
        };
        Err(Box::new(Diagnostic::new(source, at(word), format!("unknown {what} `{word}`"), "not known").help(help)))
    };
    let of_family: Vec<&'static Target> = targets::of_family(&table.family).collect();
    if of_family.is_empty() {
        let known = targets::all().iter().flat_map(|target| &target.tables).map(String::as_str).collect();
        return error(&table.family, "family of tables", known);
    }
    // In order, and each once, for the messages.
    let sorted = |names: BTreeSet<&'static str>| names.into_iter().collect::<Vec<_>>();
    let instructions = sorted(of_family.iter().flat_map(|target| target.instructions()).map(String::as_str).collect());
    let forms =
        sorted(of_family.iter().flat_map(|target| target.forms.values().flatten()).map(String::as_str).collect());
    let words: Vec<&str> =
        targets::words().into_iter().chain(["opencl", "return", "volatile", "nontemporal"]).collect();
    for instr in table.instrs() {
        if instr.forms.is_empty() && !instructions.contains(&instr.name.as_str()) {
            return error(&instr.name, "instruction", instructions);
        }
        if let Some(form) = instr.forms.iter().find(|form| !forms.contains(&form.as_str())) {
            return error(form, "form of access", forms);
        }
    }
    for word in table.conditions().flat_map(|when| when.words()) {
        if !word.contains('(') && !words.contains(&word) {
            return error(word, "word of a condition", words);
        }
    }
    Ok(())
}

fn unknown(name: &str, release: &str, family: Option<&str>) -> Diagnostic {
    let source = Source::new("--table", name);
    let releases = Library::releases();
    let families =
        FILES.iter().filter(|(known, ..)| *known == release).map(|(_, file, _)| file.trim_end_matches(".table"));
    let help = match (family, did_you_mean(release, releases.iter().copied())) {
        (Some(_), _) if releases.contains(&release) => {
            format!("{release} has {}", families.collect::<Vec<_>>().join(", "))
        }
        (_, Some(near)) => format!("did you mean `{near}`?"),
        _ => format!("a file, or one of {}", releases.join(", ")),
    };
    let message = format!("unknown table `{name}`");
    Diagnostic::new(&source, Span::new(0, name.len()), message, "neither a release nor a file").help(help)
}
