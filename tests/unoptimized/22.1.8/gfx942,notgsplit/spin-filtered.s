	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.globl	P0                              ; -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     ; @P0
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_accvgpr_write_b32 a0, v2              ;  Reload Reuse
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v4, v0
	v_accvgpr_read_b32 v0, a0               ;  Reload Reuse
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v2
	v_mov_b32_e32 v2, 1
	global_store_dword v[4:5], v2, off
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v[0:1], v2, off sc1
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.set P0.num_vgpr, 6
	.set P0.num_agpr, 1
	.set P0.numbered_sgpr, 32
	.set P0.num_named_barrier, 0
	.set P0.private_seg_size, 0
	.set P0.uses_vcc, 0
	.set P0.uses_flat_scratch, 0
	.set P0.has_dyn_sized_stack, 0
	.set P0.has_recursion, 0
	.set P0.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 76
; TotalNumSgprs: 38
; NumVgprs: 6
; NumAgprs: 1
; TotalNumVgprs: 9
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
	scratch_store_dword off, v5, s32        ; 4-byte Folded Spill
	s_mov_b64 exec, s[0:1]
	v_accvgpr_write_b32 a0, v3              ;  Reload Reuse
	v_mov_b32_e32 v4, v1
	v_accvgpr_read_b32 v1, a0               ;  Reload Reuse
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
	s_mov_b64 s[0:1], 0
	v_accvgpr_write_b32 a1, v3              ;  Reload Reuse
	v_accvgpr_write_b32 a2, v2              ;  Reload Reuse
	v_accvgpr_write_b32 a3, v1              ;  Reload Reuse
	v_accvgpr_write_b32 a4, v0              ;  Reload Reuse
                                        ; implicit-def: $vgpr5 : SGPR spill to VGPR lane
	v_writelane_b32 v5, s0, 0
	s_nop 1
	v_writelane_b32 v5, s1, 1
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_write_b32 a5, v5              ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
.LBB1_1:                                ; %loop.1
                                        ; =>This Inner Loop Header: Depth=1
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_read_b32 v5, a5               ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
	v_readlane_b32 s2, v5, 0
	v_readlane_b32 s3, v5, 1
	v_accvgpr_read_b32 v1, a1               ;  Reload Reuse
	v_accvgpr_read_b32 v0, a2               ;  Reload Reuse
	global_load_dword v0, v[0:1], off sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	s_mov_b32 s0, 0
	v_cmp_ne_u32_e64 s[0:1], v0, s0
	s_or_b64 s[0:1], s[0:1], s[2:3]
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v5, s2, 0
	s_nop 1
	v_writelane_b32 v5, s3, 1
	s_mov_b64 s[2:3], s[0:1]
	v_writelane_b32 v5, s2, 2
	s_nop 1
	v_writelane_b32 v5, s3, 3
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_write_b32 a5, v5              ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_1
; %bb.2:                                ; %end.3
	s_or_saveexec_b64 s[6:7], -1
	v_accvgpr_read_b32 v5, a5               ;  Reload Reuse
	s_mov_b64 exec, s[6:7]
	v_readlane_b32 s0, v5, 2
	v_readlane_b32 s1, v5, 3
	s_or_b64 exec, exec, s[0:1]
; %bb.3:                                ; %end.3
	v_accvgpr_read_b32 v1, a3               ;  Reload Reuse
	v_accvgpr_read_b32 v0, a4               ;  Reload Reuse
	global_load_dword v0, v[0:1], off
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r1 v0
	;;#ASMEND
	s_xor_saveexec_b64 s[0:1], -1
	scratch_load_dword v5, off, s32         ; 4-byte Folded Reload
	s_mov_b64 exec, s[0:1]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.set P1.num_vgpr, 6
	.set P1.num_agpr, 6
	.set P1.numbered_sgpr, 33
	.set P1.num_named_barrier, 0
	.set P1.private_seg_size, 8
	.set P1.uses_vcc, 0
	.set P1.uses_flat_scratch, 0
	.set P1.has_dyn_sized_stack, 0
	.set P1.has_recursion, 0
	.set P1.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 364
; TotalNumSgprs: 39
; NumVgprs: 6
; NumAgprs: 6
; TotalNumVgprs: 14
; ScratchSize: 8
; MemoryBound: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 6
	.set amdgpu.max_num_agpr, 6
	.set amdgpu.max_num_sgpr, 33
	.set amdgpu.max_num_named_barrier, 0
	.text
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
