//! Compiler output with other lines in it, or without some.

use super::{judged, judged_as, told};
use gfx_litmus::load;
use std::path::Path;

/// Without the release's wait, or either invalidation, message passing is found unsound; without a wait for a load, that what it loads may be read before it is there.
/// The other wait is needed only where another wave fills the caches between the flag and the data, which no thread of this test does.
#[test]
fn a_deleted_instruction_is_found() {
    let path = "tests/compiled/22.1.8/gfx1100,wgp/MP+fences+agent.s";
    let text = std::fs::read_to_string(path).expect("a file of assembly");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let is_order = ["s_waitcnt", "buffer_gl"].iter().any(|begin| line.trim().starts_with(begin));
        // The functions begin with a wait for what callers did, and end with one for what they return.
        let between = |lines: &[&str]| {
            lines.iter().rev().take_while(|line| !line.starts_with('P')).any(|line| line.contains("global_"))
        };
        if !is_order || !between(&lines[..number]) {
            continue;
        }
        let without: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != number).map(|(_, line)| *line).collect();
        let verdict = told(&judged("MP+fences+agent", "gfx1100,wgp", &without.join("\n")));
        found.push(format!("{}: {verdict}", line.trim()));
    }
    insta::assert_snapshot!(found.join("\n"));
}

/// A loop that counts its turns goes on otherwise after more of them than are run, and a loop that only reads again does not.
#[test]
fn a_loop_that_counts_is_not_modelled() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1100,wgp/spin-filtered.s").expect("assembly");
    assert_eq!(told(&judged("spin-filtered", "gfx1100,wgp", &text)), "sound");
    let (before, after) = text.split_once(".LBB1_1:").expect("a loop");
    let (label, turn) = after.split_once('\n').expect("its turn");
    let counted =
        |more: &str| format!("{before}\ts_mov_b32 s5, 0\n.LBB1_1:{label}\n\ts_add_i32 s5, s5, {more}\n{turn}");
    let told = |more: &str| told(&judged("spin-filtered", "gfx1100,wgp", &counted(more)));
    let unknown = told("1");
    assert!(unknown.contains("a loop that does more than read again is not modelled"), "{unknown}");
    assert_eq!(told("0"), "sound");
}

/// A thread that reads again forever has no final state to compare: of such code nothing is said.
#[test]
fn code_that_never_ends_is_not_modelled() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1100,wgp/spin-filtered.s").expect("assembly");
    // Without what ends its loop.
    let ends = ["v_cmp_ne_u32", "vcc_lo, s0", "s_delay_alu", "exec_lo, s0"];
    let lines = text.lines().filter(|line| !ends.iter().any(|end| line.contains(end)));
    let endless = lines.collect::<Vec<_>>().join("\n").replace("s_cbranch_execnz", "s_branch");
    let unknown = told(&judged("spin-filtered", "gfx1100,wgp", &endless));
    assert!(unknown.contains("no path through `P1` ends"), "{unknown}");
    // Without what its loop waits for.
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1200,wgp/spinning.s").expect("assembly");
    let store = "global_store_b32 v0, v1, s[2:3] scope:SCOPE_DEV";
    assert!(text.contains(store));
    let unknown = told(&judged("spinning", "gfx1200,wgp", &text.replacen(store, "s_nop 0", 1)));
    assert!(unknown.contains("no execution of the program ends"), "{unknown}");
}

/// Assembly that ends early is an error wherever it ends, and never sound.
#[test]
fn truncated_assembly_is_refused() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx942,notgsplit/MP+fences+agent.s").expect("assembly");
    let whole = text.trim_end();
    for (end, _) in whole.match_indices('\n') {
        assert!(judged("MP+fences+agent", "gfx942", &whole[..end]).is_err(), "{}", &whole[..end]);
    }
}

/// Whatever is left out or put in, there is a verdict or an error: nothing panics, and what is not understood is not sound.
#[test]
fn changed_assembly_is_judged_or_refused() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1200,wgp/MP+cmpxchg-flag.s").expect("assembly");
    let lines: Vec<&str> = text.lines().collect();
    let is_code = |line: &&str| line.starts_with('\t') && !line.trim().starts_with(['.', ';']);
    for number in (0..lines.len()).filter(|&number| is_code(&lines[number])) {
        for strange in [
            "\ts_load_dword s0, s[4:5], 0x0",
            "\ts_swappc_b64 s[30:31], s[16:17]",
            "\tfrobnicate v0",
            "\timage_load v0, v[1:2], s[0:7]",
        ] {
            let mut changed = lines.clone();
            changed[number] = strange;
            let verdict = told(&judged("MP+cmpxchg-flag", "gfx1200,wgp", &changed.join("\n")));
            assert!(verdict.starts_with("unknown: not modelled"), "{strange} for {}: {verdict}", lines[number]);
        }
        for broken in ["\tglobal_load_b32 v0,, off", "\t!"] {
            let mut changed = lines.clone();
            changed[number] = broken;
            assert!(judged("MP+cmpxchg-flag", "gfx1200,wgp", &changed.join("\n")).is_err());
        }
    }
}

/// What a wave sets of itself may change what its accesses do, but for the mode with which kernels of gfx125x begin.
#[test]
fn settings_of_a_wave_are_not_modelled() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1250/MP+fences+agent.s").expect("assembly");
    let with = |setting: &str| {
        let set = format!("\ts_setreg_imm32_b32 {setting}\n\tglobal_store");
        told(&judged("MP+fences+agent", "gfx1250", &text.replacen("\tglobal_store", &set, 1)))
    };
    assert_eq!(with("hwreg(HW_REG_WAVE_MODE, 25, 1), 1"), "sound");
    for other in [
        "hwreg(HW_REG_WAVE_MODE, 24, 1), 1",
        "hwreg(HW_REG_WAVE_MODE, 25, 2), 1",
        "hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 2",
        "hwreg(HW_REG_WAVE_MODE), 1",
        "0x601, 1",
    ] {
        let verdict = with(other);
        assert!(verdict.starts_with("unknown: not modelled"), "{other}: {verdict}");
    }
}

/// Code that does not do what its lines seem to say: it jumps past a wait, returns elsewhere, is of another mode, or of another section.
#[test]
fn code_that_only_looks_right_is_not_sound() {
    let text = |path: &str| std::fs::read_to_string(Path::new("tests/compiled/22.1.8").join(path)).expect("assembly");
    let changed = |test: &str, processor: &str, from: &str, to: &str| {
        let text = text(&format!("{processor}/{test}.s"));
        assert!(text.contains(from), "{from}");
        told(&judged(test, processor, &text.replacen(from, to, 1)))
    };
    let test = "MP+fences+agent";
    let kernel = text("gfx1100,wgp/kernels.s");
    let asked = "tests/given/kernels.ll";
    let module = load::read(Path::new(asked)).expect("a module");
    insta::assert_snapshot!(
        [
            changed(test, "gfx942,notgsplit", "s_setpc_b64 s[30:31]", "s_setpc_b64 s[28:29]"),
            changed(test, "gfx942,notgsplit", "\ts_waitcnt", "\t.section .other,\"ax\"\n\ts_waitcnt"),
            changed(test, "gfx942,notgsplit", "\ts_waitcnt", "\t.pushsection .other\n\ts_waitcnt"),
            changed(test, "gfx1250", "\tglobal_store", "\ts_add_pc_i64 .L1-.L0\n\tglobal_store"),
            changed(test, "gfx1030,cu", "\tglobal_store", "\ts_subvector_loop_begin s0, .L1\n\tglobal_store"),
            changed(test, "gfx600", "\tbuffer_store", "\tv_cmpsx_lt_f32_e32 vcc, v8, v9\n\tbuffer_store"),
            changed(test, "gfx942,notgsplit", "\tbuffer_inv sc1", "\t.text 1\n\tbuffer_inv sc1\n\t.text"),
            changed(
                test,
                "gfx942,notgsplit",
                "\tbuffer_inv sc1",
                "\t.section .text,\"ax\",@progbits,unique,1\n\tbuffer_inv sc1\n\t.text",
            ),
            changed(test, "gfx942,notgsplit", "\tbuffer_inv sc1", "\t.p2align 8, 0\n\tbuffer_inv sc1"),
            changed(test, "gfx942,notgsplit", "\tbuffer_inv sc1", "; x\r\ts_branch .LBB1_2\n\tbuffer_inv sc1"),
            told(&judged_as(
                &module,
                "gfx1100,cu",
                &kernel.replace("workgroup_processor_mode 1", "workgroup_processor_mode 0x1")
            )),
            told(&judged_as(
                &module,
                "gfx1100,cu",
                &kernel.replace("workgroup_processor_mode 1", "workgroup_processor_mode 0+1")
            )),
            told(&judged_as(&module, "gfx1100,cu", &kernel.replace("\t.amdhsa_workgroup_processor_mode 1", "\t"))),
            told(&judged_as(&module, "gfx1100,cu", &kernel)),
        ]
        .join("\n")
    );
}
