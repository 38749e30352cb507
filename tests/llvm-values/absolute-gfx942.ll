; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -O0 < %s | FileCheck -check-prefixes=C %s

define amdgpu_kernel void @f(ptr addrspace(3) %p, ptr addrspace(3) %q, float %c) {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:    s_load_dword s2, s[4:5], 0x0
; C-NEXT:    s_load_dword s0, s[4:5], 0x4
; C-NEXT:    s_load_dword s1, s[4:5], 0x8
; C-NEXT:    s_waitcnt lgkmcnt(0)
; C-NEXT:    v_mov_b32_e32 v0, s2
; C-NEXT:    ds_read_b32 v0, v0
; C-NEXT:    s_waitcnt lgkmcnt(0)
; C-NEXT:    v_mul_f32_e64 v1, |v0|, s1
; C-NEXT:    v_mov_b32_e32 v0, s0
; C-NEXT:    ds_write_b32 v0, v1
; C-NEXT:    s_endpgm
  %v = load atomic i32, ptr addrspace(3) %p syncscope("workgroup") acquire, align 4
  %x = bitcast i32 %v to float
  %a = call float @llvm.fabs.f32(float %x)
  %m = fmul float %a, %c
  store float %m, ptr addrspace(3) %q
  ret void
}
declare float @llvm.fabs.f32(float)
