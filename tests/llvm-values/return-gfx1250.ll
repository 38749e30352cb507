; RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1250 < %s | FileCheck -check-prefixes=C %s

define i32 @f(ptr addrspace(3) %p) {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:    s_wait_loadcnt_dscnt 0x0
; C-NEXT:    s_wait_kmcnt 0x0
; C-NEXT:    ds_load_b32 v0, v0
; C-NEXT:    s_wait_dscnt 0x0
; C-NEXT:    s_set_pc_i64 s[30:31]
  %v = load atomic i32, ptr addrspace(3) %p syncscope("workgroup") acquire, align 4
  ret i32 %v
}
