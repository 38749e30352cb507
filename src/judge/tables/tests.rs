//! What audit calls needed is missed where it is taken out of the table.

use super::{Change, Judged, Options, Part, Repair, Unreached, judge, repair, save};
use crate::engine::Settings;
use crate::generate::Limits;
use crate::hardware::Assume;
use crate::judge::run::Run;
use crate::llvm::Ordering;
use crate::lowering::edit::edited;
use crate::lowering::{Library, survey};
use crate::refine::RefinementTarget;
use crate::resources::Resources;
use crate::syntax::table::ast::{Code, Line, Op, Row, Table};
use crate::targets::{self, TargetConfiguration};

/// Base programs of two threads with two accesses each.
const LIMITS: Limits = Limits { events: 4, threads: 2 };

fn configuration() -> TargetConfiguration {
    TargetConfiguration::parse("gfx12,wgp").expect("a target configuration")
}

/// Tables for gfx12 in WGP mode, asked by base programs alone.
fn options<'r>(tables: &'r Library, resources: &'r Resources, run: &'r Run) -> Options<'r> {
    let assume = Assume::default();
    let target = RefinementTarget::new(configuration(), tables, false, &assume, resources);
    let targets = vec![target.expect("well formed")];
    let settings = Settings::default();
    Options { targets, limits: LIMITS, varied_threads: 0, audit: false, settings, assume, resources, run }
}

fn judged(tables: &Library, resources: &Resources, audit: bool) -> Judged {
    judge(&Options { audit, ..options(tables, resources, &Run::default()) }).expect("well formed")
}

/// The changes of sound rows by which an instruction that is needed is taken out.
fn needed(judged: &Judged) -> Vec<&Change> {
    let tally = &judged.targets[0];
    let sound = |change: &&Change| tally.rows[&change.row].unsound.is_none();
    let needed = tally.changes.iter().filter(|(_, shown)| shown.is_some()).map(|(change, _)| change);
    needed.filter(|change| change.part == Part::Instr).filter(sound).collect()
}

/// The tables of the default release, of which gfx12's is without an instruction.
fn without(change: &Change) -> Library {
    with_row(change.row, |row| assert_eq!(remove(row, change), 1, "{change:?}"))
}

/// The tables of the default release, of which the one for the asked target is changed.
fn with_table(change: impl FnOnce(&mut Table)) -> Library {
    let mut tables = Library::load(crate::defaults::TABLE).expect("well formed");
    let path = tables.table(configuration().target).expect("a table").path.clone();
    let loaded = tables.tables.iter_mut().find(|loaded| loaded.path == path);
    change(&mut loaded.expect("the table for the target").table);
    tables
}

/// These tables with one row changed.
fn with_row(line: Line, change: impl FnOnce(&mut Row)) -> Library {
    with_table(|table| change(table.rows.iter_mut().find(|row| row.line == line).expect("the row that is changed")))
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

/// A row by which an operation accesses memory twice is not judged: no program that lowers by it is the one that was written.
#[test]
fn rows_that_access_memory_twice_are_not_judged() {
    let resources = Resources::default();
    let run = Run::default();
    let tables = Library::load(crate::defaults::TABLE).expect("well formed");
    let table = &tables.table(configuration().target).expect("a table").table;
    let is_meant = |row: &&Row| row.op == Op::Atomicrmw && row.ordering == Some(Ordering::Monotonic);
    let line = table.rows.iter().find(is_meant).expect("a row").line;
    let twice = with_row(line, |row| {
        let code = &mut row.cases[0].steps[0].code;
        code.push(code[0].clone());
    });
    let options = options(&twice, &resources, &run);
    let found = judge(&options).expect("well formed");
    let setting = options.targets[0].setting().expect("a table");
    let row = setting.table.rows.iter().find(|row| row.line == line).expect("the row");
    assert!(!found.targets[0].rows.contains_key(&line));
    assert!(matches!(Unreached::new(&setting, row), Unreached::WrongCode(why) if why.contains("2 times")));
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
    let without = with_table(|table| {
        let entries = table.scopes.iter_mut().flat_map(|scopes| &mut scopes.entries);
        let one_as = entries.filter(|entry| entry.scopes.iter().any(|scope| scope.contains("one-as")));
        one_as.for_each(|entry| entry.operands.clear());
    });
    assert!(unsound(&without) > unsound(&tables));
}

/// At length of every instruction.
#[test]
fn rows_without_an_instruction_that_is_needed_are_unsound() {
    let resources = Resources::default();
    let tables = Library::load(crate::defaults::TABLE).expect("well formed");
    let whole = judged(&tables, &resources, true);
    let needed = needed(&whole);
    let step = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { 1 } else { needed.len() / 5 };
    assert!(step > 0, "{needed:?}");
    for change in needed.into_iter().step_by(step) {
        let without = judged(&without(change), &resources, false);
        assert!(without.targets[0].rows[&change.row].unsound.is_some(), "{change:?}");
    }
}

/// Code whose waits side by side are sorted: they have no order, and repairs that differ in it alone are one.
fn in_any_order(code: &survey::Code) -> Option<Vec<String>> {
    let mut code = code.clone().ok()?;
    let waits = |instr: &String| instr.starts_with("s_wait");
    code.chunk_by_mut(|one, other| waits(one) && waits(other)).for_each(<[String]>::sort);
    Some(code)
}

/// What is taken out of a row is among what repairs it, and with each of its repairs the row is sound.
#[test]
fn rows_are_repaired_by_what_was_taken_out() {
    let resources = Resources::default();
    let tables = Library::load(crate::defaults::TABLE).expect("well formed");
    let whole = judged(&tables, &resources, true);
    let before = tables.table(configuration().target).expect("a table");
    for change in needed(&whole).into_iter().step_by(7) {
        let without = without(change);
        let run = Run::default();
        let repaired = repair(&options(&without, &resources, &run), &[change.row]).expect("well formed");
        let found = repaired.rows.first().expect("an unsound row");
        let edited_by = |repair: &Repair| with_row(change.row, |row| *row = edited(found.row, &repair.edits));
        let is_as_before = |repair: &Repair| {
            let tables = edited_by(repair);
            let after = tables.table(configuration().target).expect("a table");
            let is_alike = |change: &survey::Change| {
                in_any_order(&change.before) == in_any_order(&change.after)
                    || change.operations.iter().all(|operation| operation.opencl)
            };
            survey::compare(&before.table, &after.table, &[configuration()]).iter().all(is_alike)
        };
        assert!(found.repairs.iter().any(is_as_before), "{change:?}: {:?}", found.repairs);
        for repair in found.repairs.iter().step_by(5) {
            let judged = judged(&edited_by(repair), &resources, false);
            assert!(judged.targets[0].rows[&change.row].unsound.is_none(), "{change:?}: {repair:?}");
        }
    }
}

/// What the packet processor and the host do is no order that a row could make.
#[test]
fn rows_are_held_against_instructions_of_waves() {
    let (assume, resources) = (Assume::default(), Resources::default());
    let tables = Library::load(crate::defaults::TABLE).expect("well formed");
    for configuration in targets::known_targets().iter().flat_map(TargetConfiguration::modes) {
        let target = RefinementTarget::new(configuration, &tables, false, &assume, &resources).expect("well formed");
        let fence = super::blame::fence(&target);
        let is_of_waves = |mnemonic: &str| configuration.target.is_of_waves(mnemonic);
        assert!(
            !fence.is_empty() && fence.iter().all(|instr| is_of_waves(&instr.mnemonic)),
            "{configuration}: {fence:?}"
        );
    }
}

/// All that can be left out of a row at once leaves it sound, and nothing that audit calls needed is among it.
#[test]
fn what_is_needed_is_not_left_out() {
    let resources = Resources::default();
    let tables = Library::load(crate::defaults::TABLE).expect("well formed");
    let whole = judged(&tables, &resources, true);
    let tally = &whole.targets[0];
    let run = Run::default();
    let saved = save(&options(&tables, &resources, &run), &[]).expect("well formed");
    assert!(saved.rows.len() >= 5);
    for found in &saved.rows {
        let tables = with_row(found.row.line, |row| *row = edited(found.row, &found.edits));
        let without = judged(&tables, &resources, false);
        for (line, before) in &tally.rows {
            let is_worse = before.unsound.is_none() && without.targets[0].rows[line].unsound.is_some();
            assert!(!is_worse, "@{line} without {:?} of @{}", found.edits, found.row.line);
        }
    }
}
