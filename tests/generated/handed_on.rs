//! What programs of three threads show of a row that is at fault, those with operations replaced in threads that hand on show too; but for those in which
//! threads share a wave, which issues one stream: more order at any place of it may mend what another operation lacks.

use super::{RESOURCES, RUN, options, programs, thorough};
use gfx_litmus::generate::{Base, Draft, Limits, Statement};
use gfx_litmus::judge::tables::{Asker, Options, Program, Tally, varied};
use gfx_litmus::llvm::ScopeLevel;
use gfx_litmus::syntax::table::ast::Line;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

const LIMITS: Limits = Limits { events: 5, threads: 3 };

/// A store that a thread has read is handed on by what it releases, and one that was released to a read-modify-write by that.
const QUICK: &[&str] = &["W+RW+RR", "U+WW+RR"];

/// Without changes of the code: rows alone are judged.
fn rows_of(name: &str) -> Options<'static> {
    Options { limits: LIMITS, audit: false, resources: &RESOURCES, run: &RUN, ..options(&[name]) }
}

/// By target the rows that are at fault by themselves, with the program that shows it.
fn at_fault(options: &Options<'_>, bases: &[&Base], varied_threads: usize) -> Vec<BTreeMap<Line, String>> {
    let representatives = options.representatives();
    let asker = Asker::new(options).expect("well formed");
    let known = vec![Tally::default(); options.targets.len()];
    let ask = |base: &&Base| {
        let all = varied(base, varied_threads, &representatives);
        let programs: Vec<Program> = all.iter().map(Program::generated).collect();
        asker.ask(&known, &programs).expect("well formed")
    };
    let answers: Vec<Vec<Tally>> = bases.par_iter().map(ask).collect();
    let mut found = vec![BTreeMap::new(); options.targets.len()];
    for tallies in &answers {
        found.iter_mut().zip(tallies).for_each(|(found, tally)| note(found, tally));
    }
    found
}

/// Adds the rows that are at fault by themselves.
fn note(found: &mut BTreeMap<Line, String>, tally: &Tally) {
    for (line, row) in &tally.rows {
        assert_eq!(row.unknown, None, "inconclusive about the row at {line}");
        if let Some(unsound) = row.unsound.as_ref().filter(|unsound| unsound.alone && !unsound.or_another) {
            found.entry(*line).or_insert_with(|| unsound.shown.text.clone());
        }
    }
}

#[test]
fn operations_in_threads_that_hand_on_show_what_any_show() {
    let bases = programs(LIMITS).bases;
    let (three, two): (Vec<&Base>, Vec<&Base>) = bases.iter().partition(|base| base.draft().threads.len() == 3);
    let is_asked = |base: &&Base| {
        (thorough() || QUICK.contains(&base.shape().to_string().as_str()))
            && !base.draft().placement.has_distance(ScopeLevel::Wavefront)
    };
    let three: Vec<&Base> = three.into_iter().filter(is_asked).collect();
    assert!(three.len() > 50, "{} programs", three.len());
    let targets: &[&str] = if thorough() { &["gfx12,cu", "gfx90a,notgsplit"] } else { &["gfx12,cu"] };
    for name in targets {
        let options = rows_of(name);
        let of_two = at_fault(&options, &two, 2);
        let handed_on = at_fault(&options, &three, 2);
        let any = at_fault(&options, &three, 3);
        for (target, ((any, handed_on), of_two)) in options.targets.iter().zip(any.iter().zip(&handed_on).zip(&of_two))
        {
            let known: BTreeSet<Line> = handed_on.keys().chain(of_two.keys()).copied().collect();
            let more: Vec<String> = any
                .iter()
                .filter(|(line, _)| !known.contains(*line))
                .map(|(line, text)| format!("{line}\n{text}"))
                .collect();
            assert!(more.is_empty(), "{name}, OpenCL {}: {}", target.opencl, more.join("\n"));
            let only_handed_on = handed_on.keys().filter(|line| !of_two.contains_key(*line)).count();
            assert!(target.opencl || only_handed_on > 0, "{name}: programs of two threads show as much");
        }
    }
}

/// At length: of programs of three threads with one more event, a fence, those in which a thread that hands on has it show what any show.
#[test]
fn fences_in_threads_that_hand_on_show_what_any_show() {
    if !thorough() {
        writeln!(std::io::stderr(), "skipped: it takes minutes, and GFX_LITMUS_THOROUGH is not set").ok();
        return;
    }
    let is_fence = |statement: &&Statement| matches!(statement, Statement::Fence(_));
    let is_asked = |draft: &Draft| {
        let fences = draft.threads.iter().flatten().filter(is_fence).count();
        (draft.threads.len(), draft.events(), fences) == (3, LIMITS.events + 1, 1)
            && !draft.placement.has_distance(ScopeLevel::Wavefront)
    };
    let larger = programs(Limits { events: LIMITS.events + 1, ..LIMITS }).bases;
    let fenced: Vec<&Base> = larger.iter().filter(|base| is_asked(&base.draft())).collect();
    assert!(fenced.len() > 50, "{} programs", fenced.len());
    let options = rows_of("gfx12,cu");
    let bases = programs(LIMITS).bases;
    let known = at_fault(&options, &bases.iter().collect::<Vec<_>>(), 2);
    for ((target, any), known) in options.targets.iter().zip(at_fault(&options, &fenced, 1)).zip(known) {
        let more = any.iter().filter(|(line, _)| !known.contains_key(*line));
        let more: Vec<String> = more.map(|(line, text)| format!("{line}\n{text}")).collect();
        assert!(more.is_empty(), "OpenCL {}: {}", target.opencl, more.join("\n"));
    }
}
