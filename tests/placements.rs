//! The free placement is the union of all placements: an execution can happen where instructions may move if, and only if, it can happen in
//! one of the orders that the rules leave, each tried as code that stands as it is.

use gfx_litmus::engine::{Decider, Settings};
use gfx_litmus::hardware::movement::{Placed, keep_order};
use gfx_litmus::hardware::schedule::{self, Found};
use gfx_litmus::hardware::{self, Assume, Code, Position};
use gfx_litmus::load;
use gfx_litmus::lowering::{Library, Setting};
use gfx_litmus::program::{EventStructure, Prop, ThreadId};
use gfx_litmus::refine::RefinementTarget;
use gfx_litmus::resources::Resources;
use gfx_litmus::targets::TargetConfiguration;
use rayon::prelude::*;
use std::path::PathBuf;

/// More orders of a program than this are too many to try.
const MOST_ORDERS: usize = 600;
const MOST_EXECUTIONS: usize = 24;

fn corpus() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.map(|entry| entry.into_path());
    let hardware = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "hardware");
    files.filter(|path| path.extension().is_some_and(|ext| ext == "litmus") && !hardware(path)).collect()
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
        moved.movement = None;
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

/// How many executions were asked about, how many of them need an instruction to move, and how many placements were tried.
type Asked = [usize; 3];

fn compare(path: &PathBuf, targets: &[RefinementTarget<'_>], resources: &Resources) -> Asked {
    let mut asked = [0; 3];
    let structure = load::event_structure(&load::read(path).expect("readable")).expect("well formed");
    // A decision has no place in the order that is tried.
    if structure.steps.iter().any(|step| step.instr.is_none()) {
        return asked;
    }
    let mut decider = Decider::new(&structure, resources.elaborations(), Settings::default()).expect("well formed");
    let executions = decider.ending_in(&Prop::Const(true)).unwrap_or_default();
    for target in targets {
        let Ok(loaded) = &target.table else { continue };
        let setting = Setting { table: &loaded.table, configuration: target.configuration, opencl: false };
        let Ok(free) = hardware::lower_movable(&structure, &setting, &target.chip) else { continue };
        let Ok(canonical) = hardware::lower(&structure, &setting, &target.chip) else { continue };
        let Some(placements) = placements(&structure, &free) else { continue };
        asked[2] += placements.len();
        for execution in executions.iter().take(MOST_EXECUTIONS) {
            let feasible =
                |code: &Code| match schedule::solve(&hardware::problem(&structure, execution, code, &target.chip)) {
                    Found::Times(..) => true,
                    Found::None => false,
                    Found::Unknown(why) => panic!("{}: {why}", path.display()),
                };
            let somewhere = placements.iter().any(feasible);
            assert_eq!(feasible(&free), somewhere, "{} on {}", path.display(), target.configuration);
            asked[0] += 1;
            asked[1] += usize::from(somewhere && !feasible(&canonical));
        }
    }
    asked
}

#[test]
fn the_free_placement_is_every_placement() {
    let tables = Library::load("llvm24").expect("well formed");
    let resources = Resources::default();
    let target = |name: &str| {
        let configuration = TargetConfiguration::parse(name).expect("a target configuration");
        RefinementTarget::new(configuration, &tables, false, &Assume::default(), &resources).expect("well formed")
    };
    let names =
        ["gfx9", "gfx90a,notgsplit", "gfx942,tgsplit", "gfx10,wgp", "gfx10,cu", "gfx12,wgp", "gfx12,cu", "gfx125x"];
    let targets = names.map(target);
    let asked: Vec<Asked> = corpus().par_iter().map(|path| compare(path, &targets, &resources)).collect();
    let total = asked.iter().fold([0; 3], |sum, asked| [0, 1, 2].map(|at| sum[at] + asked[at]));
    let [executions, moved, placements] = total;
    println!("{executions} executions, {moved} need an instruction to move, {placements} placements");
    assert!(executions > 2_000 && moved > 10 && placements > 10_000, "{total:?}");
}
