; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -mattr=+tgsplit < %s | FileCheck -check-prefixes=C %s

define void @f(ptr addrspace(1) %p, ptr addrspace(1) %l, i32 inreg %c, ptr addrspace(3) %m) {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:    s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
; C-NEXT:    global_load_dword v2, v[2:3], off
; C-NEXT:    s_cmp_lg_u32 s0, 0
; C-NEXT:    s_cbranch_scc1 .LBB0_2
; C-NEXT:    ; %bb.1:                                ; %yes
; C-NEXT:    s_waitcnt vmcnt(0)
; C-NEXT:    v_mul_lo_u32 v3, v2, v2
; C-NEXT:    ds_write_b32 v4, v3
; C-NEXT:    .LBB0_2:
; C-NEXT:    s_waitcnt vmcnt(0)
; C-NEXT:    global_store_dword v[0:1], v2, off sc0
; C-NEXT:    v_mul_lo_u32 v0, v2, s0
; C-NEXT:    v_xor_b32_e32 v0, 0x4d, v0
; C-NEXT:    v_mul_lo_u32 v1, v0, v2
; C-NEXT:    v_lshl_add_u32 v2, s0, 2, v4
; C-NEXT:    ds_write_b32 v4, v1 offset:4
; C-NEXT:    ds_write_b32 v2, v0
; C-NEXT:    s_waitcnt vmcnt(0) lgkmcnt(0)
; C-NEXT:    s_setpc_b64 s[30:31]
entry:
  %v = load i32, ptr addrspace(1) %l, align 4
  %t = icmp eq i32 %c, 0
  br i1 %t, label %yes, label %no
yes:
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(3) %m, align 4
  br label %no
no:
  store atomic i32 %v, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  %a = mul i32 %v, %c
  %b = xor i32 %a, 77
  %d = mul i32 %b, %v
  %m1 = getelementptr i32, ptr addrspace(3) %m, i32 1
  %m2 = getelementptr i32, ptr addrspace(3) %m, i32 %c
  store i32 %d, ptr addrspace(3) %m1, align 4
  store i32 %b, ptr addrspace(3) %m2, align 4
  ret void
}
