//! The tables that come with the tool, and those of the user's files.

use crate::files::{self, STANDARD_INPUT};
use crate::lint::{self, At, Flaw};
use crate::load;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::syntax::table::ast::{Content, File, Line, Table};
use crate::syntax::table::places::Places;
use crate::syntax::table::{named_lines, parse};
use crate::targets::{Target, family_name};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// The release, file name and text of every table of `models/tables`.
const FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// A table with where it was read.
#[derive(Clone, Debug)]
pub struct LoadedTable {
    /// The path of its file; in the project's folder if it comes with the tool.
    pub path: String,
    /// Whether it comes with the tool.
    pub built_in: bool,
    /// The release that the table is of: `llvm24`, or what a user's file says.
    pub release: String,
    /// The document that its lines are of, as the file names it.
    pub document: String,
    /// The rows, checked to name only known families, instructions, forms and words.
    pub table: Table,
    /// Where the lines of its document are found by who gave it.
    pub lines: DocumentLines,
    /// The text that it was read from: its own, or the document.
    pub source: Arc<Source>,
    /// The flaws of the document that the table does not have any more; none if it was read from a text of its own.
    pub corrected: Vec<Flaw>,
}

impl LoadedTable {
    /// Its release and family, by which tables are named: `llvm24:gfx12`.
    pub fn name(&self) -> String {
        format!("{}:{}", self.release, self.table.family)
    }

    /// Whose code it is, in pictures: its release's, or that of its file if it does not come with the tool.
    pub fn called(&self) -> &str {
        if self.built_in { &self.release } else { &self.path }
    }

    /// What is wrong with it though it can be understood, in the order of its document, each with its place in what was read.
    ///
    /// # Errors
    /// The text is not of the language, as it is when the table is read.
    pub fn flaws(&self) -> Result<Vec<(Flaw, Span)>, Box<Diagnostic>> {
        let mut flaws: Vec<Flaw> = self.corrected.iter().cloned().chain(lint::flaws(&self.table)).collect();
        flaws.sort_by_key(|flaw| flaw.line);
        let places = match self.lines.named {
            Some(_) => Some(Places::new(&self.source)?),
            None => None,
        };
        let span = |flaw: &Flaw| match (&flaw.at, &places) {
            (At::Document(span), _) => *span,
            (At::Table(part), Some(places)) => places.find(part),
            (At::Table(_), None) => self.source.line_span(flaw.line as usize),
        };
        Ok(flaws.into_iter().map(|flaw| (flaw.clone(), span(&flaw))).collect())
    }
}

/// Where lines of a document are found: in the document, or in the table's file that quotes them.
#[derive(Clone, Debug)]
pub struct DocumentLines {
    /// The path of the document or of the table's file, as the user gave it.
    pub path: String,
    /// By line of the document the first line of the table's file that names it; `None` where the path is the document's.
    named: Option<BTreeMap<Line, usize>>,
}

impl DocumentLines {
    /// The lines of a document that is there itself.
    pub fn in_document(path: &str) -> DocumentLines {
        DocumentLines { path: path.to_string(), named: None }
    }

    /// The lines as a table's file names them.
    fn in_table(source: &Arc<Source>) -> Result<DocumentLines, Box<Diagnostic>> {
        let mut named = BTreeMap::new();
        for (line, span) in named_lines(source)? {
            named.entry(line).or_insert_with(|| source.line_column(span.start).0);
        }
        Ok(DocumentLines { path: source.name.clone(), named: Some(named) })
    }

    /// The line at [`path`](Self::path) of a line of the document; the first if the table's file does not name it.
    pub fn find(&self, line: Line) -> usize {
        match &self.named {
            None => line as usize,
            Some(named) => named.get(&line).copied().unwrap_or(1),
        }
    }
}

/// The tables of a release, of a file or of a folder.
#[derive(Debug)]
pub struct Library {
    /// The name by which they were asked for.
    pub name: String,
    /// The tables in order of their families' names.
    pub tables: Vec<LoadedTable>,
}

impl Library {
    /// The releases whose tables come with the tool.
    pub fn releases() -> Vec<&'static str> {
        let mut releases: Vec<&str> = FILES.iter().map(|(release, ..)| *release).collect();
        releases.dedup();
        releases
    }

    /// [`find`](Self::find) among those that come with the tool, and paths.
    ///
    /// # Errors
    /// There is none of this name, or what is wrong with the files.
    pub fn load(name: &str) -> Result<Library, Vec<Diagnostic>> {
        Library::find(name, &[])
    }

    /// The tables of a release (`llvm24`), of a file or of a folder, or those of one family among them (`llvm24:gfx12`). Tables of a
    /// release are the `given` ones, and those that come with the tool for other families; a release comes before a path of its name.
    ///
    /// # Errors
    /// There is none of this name, or what is wrong with the files.
    pub fn find(name: &str, given: &[LoadedTable]) -> Result<Library, Vec<Diagnostic>> {
        let unqualified = tables_named(name, given)?;
        let (found, family) = match (unqualified, name.rsplit_once(':')) {
            (Some(tables), _) => (tables, None),
            (None, Some((release, family))) => (tables_named(release, given)?.unwrap_or_default(), Some(family)),
            (None, None) => (Vec::new(), None),
        };
        let families: Vec<String> = found.iter().map(|loaded| loaded.table.family.clone()).collect();
        let wanted = |loaded: &LoadedTable| family.is_none_or(|family| loaded.table.family == family_name(family));
        let tables: Vec<LoadedTable> = found.into_iter().filter(wanted).collect();
        match tables.is_empty() {
            true => Err(vec![unknown_table(name, &families, given)]),
            false => Ok(Library { name: name.to_string(), tables }),
        }
    }

    /// The library of one source, which holds one table.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(source: &Arc<Source>) -> Result<Library, Vec<Diagnostic>> {
        match read_file(source)? {
            Some(table) => Ok(Library { name: source.name.clone(), tables: vec![table] }),
            None => {
                let message = "not a table of code sequences";
                Err(vec![Diagnostic::new(source, Span::default(), message, "constraints")])
            }
        }
    }

    /// The table for a target: of the target's families, the first that this library has.
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

/// Every table of a release, of a file or of a folder; `None` if there is no such release nor path.
fn tables_named(name: &str, given: &[LoadedTable]) -> Result<Option<Vec<LoadedTable>>, Vec<Diagnostic>> {
    let mut tables: Vec<LoadedTable> = given.iter().filter(|loaded| loaded.release == name).cloned().collect();
    for (release, file, text) in FILES.iter().filter(|(release, ..)| *release == name) {
        let source = Source::new(format!("models/tables/{release}/{file}"), *text);
        let built_in = read(&source, true)?;
        let replaced = |new: &LoadedTable| tables.iter().any(|given| given.table.family == new.table.family);
        tables.extend(built_in.filter(|new| !replaced(new)));
    }
    if tables.is_empty() {
        let is_there = name == STANDARD_INPUT || files::exists(Path::new(name));
        return if is_there { read_path(name).map(Some) } else { Ok(None) };
    }
    tables.sort_by(|a, b| a.table.family.cmp(&b.table.family));
    Ok(Some(tables))
}

/// The tables of a file, or of all `*.table` in a folder, as `litmus table import` writes one.
///
/// # Errors
/// What is wrong with the files, of which two may be for one family of one release.
pub fn read_path(path: &str) -> Result<Vec<LoadedTable>, Vec<Diagnostic>> {
    let Some(files) = load::folder(Path::new(path), "table").map_err(|error| vec![*error])? else {
        let source = load::read(Path::new(path)).map_err(|error| vec![*error])?;
        return Library::read(&source).map(|library| library.tables);
    };
    let (mut tables, mut errors): (Vec<LoadedTable>, _) = (Vec::new(), Vec::new());
    for file in files {
        let source = load::read(&file).map_err(|error| vec![*error]);
        match source.and_then(|source| Ok((read_file(&source)?, source))) {
            Ok((None, _)) => {}
            Ok((Some(new), source)) => match tables.iter().find(|known| known.table.family == new.table.family) {
                Some(first) => errors.push(two_of_a_family(&source, &new, first)),
                None => tables.push(new),
            },
            Err(found) => errors.extend(found),
        }
    }
    if tables.is_empty() && errors.is_empty() {
        let message = "no table of code sequences in this folder";
        errors.push(Diagnostic::new(&Source::new(path, ""), Span::default(), message, "this folder"));
    }
    if errors.is_empty() { Ok(tables) } else { Err(errors) }
}

fn two_of_a_family(source: &Arc<Source>, table: &LoadedTable, first: &LoadedTable) -> Diagnostic {
    let family = &table.table.family;
    let message = format!("two tables of this folder are for {family}");
    let start = source.text.find(family.as_str()).unwrap_or(0);
    let diagnostic = Diagnostic::new(source, Span::new(start, start + family.len()), message, "the second");
    diagnostic.help(format!("the first is {}", first.path))
}

/// The table of a file of the user's, checked; `None` for constraints.
///
/// # Errors
/// What is wrong with it.
pub fn read_file(source: &Arc<Source>) -> Result<Option<LoadedTable>, Vec<Diagnostic>> {
    read(source, false)
}

/// The table of a source, checked; `None` for constraints.
fn read(source: &Arc<Source>, built_in: bool) -> Result<Option<LoadedTable>, Vec<Diagnostic>> {
    let File { release, document, content } = parse(source).map_err(|error| vec![*error])?;
    let Content::Table(table) = content else { return Ok(None) };
    check(source, &table)?;
    let lines = DocumentLines::in_table(source).map_err(|error| vec![*error])?;
    let (path, source, corrected) = (source.name.clone(), source.clone(), Vec::new());
    Ok(Some(LoadedTable { path, built_in, release, document, table, lines, source, corrected }))
}

/// Refuses a table with mistakes.
fn check(source: &Arc<Source>, table: &Table) -> Result<(), Vec<Diagnostic>> {
    let mistakes = lint::mistakes(table);
    if mistakes.is_empty() {
        return Ok(());
    }
    let places = Places::new(source).map_err(|error| vec![*error])?;
    let diagnostic = |mistake: lint::Mistake| {
        let span = places.find(&mistake.part);
        Diagnostic::new(source, span, mistake.message, mistake.label).help(mistake.help)
    };
    let errors = mistakes.into_iter().map(diagnostic);
    Err(errors.sorted_by_key(|error| error.span.start).collect())
}

/// That nothing has this name, or that what stands before its colon has only these families.
fn unknown_table(name: &str, families: &[String], given: &[LoadedTable]) -> Diagnostic {
    let source = Source::argument("command line", name);
    let releases = Library::releases().into_iter().chain(given.iter().map(|loaded| loaded.release.as_str()));
    let releases: Vec<&str> = releases.collect::<BTreeSet<_>>().into_iter().collect();
    let release = name.rsplit_once(':').map_or(name, |(release, _)| release);
    let family = name.rsplit_once(':').map_or("", |(_, family)| family);
    let near_family = did_you_mean(family, families.iter().map(String::as_str));
    let help = match (families, did_you_mean(release, releases.iter().copied())) {
        ([_, ..], _) => {
            let near = near_family.map_or(String::new(), |near| format!("did you mean `{release}:{near}`? "));
            format!("{near}{release} has {}", families.join(", "))
        }
        (_, Some(near)) => format!("did you mean `{near}`?"),
        _ => format!("a file, a folder, or one of {}", releases.join(", ")),
    };
    let message = format!("unknown table `{name}`");
    let label = "neither a release nor a file or folder";
    Diagnostic::new(&source, Span::new(0, name.len()), message, label).help(help)
}
