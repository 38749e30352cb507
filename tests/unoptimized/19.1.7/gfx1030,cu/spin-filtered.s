	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.amdhsa_code_object_version 5
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
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v4, v2
                                        ; implicit-def: $sgpr4_sgpr5
                                        ; implicit-def: $sgpr4_sgpr5
	v_mov_b32_e32 v2, 1
	global_store_dword v[3:4], v2, off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	global_store_dword v[0:1], v2, off
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 72
; NumSgprs: 33
; NumVgprs: 5
; ScratchSize: 8
; MemoryBound: 0
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_xor_saveexec_b32 s4, -1
	buffer_store_dword v0, off, s[0:3], s32 offset:24 ; 4-byte Folded Spill
	s_mov_b32 exec_lo, s4
                                        ; implicit-def: $vgpr4 : SGPR spill to VGPR lane
	buffer_store_dword v3, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	v_mov_b32_e32 v3, v2
	buffer_load_dword v2, off, s[0:3], s32 offset:20 ; 4-byte Folded Reload
	v_mov_b32_e32 v5, v1
	v_mov_b32_e32 v1, v0
	s_or_saveexec_b32 s7, -1
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
	s_mov_b32 exec_lo, s7
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	s_waitcnt vmcnt(1)
	v_mov_b32_e32 v4, v2
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v5
	s_mov_b32 s4, 0
	buffer_store_dword v3, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	buffer_store_dword v4, off, s[0:3], s32 offset:16 ; 4-byte Folded Spill
	buffer_store_dword v1, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
	buffer_store_dword v2, off, s[0:3], s32 offset:8 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0)
	v_writelane_b32 v0, s4, 0
	s_or_saveexec_b32 s7, -1
	buffer_store_dword v0, off, s[0:3], s32 ; 4-byte Folded Spill
	s_mov_b32 exec_lo, s7
.LBB1_1:                                ; %loop.1
                                        ; =>This Inner Loop Header: Depth=1
	s_or_saveexec_b32 s7, -1
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
	s_mov_b32 exec_lo, s7
	s_waitcnt vmcnt(0)
	v_readlane_b32 s5, v0, 0
	buffer_load_dword v1, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:16 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v1, v[1:2], off glc dlc
	s_waitcnt vmcnt(0)
	buffer_gl1_inv
	buffer_gl0_inv
	s_mov_b32 s4, 0
	v_cmp_ne_u32_e64 s4, v1, s4
	s_or_b32 s4, s4, s5
	s_mov_b32 s5, s4
	v_writelane_b32 v0, s5, 0
	s_mov_b32 s5, s4
	v_writelane_b32 v0, s5, 1
	s_or_saveexec_b32 s7, -1
	buffer_store_dword v0, off, s[0:3], s32 ; 4-byte Folded Spill
	s_mov_b32 exec_lo, s7
	s_andn2_b32 exec_lo, exec_lo, s4
	s_cbranch_execnz .LBB1_1
; %bb.2:                                ; %end.3
	s_or_saveexec_b32 s7, -1
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
	s_mov_b32 exec_lo, s7
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v0, 1
	s_or_b32 exec_lo, exec_lo, s4
; %bb.3:                                ; %end.3
	s_or_saveexec_b32 s7, -1
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
	s_mov_b32 exec_lo, s7
	buffer_load_dword v1, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v2, off, s[0:3], s32 offset:8 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0)
	global_load_dword v1, v[1:2], off
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r1 v1
	;;#ASMEND
                                        ; kill: killed $vgpr0
	s_xor_saveexec_b32 s4, -1
	buffer_load_dword v0, off, s[0:3], s32 offset:24 ; 4-byte Folded Reload
	s_mov_b32 exec_lo, s4
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 384
; NumSgprs: 33
; NumVgprs: 6
; ScratchSize: 32
; MemoryBound: 0
	.text
	.p2alignl 6, 3214868480
	.fill 48, 4, 3214868480
	.section	".note.GNU-stack","",@progbits
	.amdgpu_metadata
---
amdhsa.kernels:  []
amdhsa.target:   amdgcn-amd-amdhsa--gfx1030
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
