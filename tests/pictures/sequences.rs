//! Sequences of what happens on hardware: what is at fault is said, and nothing overlaps.

use super::{faults, tests_in};
use gfx_litmus::engine::Settings;
use gfx_litmus::hardware::Assume;
use gfx_litmus::load;
use gfx_litmus::refine::{self, RefinementResult, RefinementTarget, Verdict};
use gfx_litmus::report::sequence::{self, Sequence};
use gfx_litmus::report::svg::svg;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::view;
use std::path::Path;

/// Sequences of a test's code that is unsound on a target by a table, with every instruction in its canonical place.
pub(super) fn sequences(path: &str, target: &str, table: &str) -> Vec<Sequence> {
    placed(path, target, table, InstructionPlacement::Canonical)
}

/// As [`sequences`], with instructions placed so.
pub(super) fn placed(path: &str, target: &str, table: &str, placement: InstructionPlacement) -> Vec<Sequence> {
    let resources = Resources::default();
    let tables = resources.tables(table).expect("a table");
    let configurations = TargetConfiguration::parse_several(target).expect("a target");
    let new = |configuration| RefinementTarget::new(configuration, tables, false, &Assume::default(), &resources);
    let targets = configurations.into_iter().map(|configuration| new(configuration).expect("hardware"));
    let targets = targets.map(|target| target.with_placement(placement)).collect();
    let options = refine::Options::new("hsa", targets, Settings::default(), &resources);
    let source = load::read(Path::new(path)).expect("a file");
    let found = refine::refine(&source, &options).expect("well formed");
    let sequence = |result: &RefinementResult| match &result.verdict {
        Verdict::Unsound(unsound) => {
            let target = result.configuration.to_string();
            Some(view::sequence(&found.structure, unsound, (&target, table)))
        }
        Verdict::Sound | Verdict::Racy | Verdict::NoCode(_) => None,
        Verdict::Unknown(why) => panic!("{path}: {why}"),
    };
    found.results.iter().filter_map(sequence).collect()
}

/// A sequence as lines: lanes, rows with what is moved and what is said of it, and old data.
pub(super) fn told(sequence: &Sequence) -> String {
    let lane = |at: usize| format!("{} {}", sequence.lanes[at].name, sequence.lanes[at].users).trim_end().to_string();
    let mut lines = sequence.subtitle.clone();
    for (number, row) in sequence.rows.iter().enumerate() {
        lines.push(format!("{number:2} at {:2}: {}", row.time, row.text));
        lines.extend(row.notes.iter().map(|note| format!("    ! {note}")));
        for arrow in &row.arrows {
            let left = arrow.left.map_or(String::new(), |row| format!(", left before row {row}"));
            let (from, to) = (lane(arrow.from), lane(arrow.to));
            lines.push(format!("    {:?} {}: {from} to {to}{left}", arrow.kind, arrow.label));
        }
        lines.extend(row.signs.iter().map(|sign| format!("    {} {}", sign.word, lane(sign.lane))));
    }
    let bars = sequence.bars.iter();
    lines.extend(bars.map(|bar| format!("rows {} to {}: {}", bar.from, bar.to, bar.hover)));
    lines.join("\n")
}

/// What happens on hardware is told with what comes too early, too late or not at all; nothing overlaps.
#[test]
fn sequences_tell_what_goes_wrong() {
    let cases = [
        // The first level is invalidated before the second, from which it is filled again.
        (
            "message-passing/MP+cluster-acq_rel-rmw",
            "gfx11,cu",
            "llvm18",
            ["too early: L0 is filled", "too late: L1 has served"],
        ),
        // A release that does not wait for vector memory.
        (
            "causality/ISA2+wg-ag",
            "gfx10,cu",
            "llvm19",
            ["no instruction of P0 waits for it", "too late: P2 18 has read x"],
        ),
        // A cache of two threads, which the first invalidates only when it has handed on to the second.
        (
            "causality/ISA2+rmw+sy-wg",
            "gfx90a,notgsplit",
            "llvm24",
            [
                "no instruction of P1 or P2 invalidates L1 after this, before P2 16",
                "too late: P1 12 hands on before it",
            ],
        ),
        // The second to take a lock reads old data: the source forbids this run for that, and another with its final state for taking the lock at once.
        ("termination/lock-cas+inside", "gfx10,cu", "llvm18", ["too early: L0 is filled", "too late: L1 has served"]),
        // A barrier, which comes after the write and leads to the read.
        (
            "barriers/barrier+read-agent",
            "gfx10,cu",
            "llvm18",
            ["too late: P1 14 has read x", "no instruction of P0 waits for it before P0 9"],
        ),
        // A read that finds what is written after a barrier that it stands before.
        (
            "barriers/barrier+acquire-load",
            "gfx10,cu",
            "llvm24",
            ["too late: P0 8 is done", "no instruction of P0 waits for it before P0 8"],
        ),
        // Two writes in the wrong order: the read that the second waits for, in program order, is still open.
        (
            "address-spaces/S+sc-LDS+global-flag",
            "gfx10,cu",
            "llvm18",
            ["too late: P1 13 has written x at LDS", "no instruction of P1 waits for it before P1 13"],
        ),
        // A cache that two threads share has what a third does not see yet.
        ("coherence/CoRR+hb+wg-ag", "gfx9", "llvm24", ["too early: x = 1 is at memory", "before x = 1 is at memory"]),
        // Atomics that are performed in caches of different agents.
        (
            "memory-types/increments+system+coarse",
            "gfx10,cu",
            "llvm24",
            ["x = 1 of P0 7 comes between what P1 10 reads and writes", "x = 1 of P0 7"],
        ),
        // A store that passes a cache by, which keeps what it had.
        (
            "memory-types/CoWR+store+system+agent+coarse",
            "gfx125x",
            "llvm24",
            ["no instruction of P0 or P1 invalidates L2 after this", "x = 0 is old"],
        ),
        // A store that is complete in a cache, so that no wait waits until it is in memory.
        (
            "host/MP+to-host+coarse",
            "gfx8",
            "llvm18",
            ["no instruction of P writes L2 back before P 9", "too late: H 14 has read x at memory"],
        ),
    ];
    for (name, target, table, notes) in cases {
        let sequences = sequences(&format!("litmus/{name}.litmus"), target, table);
        let [sequence] = sequences.as_slice() else { panic!("{name} is unsound on one target") };
        let notes_told: Vec<&String> = sequence.rows.iter().flat_map(|row| &row.notes).collect();
        for note in notes {
            assert!(notes_told.iter().any(|told| told.starts_with(note)), "{name}: no `{note}` in {notes_told:#?}");
        }
        assert!(sequence.rows.iter().is_sorted_by_key(|row| row.time), "{name}");
        let drawing = sequence::draw(sequence);
        let faults: Vec<String> =
            faults(&drawing).into_iter().filter(|fault| !fault.contains("where it should be")).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        let text = svg(&drawing);
        roxmltree::Document::parse(&text).expect("well-formed XML");
        insta::assert_snapshot!(format!("{}.sequence", name.replace('/', "-")), told(sequence));
    }
}

/// Sequences of message passing by a table of which a row lacks a line.
fn without(table: &str, lacking: (&str, &str), target: &str) -> Vec<Sequence> {
    test_without("message-passing/MP+rel+acq+agent", table, lacking, target)
}

/// Sequences of a test by a table of which a row lacks a line.
fn test_without(name: &str, table: &str, (row, line): (&str, &str), target: &str) -> Vec<Sequence> {
    test_with(name, table, (row, line, ""), target)
}

/// Sequences of a test by a table of which a row has another line in place of one.
fn test_with(name: &str, table: &str, change: (&str, &str, &str), target: &str) -> Vec<Sequence> {
    let scratch = tempfile::tempdir().expect("a folder");
    let changed = changed(table, change, scratch.path());
    sequences(&format!("litmus/{name}.litmus"), target, &changed)
}

/// A table in a folder, of which a row has another line in place of one.
pub(super) fn changed(table: &str, (row, line, by): (&str, &str, &str), folder: &Path) -> String {
    let path = folder.join(table);
    let text = std::fs::read_to_string(Path::new("models/tables/llvm24").join(table)).expect("a table");
    let (before, from) = text.split_at(text.find(row).expect("a row"));
    std::fs::write(&path, before.to_string() + &from.replacen(line, by, 1)).expect("written");
    path.to_str().expect("UTF-8").to_string()
}

/// A cache that is filled after its invalidation, while memory behind it is still old: the write is what comes too late, where an instruction after it has overtaken
/// it, and nothing is said of the invalidation.
#[test]
fn overtaken_writes_are_blamed_on_no_invalidation() {
    let row = "  store atomic | release | agent, system | global, generic ";
    let sequences = without("gfx12.table", (row, "      s_wait_storecnt 0x0;\n"), "gfx12,wgp");
    let [sequence] = sequences.as_slice() else { panic!("it is unsound on one target") };
    let told = |row: &sequence::Row| row.notes.iter().map(|note| format!("{}: {note}", row.text)).collect::<Vec<_>>();
    let told: Vec<String> = sequence.rows.iter().flat_map(told).collect();
    let notes = [
        "x = 1 reaches memory: no instruction of P0 waits for it",
        "x = 1 reaches memory: too late: P1 14 has read x at memory",
        "L0 is filled with x = 0: before x = 1 is at memory",
    ];
    for note in notes {
        assert!(told.iter().any(|told| told.contains(note)), "no `{note}` in {told:#?}");
    }
    assert!(!told.iter().any(|told| told.contains("inv")), "{told:#?}");
    // The waits that there are count other accesses: loads, or none of a test.
    assert!(!told.iter().any(|told| told.contains("s_wait")), "{told:#?}");
}

/// Where nothing invalidates a cache, what invalidates the one before it is not too early: it leaves the other as it is.
#[test]
fn invalidations_of_other_caches_are_told_as_such() {
    let row = "  load atomic | acquire | agent, system | global ";
    let sequences = without("gfx10-gfx11.table", (row, "      buffer_gl1_inv;\n"), "gfx10,cu");
    let [sequence] = sequences.as_slice() else { panic!("it is unsound on one target") };
    let notes: Vec<&String> = sequence.rows.iter().flat_map(|row| &row.notes).collect();
    assert!(
        notes
            .iter()
            .any(|note| *note == "no instruction of P1 invalidates L1 after this, before L0 is filled from it at 13"),
        "{notes:#?}"
    );
    let of_other = sequence.rows.iter().find(|row| row.text.contains("buffer_gl0_inv")).expect("a row");
    assert_eq!(of_other.notes, ["does not invalidate L1"]);
}

/// What writes nearer caches back alone stops short: it is told, and not the waits after it, which wait for what is complete.
#[test]
fn write_backs_that_stop_short_are_told_as_such() {
    let row = "  store atomic | release | agent, system | global, generic ";
    let narrower = (row, "global_wb scope:SCOPE_SYS", "global_wb scope:SCOPE_DEV");
    let sequences = test_with("host/MP+to-host+coarse", "gfx12.table", narrower, "gfx12,wgp");
    let [sequence] = sequences.as_slice() else { panic!("it is unsound on one target") };
    let told = |row: &sequence::Row| row.notes.iter().map(|note| format!("{}: {note}", row.text)).collect::<Vec<_>>();
    let told: Vec<String> = sequence.rows.iter().flat_map(told).collect();
    let notes = [
        "P 9 global_wb scope:SCOPE_DEV takes effect: does not write L2 back",
        "x = 1 reaches memory: no instruction of P writes L2 back before P 9",
    ];
    for note in notes {
        assert!(told.iter().any(|told| told.contains(note)), "no `{note}` in {told:#?}");
    }
    assert!(!told.iter().any(|told| told.contains("s_wait")), "{told:#?}");
}

/// What is blamed is what the table lacks.
#[test]
fn what_a_table_lacks_is_blamed() {
    let cases = [
        // What an atomic finds in a cache, in which it is performed.
        (
            ("scopes/release-sequence+narrow-rmw", "gfx125x"),
            ("gfx125x.table", "  load atomic | acquire | agent, system | global ", "      global_inv scope:table;\n"),
            ["no instruction of P1 invalidates L0 after this, before P1 15", "x = 0 is old"],
        ),
        // A cache keeps what it had until an atomic passes it by, which comes after the read.
        (
            ("scopes/CoWR+rmw+wide+narrow", "gfx10,wgp"),
            (
                "gfx10-gfx11.table",
                "  load atomic | acquire | workgroup | global ",
                "      s_waitcnt vmcnt(0) if !cu;\n",
            ),
            ["before x = 1 removes it from L1", "no instruction of P1 waits for it before P1 13"],
        ),
        // A write that another has overtaken, which nobody has read before the first was there.
        (
            ("causality/ISA2+wf-sy+rmw", "gfx12,cu"),
            ("gfx12.table", "  load atomic | acquire | agent, system | global ", "      global_inv scope:table;\n"),
            ["no instruction of P2 invalidates L0 after this, before P2 16", "x = 0 is old"],
        ),
        // A write-back, without which waits are too early.
        (
            ("host/MP+to-host+coarse", "gfx942,notgsplit"),
            ("gfx942.table", "  store atomic | release | system | ", "      buffer_wbl2 sc0=1 sc1=1;\n"),
            ["no instruction of P writes L2 back before P 9", "before x = 1 is at memory"],
        ),
    ];
    for ((name, target), (table, row, line), notes) in cases {
        let sequences = test_without(name, table, (row, line), target);
        let Some(sequence) = sequences.first() else { panic!("{name} is unsound") };
        let told: Vec<&String> = sequence.rows.iter().flat_map(|row| &row.notes).collect();
        for note in notes {
            assert!(told.iter().any(|told| *told == note), "{name}: no `{note}` in {told:#?}");
        }
    }
}

/// Where there are many lanes, text stands above what happens, so that all can be read at 600 pixels.
#[test]
fn many_lanes_are_narrow() {
    let sequences = sequences("litmus/memory-types/IRIW+sc+system+coarse.litmus", "gfx11,cu", "llvm18");
    let [sequence] = sequences.as_slice() else { panic!("it is unsound on one target") };
    let drawing = sequence::draw(sequence);
    assert!(sequence.lanes.len() == 15 && drawing.width < 760.0, "{} lanes, {}", sequence.lanes.len(), drawing.width);
    let faults: Vec<String> =
        faults(&drawing).into_iter().filter(|fault| !fault.contains("where it should be")).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    // Names of several words are broken.
    let sequences = self::sequences("litmus/host/signal+value.litmus", "gfx10,cu", "llvm18");
    let [sequence] = sequences.as_slice() else { panic!("it is unsound on one target") };
    let drawing = sequence::draw(sequence);
    assert!(sequence.lanes.iter().any(|lane| lane.name == "signal of dispatch 0") && drawing.width < 760.0);
}

/// An invalidation that leaves some lines says so where one of these is old.
#[test]
fn invalidations_that_leave_a_line_say_so() {
    let sequences = sequences("litmus/nonvolatile/MP+agent+nonvolatile.litmus", "gfx9", "llvm24");
    let [sequence] = sequences.as_slice() else { panic!("it is unsound on one target") };
    let invalidation = sequence.rows.iter().find(|row| row.text.contains("buffer_wbinvl1_vol")).expect("a row");
    assert_eq!(invalidation.notes, ["leaves the line of x in L1"]);
}

/// Sequences of the whole corpus on some targets overlap nothing.
#[test]
fn sequences_overlap_nothing() {
    let mut drawn = 0;
    for path in
        ["causality", "scopes", "address-spaces"].iter().flat_map(|folder| tests_in(&format!("litmus/{folder}")))
    {
        let path = path.display().to_string();
        for sequence in sequences(&path, "gfx942", "llvm24").into_iter().chain(sequences(&path, "gfx10", "llvm19")) {
            let faults = faults(&sequence::draw(&sequence));
            let faults: Vec<String> =
                faults.into_iter().filter(|fault| !fault.contains("where it should be")).collect();
            assert!(faults.is_empty(), "{path}: {faults:#?}");
            drawn += 1;
        }
    }
    assert!(drawn > 5, "{drawn}");
}
