//! What happened on the hardware is told in order: of every counterexample, lines are not too long, timestamps ascend, nothing is said twice,
//! no effect stands before its cause, and the cache levels that are named are those whose data was read.
//!
//! `GFX_LITMUS_THOROUGH` takes every target configuration, release 18's code too.

use super::{corpus, levels, targets, widths};
use gfx_litmus::hardware::{Assume, Chip};
use gfx_litmus::load;
use gfx_litmus::lowering::Library as Tables;
use gfx_litmus::program::EventStructure;
use gfx_litmus::refine::{Options, Refined, model_for_language, refine};
use gfx_litmus::report::amount::Amount;
use gfx_litmus::report::refinement::{CounterexampleReport, Summary, text};
use gfx_litmus::report::results::MicroEventResult;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::{Choices, InstructionPlacement};
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::{engine::Settings, view};
use rayon::prelude::*;
use std::collections::BTreeSet;

const COLUMNS: usize = 100;
/// The families asked about without `GFX_LITMUS_THOROUGH`, by a word in the names of their configurations.
const QUICK: [&str; 3] = ["gfx6", "gfx90a", "gfx10"];

#[test]
fn counterexamples_are_told_in_order() {
    let thorough = std::env::var_os("GFX_LITMUS_THOROUGH").is_some();
    let releases: &[&str] = if thorough { &["llvm24", "llvm18"] } else { &["llvm24"] };
    let told: usize = releases.iter().map(|release| told_in_order(release, thorough)).sum();
    assert!(told > 20, "{told} counterexamples");
}

fn told_in_order(release: &str, thorough: bool) -> usize {
    let tables = Tables::load(release).expect("well formed");
    let mut configurations = TargetConfiguration::every_configuration();
    let is_quick = |name: &str| QUICK.iter().any(|quick| name.split(',').next() == Some(quick));
    configurations.retain(|configuration| {
        tables.table(configuration.target).is_ok() && (thorough || is_quick(&configuration.to_string()))
    });
    let resources = Resources::default();
    let none = Assume { none: true, on: vec![] };
    let targets = targets(&configurations, &tables, false, &none, &resources);
    let options = Options::new(model_for_language(false), targets, Settings::default(), &resources);
    let one = |path: &std::path::PathBuf| {
        refine(&load::read(path).expect("readable"), &options).unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    let refined: Vec<Refined> = corpus().par_iter().map(one).collect();
    refined.iter().map(|test| check_test(test, &options, release)).sum()
}

/// How many counterexamples a test has, each of which is told in order.
fn check_test(refined: &Refined, options: &Options<'_>, release: &str) -> usize {
    let asked = (false, Choices::TABLES, InstructionPlacement::Canonical);
    let report =
        view::refinement((vec![view::test_report(refined)], Summary::default()), options, release, asked, &[], vec![]);
    let name = &refined.structure.program.name;
    // Each counterexample begins with its state, and ends with an empty line or the counts.
    let text = text(&report, false, Amount::Usual);
    let told =
        text.split("\n  unsound: ").skip(1).flat_map(|told| told.lines().take_while(|line| line.starts_with(' ')));
    told.for_each(|line| assert!(line.chars().count() <= COLUMNS, "{name}: a long line:\n{line}"));
    widths::check(&report);
    let cells = report.tests.iter().flat_map(|test| test.cells.iter().zip(&options.targets));
    let found: Vec<(&CounterexampleReport, &Chip)> =
        cells.filter_map(|(cell, target)| Some((cell.counterexample.as_ref()?, &target.chip))).collect();
    for (counterexample, chip) in &found {
        let told = &counterexample.micro_events;
        if let Err(fault) = in_order(&refined.structure, told).and(levels::check(&refined.structure, chip, told)) {
            let told: Vec<String> = counterexample.micro_events.iter().map(shown).collect();
            panic!("{name}: {fault}\n{}", told.join("\n"));
        }
    }
    found.len()
}

fn shown(event: &MicroEventResult) -> String {
    format!("{} {:?} {:?} {}", event.time, event.thread, event.line, event.text)
}

/// What a micro-event says, as far as it has causes or is one.
enum Said<'a> {
    /// A write of an object and a value, at the level where it begins.
    Writes(&'a str),
    /// What was written comes to another level.
    Reaches(&'a str),
    /// A value is found that an object has.
    Reads(&'a str),
    /// A load begins.
    Asks,
    Other,
}

fn said(text: &str) -> Said<'_> {
    let after = |word: &str| text.split_once(word).map(|(_, rest)| rest);
    // `x = 1`, before whatever follows.
    let state = |rest: &'_ str| {
        let mut ends = rest.match_indices([' ', ',']).map(|(at, _)| at);
        ends.nth(2).map_or(rest.len(), |end| end)
    };
    if let Some((what, _)) = text.split_once(" reaches ").or_else(|| text.split_once(" passes ")) {
        return Said::Reaches(what);
    }
    if let Some(rest) = after(" writes ").or_else(|| after(" makes ")) {
        return Said::Writes(&rest[..state(rest)]);
    }
    if let Some(rest) = after(" reads ") {
        return Said::Reads(&rest[..state(rest)]);
    }
    if after(" asks for ").is_some() { Said::Asks } else { Said::Other }
}

fn in_order(structure: &EventStructure, events: &[MicroEventResult]) -> Result<(), String> {
    let mut last = 0;
    let mut lines = BTreeSet::new();
    let mut written: BTreeSet<String> = initial(structure);
    let mut asked = BTreeSet::new();
    for event in events {
        if event.time < last {
            return Err(format!("time runs backwards at {}", shown(event)));
        }
        last = event.time;
        if !lines.insert((event.time, &event.thread, event.line, &event.text)) {
            return Err(format!("said twice: {}", shown(event)));
        }
        let by = (&event.thread, event.line);
        match said(&event.text) {
            Said::Writes(state) => {
                written.insert(state.to_string());
            }
            Said::Reaches(state) | Said::Reads(state) if !written.contains(state) => {
                return Err(format!("an effect before its cause: {}", shown(event)));
            }
            Said::Asks => {
                asked.insert(by);
            }
            Said::Reads(_) | Said::Reaches(_) | Said::Other => {}
        }
        earlier_times(event)?;
    }
    let has_read = |by: &(&Option<String>, Option<usize>)| {
        events.iter().any(|event| (&event.thread, event.line) == *by && event.text.contains(" reads "))
    };
    match asked.iter().find(|by| !has_read(by)) {
        Some(by) => Err(format!("what is asked for does not come: {by:?}")),
        None => Ok(()),
    }
}

/// Times that a text refers to are earlier than its own.
fn earlier_times(event: &MicroEventResult) -> Result<(), String> {
    let words: Vec<&str> = event.text.split_whitespace().collect();
    let refers = words.windows(2).filter(|pair| pair[0] == "at");
    let mut times = refers.filter_map(|pair| pair[1].trim_end_matches(',').parse::<u32>().ok());
    match times.find(|&time| time >= event.time) {
        Some(_) => Err(format!("it refers to a time that is not earlier: {}", shown(event))),
        None => Ok(()),
    }
}

/// What objects hold first, as micro-events say it.
fn initial(structure: &EventStructure) -> BTreeSet<String> {
    let objects = structure.program.objects.iter();
    let value = |value, ty| gfx_litmus::engine::show_value(structure, ty, value);
    objects.map(|object| format!("{} = {}", object.name, value(object.init, object.ty))).collect()
}

fn event(time: u32, text: &str) -> MicroEventResult {
    MicroEventResult { time, thread: Some("P0".into()), line: Some(7), text: text.into() }
}

/// What is told out of order is found.
#[test]
fn what_is_out_of_order_is_found() {
    let source = load::read("litmus/message-passing/MP+rel+acq+agent.litmus".as_ref()).expect("readable");
    let structure = load::event_structure(&source).expect("well formed");
    let write = event(2, "global_store writes x = 1 at L0");
    let read = event(3, "global_load reads x = 1 from memory as it was at 2");
    let old = event(4, "global_load reads x = 0, hits the line in L0, filled at 1");
    let fault = |events: &[MicroEventResult]| in_order(&structure, events).unwrap_err();
    assert_eq!(in_order(&structure, &[write.clone(), read.clone(), old]), Ok(()));
    assert!(fault(&[read.clone(), write.clone()]).contains("before its cause"));
    assert!(fault(&[write.clone(), write.clone()]).contains("twice"));
    assert!(fault(&[event(3, "s_nop is done"), write.clone()]).contains("backwards"));
    assert!(fault(&[event(4, "global_load reads x = 0, hits the line in L0, filled at 4")]).contains("not earlier"));
    assert!(fault(&[event(1, "x = 1 reaches memory"), write]).contains("before its cause"));
    assert!(fault(&[event(1, "global_load asks for x")]).contains("does not come"));
}
