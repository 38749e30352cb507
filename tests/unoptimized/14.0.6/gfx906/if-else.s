	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.globl	P0                              ; -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     ; @P0
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v2, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
                                        ; kill: def $vgpr2_vgpr3 killed $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v2, 1
	global_store_dword v[0:1], v2, off
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 32
; NumSgprs: 36
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_or_saveexec_b64 s[4:5], -1
	buffer_store_dword v5, off, s[0:3], s32 offset:16 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_writelane_b32 v5, s30, 0
	v_writelane_b32 v5, s31, 1
	buffer_store_dword v3, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	v_mov_b32_e32 v4, v1
	buffer_load_dword v1, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	s_waitcnt vmcnt(0)
	v_mov_b32_e32 v3, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
	buffer_store_dword v2, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:8 ; 4-byte Folded Spill
                                        ; kill: def $vgpr2_vgpr3 killed $vgpr0_vgpr1 killed $exec
	global_load_dword v0, v[0:1], off glc
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s32 ; 4-byte Folded Spill
	s_mov_b32 s4, 1
	v_cmp_ne_u32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v5, s6, 2
	v_writelane_b32 v5, s7, 3
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB1_1
	s_branch .LBB1_3
.LBB1_1:                                ; %Flow
	v_readlane_b32 s4, v5, 2
	v_readlane_b32 s5, v5, 3
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v5, s4, 4
	v_writelane_b32 v5, s5, 5
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB1_4
; %bb.2:                                ; %then.3
	buffer_load_dword v0, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:8 ; 4-byte Folded Reload
	v_mov_b32_e32 v2, 1
	s_waitcnt vmcnt(0)
	global_store_dword v[0:1], v2, off
	s_branch .LBB1_4
.LBB1_3:                                ; %else.4
	buffer_load_dword v0, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:8 ; 4-byte Folded Reload
	v_mov_b32_e32 v2, 2
	s_waitcnt vmcnt(0)
	global_store_dword v[0:1], v2, off
	s_branch .LBB1_1
.LBB1_4:                                ; %end.5
	v_readlane_b32 s6, v5, 4
	v_readlane_b32 s7, v5, 5
	s_or_b64 exec, exec, s[6:7]
	v_readlane_b32 s4, v5, 0
	v_readlane_b32 s5, v5, 1
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r0 v0
	;;#ASMEND
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v5, off, s[0:3], s32 offset:16 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[4:5]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 360
; NumSgprs: 37
; NumVgprs: 6
; ScratchSize: 24
; MemoryBound: 0
	.section	".note.GNU-stack"
	.amdgpu_metadata
---
amdhsa.kernels:  []
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
