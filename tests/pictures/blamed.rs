//! What sequences blame in programs where more than one instruction could be at fault: what the execution that is drawn goes by, and nothing else.

use super::sequences::{changed, sequences};

/// The notes of the one sequence of a program on a target, each with what it is said of.
pub(super) fn notes(program: &str, target: &str, table: &str) -> Vec<String> {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("blamed.litmus");
    std::fs::write(&path, program).expect("written");
    let found = sequences(path.to_str().expect("UTF-8"), target, table);
    let [sequence] = found.as_slice() else { panic!("unsound on one target") };
    let rows = sequence.rows.iter();
    rows.flat_map(|row| row.notes.iter().map(|note| format!("{}: {note}", row.text))).collect()
}

/// A write that nothing has waited for, but that is in memory before the reader is told: caches of the reader keep old data because it invalidates them in the
/// wrong order.
#[test]
fn writes_that_are_there_in_time_are_not_blamed() {
    let program = r#"litmus blamed
memory {
  global x: i64 = 0
  global f: i8 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i64 5, x
  fence syncscope("workgroup") release
  s.barrier
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  s.barrier
  fence syncscope("workgroup") acquire
  store atomic i8 1, f syncscope("agent") release
}
thread P2 @ agent 0, workgroup 1, wavefront 0 {
  do {
    r0 = load atomic i8, f syncscope("agent") acquire
  } while r0 == 0
  r1 = load i64, x
}
exists (P2:r1 = 0)
"#;
    let notes = notes(program, "gfx10,cu", "llvm18");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P2 18 buffer_gl0_inv", "too early: L0 is filled after it"), "{notes:#?}");
    assert!(is_said("P2 18 buffer_gl1_inv", "too late: L1 has served old data"), "{notes:#?}");
    assert!(!is_said("P0 7", ""), "{notes:#?}");
}

/// A read from a cache that it shares with the writer, before the write is where others look for it: what it is told is told too early, and the acquire of whom it
/// tells is as it should be.
#[test]
fn reads_of_shared_caches_are_blamed() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global f: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store atomic i32 1, x syncscope("agent") monotonic
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  r0 = load atomic i32, x syncscope("agent") monotonic, !asm "global_load"
  fence syncscope("agent") release
  store atomic i32 1, f syncscope("agent") monotonic
}
thread P2 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, f syncscope("agent") monotonic
  fence syncscope("agent") acquire
  r1 = load atomic i32, x syncscope("agent") monotonic, !asm "global_load"
}
exists (P1:r0 = 1 /\ P2:r0 = 1 /\ P2:r1 = 0)
"#;
    let notes = notes(program, "gfx10,cu", "llvm24");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P1 10 global_load reads x = 1 from L0", "too early: x = 1 is at memory at"), "{notes:#?}");
    assert!(!is_said("_inv", ""), "{notes:#?}");
}

/// A cache that is invalidated too early, and in time after that: it is filled from the one behind it, which is what keeps old data.
#[test]
fn invalidations_before_others_are_not_blamed() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global f: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  fence syncscope("agent") release
  store atomic i32 1, f syncscope("agent") monotonic
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, f syncscope("agent") monotonic
  fence syncscope("agent") acquire, !asm "buffer_gl0_inv; s_waitcnt vmcnt(0); buffer_gl0_inv"
  if r0 == 1 {
    r1 = load i32, x
  }
}
exists (P1:r0 = 1 /\ P1:r1 = 0)
"#;
    let notes = notes(program, "gfx10,cu", "llvm24");
    let is_said = |note: &str| notes.iter().any(|told| told.contains(note));
    assert!(
        is_said("L1 is filled with x = 0: no instruction of P1 invalidates L1 after this, before L0 is filled from it"),
        "{notes:#?}"
    );
    assert!(is_said("buffer_gl0_inv takes effect: does not invalidate L1"), "{notes:#?}");
    assert!(!is_said("too early") && !is_said("too late"), "{notes:#?}");
}

/// A cache that has handed old data on before it could be invalidated is no matter where the next one, which keeps that, is not invalidated.
#[test]
fn invalidations_behind_what_none_invalidates_are_not_blamed() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 5
  global f: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store atomic i32 6, x syncscope("agent") monotonic
  fence syncscope("agent") release
  r9 = atomicrmw add f, i32 1 syncscope("agent") monotonic
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, f syncscope("agent") monotonic
  if r0 == 1 {
    fence syncscope("agent") acquire, !asm "s_waitcnt vmcnt(0); buffer_gl1_inv"
    r1 = load i32, x
  }
}
thread P2 @ agent 0, workgroup 1, wavefront 1 {
  r3 = load atomic i32, x syncscope("agent") monotonic
}
exists (P1:r0 = 1 /\ P1:r1 = 5)
"#;
    let notes = notes(program, "gfx10,cu", "llvm24");
    let is_said = |note: &str| notes.iter().any(|told| told.contains(note));
    assert!(
        is_said("L0 is filled with x = 5: no instruction of P1 invalidates L0 after this, before P1 15"),
        "{notes:#?}"
    );
    assert!(is_said("buffer_gl1_inv takes effect: does not invalidate L0"), "{notes:#?}");
    assert!(!is_said("too late"), "{notes:#?}");
}

/// Threads of a wave share its counters: what one has left to another of its wave to hand on is waited for by that.
#[test]
fn waits_of_threads_of_one_wave_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global y: i32 = 0
  global z: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store atomic i32 1, y syncscope("wavefront") release
}
thread P1 @ agent 0, workgroup 0, wavefront 0 {
  r0 = load atomic i32, y syncscope("wavefront") acquire
  if r0 == 1 {
    fence syncscope("agent") release, !asm "s_waitcnt COUNTED"
    store atomic i32 1, z syncscope("agent") monotonic
  }
}
thread P2 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, z syncscope("agent") acquire
  if r0 == 1 {
    r1 = load i32, x
  }
}
exists (P1:r0 = 1 /\ P2:r0 = 1 /\ P2:r1 = 0)
"#;
    let cases = [
        ("vmcnt(1)", "P1 14 s_waitcnt vmcnt(1) is done: does not wait until x = 1 is at memory"),
        ("lgkmcnt(0)", "P0 8 x = 1 reaches memory: no instruction of P0 or P1 waits for it before P1 15"),
    ];
    for (counted, note) in cases {
        let notes = notes(&program.replace("COUNTED", counted), "gfx942,notgsplit", "llvm24");
        assert!(notes.iter().any(|told| told == note), "no `{note}` in {notes:#?}");
        assert!(!notes.iter().any(|told| told.contains("before P0")), "{notes:#?}");
    }
}

/// A read that comes too late, but finds the newest that there is: a later write that the cycle does not lead over is no matter.
#[test]
fn writes_beside_the_cycle_are_not_missed() {
    let program = r#"litmus blamed
memory { global x: i32 = 0 }
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  r0 = load atomic i32, x syncscope("agent") monotonic
  s.barrier
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  s.barrier
  store atomic i32 1, x syncscope("agent") release
}
thread P2 @ agent 0, workgroup 1, wavefront 0 {
  atomicrmw add x, i32 1 syncscope("agent") monotonic
}
exists (P0:r0 = 1)
"#;
    let notes = notes(program, "gfx12,wgp", "llvm24");
    let is_said = |note: &str| notes.iter().any(|told| told.contains(note));
    assert!(is_said("P0 4 global_load") && is_said("too late: P0 5 is done"), "{notes:#?}");
    assert!(!is_said("x = 2"), "{notes:#?}");
}

/// Where threads of a wave hand on, what invalidates a cache for the first before its answer is too early, and the wait that did not wait for that is another's.
#[test]
fn acquires_of_threads_of_one_wave_are_told() {
    let text = std::fs::read_to_string("litmus/causality/ISA2+rmw+sy-wf.litmus").expect("a test");
    let scratch = tempfile::tempdir().expect("a folder");
    let change = (
        "  atomicrmw | acq_rel | system | global ",
        "      s_waitcnt vmcnt(0);\n      before instr buffer_inv",
        "      s_waitcnt vmcnt(1);\n      before instr buffer_inv",
    );
    let table = changed("gfx942.table", change, scratch.path());
    let notes = notes(&text, "gfx942,notgsplit", &table);
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P1 12 s_waitcnt vmcnt(1) is done", "does not wait until P1 12 is answered"), "{notes:#?}");
    assert!(is_said("P1 12 buffer_inv", "too early: L1 is filled after it"), "{notes:#?}");
    assert!(!is_said("", "P2 waits"), "{notes:#?}");
}

/// What another thread invalidates after that it has handed on is for no other thread; what it has invalidated before the reader was told is not at fault.
#[test]
fn caches_that_are_invalidated_before_the_reader_is_told_are_not_blamed() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global y: i32 = 0
  global l: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store atomic i32 1, y syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, y syncscope("agent") acquire
  if r0 == 1 {
    r1 = load i32, x
    store atomic i32 1, l syncscope("workgroup") release
  }
}
thread P2 @ agent 0, workgroup 1, wavefront 1 {
  r0 = load atomic i32, l syncscope("workgroup") acquire
  if r0 == 1 {
    r1 = load i32, x
  }
}
exists (P1:r0 = 1 /\ P2:r0 = 1 /\ P2:r1 = 0)
"#;
    let row = "  load atomic | acquire | workgroup | global ";
    let change = (row, "s_waitcnt vmcnt(0) if !cu", "s_waitcnt vmcnt(1) if !cu");
    let scratch = tempfile::tempdir().expect("a folder");
    let table = changed("gfx10-gfx11.table", change, scratch.path());
    for program in [program.to_string(), program.replace("    r1 = load i32, x\n    store", "    store")] {
        let notes = notes(&program, "gfx10,wgp", &table);
        let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
        assert!(is_said("P2", "does not wait until P2"), "{notes:#?}");
        assert!(is_said("buffer_gl0_inv", "too early: L0 is filled after it"), "{notes:#?}");
        assert!(!is_said("", "L1 has served") && !is_said("", "invalidates L1"), "{notes:#?}");
    }
}

/// What invalidates a cache for another thread is to be waited for before that is told.
#[test]
fn invalidations_that_nothing_waits_for_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store atomic i32 1, y syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, y syncscope("agent") acquire
  fence syncscope("workgroup") release, !asm "s_wait_dscnt 0x0"
  s.barrier
}
thread P2 @ agent 0, workgroup 1, wavefront 1 {
  s.barrier
  fence syncscope("workgroup") acquire
  r1 = load i32, x
}
filter (P1:r0 = 1)
exists (P2:r1 = 0)
"#;
    let notes = notes(program, "gfx12,cu", "llvm24");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P1 11 global_inv", "too late: L0 has served old data"), "{notes:#?}");
    assert!(is_said("P1 11 global_inv", "no instruction of P1 waits for it before P1 13"), "{notes:#?}");
}

/// Of every thread that leads to the read and uses the cache, what invalidates another one alone is told.
#[test]
fn invalidations_of_other_caches_between_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global f: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store atomic i32 1, f syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, f syncscope("agent") acquire, !asm "global_load glc=1; s_waitcnt vmcnt(0); buffer_gl1_inv"
  store atomic i32 1, y syncscope("workgroup") release
}
thread P2 @ agent 0, workgroup 1, wavefront 1 {
  r2 = load atomic i32, y syncscope("workgroup") acquire
  r3 = load i32, x
}
filter (P1:r0 = 1 /\ P2:r2 = 1)
exists (P2:r3 = 0)
"#;
    let notes = notes(program, "gfx11,cu", "llvm24");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P1 12 buffer_gl1_inv", "does not invalidate L0"), "{notes:#?}");
    assert!(is_said("P2 17 L0 is filled", "no instruction of P1 or P2 invalidates L0"), "{notes:#?}");
}

/// What a thread is told is to be answered before it hands that on: where its invalidation is not waited for either, both are said.
#[test]
fn acquires_that_are_handed_on_unanswered_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store atomic i32 1, y syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, y syncscope("agent") acquire, !asm "global_load_b32 scope:SCOPE_DEV; global_inv scope:SCOPE_DEV"
  fence syncscope("workgroup") release, !asm "s_wait_dscnt 0x0"
  s.barrier
}
thread P2 @ agent 0, workgroup 1, wavefront 1 {
  s.barrier
  fence syncscope("workgroup") acquire
  r1 = load i32, x
}
filter (P1:r0 = 1)
exists (P2:r1 = 0)
"#;
    let notes = notes(program, "gfx12,cu", "llvm24");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P1 11 global_inv", "no instruction of P1 waits for it before P1 13"), "{notes:#?}");
    assert!(is_said("P1 11 global_load", "too late: P1 13 has handed on"), "{notes:#?}");
    assert!(is_said("P1 11 global_load", "no instruction of P1 waits for it before P1 13"), "{notes:#?}");
}

/// Caches that one thread of a wave invalidates in the wrong order for another: the outer one is old when the inner one is filled, though not when the other is told.
#[test]
fn invalidations_in_the_wrong_order_are_told_to_threads_of_one_wave() {
    let text = std::fs::read_to_string("litmus/causality/ISA2+rmw+sy-wf.litmus").expect("a test");
    let notes = notes(&text, "gfx10,cu", "llvm18");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P1 12 buffer_gl0_inv", "too early: L0 is filled after it"), "{notes:#?}");
    assert!(is_said("P1 12 buffer_gl1_inv", "too late: L1 has served old data"), "{notes:#?}");
    assert!(!is_said("P2 16", "too late"), "{notes:#?}");
}

/// Two threads that read from a cache which both share, before their reads are answered: what comes too late are the answers, and nobody looks further out.
#[test]
fn reads_from_a_cache_that_all_share_are_not_too_early() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  r0 = load atomic i32, x syncscope("workgroup") monotonic
  fence syncscope("workgroup") acq_rel, !asm ""
  store atomic i32 1, y syncscope("workgroup") monotonic
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  r0 = load atomic i32, y syncscope("workgroup") monotonic
  fence syncscope("workgroup") acq_rel, !asm ""
  store atomic i32 1, x syncscope("workgroup") monotonic
}
exists (P0:r0 = 1 /\ P1:r0 = 1)
"#;
    for target in ["gfx10,wgp", "gfx125x"] {
        let notes = notes(program, target, "llvm24");
        let late = |thread: usize, line: usize, store: usize| {
            let reads = format!("P{thread} {line} global_load");
            let said = |note: &str| notes.iter().any(|told| told.starts_with(&reads) && told.contains(note));
            said(&format!("too late: P{thread} {store} has written"))
                && said(&format!("no instruction of P{thread} waits for it before P{thread} {store}"))
        };
        assert!(late(0, 7, 9) || late(1, 12, 14), "{notes:#?}");
        assert!(notes.iter().all(|note| !note.contains("too early")), "{notes:#?}");
    }
}

/// A cache between, which is invalidated after the next one has been filled from it: nothing waits for that before it is told to the thread that reads.
#[test]
fn invalidations_of_caches_between_that_come_too_late_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  local l: i32 = 0
  global f: i32 = 0
}
thread P0 @ agent 0, workgroup 1, wavefront 0 {
  store i32 1, x
  fence syncscope("agent") release
  atomicrmw or f, i32 1 syncscope("agent") monotonic
}
thread P1 @ agent 0, workgroup 0, wavefront 0 {
  r0 = load atomic i32, f syncscope("agent") monotonic
  fence syncscope("agent") acquire
  if r0 == 1 {
    r2 = atomicrmw add l, i32 1 syncscope("workgroup") release, !asm "s_waitcnt vscnt(0); ds_atomic"
  }
}
thread P2 @ agent 0, workgroup 0, wavefront 1 {
  r0 = load atomic i32, l syncscope("workgroup") acquire
  if r0 == 1 {
    r1 = load i32, x
  }
}
exists (P2:r0 = 1 /\ P2:r1 = 0)
"#;
    for target in ["gfx10,wgp", "gfx11,wgp"] {
        let notes = notes(program, target, "llvm24");
        let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
        assert!(is_said("P1 14 buffer_gl1_inv", "too late: L1 has served old data"), "{notes:#?}");
        assert!(is_said("P1 14 buffer_gl1_inv", "no instruction of P1 waits for it before P1 16"), "{notes:#?}");
        assert!(!is_said("", "leaves the line"), "{notes:#?}");
    }
}
