; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx90a < %s | FileCheck -check-prefixes=C %s

define amdgpu_kernel void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %c) {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:  s_load_dwordx2 s[2:3], s[4:5], 0x0
; C-NEXT:  s_load_dword s6, s[4:5], 0x8
; C-NEXT:  s_waitcnt lgkmcnt(0)
; C-NEXT:  v_mov_b32_e32 v0, 0
; C-NEXT:  s_branch .LBB0_2
; C-NEXT:  .LBB0_1:
; C-NEXT:  s_waitcnt lgkmcnt(0)
; C-NEXT:  global_store_dword v0, v1, s[2:3]
; C-NEXT:  s_endpgm
; C-NEXT:  .LBB0_2:
; C-NEXT:  ds_read_b32 v1, v0
; C-NEXT:  s_branch .LBB0_1
  store atomic i32 %c, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  ret void
}
