; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx900 < %s | FileCheck -check-prefixes=C %s

define void @f(ptr addrspace(1) %p, ptr addrspace(3) %l, i32 %c, ptr addrspace(3) %m, i1 inreg %t) "amdgpu-agpr-alloc"="0" {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:    s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
; C-NEXT:    buffer_store_dword v4, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
; C-NEXT:    v_mov_b32_e32 v4, v1
; C-NEXT:    ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
; C-NEXT:    v_mov_b32_e32 v1, v4
; C-NEXT:    s_and_b32 s4, 1, s16
; C-NEXT:    s_cmp_eq_u32 s4, 1
; C-NEXT:    s_cselect_b64 s[4:5], -1, 0
; C-NEXT:    ds_read_b32 v2, v2
; C-NEXT:    s_waitcnt lgkmcnt(0)
; C-NEXT:    buffer_store_dword v2, off, s[0:3], s32 ; 4-byte Folded Spill
; C-NEXT:    global_store_dword v[0:1], v3, off
; C-NEXT:    s_mov_b32 s4, 1
; C-NEXT:    s_and_b32 s4, s16, s4
; C-NEXT:    s_mov_b32 s5, 0
; C-NEXT:    s_cmp_eq_u32 s4, s5
; C-NEXT:    s_cbranch_scc1 .LBB0_2
; C-NEXT:    ; %bb.1:                                ; %yes
; C-NEXT:    buffer_load_dword v0, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
; C-NEXT:    buffer_load_dword v1, off, s[0:3], s32 ; 4-byte Folded Reload
; C-NEXT:    s_waitcnt vmcnt(0)
; C-NEXT:    ds_write_b32 v0, v1
; C-NEXT:    .LBB0_2:
; C-NEXT:    s_waitcnt vmcnt(0) lgkmcnt(0)
; C-NEXT:    s_setpc_b64 s[30:31]
entry:
  %v = load i32, ptr addrspace(3) %l, align 4
  store atomic i32 %c, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  br i1 %t, label %yes, label %no
yes:
  store i32 %v, ptr addrspace(3) %m, align 4
  br label %no
no:
  ret void
}
