//! Compiler output with other accesses in it.

use super::{judged, told};

/// An access at another address than the pointer of the test, or that does something else besides, in every form.
#[test]
fn accesses_elsewhere_are_unknown() {
    let (mp, lds) = ("MP+fences+agent", "MP+global-data+LDS-flag");
    let rows = [
        (mp, "gfx942,notgsplit", "off sc1", "off offset:-8 sc1"),
        (mp, "gfx942,notgsplit", "off sc1", "off offset:0x4 sc1"),
        (mp, "gfx942,notgsplit", "off sc1", "off sc1 lds"),
        (mp, "gfx942,notgsplit", "off sc1", "off sc1 nv"),
        (mp, "gfx942,notgsplit", "off sc1", "off sc1 offen"),
        (mp, "gfx803", "flat_load_dword v3, v[0:1]", "flat_load_dword v3, v[0:1] offset:4"),
        (mp, "gfx600", "0 addr64 glc", "0 addr64 offset:4 glc"),
        (mp, "gfx600", "0 addr64 glc", "4 addr64 glc"),
        (mp, "gfx600", "0 addr64 glc", "s9 addr64 glc"),
        (mp, "gfx600", "0 addr64 glc", "0 addr64 glc tfe"),
        (mp, "gfx600", "0 addr64 glc", "0 idxen glc"),
        (mp, "gfx600", "0 addr64 glc", "0 addr64 glc lds"),
        (mp, "gfx1250", "off scope:SCOPE_DEV", "off offset:4 scope:SCOPE_DEV"),
        (mp, "gfx1250", "off scope:SCOPE_DEV", "off scale_offset scope:SCOPE_DEV"),
        (mp, "gfx1100,wgp", "s_waitcnt_vscnt null, 0x0", "s_waitcnt_vscnt s0, 0x0"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_read_b32 v2, v2 offset:4"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_read_b32 v2, v2 offset1:4"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_read_b32 v2, v2 gds"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_read2_b32 v[2:3], v2 offset1:1"),
        (lds, "gfx942,notgsplit", "ds_write_b32 v2, v3", "ds_write_b32 v2, v3 offset:4"),
        (lds, "gfx942,notgsplit", "ds_write_b32 v2, v3", "ds_write2_b32 v2, v3, v3 offset1:1"),
        (lds, "gfx942,notgsplit", "ds_write_b32 v2, v3", "ds_add_u32 v2, v3 offset:4"),
        (mp, "gfx942,notgsplit", "global_load_dword v2, v[2:3]", "global_load_dword s2, v[2:3]"),
        (mp, "gfx942,notgsplit", "global_load_dword v2, v[2:3]", "global_load_dword v2, v[1:2]"),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "buffer_inv sc1=1"),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "buffer_inv v0"),
        (mp, "gfx1250", "global_inv", "global_inv v0"),
        (mp, "gfx1250", "s_wait_loadcnt 0x0", "s_wait_loadcnt null, 0x0"),
        (mp, "gfx1100,wgp", "s_waitcnt_vscnt null, 0x0", "s_waitcnt vscnt(0)"),
        (mp, "gfx600", "s_waitcnt vmcnt(0)\n\tbuf", "s_waitcnt vmcnt(16)\n\tbuf"),
        ("kernels", "gfx942,notgsplit", "s_load_dwordx4 s[0:3], s[4:5], 0x0", "s_load_dwordx4 s[0:3], s[4:5], 0x4"),
        ("kernels", "gfx942,notgsplit", "s[4:5], 0x0", "s[4:5], 0x0 offset:0x4"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_read_u16_d16 v2, v2"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_read_b128 v[4:7], v2"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_bpermute_b32 v2, v2, v2"),
        (lds, "gfx942,notgsplit", "ds_write_b32 v2, v3", "ds_write_b16_d16_hi v2, v3"),
        (mp, "gfx942,notgsplit", "off sc1", "off sc1 scale_offset"),
        (mp, "gfx803", "flat_load_dword v3, v[0:1]", "flat_load_dword v3, v[0:1] sc1"),
        (lds, "gfx942,notgsplit", "ds_read_b32 v2, v2", "ds_read_b32 v2, v2 sc0"),
        (lds, "gfx942,notgsplit", "ds_write_b32 v2, v3", "ds_write_b32 v2, v3 nt"),
        (lds, "gfx803", "ds_write_b32", "ds_write_b32 v2, v3 glc\n\tds_write_b32"),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "buffer_inv sc0, sc1"),
        (mp, "gfx942,notgsplit", "buffer_inv sc1", "buffer_inv sc1 glc"),
        (mp, "gfx1250", "global_inv scope:SCOPE_DEV", "global_inv scope:SCOPE_DEV, foo"),
        (mp, "gfx942,notgsplit", "v_mov_b32_e32 v4, 1", "v_mov_b32_e32 v4, 1 foo"),
        (mp, "gfx942,notgsplit", "v_mov_b32_e32 v4, 1", "v_mov_b32_e32 v4, 1\n\tv_perm_b32 v9, v4, v4, v4 foo"),
        ("kernels", "gfx942,notgsplit", "s[4:5], 0x0", "s[4:5], 0x0 foo"),
        ("kernels", "gfx942,notgsplit", "s[4:5], 0x0", "s[4:5], 0x0 sc0"),
        (mp, "gfx942,notgsplit", "v_cmp_eq_u32_e32 vcc, 1, v2", "v_cmp_eq_u32_e32 null, 1, v2"),
        (mp, "gfx942,notgsplit", "v_cmp_eq_u32_e32 vcc, 1, v2", "v_cmp_eq_u32_e64 null, 1, v2"),
        (mp, "gfx942,notgsplit", "v_cmp_eq_u32_e32 vcc, 1, v2", "v_cmpx_eq_u32_e32 null, 1, v2"),
        (mp, "gfx1100,wgp", "v_cmpx_eq_u32_e32 1, v2", "v_cmpx_eq_u32_e32 null, 1, v2"),
        (mp, "gfx1100,wgp", "v_cmpx_eq_u32_e32 1, v2", "v_cmpx_eq_u32_e64 s0, 1, v2"),
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

/// DMA is waited for: by the compiler, though the document's code for the release does not, or by the wait that is written. Where it accesses LDS is told by `m0`.
#[test]
fn dma_without_its_wait_is_unsound() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx942,notgsplit/dma-MP-flag+sync.s").expect("assembly");
    let changed = |from: &str, to: &str| {
        let (head, code) = text.split_once("global_load_lds_dword").expect("a load to LDS");
        assert!(from == "m0" || code.contains(from), "{from}");
        let text = match from {
            "m0" => format!("{}global_load_lds_dword{code}", head.replace("s_mov_b32 m0, s0", to)),
            _ => format!("{head}global_load_lds_dword{}", code.replacen(from, to, 1)),
        };
        told(&judged("dma-MP-flag+sync", "gfx942", &text))
    };
    let asynchronous = std::fs::read_to_string("tests/fixtures/dma-async-waited.s").expect("assembly");
    let unwaited = asynchronous.replace("s_wait_asynccnt 0x0", "s_wait_xcnt 0x0");
    insta::assert_snapshot!(
        [
            changed("off", "off"),
            changed("vmcnt(0) lgkmcnt(0)", "lgkmcnt(0)"),
            changed(", off", ", off offset:4"),
            changed("m0", "s_mov_b32 m0, 0"),
            changed("m0", "s_nop 0"),
            told(&judged("dma-async-waited", "gfx1250", &asynchronous)),
            told(&judged("dma-async-waited", "gfx1250", &unwaited)),
        ]
        .join("\n")
    );
}
