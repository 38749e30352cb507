	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 5
	.globl	P0                              ; -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     ; @P0
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v2, v1
                                        ; implicit-def: $sgpr0
                                        ; implicit-def: $sgpr0
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v2
                                        ; implicit-def: $sgpr0_sgpr1
	v_mov_b32_e32 v2, 1
	global_store_dword v[0:1], v2, off sc1
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 32
; NumSgprs: 38
; NumVgprs: 3
; NumAgprs: 0
; TotalNumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_xor_saveexec_b64 s[0:1], -1
	scratch_store_dword off, v0, s32        ; 4-byte Folded Spill
	s_mov_b64 exec, s[0:1]
                                        ; implicit-def: $vgpr4 : SGPR spill to VGPR lane
	v_mov_b32_e32 v4, v2
	v_mov_b32_e32 v2, v0
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_read_b32 v0, a0               ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
                                        ; implicit-def: $sgpr0
                                        ; implicit-def: $sgpr0
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v3
                                        ; implicit-def: $sgpr0
                                        ; implicit-def: $sgpr0
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
	v_accvgpr_write_b32 a1, v5              ;  Reload Reuse
	v_accvgpr_write_b32 a2, v4              ;  Reload Reuse
                                        ; implicit-def: $sgpr0_sgpr1
	global_load_dword v1, v[2:3], off sc1
	s_waitcnt vmcnt(0)
	v_accvgpr_write_b32 a3, v1              ;  Reload Reuse
	s_mov_b32 s0, 1
	v_cmp_ne_u32_e64 s[0:1], v1, s0
	s_mov_b64 s[2:3], exec
	s_and_b64 s[0:1], s[2:3], s[0:1]
	s_xor_b64 s[2:3], s[0:1], s[2:3]
	v_writelane_b32 v0, s2, 0
	s_nop 1
	v_writelane_b32 v0, s3, 1
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_write_b32 a0, v0              ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
	s_mov_b64 exec, s[0:1]
	s_cbranch_execz .LBB1_1
	s_branch .LBB1_3
.LBB1_1:                                ; %Flow
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_read_b32 v0, a0               ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
	v_readlane_b32 s0, v0, 0
	v_readlane_b32 s1, v0, 1
	s_or_saveexec_b64 s[0:1], s[0:1]
	s_and_b64 s[0:1], exec, s[0:1]
	v_writelane_b32 v0, s0, 2
	s_nop 1
	v_writelane_b32 v0, s1, 3
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_write_b32 a0, v0              ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
	s_xor_b64 exec, exec, s[0:1]
	s_cbranch_execz .LBB1_4
; %bb.2:                                ; %then.3
	v_accvgpr_read_b32 v1, a1               ;  Reload Reuse
	v_accvgpr_read_b32 v0, a2               ;  Reload Reuse
	v_mov_b32_e32 v2, 1
	global_store_dword v[0:1], v2, off sc1
	s_branch .LBB1_4
.LBB1_3:                                ; %else.4
	v_accvgpr_read_b32 v1, a1               ;  Reload Reuse
	v_accvgpr_read_b32 v0, a2               ;  Reload Reuse
	v_mov_b32_e32 v2, 2
	global_store_dword v[0:1], v2, off sc1
	s_branch .LBB1_1
.LBB1_4:                                ; %end.5
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_read_b32 v0, a0               ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
	v_readlane_b32 s0, v0, 2
	v_readlane_b32 s1, v0, 3
	s_or_b64 exec, exec, s[0:1]
	v_accvgpr_read_b32 v1, a3               ;  Reload Reuse
	;;#ASMSTART
	; litmus:keep r0 v1
	;;#ASMEND
                                        ; kill: killed $vgpr0
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v0, off, s32         ; 4-byte Folded Reload
	s_mov_b64 exec, s[0:1]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 376
; NumSgprs: 39
; NumVgprs: 6
; NumAgprs: 4
; TotalNumVgprs: 12
; ScratchSize: 8
; MemoryBound: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	".note.GNU-stack","",@progbits
	.amdgpu_metadata
---
amdhsa.kernels:  []
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
