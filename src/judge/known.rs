//! Lists of rows that are known to be unsound, each with the reason why that is accepted.

use super::tables::Options;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::syntax::table;
use crate::targets::TargetConfiguration;
use crate::verdict::BARRIER;
use itertools::Itertools;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::Spanned;

const FORM: &str = "`[[unsound]]` with `table`, `row`, `on` and `reason`";

/// The rows that a list names, by target and language.
#[derive(Debug)]
pub struct Known {
    source: Arc<Source>,
    /// In the order of the list.
    pub cells: Vec<KnownCell>,
}

/// A row that is known to be unsound on a target in a language.
#[derive(Debug)]
pub struct KnownCell {
    /// The release of the table; `None` for a table of the family of whatever release.
    pub release: Option<String>,
    /// The family of the table.
    pub family: String,
    /// The operations that the row is for, or [`BARRIER`].
    pub row: String,
    /// The target, with its mode.
    pub configuration: TargetConfiguration,
    /// Whether OpenCL's code is meant, else HSA's.
    pub opencl: bool,
    /// Why it is accepted.
    pub reason: String,
    /// Where the table, the row, and the target with its language are named.
    spans: [Span; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    unsound: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// A family, or a release and a family: `llvm24:gfx12`.
    table: Spanned<String>,
    row: Spanned<String>,
    /// Targets with their languages: `gfx12,cu HSA`.
    on: Spanned<Vec<Spanned<String>>>,
    reason: Spanned<String>,
}

impl Known {
    /// The list of a file.
    ///
    /// # Errors
    /// What is wrong with the text, with its place: an entry without a reason, or for no target; a target or a language that there is not; a row that
    /// is listed twice for a target and language.
    pub fn parse(source: &Arc<Source>) -> Result<Known, Vec<Diagnostic>> {
        let list: List = toml::from_str(&source.text).map_err(|error| {
            let span = error.span().map_or(Span::default(), |range| Span::new(range.start, range.end));
            vec![Diagnostic::new(source, span, error.message().to_string(), "here").help(FORM)]
        })?;
        let (cells, errors): (Vec<_>, Vec<_>) =
            list.unsound.iter().map(|listed| listed.cells(source)).partition(Result::is_ok);
        let errors: Vec<Diagnostic> = errors.into_iter().filter_map(Result::err).map(|error| *error).collect();
        let known = Known { source: source.clone(), cells: cells.into_iter().flatten().flatten().collect() };
        let errors = [errors, known.repeated()].concat();
        if errors.is_empty() { Ok(known) } else { Err(errors) }
    }

    /// The entry of a row for a target in a language, by the table's release and family.
    pub fn find(&self, table: (&str, &str), row: &str, place: (&str, bool)) -> Option<&KnownCell> {
        self.cells.iter().find(|cell| {
            cell.is_of(table) && cell.row == row && (cell.configuration.to_string().as_str(), cell.opencl) == place
        })
    }

    /// What is listed and is not there to be judged: a table that is not, or a row or a target that its table does not have. What the run leaves out
    /// of a table, another target or language, is nothing wrong.
    pub fn wrong(&self, options: &Options<'_>) -> Vec<Diagnostic> {
        let tables = options.tables();
        let wrong = |cell: &KnownCell| {
            let own = tables.iter().filter(|table| cell.is_of((&table.release, &table.table.family)));
            let own: Vec<_> = own.collect();
            let heads: BTreeSet<String> =
                own.iter().flat_map(|loaded| &loaded.table.rows).map(table::head).chain([BARRIER.into()]).collect();
            let [of_table, of_row, of_place] = cell.spans;
            if own.is_empty() {
                let judged = tables.iter().map(|table| format!("{}:{}", table.release, table.table.family)).join(", ");
                return Some(self.error(of_table, "no such table is judged", format!("those that are: {judged}")));
            }
            if !heads.contains(&cell.row) {
                let help = "a row is named as `table verify` prints it, without its line";
                return Some(self.error(of_row, "the table has no such row", help.into()));
            }
            let is_for = cell.configuration.target.tables.contains(&cell.family);
            let help = || format!("`{}` is not for {}", cell.family, cell.configuration.target.name);
            (!is_for).then(|| self.error(of_place, "the table is not for this target", help()))
        };
        // A row that is wrong is wrong once, whatever it is listed for.
        self.cells.iter().filter_map(wrong).unique_by(|error| (error.span.start, error.message.clone())).collect()
    }

    /// The line of an entry, and the file.
    pub fn place(&self, cell: &KnownCell) -> (&str, usize) {
        (&self.source.name, self.source.line_column(cell.spans[2].start).0)
    }

    /// Entries for what another one is for, too.
    fn repeated(&self) -> Vec<Diagnostic> {
        let key = |cell: &KnownCell| (cell.row.clone(), cell.configuration.to_string(), cell.opencl);
        let is_again = |(number, cell): (usize, &KnownCell)| {
            let mut before = self.cells[..number].iter();
            before.any(|other| {
                key(other) == key(cell)
                    && other.family == cell.family
                    && (other.release.is_none() || cell.release.is_none() || other.release == cell.release)
            })
        };
        let again = self.cells.iter().enumerate().filter(|(number, cell)| is_again((*number, cell)));
        let error = |(_, cell): (usize, &KnownCell)| {
            self.error(cell.spans[2], "listed twice", "one entry for each row, target and language".into())
        };
        again.map(error).collect()
    }

    fn error(&self, span: Span, message: &str, help: String) -> Diagnostic {
        Diagnostic::new(&self.source, span, message, "listed as unsound").help(help)
    }
}

impl KnownCell {
    fn is_of(&self, (release, family): (&str, &str)) -> bool {
        self.family == family && self.release.as_deref().is_none_or(|own| own == release)
    }
}

impl Listed {
    /// What the entry says of each target and language.
    fn cells(&self, source: &Arc<Source>) -> Result<Vec<KnownCell>, Box<Diagnostic>> {
        let error = |span: Span, message: String, help: String| {
            Box::new(Diagnostic::new(source, span, message, "in this entry").help(help))
        };
        if self.reason.get_ref().trim().is_empty() {
            return Err(error(
                span(&self.reason),
                "no reason".into(),
                "why it is accepted that the row is unsound".into(),
            ));
        }
        if self.on.get_ref().is_empty() {
            return Err(error(span(&self.on), "no target".into(), "targets with a language, `gfx12,cu HSA`".into()));
        }
        let (release, family) = match self.table.get_ref().split_once(':') {
            Some((release, family)) => (Some(release), family),
            None => (None, self.table.get_ref().as_str()),
        };
        let cell = |on: &Spanned<String>| {
            let (configuration, opencl) = place(on.get_ref()).ok_or_else(|| {
                error(span(on), "no target in a mode with a language".into(), "as in `gfx12,cu HSA`".into())
            })?;
            Ok(KnownCell {
                release: release.map(String::from),
                family: family.to_string(),
                row: self.row.get_ref().clone(),
                configuration,
                opencl,
                reason: self.reason.get_ref().clone(),
                spans: [span(&self.table), span(&self.row), span(on)],
            })
        };
        self.on.get_ref().iter().map(cell).collect()
    }
}

/// A target configuration and whether the language is OpenCL, as reports name them.
fn place(text: &str) -> Option<(TargetConfiguration, bool)> {
    let (target, language) = text.split_once(' ')?;
    let opencl = match language {
        "HSA" => false,
        "OpenCL" => true,
        _ => return None,
    };
    let configuration = TargetConfiguration::parse(target).ok().filter(|found| found.to_string() == target)?;
    Some((configuration, opencl))
}

fn span<T>(text: &Spanned<T>) -> Span {
    Span::new(text.span().start, text.span().end)
}
