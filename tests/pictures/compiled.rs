//! Sequences of what a compiler has made of tests: what is at fault is said by the events of the code.

use super::sequences::told;
use gfx_litmus::compiler::{self, Language, Optimization, Origin, Pointers, Processor};
use gfx_litmus::engine::Settings;
use gfx_litmus::hardware::Assume;
use gfx_litmus::load;
use gfx_litmus::refine::{Verdict, chip};
use gfx_litmus::report::sequence::Sequence;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::view;
use std::path::Path;
use std::sync::Arc;

/// The sequence of what a compiler has made of a test of message passing, but for some of its lines: whether one is kept may depend on the thread that it is of.
fn compiled(name: &str, processor: &str, is_kept: impl Fn(&str, bool) -> bool) -> Sequence {
    let mut reads = false;
    compiled_as(name, processor, |text| {
        let kept = text.lines().filter(|line| {
            reads |= line.starts_with("P1:");
            is_kept(line, reads)
        });
        kept.map(|line| format!("{line}\n")).collect()
    })
}

/// The sequence of what a compiler has made of a test, changed.
fn compiled_as(name: &str, processor: &str, changed: impl FnOnce(&str) -> String) -> Sequence {
    let file = format!("tests/compiled/22.1.8/{processor}/{}.s", name.rsplit('/').next().unwrap_or(name));
    let text = std::fs::read_to_string(file).expect("assembly");
    let test = load::read(Path::new(&format!("litmus/{name}.litmus"))).expect("a file");
    judged(&test, processor, changed(&text))
}

/// The sequence of a test whose code is this.
fn judged(test: &Arc<Source>, processor: &str, code: String) -> Sequence {
    let resources = Resources::default();
    let code = Source::new("code.s", code);
    let processor = Processor::parse(processor).expect("a processor");
    let chip = chip(&processor.configuration, &Assume::default(), &resources).expect("hardware");
    let options = compiler::Options {
        origins: vec![Origin::Given(code)],
        processors: vec![(processor, chip)],
        language: Language::Assembly,
        optimization: Optimization::Default,
        pointers: Pointers::Divergent,
        model: "hsa".into(),
        settings: Settings::default(),
        resources: &resources,
        save: None,
        tells_lines: true,
    };
    let found = compiler::check(test, &options, &[]).expect("well formed").expect("a source");
    let (code, _) = &found.results[0];
    let Verdict::Unsound(unsound) = &code.verdict else { panic!("unsound, and not {:?}", code.verdict.inconclusive()) };
    let structures = (&found.structure, code.structure.as_ref().expect("code that was read"));
    view::compiled_sequence(structures, unsound, "a processor")
}

/// What a compiler has made is blamed as a table's code is, whatever events its source has besides accesses.
#[test]
fn compiled_code_is_blamed_by_its_own_events() {
    let waits_and_writes_back = |line: &str| line.contains("s_waitcnt") || line.contains("buffer_wbl2");
    let invalidates = |line: &str| line.contains("buffer_inv");
    let told = |sequence: &Sequence| told(sequence);
    let late = compiled("message-passing/MP+fences+agent", "gfx942,notgsplit", |line, reads| {
        reads || !waits_and_writes_back(line)
    });
    let kept = compiled("message-passing/MP+fences+agent", "gfx942,notgsplit", |line, _| !invalidates(line));
    insta::assert_snapshot!("compiled.sequences", [told(&late), told(&kept)].join("\n\n"));
}

/// Where a compiler has left out a load that nothing needs, the execution of the code is none of the source, and nothing is marked.
#[test]
fn compiled_code_of_other_accesses_is_not_blamed() {
    let sequence = compiled("host/MP+from-host+coarse", "gfx1100,cu", |_, _| true);
    let unmatched = "no execution of the source has the accesses of the code: what is at fault is not marked";
    assert!(sequence.subtitle.iter().any(|line| line == unmatched), "{:?}", sequence.subtitle);
    assert!(sequence.rows.iter().all(|row| row.notes.is_empty()) && sequence.bars.is_empty());
}

/// The notes of a sequence, each with the row that it is of.
fn notes(sequence: &Sequence) -> Vec<String> {
    let rows = sequence.rows.iter();
    rows.flat_map(|row| row.notes.iter().map(|note| format!("{}: {note}", row.text))).collect()
}

/// Two stores in the other order than the source: what waits between them waits for the wrong one, and no cache is at fault.
#[test]
fn compiled_code_in_another_order_is_told() {
    for (processor, flag) in [("gfx942,notgsplit", "v[2:3], v4, off sc1"), ("gfx1030,cu", "v[2:3], v4, off")] {
        let sequence = compiled_as("message-passing/MP+fences+agent", processor, |text| {
            let data = "global_store_dword v[0:1], v4, off\n";
            let flag = format!("global_store_dword {flag}\n");
            assert!(text.contains(data) && text.contains(&flag), "{text}");
            text.replacen(data, "DATA", 1).replacen(&flag, data, 1).replacen("DATA", &flag, 1)
        });
        let notes = notes(&sequence);
        let is_swapped = |note: &&String| note.contains(" writes x = 1 ") && note.contains("stands behind P0 ");
        assert_eq!(notes.iter().filter(is_swapped).count(), 1, "{notes:#?}");
        assert!(notes.iter().all(|note| !note.contains("inv") && !note.contains("waits")), "{notes:#?}");
    }
}

/// A barrier at which one of the threads does not wait: nothing else is at fault, and that the other has waited for its store before it arrives does not help.
#[test]
fn barriers_that_compiled_code_lacks_are_told() {
    for processor in ["gfx1030,cu", "gfx90a,tgsplit", "gfx1200,wgp"] {
        let sequence = compiled("barriers/barrier+fences", processor, |line, reads| {
            !(reads && line.contains("s_barrier") && !line.contains("s_barrier_signal"))
        });
        let notes = notes(&sequence);
        let lacks = "no instruction of P1 waits at the barrier of line 12 of the source before P1 ";
        assert_eq!(notes.iter().filter(|note| note.contains(lacks)).count(), 1, "{notes:#?}");
        assert!(notes.iter().all(|note| !note.contains("inv") && !note.starts_with("P0")), "{notes:#?}");
        // An access that stands before the barrier in the code, and behind it in the source.
        let swapped = compiled_as("barriers/barrier+fences", processor, |text| {
            let (first, second) = text.split_once("P1:").expect("two threads");
            let of = |word: &str| second.lines().find(|line| line.contains(word)).expect("an instruction");
            let load = of("global_load");
            let line = second.lines().find(|line| line.contains("s_barrier")).expect("an instruction");
            let second = second.replacen(&format!("{load}\n"), "", 1);
            format!("{first}P1:{}", second.replacen(line, &format!("{load}\n{line}"), 1))
        });
        let notes = self::notes(&swapped);
        assert!(notes.iter().any(|note| note.starts_with("P1") && note.contains("stands behind P1 ")), "{notes:#?}");
    }
}

/// A barrier at which a thread waits and never arrives: both wait for ever, which no axiom forbids.
#[test]
fn waits_that_never_end_are_told() {
    let sequence =
        compiled("barriers/barrier+fences", "gfx1200,wgp", |line, reads| reads || !line.contains("s_barrier_signal"));
    let endless: Vec<&str> =
        sequence.rows.iter().filter(|row| row.text.ends_with(" never ends")).map(|row| row.text.as_str()).collect();
    assert_eq!(endless.len(), 2, "{}", told(&sequence));
    let told = notes(&sequence);
    let complete = "no phase of the barrier that it waits for is complete";
    assert!(endless.iter().all(|row| told.contains(&format!("{row}: {complete}"))), "{told:#?}");
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(sequence.subtitle.iter().any(|line| line == "it waits for ever, and its source does not"));
}

/// A variable of one thread that is in a register: its load is left out, and the release is at fault as before.
#[test]
fn variables_in_registers_are_no_matter() {
    let text = r#"litmus registers
memory {
  private s: i32 = 0
  global x: i32 = 0
  global f: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, s
  r9 = load i32, s
  store atomic i32 r9, x syncscope("agent") monotonic
  store atomic i32 1, f syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, f syncscope("agent") acquire
  r1 = load atomic i32, x syncscope("agent") monotonic
}
exists (P1:r0 = 1 /\ P1:r1 = 0)
"#;
    let code = r#"	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type	P0,@function
P0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v5, v4
	v_mov_b32_e32 v4, v3
	v_mov_b32_e32 v3, v2
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v1, 1
	scratch_store_dword v0, v1, off
	global_store_dword v[2:3], v1, off sc1
	buffer_wbl2 sc1
	global_store_dword v[4:5], v1, off sc1
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lend0:
	.size	P0, .Lend0-P0
	.type	P1,@function
P1:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v5, v4
	v_mov_b32_e32 v4, v3
	v_mov_b32_e32 v3, v2
	v_mov_b32_e32 v2, v1
	global_load_dword v0, v[4:5], off sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	global_load_dword v1, v[2:3], off sc1
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r0 v0
	; litmus:keep r1 v1
	;;#ASMEND
	s_setpc_b64 s[30:31]
.Lend1:
	.size	P1, .Lend1-P1
	.amdgpu_metadata
---
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
...
	.end_amdgpu_metadata
"#;
    let sequence = judged(&Source::new("registers.litmus", text), "gfx942,tgsplit", code.to_string());
    let notes = notes(&sequence);
    assert!(notes.iter().any(|note| note.contains("no instruction of P0 waits for it before P0 ")), "{notes:#?}");
}
