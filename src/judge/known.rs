//! Lists of rows that are known to be unsound, each with the reason why that is accepted.

use super::tables::{Broken, Options};
use crate::generate::Limits;
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

const FORM: &str =
    "`[[unsound]]` with `table`, `row`, `on`, `reason` and, if it is to be compared, `breaks`; then `[limits]`, too";

/// The rows that a list names, by target and language.
#[derive(Debug)]
pub struct Known {
    source: Arc<Source>,
    /// In the order of the list.
    pub cells: Vec<KnownCell>,
    /// The limits of the programs that entries say to break, and where they stand; `None` if none says it.
    limits: Option<(ListLimits, Span)>,
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
    /// The programs that break with it; `None` if it is accepted whatever breaks.
    pub breaks: Option<Broken>,
    /// Why it is accepted.
    pub reason: String,
    /// Where the table, the row, and the target with its language are named.
    spans: [Span; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    limits: Option<Spanned<ListLimits>>,
    #[serde(default)]
    unsound: Vec<Listed>,
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
        let (cells, errors): (Vec<_>, Vec<_>) =
            list.unsound.iter().map(|listed| listed.cells(source)).partition(Result::is_ok);
        let errors: Vec<Diagnostic> = errors.into_iter().filter_map(Result::err).map(|error| *error).collect();
        let limits = list.limits.map(|limits| {
            let span = self::span(&limits);
            (limits.into_inner(), span)
        });
        let cells = cells.into_iter().flatten().flatten().collect();
        let known = Known { source: source.clone(), cells, limits };
        let errors = [errors, known.repeated(), known.without_limits()].concat();
        if errors.is_empty() { Ok(known) } else { Err(errors) }
    }

    /// The entry of a row for a target in a language, by the table's release and family.
    pub fn find(&self, table: (&str, &str), row: &str, place: (&str, bool)) -> Option<&KnownCell> {
        self.cells.iter().find(|cell| {
            cell.is_of(table) && cell.row == row && (cell.configuration.to_string().as_str(), cell.opencl) == place
        })
    }

    /// The entries that a run says nothing of, since it leaves out their target or language.
    pub fn left_out<'k>(&'k self, options: &'k Options<'_>) -> impl Iterator<Item = &'k KnownCell> {
        let is_asked = |cell: &KnownCell| {
            let of_place = |target: &RefinementTarget<'_>| {
                let table = target.table.as_ref().ok();
                let is_of = table.is_some_and(|table| cell.is_of((&table.release, &table.table.family)));
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
        other.into_iter().chain(self.not_there(options)).collect()
    }

    /// What is listed and is not there to be judged: a table that is not, or a row or a target that its table does not have. What the run leaves out
    /// of a table, another target or language, is nothing wrong.
    fn not_there(&self, options: &Options<'_>) -> Vec<Diagnostic> {
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
        let release = self.release.as_ref().map_or(String::new(), |release| format!("{release}:"));
        release + &self.family
    }

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
                release: release.map(String::from),
                family: family.to_string(),
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
