; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -mattr=+tgsplit < %s | FileCheck -check-prefixes=C %s

define amdgpu_kernel void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:    s_load_dwordx4 s[0:3], s[4:5], 0x0
; C-NEXT:    s_load_dword s6, s[4:5], 0x10
; C-NEXT:    v_and_b32_e32 v0, 0x3ff, v0
; C-NEXT:    v_lshlrev_b32_e32 v0, 2, v0
; C-NEXT:    s_waitcnt lgkmcnt(0)
; C-NEXT:    global_load_dword v1, v0, s[0:1]
; C-NEXT:    s_mov_b32 s0, 0
; C-NEXT:    v_mov_b32_e32 v0, 0
; C-NEXT:    s_waitcnt vmcnt(0)
; C-NEXT:    .LBB0_1:
; C-NEXT:    ; =>This Inner Loop Header: Depth=1
; C-NEXT:    s_add_i32 s0, s0, 1
; C-NEXT:    global_store_dword v0, v1, s[2:3]
; C-NEXT:    s_add_u32 s2, s2, 4
; C-NEXT:    s_addc_u32 s3, s3, 0
; C-NEXT:    s_cmp_lt_i32 s0, s6
; C-NEXT:    s_cbranch_scc1 .LBB0_1
; C-NEXT:    ; %bb.2:                                ; %done
; C-NEXT:    s_endpgm
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %pp = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %v = load i32, ptr addrspace(1) %pp, align 4
  fence syncscope("workgroup") release, !mmra !0
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%j, %loop]
  %g = getelementptr i32, ptr addrspace(1) %q, i32 %i
  store i32 %v, ptr addrspace(1) %g, align 4
  %j = add i32 %i, 1
  %t = icmp slt i32 %j, %n
  br i1 %t, label %loop, label %done
done:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
!0 = !{!"amdgpu-synchronize-as", !"global"}
