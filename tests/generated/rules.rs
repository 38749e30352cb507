//! Generated programs show what every program written out by loops shows, and what is left out of them shows nothing that is not shown without it.

use super::brute::{self, Space};
use super::{Generated, PROGRAMS, options, programs, thorough};
use gfx_litmus::generate::{Base, Kind, Limits, Operation, Replaced, Variant, operations, variants};
use gfx_litmus::judge::programs::NAME;
use gfx_litmus::judge::store::Question;
use gfx_litmus::judge::tables::{Options, Program, Representatives, Shown, Varied, varied};
use gfx_litmus::matrix::BitSet;
use itertools::Itertools;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The targets that a quick run asks about, and a thorough one.
const QUICK: &[&str] = &["gfx12,cu"];
const THOROUGH: &[&str] = &["gfx12,cu", "gfx10,cu", "gfx90a,notgsplit", "gfx942,notgsplit"];

fn targets() -> &'static [&'static str] {
    if thorough() { THOROUGH } else { QUICK }
}

/// What operations have that programs written out elsewhere do not.
const ELSEWHERE: &[&str] = &["one-as", "mmra", "cmpxchg", "private"];

/// The same, and what programs of loads and stores do not have.
const WITHOUT_UPDATES: &[&str] = &["one-as", "mmra", "cmpxchg", "private", "atomicrmw"];

/// A base program and its variants, but for those among wider scopes: these are asked besides, and the rules that leave programs out do not speak of them.
fn by_the_rules(base: &Base, options: &Options<'_>, representatives: &Representatives) -> Vec<Varied> {
    varied(base, options.varied_threads, representatives).into_iter().filter(|varied| !varied.is_among_wider).collect()
}

/// Base programs and their variants, each once: none with what stands in these words, and none with flags of which there is one without.
fn generated(options: &Options<'_>, bases: &[Base], without: &[&str]) -> Vec<Program> {
    let representatives = options.representatives();
    let programs = |base: &Base| {
        let varied = by_the_rules(base, options, &representatives);
        let program = |varied: &Varied| {
            let plain = |operation| Operation { generic: false, volatile: false, nontemporal: false, ..operation };
            let plain = varied.draft.map(plain);
            (Program::generated(varied), plain.text(NAME))
        };
        varied.iter().map(program).collect::<Vec<_>>()
    };
    let all: Vec<(Program, String)> = bases.par_iter().flat_map_iter(programs).collect();
    let texts: BTreeSet<&str> = all.iter().map(|(program, _)| program.shown.text.as_str()).collect();
    let is_wanted = |(program, plain): &&(Program, String)| {
        let text = &program.shown.text;
        !without.iter().any(|word| text.contains(word)) && (text == plain || !texts.contains(plain.as_str()))
    };
    let wanted = all.iter().filter(is_wanted).map(|(program, _)| program);
    let wanted = wanted.unique_by(|program| &program.shown.text);
    // Of one with flags that is left out the other may be asked of another table.
    wanted.map(|program| Program { tables: BitSet::full(TABLES_ASKED), ..program.clone() }).collect()
}

/// More tables than are asked in any test.
const TABLES_ASKED: usize = 8;

/// Programs written out elsewhere; each is asked of every table.
fn others(programs: impl IntoIterator<Item = brute::Program>) -> Vec<Program> {
    let program = |(bare, (text, events)): (u64, brute::Program)| Program {
        shown: Shown { events, is_among_wider: false, text, bare: Question::about(&bare) },
        changed: None,
        tables: BitSet::full(TABLES_ASKED),
        counts: true,
    };
    (0..).zip(programs).map(program).collect()
}

const SAME_WORKGROUP: [&str; 2] = ["agent 0, workgroup 0, wavefront 0", "agent 0, workgroup 0, wavefront 1"];
const OTHER_WORKGROUP: [&str; 2] = ["agent 0, workgroup 0, wavefront 0", "agent 0, workgroup 1, wavefront 0"];

/// Loads and stores that are not atomic, and atomic ones of every ordering, in scopes.
fn accesses(scopes: &[&str], updates: bool) -> Vec<String> {
    let mut all = vec!["load i32, @".to_string(), "store i32 #, @".to_string()];
    for scope in scopes {
        for ordering in ["monotonic", "acquire", "seq_cst"] {
            all.push(format!("load atomic i32, @ syncscope(\"{scope}\") {ordering}"));
        }
        for ordering in ["monotonic", "release", "seq_cst"] {
            all.push(format!("store atomic i32 #, @ syncscope(\"{scope}\") {ordering}"));
        }
        for ordering in ["monotonic", "acquire", "release", "acq_rel", "seq_cst"].into_iter().filter(|_| updates) {
            all.push(format!("atomicrmw add @, i32 # syncscope(\"{scope}\") {ordering}"));
        }
    }
    all
}

/// What programs of loads and stores of two threads say.
static LOADS_AND_STORES: LazyLock<Generated> =
    LazyLock::new(|| judged(options(targets()), &PROGRAMS.bases, WITHOUT_UPDATES));

/// What base programs and their variants say, but for those with these words.
fn judged(options: Options<'static>, bases: &[Base], without: &[&str]) -> Generated {
    let programs = generated(&options, bases, without);
    let judged = Generated::new(options, &programs);
    assert!(judged.needed() > 20, "{} changes are needed", judged.needed());
    judged
}

/// Asks about every program of a space with so many accesses and fences at most; in a quick run about some.
fn compare(all: &Generated, space: &Space, (events, some): (usize, usize)) {
    let programs = space.programs(events);
    let step = if thorough() { 1 } else { programs.len().div_ceil(some) };
    let programs = others(programs.into_iter().step_by(step));
    all.says_all_of(&programs);
}

fn space(accesses: Vec<String>, locations: [&'static str; 2], places: [&'static str; 2]) -> Space {
    Space { accesses, between: vec![String::new()], locations: locations.to_vec(), places }
}

/// Loads and stores in the scope that reaches the other thread.
#[test]
fn loads_and_stores_show_what_generated_programs_show() {
    for (scope, places) in [("workgroup", SAME_WORKGROUP), ("agent", OTHER_WORKGROUP)] {
        let space = space(accesses(&[scope], false), ["global", "global"], places);
        compare(&LOADS_AND_STORES, &space, (4, 300));
    }
}

/// Three accesses in scopes that reach the other thread and such that do not.
#[test]
fn programs_of_several_scopes_show_what_generated_programs_show() {
    for places in [SAME_WORKGROUP, OTHER_WORKGROUP] {
        let space = space(accesses(&["workgroup", "agent"], false), ["global", "global"], places);
        compare(&LOADS_AND_STORES, &space, (3, 300));
    }
}

/// Memory of a workgroup, alone and with global memory.
#[test]
fn local_memory_shows_what_generated_programs_show() {
    for locations in [["local", "local"], ["global", "local"]] {
        let space = space(accesses(&["workgroup"], false), locations, SAME_WORKGROUP);
        compare(&LOADS_AND_STORES, &space, (4, 300));
    }
}

/// OpenCL orders accesses to global and local memory by what is seq_cst alone, be it one access of each thread.
#[test]
fn one_seq_cst_access_of_each_thread_shows_what_generated_programs_show() {
    let text = |[a, b, c, d]: [&str; 4]| {
        let [first, second] = SAME_WORKGROUP;
        format!(
            "litmus sc\nmemory {{\n  global x: i32 = 0\n  local y: i32 = 0\n}}\nthread P0 @ {first} {{\n  {a}\n  {b}\n}}\n\
             thread P1 @ {second} {{\n  {c}\n  {d}\n}}\nforall (true)\n"
        )
    };
    let load = |register: &str, location: &str, ordering: &str| {
        format!("{register} = load atomic i32, {location} syncscope(\"workgroup\") {ordering}")
    };
    let store =
        |location: &str, ordering: &str| format!("store atomic i32 1, {location} syncscope(\"workgroup\") {ordering}");
    let (rx, ry) = (|ordering| load("r0", "x", ordering), |ordering| load("r1", "y", ordering));
    let (wx, wy) = (|ordering| store("x", ordering), |ordering| store("y", ordering));
    let programs = [
        [rx("seq_cst"), wy("monotonic"), ry("acquire"), wx("seq_cst")],
        [rx("acquire"), wy("seq_cst"), ry("seq_cst"), wx("seq_cst")],
        [wx("monotonic"), wy("seq_cst"), ry("seq_cst"), rx("monotonic")],
        [rx("acquire"), ry("seq_cst"), wy("seq_cst"), wx("release")],
    ];
    let programs = programs.map(|lines| (text(lines.each_ref().map(String::as_str)), 4));
    LOADS_AND_STORES.says_all_of(&others(programs));
}

/// Fences between the accesses of a thread, which are plain or monotonic.
#[test]
fn fences_show_what_generated_programs_show() {
    let larger = || judged(options(targets()), &programs(Limits { events: 6, threads: 2 }).bases, WITHOUT_UPDATES);
    let larger = thorough().then(larger);
    for (scope, places) in [("workgroup", SAME_WORKGROUP), ("agent", OTHER_WORKGROUP)] {
        let mut accesses = accesses(&[scope], false);
        accesses.retain(|access| !access.contains("atomic") || access.ends_with("monotonic"));
        let mut space = space(accesses, ["global", "global"], places);
        let fences = ["acquire", "release", "acq_rel", "seq_cst"];
        space.between.extend(fences.map(|ordering| format!("fence syncscope(\"{scope}\") {ordering}")));
        match &larger {
            Some(larger) => compare(larger, &space, (6, 0)),
            None => compare(&LOADS_AND_STORES, &space, (4, 300)),
        }
    }
}

/// Fences of one address space among accesses to both.
#[test]
fn fences_of_one_space_show_what_generated_programs_show() {
    let without = ["one-as", "cmpxchg", "private", "atomicrmw"];
    let all = judged(options(targets()), &programs(Limits { events: 5, threads: 2 }).bases, &without);
    let mut accesses = accesses(&["workgroup"], false);
    accesses.retain(|access| !access.contains("atomic") || access.ends_with("monotonic"));
    let mut space = space(accesses, ["global", "local"], SAME_WORKGROUP);
    for (ordering, only) in
        ["acquire", "release", "acq_rel", "seq_cst"].into_iter().cartesian_product(["global", "local"])
    {
        space
            .between
            .push(format!("fence syncscope(\"workgroup\") {ordering}, !mmra {{\"amdgpu-synchronize-as:{only}\"}}"));
    }
    compare(&all, &space, (5, 300));
}

/// Three accesses, updates among them. There are too many generated programs with updates for a quick run.
#[test]
fn updates_show_what_generated_programs_show() {
    if !thorough() {
        return;
    }
    let all = judged(options(targets()), &PROGRAMS.bases, ELSEWHERE);
    for (scope, places) in [("workgroup", SAME_WORKGROUP), ("agent", OTHER_WORKGROUP)] {
        let space = space(accesses(&[scope], true), ["global", "global"], places);
        compare(&all, &space, (3, 0));
    }
}

/// Workgroups of one cluster and of two, and such of a program that names none, where a cluster is an agent; asked in a thorough run.
#[test]
fn clusters_show_what_generated_programs_show() {
    const SAME: [&str; 2] = ["agent 0, cluster 0, workgroup 0", "agent 0, cluster 0, workgroup 1"];
    const OTHER: [&str; 2] = ["agent 0, cluster 0, workgroup 0", "agent 0, cluster 1, workgroup 0"];
    if !thorough() {
        return;
    }
    let all = judged(options(&["gfx125x"]), &PROGRAMS.bases, WITHOUT_UPDATES);
    for places in [SAME, OTHER, OTHER_WORKGROUP] {
        let space = space(accesses(&["cluster"], false), ["global", "global"], places);
        compare(&all, &space, (4, 0));
    }
}

/// Of programs that a weaker one implies, neither they nor their variants show more than those that are kept.
#[test]
fn implied_programs_show_nothing_else() {
    let implied: Vec<Base> = PROGRAMS.implied.iter().step_by(if thorough() { 1 } else { 31 }).cloned().collect();
    let programs = generated(&LOADS_AND_STORES.options, &implied, WITHOUT_UPDATES);
    assert!(programs.len() > 100, "{} programs", programs.len());
    LOADS_AND_STORES.says_all_of(&programs);
}

/// An operation shows nothing that the strongest of those with its code do not: message passing with every operation in turn.
#[test]
fn weaker_operations_with_the_same_code_show_nothing_else() {
    let is_mp = |base: &&Base| base.shape().to_string() == "RR+WW";
    let bases: Vec<&Base> = PROGRAMS.bases.iter().filter(is_mp).collect();
    let (of_bases, of_operations) = if thorough() { (1, 3) } else { (bases.len() / 3, 101) };
    let mut needed = 0;
    for base in bases.iter().step_by(of_bases) {
        let options = options(targets());
        let varied = by_the_rules(base, &options, &options.representatives());
        let representatives: Vec<Program> = varied.iter().map(Program::generated).collect();
        let judged = Generated::new(options, &representatives);
        let every = variants(&base.draft(), Replaced::Every, |kind, _| every_operation(kind));
        let every = every.iter().filter(|variant| !variant.is_among_wider).step_by(of_operations);
        let varied = |variant: &Variant| Varied {
            draft: variant.draft.clone(),
            changed: None,
            operation: None,
            is_among_wider: false,
            tables: BitSet::full(TABLES_ASKED),
        };
        let every: Vec<Program> = every.map(|variant| Program::generated(&varied(variant))).collect();
        judged.says_all_of(&every);
        needed += judged.needed();
    }
    assert!(needed > 0, "nothing is needed");
}

/// Every operation that can be there for this, made once.
fn every_operation(kind: Kind) -> &'static [Operation] {
    static ALL: LazyLock<BTreeMap<Kind, Vec<Operation>>> = LazyLock::new(|| {
        let kinds = [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders];
        kinds.into_iter().map(|kind| (kind, operations(kind))).collect()
    });
    &ALL[&kind]
}
