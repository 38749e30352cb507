//! Texts of generated programs: well formed, what they were built from, and each once.

use super::form::form;
use super::thorough;
use gfx_litmus::generate::{
    Base, Does, Draft, Kind, Limits, Operation, Placement, Replaced, Statement, bases, operations, shapes, variants,
};
use gfx_litmus::judge::programs::structure;
use gfx_litmus::llvm::ScopeLevel;
use gfx_litmus::program::{Access, Instr, InstrKind, ObjectId, Program, ThreadId, ValueKind};
use itertools::Itertools;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The spaces whose texts are looked at.
const SPACES: [Limits; 2] = [Limits { events: 5, threads: 2 }, Limits { events: 4, threads: 3 }];

/// Base programs of the spaces, and variants of some: all in a thorough run, and every so manieth in a quick one.
fn drafts(quick: usize) -> Vec<Draft> {
    let every: Vec<Base> = SPACES.iter().flat_map(|&limits| bases(&shapes(limits), limits, &|| false)).collect();
    let step = if thorough() { 1 } else { quick };
    let variants = some_variants(&every, 31 * step);
    every.iter().step_by(step).map(Base::draft).chain(variants).collect()
}

/// Variants of some base programs, with every operation in turn.
fn some_variants(bases: &[Base], step: usize) -> Vec<Draft> {
    let kinds = [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders];
    let all: BTreeMap<Kind, Vec<Operation>> = kinds.into_iter().map(|kind| (kind, operations(kind))).collect();
    let of_base = |base: &Base| variants(&base.draft(), Replaced::Every, |kind, _| &all[&kind]).into_iter().step_by(29);
    bases.iter().step_by(step).flat_map(of_base).map(|variant| variant.draft).collect()
}

#[test]
fn texts_say_what_programs_were_built_from() {
    drafts(7).par_iter().for_each(is_what_it_was_built_from);
}

fn is_what_it_was_built_from(draft: &Draft) {
    let text = draft.text("generated");
    let structure = structure(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let program = &structure.program;
    let order = draft.order();
    let mut objects = BTreeMap::new();
    let mut events = 0;
    for (position, &thread) in order.iter().enumerate() {
        let instrs = flat(&program.threads[ThreadId::new(position)].body);
        assert_eq!(instrs.len(), draft.threads[thread].len(), "{text}");
        events += instrs.len();
        for (instr, statement) in instrs.iter().zip(&draft.threads[thread]) {
            let (location, object) = agree(instr, statement, &text);
            if let (Some(location), Some(object)) = (location, object) {
                assert_eq!(*objects.entry(location).or_insert(object), object, "{text}");
                assert_eq!(program.objects[object].space, draft.spaces[location], "{text}");
            }
        }
    }
    assert!(objects.values().all_unique() && objects.len() == program.objects.len(), "{text}");
    assert_eq!(events, draft.events(), "{text}");
    for [a, b] in (0..order.len()).array_combinations() {
        assert_eq!(shared(program, a, b), draft.placement.distance(order[a], order[b]), "{text}");
    }
}

/// The instructions of a thread without its branch.
fn flat(body: &[Instr]) -> Vec<&Instr> {
    body.iter()
        .flat_map(|instr| {
            let InstrKind::If { then, otherwise, .. } = &instr.kind else { return vec![instr] };
            assert!(otherwise.is_empty());
            flat(then)
        })
        .collect()
}

/// Compares an instruction with what it was written for: the number of its location, and the object that it reaches.
fn agree(instr: &Instr, statement: &Statement, text: &str) -> (Option<usize>, Option<ObjectId>) {
    let (does, access) = match (&instr.kind, statement) {
        (InstrKind::Barrier(_), Statement::Barrier) => return (None, None),
        (InstrKind::Fence { scope, ordering, tags, asm: None }, Statement::Fence(operation)) => {
            assert_eq!((Some(*ordering), *scope), (operation.ordering, operation.scope), "{text}");
            assert_eq!(tags.0.len(), usize::from(operation.only.is_some()), "{text}");
            let space = operation.only.map(|space| space.to_string()).unwrap_or_default();
            assert!(tags.0.iter().all(|tag| tag.suffix == space), "{text}");
            return (None, None);
        }
        (InstrKind::Load { access, .. }, _) => (Does::Load, access),
        (InstrKind::Store { access, .. }, _) => (Does::Store, access),
        (InstrKind::Rmw { dest: None, access, .. }, _) => (Does::Update, access),
        (InstrKind::Rmw { dest: Some(_), access, .. }, _) => (Does::UpdateReturning, access),
        (InstrKind::Cmpxchg(cmpxchg), _) => (Does::Cmpxchg, &cmpxchg.access),
        (other, _) => panic!("{other:?} for {statement:?}\n{text}"),
    };
    let Statement::Access { operation, location, .. } = statement else { panic!("{statement:?}\n{text}") };
    let Access { ordering, scope, generic, volatile, nontemporal, .. } = *access;
    let found = Operation { does, ordering, scope, generic, volatile, nontemporal, only: None };
    assert_eq!(found, *operation, "{text}");
    let ValueKind::Object(object) = access.pointer.kind else { panic!("{:?}\n{text}", access.pointer) };
    (Some(*location), Some(object))
}

/// The innermost level that two threads of a program share. Without clusters a cluster is an agent.
fn shared(program: &Program, a: usize, b: usize) -> ScopeLevel {
    let [a, b] = [a, b].map(ThreadId::new);
    let has_clusters = program.threads[a].position.cluster.is_some();
    let levels = ScopeLevel::ALL.iter().filter(|level| has_clusters || **level != ScopeLevel::Cluster);
    *levels.sorted().find(|level| program.share(a, b, **level)).expect("all threads share the system")
}

/// The same program with threads in the order of the cycle from another one on, and other names of locations.
fn turned(draft: &Draft, by: usize) -> Draft {
    let n = draft.threads.len();
    let from = |thread: usize| (thread + by) % n;
    let same = |placement: &Placement| {
        (0..n).array_combinations().all(|[a, b]| placement.distance(a, b) == draft.placement.distance(from(a), from(b)))
    };
    let placement = Placement::every_placement(n).into_iter().find(same).expect("there is such a placement");
    let count = draft.spaces.len();
    let renamed = |statement: &Statement| match *statement {
        Statement::Access { operation, kind, location } => {
            Statement::Access { operation, kind, location: count - 1 - location }
        }
        Statement::Fence(_) | Statement::Barrier => *statement,
    };
    let threads = (0..n).map(|thread| draft.threads[from(thread)].iter().map(renamed).collect()).collect();
    let spaces = draft.spaces.iter().rev().copied().collect();
    Draft { spaces, placement, threads, guards: (0..n).map(|thread| draft.guards[from(thread)]).collect() }
}

#[test]
fn texts_depend_on_no_order() {
    drafts(11).par_iter().for_each(|draft| {
        let text = draft.text("generated");
        (1..=draft.threads.len()).for_each(|by| assert_eq!(turned(draft, by).text("generated"), text));
        // Threads in another order are the same to the form that is compared below.
        let reversed: Vec<usize> = draft.order().into_iter().rev().collect();
        assert_eq!(form(&draft.text_in(&reversed, "generated")), form(&text), "{text}");
    });
}

#[test]
fn each_program_is_generated_once() {
    for limits in SPACES {
        let bases = bases(&shapes(limits), limits, &|| false);
        let texts: BTreeSet<String> = bases.par_iter().map(|base| base.draft().text("generated")).collect();
        let mut forms: Vec<(String, &String)> = texts.par_iter().map(|text| (form(text), text)).collect();
        forms.sort();
        let same = forms.iter().tuple_windows().filter(|(a, b)| a.0 == b.0);
        let same: Vec<String> = same.map(|(a, b)| format!("{}{}", a.1, b.1)).collect();
        assert!(same.is_empty(), "{} of {}:\n{}", same.len(), texts.len(), same.iter().take(5).join("\n"));
    }
}
