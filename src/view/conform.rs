//! Compiled code against tables.

use crate::conform::{self, Compared, Judged, Tests, described};
use crate::lowering::survey::{self, Operation};
use crate::report::conform::{ConformReport, GroupReport, Relation, SCHEMA, SeenReport, Summary, UnreadReport};
use crate::report::diff::DiffReport;
use crate::report::results::FileResult;
use crate::report::tables::OperationsReport;
use crate::syntax::source::Diagnostic;
use std::collections::BTreeMap;

/// What operations in one group have in common.
type Key = (Relation, String, String, [Vec<String>; 2], Option<String>);

/// The report of what was compared, by file; a compiler's has no path.
pub fn conform(
    found: &[(String, Tests<'_>)],
    verdicts: Option<DiffReport>,
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    seconds: f64,
) -> ConformReport {
    let mut groups: BTreeMap<Key, (Vec<Operation>, Vec<SeenReport>)> = BTreeMap::new();
    let mut summary =
        Summary { seconds, files: found.iter().filter(|(path, _)| !path.is_empty()).count(), ..Summary::default() };
    let mut unread = Vec::new();
    for (path, tests) in found {
        for judged in &tests.judged {
            let key = key(judged);
            count(&mut summary, key.0);
            let (operations, seen) = groups.entry(key).or_default();
            operations.push(judged.compiled.operation);
            seen.push(self::seen(path, judged));
        }
        summary.without_operation += tests.without_operation;
        summary.left_out += tests.left_out;
        unread.extend(tests.unread.iter().map(|unread| {
            let conform::Unread { line, what, why } = unread.clone();
            UnreadReport { path: path.clone(), line, what, why }
        }));
    }
    summary.unread = unread.len();
    let errors = errors.iter().map(super::error).collect();
    let groups = groups.into_iter().map(|(key, (operations, seen))| group(key, &operations, seen)).collect();
    ConformReport { schema: SCHEMA, groups, unread, verdicts, summary, files, errors }
}

fn count(summary: &mut Summary, relation: Relation) {
    summary.compared += 1;
    *match relation {
        Relation::Same => &mut summary.same,
        Relation::Stronger => &mut summary.stronger,
        Relation::Weaker => &mut summary.weaker,
        Relation::Different => &mut summary.different,
        Relation::Unknown => &mut summary.unknown,
        Relation::NoRow => &mut summary.no_row,
    } += 1;
}

fn key(judged: &Judged<'_>) -> Key {
    let Judged { compiled, table, compared, .. } = judged;
    let query = compiled.operation.query;
    let ordering = query.ordering.map_or(String::new(), |ordering| format!(" {ordering}"));
    let (relation, before, reason) = match compared.clone() {
        Compared::Is(conform::Relation::Same, lines) => (Relation::Same, lines, None),
        Compared::Is(conform::Relation::Stronger, lines) => (Relation::Stronger, lines, None),
        Compared::Is(conform::Relation::Weaker, lines) => (Relation::Weaker, lines, None),
        Compared::Is(conform::Relation::Different, lines) => (Relation::Different, lines, None),
        Compared::NoRow(why) => (Relation::NoRow, Vec::new(), Some(why)),
        Compared::Unclear(why, lines) => (Relation::Unknown, lines, Some(why)),
    };
    let name = format!("{}:{}", table.release, table.table.family);
    (relation, name, format!("{}{ordering}", query.op), [before, compiled.lines()], reason)
}

fn group(
    (relation, table, operation, [before, after], reason): Key,
    operations: &[Operation],
    seen: Vec<SeenReport>,
) -> GroupReport {
    let places = survey::places(operations).into_iter().map(Vec::from).collect();
    GroupReport { relation, table, operations: OperationsReport { operation, places, before, after }, reason, seen }
}

fn seen(path: &str, judged: &Judged<'_>) -> SeenReport {
    let Judged { function, by, line, processor, compiled, compared, .. } = judged;
    let line = match compared {
        Compared::Unclear(..) => compiled.doubtful_line().unwrap_or(*line),
        Compared::Is(..) | Compared::NoRow(_) => *line,
    };
    let function = if path.is_empty() { described(&compiled.operation.query) } else { function.clone() };
    SeenReport { path: path.to_string(), line, function, by: by.clone(), processor: processor.clone() }
}
