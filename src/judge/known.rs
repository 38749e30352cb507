//! Lists of rows that are known to be unsound, and of operations that tables are known to have no row for, each with the reason why that is accepted.

use super::tables::{Broken, Options};
use crate::generate::Limits;
use crate::lint;
use crate::lowering::LoadedTable;
use crate::refine::RefinementTarget;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::syntax::table;
use crate::targets::TargetConfiguration;
use crate::verdict::BARRIER;
use itertools::Itertools;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::Spanned;

const FORM: &str = "`[[unsound]]` with `table`, `row`, `on`, `reason` and, if it is to be compared, `breaks`; then `[limits]`, too; \
     `[[without-row]]` with `table`, `operation` and `reason`";

/// The rows that a list names, by target and language.
#[derive(Debug)]
pub struct Known {
    source: Arc<Source>,
    /// In the order of the list.
    pub cells: Vec<KnownCell>,
    /// The operations without a row, in the order of the list.
    pub missing: Vec<KnownMissing>,
    /// The limits of the programs that entries say to break, and where they stand; `None` if none says it.
    limits: Option<(ListLimits, Span)>,
}

/// A row that is known to be unsound on a target in a language.
#[derive(Debug)]
pub struct KnownCell {
    table: TableName,
    /// The operations that the row is for, or [`BARRIER`].
    pub row: String,
    /// The target, with its mode.
    pub configuration: TargetConfiguration,
    /// Whether OpenCL's code is meant, else HSA's.
    pub opencl: bool,
    /// The programs that break with it; `None` if it is accepted whatever breaks.
    pub breaks: Option<Broken>,
    /// Why it is accepted.
    pub reason: String,
    /// Where the table, the row, and the target with its language are named.
    spans: [Span; 3],
}

/// Operations that a table is known to have no row for.
#[derive(Debug)]
pub struct KnownMissing {
    table: TableName,
    /// The operations, as they are printed: `fence acquire: system`.
    pub operation: String,
    /// Why it is accepted.
    pub reason: String,
    /// Where the table and the operations are named.
    spans: [Span; 2],
}

/// A table as a list names it: a family, or a release and a family.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TableName {
    release: Option<String>,
    family: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct List {
    limits: Option<Spanned<ListLimits>>,
    #[serde(default)]
    unsound: Vec<Listed>,
    #[serde(default)]
    without_row: Vec<ListedMissing>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListedMissing {
    table: Spanned<String>,
    operation: Spanned<String>,
    reason: Spanned<String>,
}

/// How large the programs are at most that were asked when a list was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ListLimits {
    /// Accesses, fences and barriers of a program, at most.
    pub events: usize,
    /// Threads of a program, at most.
    pub threads: usize,
    /// Threads, at most, of programs of which single operations are replaced by others.
    pub varied_threads: usize,
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
    breaks: Option<Spanned<String>>,
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
        let (cells, wrong): (Vec<_>, Vec<_>) =
            list.unsound.iter().map(|listed| listed.cells(source)).partition_result();
        let (missing, no_reason): (Vec<_>, Vec<_>) =
            list.without_row.iter().map(|listed| listed.missing(source)).partition_result();
        let errors: Vec<Diagnostic> = wrong.into_iter().chain(no_reason).map(|error| *error).collect();
        let limits = list.limits.map(|limits| {
            let span = self::span(&limits);
            (limits.into_inner(), span)
        });
        let cells = cells.into_iter().flatten().collect();
        let known = Known { source: source.clone(), cells, missing, limits };
        let errors = [errors, known.repeated(), known.without_limits()].concat();
        if errors.is_empty() { Ok(known) } else { Err(errors) }
    }

    /// The entry of a row for a target in a language, by the table's release and family.
    pub fn find(&self, table: (&str, &str), row: &str, place: (&str, bool)) -> Option<&KnownCell> {
        self.cells.iter().find(|cell| {
            cell.table.is_of(table)
                && cell.row == row
                && (cell.configuration.to_string().as_str(), cell.opencl) == place
        })
    }

    /// Why it is accepted that a table, by its release and family, has no row for operations; `None` if they are not listed.
    pub fn why_missing(&self, table: (&str, &str), operation: &str) -> Option<&str> {
        let found = self.missing.iter().find(|entry| entry.table.is_of(table) && entry.operation == operation);
        found.map(|entry| entry.reason.as_str())
    }

    /// The entries that a run says nothing of, since it leaves out their target or language.
    pub fn left_out<'k>(&'k self, options: &'k Options<'_>) -> impl Iterator<Item = &'k KnownCell> {
        let is_asked = |cell: &KnownCell| {
            let of_place = |target: &RefinementTarget<'_>| {
                let table = target.table.as_ref().ok();
                let is_of = table.is_some_and(|table| cell.table.is_of((&table.release, &table.table.family)));
                is_of
                    && target.configuration.to_string() == cell.configuration.to_string()
                    && target.opencl == cell.opencl
            };
            options.targets.iter().any(of_place)
        };
        self.cells.iter().filter(move |cell| !is_asked(cell))
    }

    /// What is wrong with a list for a run: what it names is not there to be judged, or it says what programs of other limits break.
    pub fn wrong(&self, options: &Options<'_>) -> Vec<Diagnostic> {
        let own = ListLimits::of(options.limits, options.varied_threads);
        let other = self.limits.filter(|(limits, _)| *limits != own);
        let other = other.map(|(limits, span)| {
            let help =
                format!("{}, as when it was written; or a list without `[limits]` and `breaks`", limits.options());
            Diagnostic::new(&self.source, span, "the run is of programs of other limits", "what they break is listed")
                .help(help)
        });
        other.into_iter().chain(self.not_there(options)).chain(self.not_missing(options)).collect()
    }

    /// What is listed and is not there to be judged: a table that is not, or a row or a target that its table does not have. What the run leaves out
    /// of a table, another target or language, is nothing wrong.
    fn not_there(&self, options: &Options<'_>) -> Vec<Diagnostic> {
        let tables = options.tables();
        let wrong = |cell: &KnownCell| {
            let own: Vec<_> = cell.table.among(&tables).collect();
            let heads: BTreeSet<String> =
                own.iter().flat_map(|loaded| &loaded.table.rows).map(table::head).chain([BARRIER.into()]).collect();
            let [of_table, of_row, of_place] = cell.spans;
            if own.is_empty() {
                return Some(self.no_table(of_table, &tables));
            }
            if !heads.contains(&cell.row) {
                let help = "a row is named as `table verify` prints it, without its line";
                return Some(self.error(of_row, "the table has no such row", help.into()));
            }
            let family = &cell.table.family;
            let is_for = cell.configuration.target.tables.contains(family);
            let help = || format!("`{family}` is not for {}", cell.configuration.target.name);
            (!is_for).then(|| self.error(of_place, "the table is not for this target", help()))
        };
        // A row that is wrong is wrong once, whatever it is listed for.
        self.cells.iter().filter_map(wrong).unique_by(|error| (error.span.start, error.message.clone())).collect()
    }

    /// What is listed as having no row and is not judged, or has one.
    fn not_missing(&self, options: &Options<'_>) -> Vec<Diagnostic> {
        let tables = options.tables();
        let wrong = |entry: &KnownMissing| {
            let [of_table, of_operation] = entry.spans;
            let own: Vec<_> = entry.table.among(&tables).collect();
            if own.is_empty() {
                return Some(self.no_table(of_table, &tables));
            }
            let missing: Vec<String> = own.iter().flat_map(|loaded| lint::without_row(&loaded.table)).collect();
            let help = || match missing.is_empty() {
                true => "the table has rows for all, so that the entry is to go".to_string(),
                false => format!("those without a row: {}", missing.join(", ")),
            };
            (!missing.contains(&entry.operation))
                .then(|| self.error(of_operation, "the table has a row for this, or it is no operation", help()))
        };
        self.missing.iter().filter_map(wrong).collect()
    }

    fn no_table(&self, span: Span, tables: &[&LoadedTable]) -> Diagnostic {
        let judged = tables.iter().map(|table| table.name()).join(", ");
        self.error(span, "no such table is judged", format!("those that are: {judged}"))
    }

    /// The line of an entry, and the file.
    pub fn place(&self, cell: &KnownCell) -> (&str, usize) {
        (&self.source.name, self.source.line_column(cell.spans[2].start).0)
    }

    /// Entries that say which programs break, of a list that does not say how large programs were.
    fn without_limits(&self) -> Vec<Diagnostic> {
        let first = self.cells.iter().find(|cell| self.limits.is_none() && cell.breaks.is_some());
        let error = |cell: &KnownCell| {
            let message = "programs that break, and no limits of how large programs were";
            self.error(cell.spans[0], message, "`[limits]` with `events`, `threads` and `varied-threads`".into())
        };
        first.map(error).into_iter().collect()
    }

    /// Entries for what another one is for, too.
    fn repeated(&self) -> Vec<Diagnostic> {
        let key = |cell: &KnownCell| (cell.row.clone(), cell.configuration.to_string(), cell.opencl);
        let cells = again(&self.cells, |cell, before| key(before) == key(cell) && before.table.may_be(&cell.table));
        let missing = again(&self.missing, |entry, before| {
            before.operation == entry.operation && before.table.may_be(&entry.table)
        });
        let error = |span: Span, one: &str| self.error(span, "listed twice", format!("one entry for each {one}"));
        let cells = cells.map(|cell| error(cell.spans[2], "row, target and language"));
        cells.chain(missing.map(|entry| error(entry.spans[1], "table and operation"))).collect()
    }

    fn error(&self, span: Span, message: &str, help: String) -> Diagnostic {
        Diagnostic::new(&self.source, span, message, "listed as known").help(help)
    }
}

/// The entries that are for what one before them is for.
fn again<E>(entries: &[E], is_for_same: impl Fn(&E, &E) -> bool) -> impl Iterator<Item = &E> {
    let is_again = move |number: usize, entry: &E| entries[..number].iter().any(|before| is_for_same(entry, before));
    entries.iter().enumerate().filter(move |(number, entry)| is_again(*number, entry)).map(|(_, entry)| entry)
}

impl ListLimits {
    /// These limits.
    pub fn of(limits: Limits, varied_threads: usize) -> ListLimits {
        let Limits { events, threads } = limits;
        ListLimits { events, threads, varied_threads }
    }

    fn options(self) -> String {
        let ListLimits { events, threads, varied_threads } = self;
        format!("`--events {events} --threads {threads} --varied-threads {varied_threads}`")
    }
}

impl KnownCell {
    /// The table as the list names it.
    pub fn table(&self) -> String {
        let TableName { release, family } = &self.table;
        release.as_ref().map_or(String::new(), |release| format!("{release}:")) + family
    }

    /// Whether it is of a table, by that one's release and family.
    pub fn is_of(&self, table: (&str, &str)) -> bool {
        self.table.is_of(table)
    }
}

impl TableName {
    fn parse(text: &str) -> TableName {
        match text.split_once(':') {
            Some((release, family)) => TableName { release: Some(release.into()), family: family.into() },
            None => TableName { release: None, family: text.into() },
        }
    }

    fn is_of(&self, (release, family): (&str, &str)) -> bool {
        self.family == family && self.release.as_deref().is_none_or(|own| own == release)
    }

    /// Whether both may name one table.
    fn may_be(&self, other: &TableName) -> bool {
        let releases = (&self.release, &other.release);
        self.family == other.family && !matches!(releases, (Some(one), Some(other)) if one != other)
    }

    /// The tables that it names.
    fn among<'t>(&self, tables: &'t [&'t LoadedTable]) -> impl Iterator<Item = &'t LoadedTable> {
        tables.iter().copied().filter(|table| self.is_of((&table.release, &table.table.family)))
    }
}

impl ListedMissing {
    /// What the entry says.
    fn missing(&self, source: &Arc<Source>) -> Result<KnownMissing, Box<Diagnostic>> {
        reasoned(source, &self.reason, "why it is accepted that there is no row")?;
        Ok(KnownMissing {
            table: TableName::parse(self.table.get_ref()),
            operation: self.operation.get_ref().clone(),
            reason: self.reason.get_ref().clone(),
            spans: [span(&self.table), span(&self.operation)],
        })
    }
}

/// Refuses an entry without a reason.
fn reasoned(source: &Arc<Source>, reason: &Spanned<String>, help: &str) -> Result<(), Box<Diagnostic>> {
    match reason.get_ref().trim().is_empty() {
        true => Err(Box::new(Diagnostic::new(source, span(reason), "no reason", "in this entry").help(help))),
        false => Ok(()),
    }
}

impl Listed {
    /// What the entry says of each target and language.
    fn cells(&self, source: &Arc<Source>) -> Result<Vec<KnownCell>, Box<Diagnostic>> {
        let error = |span: Span, message: String, help: String| {
            Box::new(Diagnostic::new(source, span, message, "in this entry").help(help))
        };
        reasoned(source, &self.reason, "why it is accepted that the row is unsound")?;
        if self.on.get_ref().is_empty() {
            return Err(error(span(&self.on), "no target".into(), "targets with a language, `gfx12,cu HSA`".into()));
        }
        let breaks = match &self.breaks {
            None => None,
            Some(text) => Some(text.get_ref().parse().map_err(|()| {
                let help = "as `--write-known` writes it: `31 programs, 00c0ffee00c0ffee`".into();
                error(span(text), "no set of programs".into(), help)
            })?),
        };
        let cell = |on: &Spanned<String>| {
            let (configuration, opencl) = place(on.get_ref()).ok_or_else(|| {
                error(span(on), "no target in a mode with a language".into(), "as in `gfx12,cu HSA`".into())
            })?;
            Ok(KnownCell {
                table: TableName::parse(self.table.get_ref()),
                row: self.row.get_ref().clone(),
                configuration,
                opencl,
                breaks,
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
