//! The free placement is the union of all placements: an execution can happen where instructions may move if, and only if, it can happen in
//! one of the orders that the rules leave, each tried as code that stands as it is. Tables with other rules are found out.

use gfx_litmus::engine::{Decider, Execution, Inconclusive, Settings};
use gfx_litmus::hardware::movement::{Placed, keep_order, reads_otherwise};
use gfx_litmus::hardware::schedule::{self, Found};
use gfx_litmus::hardware::{self, Assume, Code, Position};
use gfx_litmus::load;
use gfx_litmus::lowering::machine::{Movement, Origin};
use gfx_litmus::lowering::{Library, Setting};
use gfx_litmus::program::{EventStructure, Prop, ThreadId};
use gfx_litmus::refine::{Options, RefinementTarget, model_for_language, refine};
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::verdict::RefinementVerdict;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// More orders of a program than this are too many to try.
const MOST_ORDERS: usize = 600;
const MOST_EXECUTIONS: usize = 24;

fn corpus() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.map(|entry| entry.into_path());
    let hardware = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "hardware");
    files.filter(|path| path.extension().is_some_and(|ext| ext == "litmus") && !hardware(path)).collect()
}

fn target<'t>(
    name: &str,
    tables: &'t Library,
    resources: &Resources,
    placement: InstructionPlacement,
) -> RefinementTarget<'t> {
    let configuration = TargetConfiguration::parse(name).expect("a target configuration");
    let target = RefinementTarget::new(configuration, tables, false, &Assume::default(), resources);
    target.expect("well formed").with_placement(placement)
}

fn is_feasible(
    structure: &EventStructure,
    execution: &Execution,
    code: &Code,
    target: &RefinementTarget<'_>,
    path: &Path,
) -> bool {
    match schedule::solve(&hardware::problem(structure, execution, code, &target.chip)) {
        Found::Times(..) => true,
        Found::None => false,
        Found::Unknown(why) => panic!("{}: {why}", path.display()),
    }
}

/// The instructions of a thread in their canonical order.
fn positions(structure: &EventStructure, code: &Code, thread: ThreadId) -> Vec<Position> {
    let steps = structure.steps.iter().enumerate().filter(|(_, step)| step.thread == thread);
    steps.flat_map(|(step, _)| (0..code.steps[step].len()).map(move |instr| Position { step, instr })).collect()
}

/// Every order of a thread that its rules leave, as indices of its positions; `None` if there are too many.
fn orders(code: &Code, positions: &[Position]) -> Option<Vec<Vec<usize>>> {
    let placed: Vec<Placed<'_>> = positions
        .iter()
        .map(|&Position { step, instr }| Placed { step, instr: Some(&code.steps[step][instr]) })
        .collect();
    let all = 0..positions.len();
    let after = |y: usize| (0..y).filter(|&x| keep_order(&placed, x, y)).collect::<Vec<_>>();
    let needs: Vec<Vec<usize>> = all.clone().map(after).collect();
    let mut partial: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in all.clone() {
        let extend = |order: &Vec<usize>| {
            let ready = |&y: &usize| !order.contains(&y) && needs[y].iter().all(|x| order.contains(x));
            all.clone().filter(ready).map(|y| [&order[..], &[y]].concat()).collect::<Vec<_>>()
        };
        partial = partial.iter().flat_map(extend).collect();
        if partial.len() > MOST_ORDERS {
            return None;
        }
    }
    Some(partial)
}

/// Code in which a thread's instructions stand in an order: those that moved in the step of the next one that did not, or of the last.
fn reorder(code: &mut Code, original: &Code, positions: &[Position], order: &[usize]) {
    let moves = |at: usize| {
        let Position { step, instr } = positions[at];
        original.steps[step][instr].movement.is_some()
    };
    positions.iter().for_each(|position| code.steps[position.step].clear());
    let last = order.iter().rev().find(|&&at| !moves(at)).map(|&at| positions[at].step);
    for (nth, &at) in order.iter().enumerate() {
        let next = order[nth..].iter().find(|&&at| !moves(at)).map(|&at| positions[at].step);
        let Position { step, instr } = positions[at];
        let mut moved = original.steps[step][instr].clone();
        // It is issued by itself, as what moves is, but in this place: with no rules, and of no row.
        moved.movement =
            moved.movement.map(|movement| Box::new(Movement { apart: false, rules: Vec::new(), ..*movement }));
        if moved.movement.is_some() {
            moved.origin = Origin::Test;
        }
        code.steps[next.or(last).unwrap_or(step)].push(moved);
    }
}

/// Every placement of a program's code as code that stands as it is; `None` if there are too many.
fn placements(structure: &EventStructure, code: &Code) -> Option<Vec<Code>> {
    let mut all = vec![code.clone()];
    for thread in structure.program.threads.indices() {
        let positions = positions(structure, code, thread);
        let orders = orders(code, &positions)?;
        if all.len() * orders.len() > MOST_ORDERS {
            return None;
        }
        let with = |placed: &Code| -> Vec<Code> {
            let reordered = orders.iter().map(|order| {
                let mut placed = placed.clone();
                reorder(&mut placed, code, &positions, order);
                placed
            });
            reordered.collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    Some(all)
}

/// The executions of a test that are not inconclusive: a loop may exceed the unroll bound, whatever else is not decided fails.
fn executions(structure: &EventStructure, resources: &Resources, path: &Path) -> Vec<Execution> {
    let mut decider = Decider::new(structure, resources.elaborations(), Settings::default()).expect("well formed");
    match decider.ending_in(&Prop::Const(true)) {
        Ok(executions) => executions,
        Err(Inconclusive::UnrollBound { .. }) => Vec::new(),
        Err(why) => panic!("{}: {why}", path.display()),
    }
}

/// Where an execution can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Happens {
    Nowhere,
    AsInstructionsMove,
    InCanonicalPlaces,
}

/// By target configuration and reading of the rules, where the executions that were asked about can happen.
type Asked = BTreeSet<(String, InstructionPlacement, Happens)>;

fn compare(path: &Path, targets: &[RefinementTarget<'_>], resources: &Resources) -> Asked {
    let mut asked = Asked::new();
    let structure = load::event_structure(&load::read(path).expect("readable")).expect("well formed");
    // A decision has no place in the order that is tried.
    if structure.steps.iter().any(|step| step.instr.is_none()) {
        return asked;
    }
    let executions = executions(&structure, resources, path);
    for target in targets {
        let Ok(loaded) = &target.table else { continue };
        let setting = Setting::new(&loaded.table, target.configuration, false);
        let Ok(canonical) = hardware::lower(&structure, &setting, &target.chip) else { continue };
        let others = InstructionPlacement::ALL.iter().filter(|&&other| reads_otherwise(other, &structure));
        for &reading in [InstructionPlacement::Free].iter().chain(others) {
            let lowered = hardware::lower_movable(&structure, &setting, &target.chip, reading);
            let Ok(free) = lowered else { continue };
            let Some(placements) = placements(&structure, &free) else { continue };
            for execution in executions.iter().take(MOST_EXECUTIONS) {
                let feasible = |code: &Code| is_feasible(&structure, execution, code, target, path);
                let somewhere = placements.iter().any(feasible);
                assert_eq!(feasible(&free), somewhere, "{} on {}", path.display(), target.configuration);
                let happens = match (somewhere, feasible(&canonical)) {
                    (_, true) => Happens::InCanonicalPlaces,
                    (true, false) => Happens::AsInstructionsMove,
                    (false, false) => Happens::Nowhere,
                };
                asked.insert((target.configuration.to_string(), reading, happens));
            }
        }
    }
    asked
}

#[test]
fn the_free_placement_is_every_placement() {
    let tables = Library::load("llvm24").expect("well formed");
    let resources = Resources::default();
    let names =
        ["gfx9", "gfx90a,notgsplit", "gfx942,tgsplit", "gfx10,wgp", "gfx10,cu", "gfx12,wgp", "gfx12,cu", "gfx125x"];
    let targets = names.map(|name| target(name, &tables, &resources, InstructionPlacement::Free));
    let asked: Asked = corpus().par_iter().flat_map_iter(|path| compare(path, &targets, &resources)).collect();
    let all = [Happens::Nowhere, Happens::AsInstructionsMove, Happens::InCanonicalPlaces];
    let kinds =
        names.iter().flat_map(|name| all.map(|happens| (name.to_string(), InstructionPlacement::Free, happens)));
    let missing: Vec<_> = kinds.filter(|kind| !asked.contains(kind)).collect();
    assert_eq!(missing, []);
    for reading in [InstructionPlacement::PastBarriers, InstructionPlacement::NarrowedLds] {
        let moves = |(_, by, happens): &(String, _, _)| *by == reading && *happens == Happens::AsInstructionsMove;
        assert!(asked.iter().any(moves), "nothing moves by {reading}");
    }
}

/// With every instruction fixed, movable code allows what canonical code does, and freedom only adds executions.
#[test]
fn the_canonical_placement_is_one_of_the_free_ones() {
    let tables = Library::load("llvm24").expect("well formed");
    let resources = Resources::default();
    let targets = ["gfx9", "gfx942,tgsplit", "gfx10,wgp", "gfx12,cu", "gfx125x"]
        .map(|name| target(name, &tables, &resources, InstructionPlacement::Free));
    let one = |path: &PathBuf| {
        let structure = load::event_structure(&load::read(path).expect("readable")).expect("well formed");
        let executions = executions(&structure, &resources, path);
        let mut added = 0;
        for target in &targets {
            let Ok(loaded) = &target.table else { continue };
            let setting = Setting::new(&loaded.table, target.configuration, false);
            let Ok(canonical) = hardware::lower(&structure, &setting, &target.chip) else { continue };
            let free = hardware::lower_movable(&structure, &setting, &target.chip, InstructionPlacement::Free)
                .expect("rules that are understood");
            let mut fixed = free.clone();
            free.movable().into_iter().for_each(|at| fixed.fix(at));
            for execution in executions.iter().take(30) {
                let [canonical, fixed, free] =
                    [&canonical, &fixed, &free].map(|code| is_feasible(&structure, execution, code, target, path));
                assert_eq!(canonical, fixed, "{} on {}", path.display(), target.configuration);
                assert!(free || !canonical, "{} on {}", path.display(), target.configuration);
                added += usize::from(free && !canonical);
            }
        }
        added
    };
    let added: usize = corpus().par_iter().map(one).sum();
    assert!(added > 0, "nothing moved");
}

/// A change to a row's placement rules, and what a test then says on gfx9 in the canonical and in the free placement.
struct RuleChange {
    row: &'static str,
    taken: &'static str,
    instead: &'static str,
    test: &'static str,
    canonical: RefinementVerdict,
    free: RefinementVerdict,
}

const ACQUIRE: &str = "load atomic | acquire | agent, system | global";
const RELEASE: &str = "store atomic | release | agent, system";

const RULE_CHANGES: &[RuleChange] = &[
    // The wait may follow the store unless a rule says otherwise.
    RuleChange {
        row: ACQUIRE,
        taken: "before all global/generic load/load atomic/atomicrmw",
        instead: "before all global/generic load/load atomic/store atomic/atomicrmw",
        test: "S",
        canonical: RefinementVerdict::Sound,
        free: RefinementVerdict::Sound,
    },
    // A step without rules does not move, and the wait before it stays before what follows.
    RuleChange {
        row: ACQUIRE,
        taken: "before all global/generic load/load atomic/atomicrmw @8957;",
        instead: "",
        test: "S",
        canonical: RefinementVerdict::Sound,
        free: RefinementVerdict::Sound,
    },
    // A wait that follows nothing may come before the data.
    RuleChange {
        row: RELEASE,
        taken: "      s_waitcnt vmcnt(0): after all global/generic load/store/load atomic/store atomic/atomicrmw @9108;\n",
        instead: "",
        test: "MP+rel+acq+agent",
        canonical: RefinementVerdict::Sound,
        free: RefinementVerdict::Unsound,
    },
    // As does one that follows stores only where the data is volatile.
    RuleChange {
        row: RELEASE,
        taken: "s_waitcnt vmcnt(0): after all global/generic",
        instead: "s_waitcnt vmcnt(0): after all volatile global/generic",
        test: "MP+rel+acq+agent",
        canonical: RefinementVerdict::Sound,
        free: RefinementVerdict::Unsound,
    },
    // The invalidation may follow the load of the data.
    RuleChange {
        row: ACQUIRE,
        taken: "before all global/generic load/load atomic/atomicrmw",
        instead: "before all global/generic atomicrmw",
        test: "MP+rel+acq+agent",
        canonical: RefinementVerdict::Sound,
        free: RefinementVerdict::Unsound,
    },
    // Rules that are not understood matter only where instructions move.
    RuleChange {
        row: ACQUIRE,
        taken: "before instr buffer_wbinvl1_vol",
        instead: "before all fence",
        test: "MP+rel+acq+agent",
        canonical: RefinementVerdict::Sound,
        free: RefinementVerdict::NoCode,
    },
];

/// A table of release 24 with another rule in a row.
fn changed(change: &RuleChange) -> Library {
    let RuleChange { row, taken, instead, .. } = change;
    let text = std::fs::read_to_string("models/tables/llvm24/gfx6-gfx9.table").expect("readable");
    let start = text.find(row).unwrap_or_else(|| panic!("no row {row}"));
    let at = start + text[start..].find(taken).unwrap_or_else(|| panic!("{row} has no {taken}"));
    let changed = format!("{}{instead}{}", &text[..at], &text[at + taken.len()..]);
    Library::read(&Source::new("changed.table", changed)).expect("well formed")
}

#[test]
fn rules_of_placement_are_what_counts() {
    let resources = Resources::default();
    for change in RULE_CHANGES {
        let path = corpus().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == change.test));
        let path = path.unwrap_or_else(|| panic!("no test {}", change.test));
        let tables = changed(change);
        let expected = [change.canonical, change.free];
        for (&placement, expected) in InstructionPlacement::ALL.iter().zip(expected) {
            let targets = vec![target("gfx9", &tables, &resources, placement)];
            let options = Options::new(model_for_language(false), targets, Settings::default(), &resources);
            let refined = refine(&load::read(&path).expect("readable"), &options);
            let refined = refined.unwrap_or_else(|errors| panic!("{errors:?}"));
            assert_eq!(refined.results[0].verdict.word(), expected, "{} {placement}: {}", change.test, change.taken);
        }
    }
}
