	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.globl	P0                              ; -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     ; @P0
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v4, v3
	buffer_store_dword v2, off, s[0:3], s32 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v3, v0
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v4, v2
                                        ; kill: def $vgpr5_vgpr6 killed $vgpr0_vgpr1 killed $exec
                                        ; kill: def $vgpr5_vgpr6 killed $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v2, 1
	global_store_dword v[3:4], v2, off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v[0:1], v2, off
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 72
; NumSgprs: 37
; NumVgprs: 7
; ScratchSize: 8
; MemoryBound: 0
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_or_saveexec_b64 s[4:5], -1
	buffer_store_dword v6, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_writelane_b32 v6, s30, 0
	v_writelane_b32 v6, s31, 1
	v_mov_b32_e32 v4, v3
	buffer_store_dword v2, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v0
	buffer_load_dword v0, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
                                        ; kill: def $vgpr4_vgpr5 killed $vgpr0_vgpr1 killed $exec
	buffer_store_dword v2, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[0:3], s32 offset:8 ; 4-byte Folded Spill
	global_load_dword v0, v[0:1], off glc
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s32 ; 4-byte Folded Spill
	s_mov_b32 s4, 1
	v_cmp_ne_u32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
	v_writelane_b32 v6, s6, 2
	v_writelane_b32 v6, s7, 3
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB1_1
	s_branch .LBB1_3
.LBB1_1:                                ; %Flow
	v_readlane_b32 s4, v6, 2
	v_readlane_b32 s5, v6, 3
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_mov_b64 s[6:7], 0
	s_mov_b32 s8, 0
	v_mov_b32_e32 v0, 0
	v_writelane_b32 v6, s6, 4
	v_writelane_b32 v6, s7, 5
	buffer_store_dword v0, off, s[0:3], s32 offset:16 ; 4-byte Folded Spill
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v6, s4, 6
	v_writelane_b32 v6, s5, 7
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB1_4
; %bb.2:                                ; %then.3
	buffer_load_dword v0, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	s_nop 0
	buffer_load_dword v1, off, s[0:3], s32 offset:8 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_wbinvl1_vol
	global_load_dword v0, v[0:1], off
	s_mov_b64 s[4:5], -1
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v6, s4, 4
	v_writelane_b32 v6, s5, 5
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s32 offset:16 ; 4-byte Folded Spill
	s_branch .LBB1_4
.LBB1_3:                                ; %else.4
	s_branch .LBB1_1
.LBB1_4:                                ; %end.5
	v_readlane_b32 s8, v6, 6
	v_readlane_b32 s9, v6, 7
	s_or_b64 exec, exec, s[8:9]
	v_readlane_b32 s4, v6, 0
	v_readlane_b32 s5, v6, 1
	buffer_load_dword v1, off, s[0:3], s32  ; 4-byte Folded Reload
	v_readlane_b32 s6, v6, 4
	v_readlane_b32 s7, v6, 5
	buffer_load_dword v0, off, s[0:3], s32 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	;;#ASMSTART
	; litmus:keep r0 v1
	;;#ASMEND
	v_cndmask_b32_e64 v1, 0, 1, s[6:7]
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r1 v0 v1
	;;#ASMEND
	s_or_saveexec_b64 s[6:7], -1
	buffer_load_dword v6, off, s[0:3], s32 offset:20 ; 4-byte Folded Reload
	s_mov_b64 exec, s[6:7]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[4:5]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 440
; NumSgprs: 37
; NumVgprs: 7
; ScratchSize: 28
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
