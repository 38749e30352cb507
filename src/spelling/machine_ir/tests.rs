//! Instructions of machine IR as releases print them, and the assembly that each is.

use super::{MachineInstruction, as_assembly};
use crate::targets::known_targets;

/// An instruction for a target in assembly, its parts by `::`; or why it is not understood.
fn told(target: &str, text: &str) -> String {
    let target = known_targets().iter().find(|known| known.name == target).expect("a target");
    let Some(read) = MachineInstruction::read(text) else { return "no instruction".into() };
    as_assembly(&read, target).map_or_else(|why| why, |parts| parts.join(" :: "))
}

#[test]
fn accesses_have_the_operands_of_assembly() {
    let load = "renamable $vgpr2 = GLOBAL_LOAD_DWORD killed renamable $vgpr2_vgpr3, 0, 1, implicit $exec :: (load syncscope(\"agent\") monotonic (s32) from %ir.flag, addrspace 1)";
    assert_eq!(told("gfx11", load), "global_load_dword v2, v[2:3], off glc");
    assert_eq!(told("gfx942", load), "global_load_dword v2, v[2:3], off sc0");
    let rows = [
        (
            "gfx11",
            "$vgpr1 = GLOBAL_LOAD_DWORD_SADDR $sgpr2_sgpr3, $vgpr0, 16, 5, implicit $exec",
            "global_load_dword v1, v0, s[2:3] offset:16 glc dlc",
        ),
        (
            "gfx11",
            "GLOBAL_STORE_DWORD_SADDR $vgpr0, $vgpr1, $sgpr0_sgpr1, 0, 0, implicit $exec",
            "global_store_dword v0, v1, s[0:1]",
        ),
        (
            "gfx12",
            "GLOBAL_STORE_DWORDX2 $vgpr0_vgpr1, $vgpr4_vgpr5, 0, 24, implicit $exec",
            "global_store_dwordx2 v[0:1], v[4:5], off scope:SCOPE_SYS",
        ),
        (
            "gfx12",
            "$vgpr2 = GLOBAL_ATOMIC_CMPSWAP_RTN $vgpr2_vgpr3, $vgpr4_vgpr5, 0, 17, implicit $exec",
            "global_atomic_cmpswap v2, v[2:3], v[4:5], off scope:SCOPE_DEV th:TH_ATOMIC_RETURN",
        ),
        (
            "gfx942",
            "FLAT_ATOMIC_ADD $vgpr2_vgpr3, $vgpr4, 0, 0, implicit $exec, implicit $flat_scr",
            "flat_atomic_add v[2:3], v4",
        ),
        (
            "gfx6",
            "$vgpr4 = BUFFER_LOAD_DWORD_ADDR64 $vgpr2_vgpr3, $sgpr4_sgpr5_sgpr6_sgpr7, 0, 0, 1, 0, implicit $exec",
            "buffer_load_dword v4, v[2:3], s[4:7], 0 addr64 glc",
        ),
        (
            "gfx6",
            "$vgpr4_vgpr5 = BUFFER_ATOMIC_CMPSWAP_ADDR64_RTN $vgpr4_vgpr5, $vgpr2_vgpr3, $sgpr4_sgpr5_sgpr6_sgpr7, 0, 0, 1, implicit $exec",
            "buffer_atomic_cmpswap v[4:5], v[2:3], s[4:7], 0 addr64 glc",
        ),
        (
            "gfx9",
            "DS_WRITE_B32_gfx9 killed renamable $vgpr2, killed renamable $vgpr3, 0, 0, implicit $exec",
            "ds_write_b32 v2, v3",
        ),
        (
            "gfx6",
            "$vgpr2 = DS_ADD_RTN_U32 $vgpr2, $vgpr3, 4, 0, implicit $m0, implicit $exec",
            "ds_add_rtn_u32 v2, v2, v3 offset:4",
        ),
        (
            "gfx11",
            "$vgpr2 = DS_CMPSTORE_RTN_B32_gfx9 $vgpr2, $vgpr3, $vgpr4, 0, 0, implicit $exec",
            "ds_cmpstore_rtn_b32 v2, v2, v3, v4",
        ),
        // Both names are the assembler's.
        ("gfx11", "$sgpr0_sgpr1 = S_LOAD_DWORDX2_IMM $sgpr4_sgpr5, 8, 0", "s_load_dwordx2 s[0:1], s[4:5], 8"),
        ("gfx9", "$sgpr0_sgpr1 = S_LOAD_DWORDX2_IMM $sgpr4_sgpr5, 8, 0", "s_load_dwordx2 s[0:1], s[4:5], 8"),
    ];
    for (target, text, assembly) in rows {
        assert_eq!(told(target, text), assembly, "{text}");
    }
}

#[test]
fn waits_and_cache_operations_have_what_bits_say() {
    let rows = [
        ("gfx11", "S_WAITCNT_soft 7", "s_waitcnt lgkmcnt(0) vmcnt(0)"),
        ("gfx10", "S_WAITCNT 16240", "s_waitcnt vmcnt(0)"),
        ("gfx90a", "S_WAITCNT_soft 49279", "s_waitcnt lgkmcnt(0)"),
        ("gfx11", "S_WAITCNT_VSCNT_soft undef $sgpr_null, 0", "s_waitcnt_vscnt null, 0"),
        ("gfx12", "S_WAIT_LOADCNT_soft 0", "s_wait_loadcnt 0"),
        ("gfx12", "GLOBAL_INV 16, implicit $exec", "global_inv scope:SCOPE_DEV"),
        ("gfx942", "BUFFER_INV 17, implicit $exec", "buffer_inv sc0 sc1"),
        ("gfx11", "BUFFER_GL1_INV implicit $exec", "buffer_gl1_inv"),
        ("gfx90a", "S_WAITCNT_lds_direct", ""),
    ];
    for (target, text, assembly) in rows {
        assert_eq!(told(target, text), assembly, "{text}");
    }
}

#[test]
fn other_instructions_are_spelled_as_in_assembly() {
    let rows = [
        (
            "$vgpr4, renamable $vgpr5 = V_DUAL_MOV_B32_e32_X_MOV_B32_e32_gfx11 1, $vgpr7, implicit $exec",
            "v_mov_b32 v4, 1 :: v_mov_b32 v5, v7",
        ),
        (
            "$vgpr1, $vgpr0 = V_DUAL_MOV_B32_e32_X_ADD_U32_e32_gfx11 0, 1, $vgpr3, implicit $exec",
            "v_mov_b32 v1, 0 :: v_add_u32 v0, 1, v3",
        ),
        ("V_CMPX_EQ_U32_nosdst_e32 1, $vgpr2, implicit-def $exec, implicit $exec", "v_cmpx_eq_u32_e32 1, v2"),
        ("V_CMP_NE_U32_e32 0, killed $vgpr4, implicit-def $vcc_lo, implicit $exec", "v_cmp_ne_u32_e32 vcc_lo, 0, v4"),
        (
            "$vgpr0 = V_ADD_CO_U32_e32 1, killed $vgpr0, implicit-def dead $vcc, implicit $exec",
            "v_add_co_u32_e32 v0, vcc, 1, v0",
        ),
        ("$sgpr1 = V_CMP_NE_U32_e64 0, killed $vgpr4, implicit $exec", "v_cmp_ne_u32_e64 s1, 0, v4"),
        ("$vgpr0 = V_CNDMASK_B32_e64 0, 0, 0, 1, killed $sgpr0, implicit $exec", "v_cndmask_b32_e64 v0, 0, 1, s0"),
        ("$vgpr0 = V_ADD_U32_e64 $vgpr1, 5, 0, implicit $exec", "v_add_u32_e64 v0, v1, 5"),
        ("$vgpr0 = V_ADD_U32_e64 $vgpr1, 5, 1, implicit $exec", "v_add_u32_e64 v0, v1, 5 clamp"),
        ("V_CMPX_EQ_U16_fake16_nosdst_e32 1, $vgpr2, implicit-def $exec, implicit $exec", "v_cmpx_eq_u16_e32 1, v2"),
        ("$sgpr0 = V_CMP_LT_U16_t16_e64 0, $vgpr2_lo16, 0, 0, 0, implicit $exec", "v_cmp_lt_u16_e64 s0, 0, v2.l clamp"),
        (
            "$vgpr7, $vgpr9 = V_DUAL_MOV_B32_e32_X_MOV_B32_e32_e96_gfx1250 $vgpr6, $vgpr2, implicit $exec",
            "v_mov_b32 v7, v6 :: v_mov_b32 v9, v2",
        ),
        (
            "$sgpr0 = S_ANDN2_SAVEEXEC_B32 killed $sgpr0, implicit-def $exec, implicit-def $scc, implicit $exec",
            "s_andn2_saveexec_b32 s0, s0",
        ),
        ("$exec_lo = S_OR_B32 $exec_lo, killed renamable $sgpr1, implicit-def $scc", "s_or_b32 exec_lo, exec_lo, s1"),
        ("$vgpr2 = V_MOV_B32_e32 0, implicit $exec, implicit-def $vgpr2_vgpr3", "v_mov_b32_e32 v2, 0"),
        ("renamable $vgpr2_vgpr3 = IMPLICIT_DEF", "v_mov_b32 v2, undefined :: v_mov_b32 v3, undefined"),
        ("$sgpr4 = IMPLICIT_DEF", "s_mov_b32 s4, undefined"),
        ("$scc = IMPLICIT_DEF", "`scc` without a value is not understood"),
        ("$vgpr0 = KILL $vgpr0, implicit-def $vgpr0_vgpr1", ""),
        ("KILL killed $vgpr0", ""),
        ("$vgpr0 = KILL $vgpr1", "what becomes of `v0` is not understood"),
        ("BUFFER_GL1_INV implicit $exec, 3", "`3` after implicit registers is not understood"),
        ("S_CBRANCH_EXECZ %bb.2, implicit $exec", "s_cbranch_execz bb.2"),
        ("S_SETPC_B64_return undef $sgpr30_sgpr31", "s_setpc_b64 s[30:31]"),
        ("S_ENDPGM 0", "s_endpgm"),
        ("S_BARRIER_SIGNAL_IMM -1", "s_barrier_signal -1"),
        ("S_BARRIER_JOIN_M0 implicit $m0", "s_barrier_join m0"),
        ("$vgpr0 = FLAT_LOAD_DWORD_SADDR $sgpr0_sgpr1, $vgpr1, 0, 0, implicit $exec", "flat_load_dword v0, v1, s[0:1]"),
    ];
    for (text, assembly) in rows {
        assert_eq!(told("gfx11", text), assembly, "{text}");
    }
}

#[test]
fn what_is_not_understood_says_so() {
    let rows = [
        ("$vgpr0 = COPY $vgpr1", "`copy` is not understood"),
        ("$vgpr0 = S_NOP 0", "`s_nop` with a result is not understood"),
        ("$sgpr0 = S_WAIT_LOADCNT 0", "`s_wait_loadcnt` with a result is not understood"),
        (
            "$vgpr0 = GLOBAL_LOAD_DWORD $vgpr0_vgpr1, 0, 64, implicit $exec",
            "what the cache policy 64 means is not known",
        ),
        (
            "$vgpr0 = GLOBAL_LOAD_DWORD $vgpr0_vgpr1, 0, 0, 0, implicit $exec",
            "`global_load_dword` with these operands is not understood",
        ),
        ("$vgpr0 = GLOBAL_LOAD_DWORD %0:vreg_64, 0, 0, implicit $exec", "the operand `%0:vreg_64` is not understood"),
        (
            "$vgpr0 = FLAT_LOAD_DWORD_ADDR64 $vgpr0_vgpr1, 0, 0, implicit $exec",
            "the operands of `flat_load_dword_addr64` are not known",
        ),
        (
            "$vgpr0 = BUFFER_ATOMIC_ADD_ADDR64_RTN $vgpr1, $vgpr2_vgpr3, $sgpr4_sgpr5_sgpr6_sgpr7, 0, 0, 1",
            "`buffer_atomic_add_addr64_rtn` with these operands is not understood",
        ),
        (
            "$vgpr0 = DS_READ_B32_gfx9 $vgpr0, 0, 1, implicit $exec",
            "`ds_read_b32_gfx9` with these operands is not understood",
        ),
        ("$vgpr0 = V_MOV_B32_e32 1, implicit-def $exec", "`v_mov_b32_e32` that writes `$exec` is not understood"),
        ("$vgpr0 = V_MOV_B32_e32 1, implicit-def $mode", "`v_mov_b32_e32` that writes `$mode` is not understood"),
        (
            "GLOBAL_STORE_DWORD $vgpr0_vgpr1, $vgpr1, 0, 0, implicit-def $scc",
            "`global_store_dword` that writes `$scc` is not understood",
        ),
        ("V_DUAL_FMAC_F32_e32_X_MOV_B32_e32_gfx11 $vgpr0, 1, 2", "`v_fmac_f32` in two parts is not understood"),
    ];
    for (text, why) in rows {
        assert_eq!(told("gfx11", text), why, "{text}");
    }
}

/// What LLVM does not print before an opcode, among implicit registers or about memory makes a line no instruction.
#[test]
fn nothing_is_left_out_of_a_line() {
    let inv = "BUFFER_INV 16, implicit $exec";
    assert_eq!(told("gfx942", inv), "buffer_inv sc1");
    assert_eq!(told("gfx942", &format!("frame-setup {inv}")), "buffer_inv sc1");
    assert_eq!(told("gfx942", &format!("{inv}, implicit killed $vgpr0_vgpr1, implicit $mode")), "buffer_inv sc1");
    let memory = ":: (volatile \"amdgpu-noclobber\" load store syncscope(\"agent\") acquire monotonic (s32) on %ir.p)";
    assert_eq!(told("gfx942", &format!("{inv} {memory}")), "buffer_inv sc1");
    for line in [
        format!("# {inv}"),
        format!("foo {inv}"),
        format!("! {inv}"),
        format!("}} {inv}"),
        format!("{inv} bogus"),
        format!("{inv}, implicit $banana"),
        format!("{inv}, implicit"),
        format!("{inv} :: (banana (s32))"),
        format!("{inv} :: (load (s32)"),
        "BUFFER_INV 16 /* CPol::SC1 */, implicit $exec".to_string(),
        "foo = BUFFER_INV 16, implicit $exec".to_string(),
    ] {
        assert_eq!(told("gfx942", &line), "no instruction", "{line}");
    }
}
