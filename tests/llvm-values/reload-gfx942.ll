; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx942 -mattr=+tgsplit < %s | FileCheck -check-prefixes=C %s

define amdgpu_kernel void @f(ptr addrspace(1) %p0, i32 %v, i32 %c, ptr addrspace(3) %m) "amdgpu-agpr-alloc"="0" {
; C-LABEL: f:
; C:       ; %bb.0:
; C-NEXT:    s_mov_b64 s[6:7], s[4:5]
; C-NEXT:    s_load_dwordx2 s[2:3], s[6:7], 0x0
; C-NEXT:    s_load_dword s4, s[6:7], 0x8
; C-NEXT:    s_load_dword s0, s[6:7], 0xc
; C-NEXT:    s_load_dword s1, s[6:7], 0x10
; C-NEXT:    ; implicit-def: $vgpr3 : SGPR spill to VGPR lane
; C-NEXT:    s_waitcnt lgkmcnt(0)
; C-NEXT:    v_writelane_b32 v3, s4, 0
; C-NEXT:    v_writelane_b32 v3, s1, 1
; C-NEXT:    s_or_saveexec_b64 s[8:9], -1
; C-NEXT:    scratch_store_dword off, v3, off ; 4-byte Folded Spill
; C-NEXT:    s_mov_b64 exec, s[8:9]
; C-NEXT:    s_mov_b32 s1, 0x3ff
; C-NEXT:    v_and_b32_e64 v0, v0, s1
; C-NEXT:    s_mov_b32 s1, 2
; C-NEXT:    v_lshlrev_b32_e64 v0, s1, v0
; C-NEXT:    v_mov_b32_e32 v2, 0
; C-NEXT:    ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
; C-NEXT:    v_mov_b32_e32 v1, v2
; C-NEXT:    v_lshl_add_u64 v[0:1], s[2:3], 0, v[0:1]
; C-NEXT:    scratch_store_dwordx2 off, v[0:1], off offset:4 ; 8-byte Folded Spill
; C-NEXT:    s_mov_b32 s1, 0
; C-NEXT:    s_cmp_lg_u32 s0, s1
; C-NEXT:    s_cbranch_scc1 .LBB0_2
; C-NEXT:    ; %bb.1:                                ; %yes
; C-NEXT:    s_or_saveexec_b64 s[8:9], -1
; C-NEXT:    scratch_load_dword v3, off, off ; 4-byte Folded Reload
; C-NEXT:    s_mov_b64 exec, s[8:9]
; C-NEXT:    s_waitcnt vmcnt(0)
; C-NEXT:    v_readlane_b32 s0, v3, 0
; C-NEXT:    v_readlane_b32 s1, v3, 1
; C-NEXT:    s_nop 1
; C-NEXT:    v_mov_b32_e32 v0, s1
; C-NEXT:    v_mov_b32_e32 v1, s0
; C-NEXT:    ds_write_b32 v0, v1
; C-NEXT:    .LBB0_2:
; C-NEXT:    s_or_saveexec_b64 s[8:9], -1
; C-NEXT:    scratch_load_dword v3, off, off ; 4-byte Folded Reload
; C-NEXT:    s_mov_b64 exec, s[8:9]
; C-NEXT:    s_waitcnt vmcnt(0)
; C-NEXT:    v_readlane_b32 s0, v3, 0
; C-NEXT:    scratch_load_dwordx2 v[0:1], off, off offset:4 ; 8-byte Folded Reload
; C-NEXT:    s_nop 0
; C-NEXT:    v_mov_b32_e32 v2, s0
; C-NEXT:    s_waitcnt vmcnt(0)
; C-NEXT:    global_store_dword v[0:1], v2, off sc0
; C-NEXT:    s_endpgm
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %p0, i32 %id
  %t = icmp eq i32 %c, 0
  br i1 %t, label %yes, label %no
yes:
  store i32 %v, ptr addrspace(3) %m, align 4
  br label %no
no:
  store atomic i32 %v, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
