; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx700 < %s | FileCheck -check-prefixes=C %s

define amdgpu_kernel void @f(ptr addrspace(4) %s, float %a, float %b, ptr addrspace(3) %m, ptr addrspace(3) %n) {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:    s_load_dwordx2 s[4:5], s[8:9], 0x0
; C-NEXT:    s_load_dwordx4 s[0:3], s[8:9], 0x2
; C-NEXT:    s_mov_b32 m0, -1
; C-NEXT:    s_waitcnt lgkmcnt(0)
; C-NEXT:    s_load_dword s4, s[4:5], 0x0
; C-NEXT:    v_mov_b32_e32 v0, s1
; C-NEXT:    v_cmp_nlt_f32_e32 vcc, s0, v0
; C-NEXT:    s_mov_b64 s[0:1], -1
; C-NEXT:    s_and_b64 vcc, exec, vcc
; C-NEXT:    s_waitcnt lgkmcnt(0)
; C-NEXT:    s_mov_b64 vcc, vcc
; C-NEXT:    s_cbranch_vccnz .LBB0_3
; C-NEXT:    ; %bb.1:                                ; %Flow
; C-NEXT:    s_andn2_b64 vcc, exec, s[0:1]
; C-NEXT:    s_cbranch_vccz .LBB0_4
; C-NEXT:    .LBB0_2:
; C-NEXT:    s_endpgm
; C-NEXT:    .LBB0_3:
; C-NEXT:    v_mov_b32_e32 v0, s3
; C-NEXT:    v_mov_b32_e32 v1, s4
; C-NEXT:    ds_write_b32 v0, v1
; C-NEXT:    s_cbranch_execnz .LBB0_2
; C-NEXT:    .LBB0_4:
; C-NEXT:    v_mov_b32_e32 v0, s2
; C-NEXT:    v_mov_b32_e32 v1, s4
; C-NEXT:    ds_write_b32 v0, v1
; C-NEXT:    s_endpgm
entry:
  %x = load i32, ptr addrspace(4) %s, align 4
  fence syncscope("workgroup") release
  %t = fcmp olt float %a, %b
  br i1 %t, label %yes, label %no
yes:
  store i32 %x, ptr addrspace(3) %m, align 4
  br label %end
no:
  store i32 %x, ptr addrspace(3) %n, align 4
  br label %end
end:
  ret void
}
