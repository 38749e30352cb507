//! Reading LLVM's documents: code-sequence tables in reStructuredText or MyST become tables of our own. Every sentence is
//! understood or the import fails; what is wrong with a document but can be understood is a [`Flaw`]. A table that would be refused where
//! tables are read is not written.

mod columns;
mod constraints;
mod document;
mod headings;
mod myst;
mod raw;
mod reader;
mod row;
mod rst;
mod scopes;
pub(crate) mod sentence;
mod step;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use crate::lint::{self, At, Flaw};
use crate::syntax::source::{Diagnostic, Source, did_you_mean};
use crate::syntax::table::ast::{Content, File, Scopes, Table};
use crate::syntax::table::print;
use crate::targets::{self, Holds};
use raw::RawTable;
use reader::Reader;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a document says.
#[derive(Debug)]
pub struct Import {
    /// The tables, each with the name of its file without extension.
    pub files: Vec<(String, File)>,
    /// What is wrong with the document, in its order.
    pub flaws: Vec<Flaw>,
}

impl Import {
    /// The tables of code sequences.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.files.iter().filter_map(|(_, file)| match &file.content {
            Content::Table(table) => Some(table),
            Content::Constraints(_) => None,
        })
    }

    /// The flaws of the document about a family's table which that does not have any more.
    pub fn corrected(&self, family: &str) -> Vec<Flaw> {
        let is_corrected = |flaw: &&Flaw| flaw.family == family && matches!(flaw.at, At::Document(_));
        self.flaws.iter().filter(is_corrected).cloned().collect()
    }
}

/// Reads the tables of a document, which is called `release`.
///
/// # Errors
/// Every row that is not understood, and tables that are malformed.
pub fn import(source: &Arc<Source>, document: &str, release: &str) -> Result<Import, Vec<Diagnostic>> {
    let tables = document::tables(source).map_err(|error| vec![*error])?;
    let mut import = Import { files: Vec::new(), flaws: Vec::new() };
    let mut errors = Vec::new();
    let mut scopes = None;
    for table in &tables {
        let content = match section(table) {
            Some((Holds::Constraints, _)) => {
                constraints::read(source, table).map(|c| ("constraints".to_string(), Content::Constraints(c)))
            }
            // It stands before the table that it is for.
            Some((Holds::Scopes, _)) => {
                let found = scopes::read(source, table).unwrap_or_else(|found| {
                    errors.extend(found);
                    Scopes { line: 0, entries: Vec::new() }
                });
                scopes = Some((table.label.clone(), found));
                continue;
            }
            Some((Holds::CodeSequences, family)) if targets::targets_of_family(family).next().is_none() => {
                Err(vec![unknown_family(source, table, family)])
            }
            Some((Holds::CodeSequences, family)) if import.files.iter().any(|(name, _)| name == family) => {
                let message = format!("a second table of {family}, `{}`", table.label);
                let help = "a document has one of each family";
                Err(vec![Diagnostic::new(source, table.span, message, "this table").help(help)])
            }
            Some((Holds::CodeSequences, family)) => sequences(source, table, family, scopes.take(), &mut import.flaws)
                .map(|table| (family.to_string(), Content::Table(table))),
            None => Err(vec![unknown(source, table)]),
        };
        match content {
            Ok((name, content)) => {
                import.files.push((name, File { release: release.into(), document: document.into(), content }));
            }
            Err(found) => errors.extend(found),
        }
    }
    let is_sequences = |table: &&RawTable| matches!(section(table), Some((Holds::CodeSequences, _)));
    let sequences: Vec<&RawTable> = tables.iter().filter(is_sequences).collect();
    errors.extend(tables.iter().filter_map(|table| headings::contradiction(source, &table.label, table.span)));
    errors.extend(headings::check(source, &document::lines(source), &sequences));
    if sequences.is_empty() && errors.is_empty() {
        errors.push(document::nothing(source, "no table of code sequences in this document"));
    }
    import.flaws.sort_by_key(|flaw| flaw.line);
    if errors.is_empty() { Ok(import) } else { Err(errors) }
}

/// The files to write: a table each, and the list of flaws.
pub fn files(import: &Import, document: &str) -> Vec<(String, String)> {
    let tables = import.files.iter().map(|(name, file)| (format!("{name}.table"), print(file)));
    let flaws = import.flaws.iter().map(|flaw| format!("{document}:{flaw}\n")).collect::<String>();
    tables.chain([("flaws.txt".to_string(), flaws)]).collect()
}

/// What a table holds, and the family that it is for.
fn section(table: &RawTable) -> Option<(Holds, &str)> {
    targets::sections().iter().find_map(|section| Some((section.holds, section.family_of(&table.label)?)))
}

fn unknown(source: &Arc<Source>, table: &RawTable) -> Diagnostic {
    let message = format!("a memory-model table of an unknown kind, `{}`", table.label);
    let known: Vec<&str> = targets::sections().iter().map(|section| section.label.as_str()).collect();
    let help = format!("labels are {}; a targets file can add one as a `[[section]]`", known.join(", "));
    Diagnostic::new(source, table.span, message, "this table").help(help)
}

fn unknown_family(source: &Arc<Source>, table: &RawTable, family: &str) -> Diagnostic {
    let message = format!(
        "a table of code sequences for `{family}`, a family that no target has, by its label `{}`",
        table.label
    );
    let known = targets::known_targets().iter().flat_map(|target| &target.tables).map(String::as_str);
    let known: BTreeSet<&str> = known.collect();
    let near =
        did_you_mean(family, known.iter().copied()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let known = known.into_iter().collect::<Vec<_>>().join(", ");
    let help = format!("{near}families are {known}; a targets file can add targets of another");
    Diagnostic::new(source, table.span, message, "this table").help(help)
}

fn sequences(
    source: &Arc<Source>,
    raw: &RawTable,
    family: &str,
    scopes: Option<(String, Scopes)>,
    flaws: &mut Vec<Flaw>,
) -> Result<Table, Vec<Diagnostic>> {
    let (label, scopes) = scopes.unzip();
    let mut reader = Reader::new(source, family, label.as_deref());
    let (rows, errors): (Vec<_>, Vec<_>) =
        raw.rows.iter().map(|raw| row::read(&mut reader, raw)).partition(Result::is_ok);
    if !errors.is_empty() {
        return Err(errors.into_iter().filter_map(Result::err).map(|error| *error).collect());
    }
    let line = reader.line(raw.span);
    let scopes = scopes.map(|scopes| reader.corrected_scopes(scopes));
    let rows = rows.into_iter().filter_map(Result::ok).collect();
    let table = Table { family: family.to_string(), line, scopes, rows };
    let mistakes = lint::mistakes(&table);
    if !mistakes.is_empty() {
        return Err(mistakes.into_iter().map(|mistake| refused(source, &table, mistake)).collect());
    }
    flaws.extend(reader.flaws);
    flaws.extend(lint::flaws(&table));
    Ok(table)
}

/// A mistake of a table, at the line of the document that it is from.
fn refused(source: &Arc<Source>, table: &Table, mistake: lint::Mistake) -> Diagnostic {
    let span = source.line_span(lint::line_of(table, mistake.part.within) as usize);
    Diagnostic::new(source, span, mistake.message, mistake.label).help(mistake.help)
}
