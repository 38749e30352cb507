; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx1250 < %s | FileCheck -check-prefixes=C %s

define amdgpu_kernel void @f(ptr addrspace(3) %p, ptr addrspace(1) %q) {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:  s_load_b128 s[0:3], s[4:5], 0x0
; C-NEXT:  s_wait_kmcnt 0x0
; C-NEXT:  v_mov_b32_e32 v1, s0
; C-NEXT:  v_mov_b32_e32 v0, 0
; C-NEXT:  ds_load_b32 v2, v1
; C-NEXT:  s_wait_dscnt 0x0
; C-NEXT:  v_dual_mov_b32 v3, s1 :: v_dual_mov_b32 v4, v2
; C-NEXT:  global_store_b32 v0, v2, s[2:3]
; C-NEXT:  s_endpgm
  %v = load atomic i32, ptr addrspace(3) %p syncscope("workgroup") acquire, align 4
  store i32 %v, ptr addrspace(1) %q
  ret void
}
