//! What audit calls needed is missed where it is taken out of the table.

use super::{Change, Judged, Options, Part, judge};
use crate::engine::Settings;
use crate::generate::Limits;
use crate::hardware::Assume;
use crate::judge::run::Run;
use crate::lowering::Library;
use crate::refine::RefinementTarget;
use crate::resources::Resources;
use crate::syntax::table::ast::{Code, Row};
use crate::targets::TargetConfiguration;

/// Base programs of two threads with two accesses each.
const LIMITS: Limits = Limits { events: 4, threads: 2 };

/// The tables judged for gfx12 in WGP mode by base programs alone.
fn judged(tables: &Library, resources: &Resources, audit: bool) -> Judged {
    let configuration = TargetConfiguration::parse("gfx12,wgp").expect("a target configuration");
    let target = RefinementTarget::new(configuration, tables, false, &Assume::default(), resources);
    let targets = vec![target.expect("well formed")];
    let settings = Settings::default();
    let (assume, run) = (Assume::default(), Run::default());
    let options = Options { targets, limits: LIMITS, varied_threads: 0, audit, settings, assume, resources, run: &run };
    judge(&options).expect("well formed")
}

/// The table without a part of the code of a step: how many parts that is.
fn remove(row: &mut Row, change: &Change) -> usize {
    let name = change.instr.split(' ').next();
    let steps = row.cases.iter_mut().flat_map(|case| &mut case.steps);
    let steps = steps.filter(|step| (step.number, step.line) == (change.step, change.line));
    let mut removed = 0;
    for step in steps {
        let before = step.code.len();
        step.code.retain(|code| match code {
            Code::Instr(instr) => name != Some(instr.spelling().as_str()),
            Code::Same(_) => true,
        });
        removed += before - step.code.len();
    }
    removed
}

/// A table in which one-as scopes have no operand of their own scope is unsound where it was not.
#[test]
fn scopes_of_one_address_space_are_judged() {
    let resources = Resources::default();
    let unsound = |tables: &Library| {
        let judged = judged(tables, &resources, false);
        judged.targets[0].rows.values().filter(|row| row.unsound.is_some()).count()
    };
    let tables = Library::load(crate::defaults::TABLE).expect("well formed");
    let mut without = Library::load(crate::defaults::TABLE).expect("well formed");
    let of_gfx12 = without.tables.iter_mut().filter(|loaded| loaded.table.family == "gfx12");
    let entries = of_gfx12.flat_map(|loaded| &mut loaded.table.scopes).flat_map(|scopes| &mut scopes.entries);
    let one_as = entries.filter(|entry| entry.scopes.iter().any(|scope| scope.contains("one-as")));
    one_as.for_each(|entry| entry.operands.clear());
    assert!(unsound(&without) > unsound(&tables));
}

#[test]
fn rows_without_an_instruction_that_is_needed_are_unsound() {
    let resources = Resources::default();
    let tables = Library::load(crate::defaults::TABLE).expect("well formed");
    let whole = judged(&tables, &resources, true);
    let tally = &whole.targets[0];
    let sound = |change: &&Change| tally.rows[&change.row].unsound.is_none();
    let needed = tally.changes.iter().filter(|(_, shown)| shown.is_some()).map(|(change, _)| change);
    let whole: Vec<&Change> = needed.filter(|change| change.part == Part::Instr).filter(sound).collect();
    assert!(whole.len() >= 5, "{whole:?}");
    for change in whole.iter().step_by(whole.len() / 5).take(5) {
        let mut tables = Library::load(crate::defaults::TABLE).expect("well formed");
        let rows = tables.tables.iter_mut().filter(|loaded| loaded.table.family == "gfx12");
        let mut rows = rows.flat_map(|loaded| &mut loaded.table.rows);
        let row = rows.find(|row| row.line == change.row).expect("the row that is changed");
        assert_eq!(remove(row, change), 1, "{change:?}");
        let without = judged(&tables, &resources, false);
        assert!(without.targets[0].rows[&change.row].unsound.is_some(), "{change:?}");
    }
}
