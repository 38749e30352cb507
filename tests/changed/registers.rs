//! Compiler output with other registers in it.

use super::{judged, told};

/// A result that comes late over a younger value, and accesses that a bound leaves out: none of it is sound.
#[test]
fn registers_that_decide_more_are_looked_at() {
    let (mp, lds) = ("MP+fences+agent", "MP+global-data+LDS-flag");
    let rows = [
        (mp, "gfx942,notgsplit", "v_mov_b32_e32 v3, 0\n\ts_waitcnt", "v_mov_b32_e32 v2, 1\n\ts_waitcnt"),
        (mp, "gfx942,notgsplit", "v_mov_b32_e32 v3, 0\n\ts_waitcnt", "v_add3_u32 v2, v3, v3, v3\n\ts_waitcnt"),
        (mp, "gfx1250", "global_load_b32", "ds_load_b32 v2, v9\n\tglobal_load_b32"),
        (lds, "gfx1250", "ds_store_b32 v2, v3", "ds_store_b32 v2, v2"),
        (lds, "gfx803", "s_mov_b32 m0, -1", "s_mov_b32 m0, 0"),
        (lds, "gfx803", "s_mov_b32 m0, -1", "s_mov_b32 m0, 0xfffe"),
        ("kernels", "gfx600", "s_mov_b32 s6, -1", "s_mov_b32 s6, 0"),
        ("kernels", "gfx600", "s_mov_b32 s6, -1", "s_mov_b32 s6, s0"),
        (mp, "gfx600", "addr64\n\ts_waitcnt vmcnt(0)", "addr64\n\tv_mov_b32_e32 v4, 1\n\ts_waitcnt vmcnt(0)"),
        (mp, "gfx600", "addr64\n\ts_waitcnt vmcnt(0)", "addr64\n\tv_mul_hi_u32 v4, v4, v4\n\ts_waitcnt vmcnt(0)"),
        (mp, "gfx600", "addr64\n\ts_waitcnt", "addr64\n\tbuffer_load_dword v4, v[2:3], s[4:7], 0 addr64\n\ts_waitcnt"),
        (mp, "gfx1250", "s_wait_xcnt 0x0\n\tv_mov_b32_e32 v3, 0", "v_mov_b32_e32 v3, 0"),
        (mp, "gfx1250", "s_wait_xcnt 0x0\n\tv_mov_b32_e32 v3, 0", "s_wait_xcnt 0x1\n\tv_mov_b32_e32 v3, 0"),
        (mp, "gfx1250", "global_wb", "v_mov_b32_e32 v4, v4\n\tglobal_wb"),
        (mp, "gfx1250", "global_wb", "v_mov_b32_e32 v0, 0\n\tglobal_wb"),
        (mp, "gfx1250", "global_wb", "s_mov_b32 exec_lo, -1\n\tglobal_wb"),
        (mp, "gfx1250", "global_wb", "s_or_saveexec_b32 s9, -1\n\tglobal_wb"),
        (mp, "gfx1250", "s_wait_xcnt 0x0\n\ts_or_b32", "s_or_b32"),
        (mp, "gfx942,notgsplit", "s_waitcnt", "v_add_foo v9, v0, v1\n\ts_waitcnt"),
        (mp, "gfx942,notgsplit", "s_cbranch_execz", "s_not_b64 vcc, vcc\n\ts_cbranch_vccnz"),
        (mp, "gfx942,notgsplit", "s_cbranch_execz", "s_not_b64 s[12:13], vcc\n\ts_cbranch_scc1"),
        (mp, "gfx942,notgsplit", "s_cbranch_execz", "s_xor_b64 vcc, vcc, -1\n\ts_cbranch_vccnz"),
        (mp, "gfx942,notgsplit", "s_cbranch_execz", "s_not_b64 exec, exec\n\ts_cbranch_execnz"),
        (mp, "gfx942,notgsplit", "v_mov_b32_e32 v4, 1", "v_mov_b32_e32 v4, 0x100000001"),
        (
            mp,
            "gfx942,notgsplit",
            "buffer_inv sc1",
            "s_mov_b64 vcc, 0\n\ts_mov_b32 vcc_hi, -1\n\ts_cbranch_vccnz .LBB1_2\n\tbuffer_inv sc1",
        ),
        (
            mp,
            "gfx942,notgsplit",
            "buffer_inv sc1",
            "s_mov_b64 vcc, -1\n\ts_mov_b32 vcc_lo, 0\n\ts_cbranch_vccnz .LBB1_2\n\tbuffer_inv sc1",
        ),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "s_mov_b32 exec_hi, 0\n\tbuffer_inv sc1"),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "s_mov_b32 exec_lo, 0\n\tbuffer_inv sc1"),
        (mp, "gfx942,notgsplit", "s_and_saveexec", "s_mov_b32 vcc_hi, 0\n\ts_and_saveexec"),
        (mp, "gfx942,notgsplit", "s_or_b64 exec", "s_mov_b32 s3, 0\n\ts_or_b64 exec"),
        (mp, "gfx942,notgsplit", "s_or_b64 exec, exec, s[2:3]", "s_or_b32 exec_lo, exec_lo, s2"),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "s_nor_saveexec_b64 s[20:21], -1\n\tbuffer_inv sc1"),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "s_nand_saveexec_b64 s[20:21], -1\n\tbuffer_inv sc1"),
        (mp, "gfx1100,wgp", "buffer_gl0_inv", "s_xnor_saveexec_b32 s5, 0\n\tbuffer_gl0_inv"),
        (mp, "gfx1100,wgp", "buffer_gl0_inv", "s_or_not0_saveexec_b32 s5, s0\n\tbuffer_gl0_inv"),
        (mp, "gfx600", "s_mov_b32 s7, 0x100f000", "s_mov_b32 s7, 0"),
        (mp, "gfx600", "s_mov_b32 s7, 0x100f000", "s_mov_b32 s7, 0x90f000"),
        (mp, "gfx600", "s_mov_b32 s7, 0x100f000", "s_nop 0"),
        (mp, "gfx942,notgsplit", "s_mov_b64 s[0:1], exec", "s_mov_b32 s0, exec_lo"),
    ];
    let told = rows.map(|(test, processor, from, to)| {
        let text = std::fs::read_to_string(format!("tests/compiled/22.1.8/{processor}/{test}.s")).expect("assembly");
        assert!(text.contains(from), "{from}");
        let told = told(&judged(test, processor, &text.replacen(from, to, 1)));
        assert!(told.starts_with("unknown: not modelled"), "{to}: {told}");
        format!("{told}\n")
    });
    insta::assert_snapshot!(told.concat());
}

/// What has read its register before that is written is as it was, and so is what no lane but the thread's decides.
#[test]
fn registers_that_decide_no_more_change_nothing() {
    let verdict = |processor: &str, changed: &[(&str, &str)]| {
        let path = format!("tests/compiled/22.1.8/{processor}/MP+fences+agent.s");
        let text = std::fs::read_to_string(path).expect("assembly");
        let changed = changed.iter().fold(text, |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        told(&judged("MP+fences+agent", processor, &changed))
    };
    let same = |processor: &str, changed: &[(&str, &str)]| {
        assert_eq!(verdict(processor, &[]), verdict(processor, changed), "{changed:?}");
    };
    let write = "v_mov_b32_e32 v4, 1";
    same("gfx600", &[("s_waitcnt vmcnt(0)\n\tbuf", &format!("s_waitcnt vmcnt(0)\n\t{write}\n\tbuf"))]);
    same("gfx600", &[("addr64\n\ts_wait", &format!("addr64\n\ts_waitcnt expcnt(0)\n\t{write}\n\ts_wait"))]);
    same("gfx803", &[("v4\n\ts_waitcnt", &format!("v4\n\t{write}\n\ts_waitcnt"))]);
    let none_left = "s_xor_b64 s[12:13], vcc, -1\n\ts_and_b64 vcc, exec, s[12:13]\n\ts_cbranch_execz";
    same("gfx942,notgsplit", &[("s_cbranch_execz", none_left)]);
    same("gfx942,notgsplit", &[("s_cbranch_execz", "s_and_b64 vcc, exec, vcc\n\ts_cbranch_vccz")]);
}

/// As the size of LDS `m0` may be anything from that on, and who calls a function has seen to it.
#[test]
fn what_bounds_nothing_is_sound() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx803/MP+global-data+LDS-flag.s").expect("assembly");
    let changed = |to: &str| told(&judged("MP+global-data+LDS-flag", "gfx803", &text.replace("s_mov_b32 m0, -1", to)));
    let before = told(&judged("MP+global-data+LDS-flag", "gfx803", &text));
    assert_eq!([changed("s_mov_b32 m0, 0xffff"), changed("s_nop 0")], [before.clone(), before]);
}

/// As assemblers read numbers: 8 with a 0 before it is none.
#[test]
fn numbers_that_begin_with_0_are_octal() {
    let words = ["010", "0", "10", "0x10", "08", "-1", "0+1", "0x+1", "+1"].map(gfx_litmus::spelling::operand);
    let int = gfx_litmus::spelling::Operand::Int;
    let word = |word: &str| gfx_litmus::spelling::Operand::Word(word.into());
    let numbers = [int(8), int(0), int(10), int(16), word("08"), int(-1)];
    assert_eq!(words[..6], numbers);
    assert_eq!(words[6..], ["0+1", "0x+1", "+1"].map(word));
}

/// A register may be written as soon as the access that reads it is complete, or its address is translated.
#[test]
fn registers_that_are_read_may_be_written() {
    let waits = "s_wait_storecnt 0x0\n\ts_wait_xcnt 0x0";
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1250/MP+fences+agent.s").expect("assembly");
    let changed = [
        "s_wait_storecnt 0x0\n\tv_mov_b32_e32 v0, 0",
        "s_wait_xcnt 0x0\n\tv_mov_b32_e32 v0, 0\n\ts_wait_storecnt 0x0",
        "s_wait_xcnt 0x0\n\ts_mov_b32 exec_lo, -1\n\ts_wait_storecnt 0x0",
    ];
    for to in changed {
        assert!(text.contains(waits), "{waits}");
        let found = told(&judged("MP+fences+agent", "gfx1250", &text.replacen(waits, to, 1)));
        assert_eq!(found, "sound", "{to}");
    }
}

/// A comparison that writes the mask of lanes leaves what it finds in `vcc` where it names no other register: here the flag is not asked any more.
#[test]
fn comparisons_that_write_the_mask_of_lanes_write_vcc() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx942,notgsplit/MP+fences+agent.s").expect("assembly");
    for compare in ["v_cmpx_eq_u32_e32 0, v3", "v_cmpx_eq_u32_e32 vcc, 0, v3"] {
        let changed = text.replacen("s_and_saveexec", &format!("{compare}\n\ts_and_saveexec"), 1);
        assert_eq!(told(&judged("MP+fences+agent", "gfx942,notgsplit", &changed)), "unsound", "{compare}");
    }
}

/// What a comparison of floating-point numbers finds is not known, and no more than that.
#[test]
fn comparisons_of_floating_point_numbers_find_what_is_not_known() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1200,wgp/MP+fences+agent.s").expect("assembly");
    let with = |to: &str| told(&judged("MP+fences+agent", "gfx1200,wgp", &text.replacen("s_cbranch_execz", to, 1)));
    assert_eq!(with("s_cmp_u_f32 s0, s1\n\ts_cbranch_execz"), with("s_cbranch_execz"));
    let unknown = with("s_cmp_u_f32 s0, s1\n\ts_cbranch_scc1");
    let why = "unknown: not modelled: what this computes is not modelled, and a condition depends on it (`s_cmp_u_f32";
    assert!(unknown.starts_with(why), "{unknown}");
}
