//! Sequences where instructions have left their canonical places: it is they that are at fault, and not what would have waited where they stand.

use super::sequences::placed;
use gfx_litmus::report::sequence::Sequence;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;

/// The one sequence of a program on a target by a table whose instructions move.
fn moved(program: &str, target: &str, placement: InstructionPlacement) -> Sequence {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("moved.litmus");
    std::fs::write(&path, program).expect("written");
    let mut found = placed(path.to_str().expect("UTF-8"), target, "llvm24", placement);
    assert_eq!(found.len(), 1, "unsound on one target");
    found.remove(0)
}

fn notes_of<'a>(sequence: &'a Sequence, text: &str) -> Vec<&'a str> {
    let rows = sequence.rows.iter().filter(|row| row.text.contains(text));
    rows.flat_map(|row| row.notes.iter().map(String::as_str)).collect()
}

const LEFT: &str = "instructions have left their canonical places for it";

/// A wait that the rules of its row let stand behind the atomic that tells the other thread.
#[test]
fn waits_that_moved_behind_what_tells_are_told() {
    let program = r#"litmus moved
memory {
  global x: i64 = 0
  local k: i64 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i64 9, x
  fence syncscope("workgroup") acq_rel
  atomicrmw or k, i64 1 syncscope("workgroup") monotonic
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  r0 = atomicrmw or k, i64 2 syncscope("workgroup") monotonic
  fence syncscope("workgroup") acq_rel
  if r0 == 1 {
    r1 = load i64, x
  }
}
exists (P1:r0 = 1 /\ P1:r1 = 0)
"#;
    let sequence = moved(program, "gfx10,cu", InstructionPlacement::Free);
    assert_eq!(notes_of(&sequence, "P0 8 s_waitcnt vscnt(0)"), ["moved behind ds_atomic of line 9"]);
    assert_eq!(notes_of(&sequence, "P0 7 global_store writes"), ["too late: P1 15 has read x at L0"]);
    assert!(sequence.subtitle.iter().any(|line| line == LEFT), "{:?}", sequence.subtitle);
}

/// Waits that the rules of their row let stand behind a barrier.
#[test]
fn waits_that_moved_past_barriers_are_told() {
    let program = r#"litmus moved
memory {
  global x: i32 = 0
  local l: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store i32 2, l
  fence syncscope("workgroup") release
  s.barrier
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  s.barrier
  fence syncscope("workgroup") acquire
  r0 = load i32, x
  r1 = load i32, l
}
exists (P1:r0 = 0 /\ P1:r1 = 0)
"#;
    let sequence = moved(program, "gfx10,cu", InstructionPlacement::PastBarriers);
    for wait in ["P0 9 s_waitcnt vscnt(0)", "P0 9 s_waitcnt lgkmcnt(0)"] {
        let told = notes_of(&sequence, wait);
        assert!(told.is_empty() || told == ["moved behind s_barrier of line 10"], "{told:?}");
    }
    assert!(sequence.rows.iter().flat_map(|row| &row.notes).any(|note| note.starts_with("moved behind s_barrier")));
    assert!(sequence.rows.iter().flat_map(|row| &row.notes).all(|note| !note.contains("no instruction")));
}

/// Stores of two threads that come to a cache that both share: that is where either is missed, not further out, and what was in it before is not old.
#[test]
fn what_waves_share_is_where_they_meet() {
    let program = r#"litmus moved
memory {
  local x: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store atomic i32 1, x syncscope("workgroup") monotonic
  fence syncscope("workgroup") seq_cst
  r0 = load atomic i32, y syncscope("workgroup") monotonic
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  store atomic i32 1, y syncscope("workgroup") monotonic
  fence syncscope("workgroup") seq_cst
  r0 = load atomic i32, x syncscope("workgroup") monotonic
}
exists (P0:r0 = 0 /\ P1:r0 = 0)
"#;
    let sequence = moved(program, "gfx10,cu", InstructionPlacement::Free);
    assert_eq!(notes_of(&sequence, "P1 13 s_waitcnt vscnt(0)"), ["moved behind ds_load of line 14"]);
    assert_eq!(notes_of(&sequence, "P1 12 global_store writes y = 1 at L0"), ["too late: P1 14 has read x at LDS"]);
    assert!(notes_of(&sequence, "P0").is_empty(), "{:?}", notes_of(&sequence, "P0"));
    assert!(notes_of(&sequence, "P1 12 y = 1 reaches").is_empty());
}
