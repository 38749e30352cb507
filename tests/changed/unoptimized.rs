//! Code that is not optimized, with scalars in lanes of vector registers and on the stack; and the same with other lines in it.

use super::{fixtures_of, judged, told};
use std::path::Path;

/// All that tables promise is in unoptimized code, and in optimized code what of it could not be left out: they are worth the same.
#[test]
fn unoptimized_code_is_worth_what_optimized_code_is() {
    let fixtures = fixtures_of("tests/unoptimized");
    assert!(fixtures.len() >= 40);
    let mut others = Vec::new();
    for fixture in fixtures {
        let optimized =
            Path::new("tests/compiled").join(fixture.path.strip_prefix("tests/unoptimized").expect("in it"));
        let text = std::fs::read_to_string(&optimized).expect("optimized code of the same test");
        let (found, expected) = (fixture.verdict(), judged(&fixture.test, &fixture.processor, &text));
        if told(&found) != told(&expected) {
            others.push(format!("{}: {}, and not {}", fixture.path.display(), told(&found), told(&expected)));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

/// A change of one file, and the word of the verdict by which it has to be found.
struct Change {
    file: &'static str,
    from: String,
    to: String,
    verdict: &'static str,
}

fn change(file: &'static str, from: impl Into<String>, to: impl Into<String>, verdict: &'static str) -> Change {
    Change { file, from: from.into(), to: to.into(), verdict }
}

/// What unoptimized code is worth with such changes, in the function of the thread that reads.
fn with_changes(changes: &[Change]) -> String {
    let told_of = |change: &Change| {
        let path = format!("tests/unoptimized/{}.s", change.file);
        let text = std::fs::read_to_string(path).expect("a file of assembly");
        let [_, processor, test] = change.file.split('/').collect::<Vec<_>>()[..] else { panic!("no such file") };
        let text = text.lines().map(without_reuse).collect::<Vec<_>>().join("\n");
        let (before, reader) = text.split_once("\nP1:").expect("the thread that reads");
        assert!(reader.contains(&change.from), "{}", change.from);
        let text = format!("{before}\nP1:{}", reader.replacen(&change.from, &change.to, 1));
        let verdict = told(&judged(test, processor, &text));
        assert!(verdict.starts_with(change.verdict), "{} for {}: {verdict}", change.to, change.from);
        format!("{}\n  for {}\n  {verdict}\n", change.to.replace('\n', ";"), change.from.replace('\n', ";"))
    };
    changes.iter().map(told_of).collect::<String>().replace('\t', " ")
}

/// A line without what stands behind copies to accumulators.
fn without_reuse(line: &str) -> &str {
    line.strip_suffix(";  Reload Reuse").map_or(line, str::trim_end)
}

const GFX906: &str = "14.0.6/gfx906/MP+fences+agent";
const EARLIER: &str = "19.1.7/gfx942,notgsplit/MP+fences+agent";
const GFX942: &str = "22.1.8/gfx942,notgsplit/MP+fences+agent";
const GFX1030: &str = "22.1.8/gfx1030,cu/MP+fences+agent";
const GFX1250: &str = "22.1.8/gfx1250/MP+fences+agent";
const OF_READS: &str = "22.1.8/gfx1250/if-else";

/// The lanes that a thread reads are those that were written on its way, and copied by all lanes.
#[test]
fn lanes_that_hold_something_else_are_found() {
    let first = "v_readlane_b32 s0, v5, 0";
    let flag = "v_readlane_b32 s0, v5, 2";
    let both = "v_readlane_b32 s0, v5, 2\n\tv_readlane_b32 s1, v5, 3";
    let written = "s_mov_b64 s[0:1], exec\n\tv_writelane_b32 v5, s0, 2\n\ts_nop 1\n\tv_writelane_b32 v5, s1, 3";
    let kept = "s_or_saveexec_b64 s[6:7], -1\n\tv_accvgpr_write_b32 a4, v5\n\ts_mov_b64 exec, s[6:7]\n\ts_waitcnt";
    let begun = "s_or_saveexec_b64 s[6:7], -1\n\tv_accvgpr_write_b32 a4, v5";
    let back = "s_or_saveexec_b64 s[6:7], -1\n\tv_accvgpr_read_b32 v5, a4\n\ts_mov_b64 exec, s[6:7]\n";
    let of_others =
        "s_xor_saveexec_b64 s[6:7], -1\n\tv_mov_b32_e32 v5, 0\n\ts_mov_b64 exec, s[6:7]\n\tv_readlane_b32 s0, v5, 0";
    insta::assert_snapshot!(with_changes(&[
        // The flag of another path, or of none.
        change(GFX942, both, "v_readlane_b32 s0, v5, 4\n\tv_readlane_b32 s1, v5, 5", "unsound"),
        change(GFX942, written, "s_mov_b64 s[0:1], exec", "unsound"),
        change(GFX942, kept, "s_waitcnt", "unsound"),
        change(GFX942, flag, "v_readlane_b32 s0, v5, 4", "unknown"),
        change(GFX942, first, "v_readlane_b32 s0, v5, 9", "unknown"),
        change(GFX942, first, "v_readlane_b32 s0, v5, 64", "unknown"),
        change(GFX942, first, "s_mov_b32 m0, 0\n\tv_readlane_b32 s0, v5, m0", "unknown"),
        change(GFX942, first, "v_writelane_b32 v5, s0, m0\n\tv_readlane_b32 s0, v5, 0", "unknown"),
        change(GFX942, first, "v_readfirstlane_b32 s0, v5", "unknown"),
        // The halves of a mask.
        change(GFX942, "s0, v5, 0\n\tv_readlane_b32 s1, v5, 1", "s0, v5, 1\n\tv_readlane_b32 s1, v5, 0", "unknown"),
        change(GFX942, "s0, v5, 0\n\tv_readlane_b32 s1, v5, 1", "s0, v5, 1\n\tv_readlane_b32 s1, v5, 1", "unknown"),
        change(GFX942, first, "s_mov_b32 s9, s2\n\tv_readlane_b32 s0, v5, 0", "sound"),
        change(GFX942, "s_mov_b64 s[2:3], exec", "s_mov_b32 s2, exec_hi\n\ts_mov_b32 s3, exec_lo", "unknown"),
        // What is not known and a mask: the thread's lane is in it, not in it, or that is not known.
        change(EARLIER, "s_or_b64 s[0:1], s[0:1], exec", "s_or_b64 s[0:1], exec, s[0:1]", "sound"),
        change(EARLIER, "s_or_b64 s[0:1], s[0:1], exec", "s_andn2_b64 s[0:1], s[0:1], exec", "unsound"),
        change(EARLIER, "s_or_b64 s[0:1], s[0:1], exec", "s_xor_b64 s[0:1], s[0:1], exec", "unknown"),
        change(EARLIER, "s_or_b64 s[0:1], s[0:1], exec", "s_and_b64 s[0:1], s[0:1], exec", "unknown"),
        change(EARLIER, "s_or_b64 s[0:1], s[0:1], exec", "s_orn2_b64 s[0:1], s[0:1], exec", "unknown"),
        // Copies and writes by some lanes.
        change(GFX942, kept, "v_accvgpr_write_b32 a4, v5\n\ts_waitcnt", "unknown"),
        change(GFX942, begun, "s_xor_saveexec_b64 s[6:7], -1\n\tv_accvgpr_write_b32 a4, v5", "unknown"),
        change(GFX942, back, "v_accvgpr_read_b32 v5, a4\n", "unknown"),
        change(GFX942, first, "v_mov_b32_e32 v5, v1\n\tv_readlane_b32 s0, v5, 0", "unknown"),
        change(GFX942, first, of_others, "unknown"),
        change(GFX942, "litmus:keep r0 v1", "litmus:keep r0 v5", "unknown"),
        // The address to return to.
        change(GFX906, "v_readlane_b32 s4, v6, 0", "v_readlane_b32 s4, v6, 1", "unknown"),
    ]));
}

/// What the stack holds was written there by all lanes, and is read back before it is used.
#[test]
fn stacks_that_hold_something_else_are_found() {
    let store = "buffer_store_dword v5, off, s[0:3], s32 ; 4-byte Folded Spill";
    let kept = format!("s_or_saveexec_b32 s7, -1\n\t{store}\n\ts_mov_b32 exec_lo, s7\n\ts_waitcnt vmcnt(0)");
    let partly = format!("{store}\n\ts_waitcnt vmcnt(0)");
    let load = "buffer_load_dword v5, off, s[0:3], s32  ; 4-byte Folded Reload";
    let back = format!("s_or_saveexec_b32 s7, -1\n\t{load}");
    let before = |line: &str| change(GFX1030, back.as_str(), format!("{line}\n\t{back}"), "unknown");
    let by_others = |line: &str| before(&format!("s_xor_saveexec_b32 s7, -1\n\t{line}\n\ts_mov_b32 exec_lo, s7"));
    let waited = "s_waitcnt vmcnt(0)\n\tv_readlane_b32 s4, v5, 0";
    let restored = "v_readlane_b32 s5, v5, 2\n\ts_or_b32 exec_lo, exec_lo, s5\n\tv_readlane_b32 s4, v5, 1";
    let own = "buffer_load_dword v1, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload";
    let translated = "s_wait_xcnt 0x0\n\ts_mov_b32 exec_lo, s3";
    insta::assert_snapshot!(with_changes(&[
        change(GFX1030, kept.as_str(), "s_waitcnt vmcnt(0)", "unsound"),
        change(GFX1030, kept, partly, "unknown"),
        // Read back before the lanes of another way execute, as LLVM 16 does.
        change(GFX1030, format!("{restored}\n\t{own}"), format!("{own}\n\t{restored}"), "unknown",),
        change(GFX1030, waited, "v_readlane_b32 s4, v5, 0", "unknown"),
        change(GFX1030, waited, "s_waitcnt vmcnt(0)\n\tv_readlane_b32 s4, v5, 32", "unknown"),
        change(GFX1030, load, "buffer_load_dword v5, off, s[0:3], s32 offset:28", "unknown"),
        change(GFX1030, load, "buffer_load_dword v5, off, s[0:3], s32 offset:1", "unknown"),
        change(GFX1030, load, "buffer_load_dword v5, off, s[0:3], s33", "unknown"),
        change(GFX1030, load, "buffer_load_ubyte v5, off, s[0:3], s32", "unknown"),
        change(GFX1030, load, "scratch_load_dword v5, off, s32", "unknown"),
        before("s_add_i32 s32, s32, 4"),
        before("s_mov_b32 s2, 0"),
        before("buffer_store_dword v0, off, s[0:3], s32"),
        before("buffer_store_byte v0, off, s[0:3], s32"),
        before("buffer_store_dword v0, off, s[0:3], s32 glc"),
        by_others("buffer_store_dword v0, off, s[0:3], s32"),
        by_others("buffer_store_byte v0, off, s[0:3], s32"),
        change(GFX1250, translated, "s_mov_b32 exec_lo, s3", "unknown"),
        // One that is complete is among the youngest.
        change(OF_READS, "s_wait_xcnt 0x1", "s_wait_xcnt 0x1", "sound"),
        change(OF_READS, "s_wait_xcnt 0x1", "s_wait_xcnt 0x2", "unknown"),
    ]));
}
