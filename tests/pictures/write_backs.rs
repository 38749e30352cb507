//! What sequences blame where a write stays in a cache: that nothing writes it back, or that it was done too early.

use super::blamed::notes;
use super::sequences::changed;

/// What one thread hands on is written back by another that shares its cache: it is told what of that thread fails, and of both that none does.
#[test]
fn write_backs_of_threads_between_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0, coarse @ agent 0
  global y: i32 = 0
  global z: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store atomic i32 1, y syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, y syncscope("agent") acquire
  if r0 == 1 {
    store atomic i32 1, z release
  }
}
thread P2 @ agent 1, workgroup 0, wavefront 0 {
  r0 = load atomic i32, z acquire
  if r0 == 1 {
    r1 = load i32, x
  }
}
exists (P1:r0 = 1 /\ P2:r0 = 1 /\ P2:r1 = 0)
"#;
    let row = "  store atomic | release | system | global, generic ";
    let wait = "      s_waitcnt lgkmcnt(0)[as(generic) & !tgsplit | !opencl & !tgsplit] vmcnt(0);\n";
    let cases = [
        (
            "      buffer_wbl2;\n",
            "",
            "P0 8 x = 1 reaches memory: no instruction of P0 or P1 writes L2 back before P1 14",
        ),
        (
            wait,
            "      s_waitcnt vmcnt(63);\n",
            "P1 14 s_waitcnt vmcnt(63) is done: does not wait until x = 1 is at memory",
        ),
    ];
    for (line, by, note) in cases {
        let scratch = tempfile::tempdir().expect("a folder");
        let table = changed("gfx90a.table", (row, line, by), scratch.path());
        let notes = notes(program, "gfx90a,notgsplit", &table);
        assert!(notes.iter().any(|told| told == note), "no `{note}` in {notes:#?}");
        assert!(!notes.iter().any(|told| told.contains("before P0")), "{notes:#?}");
    }
}

/// A barrier hands on to threads that share the cache: it is of these that one writes back what comes on to others.
#[test]
fn write_backs_behind_barriers_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  fence syncscope("workgroup") release
  s.barrier
}
thread P1 @ agent 0, workgroup 0, wavefront 1 {
  s.barrier
  fence syncscope("workgroup") acquire
  store atomic i32 1, y syncscope("agent") release
}
thread P2 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, y syncscope("agent") acquire
  if r0 == 1 {
    r1 = load i32, x
  }
}
exists (P2:r0 = 1 /\ P2:r1 = 0)
"#;
    let row = "  store atomic | release | agent, system | global, generic ";
    let waits = "      s_wait_storecnt 0x0;\n      s_wait_loadcnt 0x0;\n";
    let cases = [
        (
            waits,
            "      s_wait_storecnt 0x3f;\n      s_wait_loadcnt 0x0;\n",
            "P1 14 s_wait_storecnt 0x3f is done: does not wait until x = 1 is at memory",
        ),
        ("global_wb scope:table", "global_wb scope:SCOPE_CU", "no instruction of P0 or P1 writes L1 back before P1 14"),
    ];
    for (line, by, note) in cases {
        let scratch = tempfile::tempdir().expect("a folder");
        let table = changed("gfx125x.table", (row, line, by), scratch.path());
        let notes = notes(program, "gfx125x", &table);
        assert!(notes.iter().any(|told| told.ends_with(note)), "no `{note}` in {notes:#?}");
        assert!(!notes.iter().any(|told| told.contains("before P0")), "{notes:#?}");
    }
}

/// A write-back that takes effect before the write is in the cache, which is what the wait behind it waits for: that waits for nothing else.
#[test]
fn write_backs_before_the_write_is_there_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, cluster 0, workgroup 0, wavefront 0 {
  store atomic i32 1, x syncscope("cluster") monotonic
  store atomic i32 1, y syncscope("agent") release, !asm "global_wb scope:SCOPE_DEV; s_wait_storecnt 0x0; global_store_b32 scope:SCOPE_DEV"
}
thread P1 @ agent 0, cluster 1, workgroup 1, wavefront 0 {
  r0 = load atomic i32, y syncscope("agent") acquire
  if r0 == 1 {
    r1 = load atomic i32, x syncscope("agent") monotonic
  }
}
exists (P1:r0 = 1 /\ P1:r1 = 0)
"#;
    let notes = notes(program, "gfx125x", "llvm24");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P0 8 global_wb", "too early: what it is to write back is at L1 at "), "{notes:#?}");
    assert!(is_said("P0 7 x = 1 reaches L1", "no instruction of P0 waits for it before P0 8"), "{notes:#?}");
    assert!(!is_said("s_wait_storecnt", ""), "{notes:#?}");
}

/// The same in the thread that hands on, which has not waited until it was told: no wait of its wave counts the store of another.
#[test]
fn write_backs_before_their_thread_is_told_are_told() {
    let program = r#"litmus blamed
memory {
  global x: i32 = 0
  local l: i32 = 0
  global y: i32 = 0
}
thread P0 @ agent 0, cluster 0, workgroup 0, wavefront 0 {
  store atomic i32 1, x syncscope("cluster") monotonic
  fence syncscope("workgroup") release
  store atomic i32 1, l syncscope("workgroup") monotonic
}
thread P1 @ agent 0, cluster 0, workgroup 0, wavefront 1 {
  r0 = load atomic i32, l syncscope("workgroup") monotonic
  fence syncscope("agent") acq_rel, !asm "global_wb scope:SCOPE_DEV; s_wait_storecnt 0x0; s_wait_dscnt 0x0; s_wait_loadcnt 0x0"
  if r0 == 1 {
    r1 = atomicrmw add y, i32 1 syncscope("agent") monotonic
  }
}
thread P2 @ agent 0, cluster 1, workgroup 1, wavefront 0 {
  r2 = load atomic i32, y syncscope("agent") monotonic
  fence syncscope("agent") acquire
  if r2 == 1 {
    r3 = atomicrmw add x, i32 4 syncscope("agent") monotonic
  }
}
exists (P1:r0 = 1 /\ P2:r2 = 1 /\ P2:r3 = 0)
"#;
    let notes = notes(program, "gfx125x", "llvm24");
    let is_said = |of: &str, note: &str| notes.iter().any(|told| told.contains(of) && told.contains(note));
    assert!(is_said("P1 14 global_wb", "too early: what it is to write back is at L1 at "), "{notes:#?}");
    assert!(is_said("P1 13 ds_load", "too late: P1 14 has written L1 back"), "{notes:#?}");
    assert!(!is_said("P1 14 s_wait_storecnt", ""), "{notes:#?}");
}
