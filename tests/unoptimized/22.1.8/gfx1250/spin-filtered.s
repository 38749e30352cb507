	.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"
	.amdhsa_code_object_version 6
	.text
	.globl	P0                              ; -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     ; @P0
; %bb.0:                                ; %entry
	s_wait_loadcnt_dscnt 0x0
	s_wait_kmcnt 0x0
	scratch_store_b32 off, v2, s32          ; 4-byte Folded Spill
	s_wait_xcnt 0x0
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v4, v0
	scratch_load_b32 v0, off, s32           ; 4-byte Folded Reload
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v3
                                        ; kill: def $vgpr4 killed $vgpr4 def $vgpr4_vgpr5 killed $exec
	v_mov_b32_e32 v5, v2
	v_mov_b32_e32 v2, 1
	global_store_b32 v[4:5], v2, off
	global_wb scope:SCOPE_DEV
	s_wait_storecnt 0x0
	s_wait_xcnt 0x0
	s_wait_loadcnt_dscnt 0x0
	global_store_b32 v[0:1], v2, off scope:SCOPE_DEV
	s_set_pc_i64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.set P0.num_vgpr, 6
	.set P0.num_agpr, 0
	.set P0.numbered_sgpr, 33
	.set P0.num_named_barrier, 0
	.set P0.private_seg_size, 8
	.set P0.uses_vcc, 0
	.set P0.uses_flat_scratch, 0
	.set P0.has_dyn_sized_stack, 0
	.set P0.has_recursion, 0
	.set P0.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 108
; TotalNumSgprs: 33
; NumVgprs: 6
; ScratchSize: 8
; MemoryBound: 0
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_wait_loadcnt_dscnt 0x0
	s_wait_kmcnt 0x0
	s_xor_saveexec_b32 s0, -1
	scratch_store_b32 off, v5, s32 offset:24 ; 4-byte Folded Spill
	s_wait_xcnt 0x0
	s_mov_b32 exec_lo, s0
	scratch_store_b32 off, v3, s32 offset:20 ; 4-byte Folded Spill
	v_mov_b32_e32 v4, v1
	scratch_load_b32 v1, off, s32 offset:20 ; 4-byte Folded Reload
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	s_wait_loadcnt 0x0
	s_wait_xcnt 0x1
	v_mov_b32_e32 v3, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
	s_mov_b32 s0, 0
	scratch_store_b64 off, v[2:3], s32 offset:12 ; 8-byte Folded Spill
	scratch_store_b64 off, v[0:1], s32 offset:4 ; 8-byte Folded Spill
                                        ; implicit-def: $vgpr5 : SGPR spill to VGPR lane
	v_writelane_b32 v5, s0, 0
	s_wait_xcnt 0x0
	s_or_saveexec_b32 s3, -1
	scratch_store_b32 off, v5, s32          ; 4-byte Folded Spill
	s_wait_xcnt 0x0
	s_mov_b32 exec_lo, s3
.LBB1_1:                                ; %loop.1
                                        ; =>This Inner Loop Header: Depth=1
	s_or_saveexec_b32 s3, -1
	scratch_load_b32 v5, off, s32           ; 4-byte Folded Reload
	s_wait_xcnt 0x0
	s_mov_b32 exec_lo, s3
	s_wait_loadcnt 0x0
	v_readlane_b32 s1, v5, 0
	scratch_load_b64 v[0:1], off, s32 offset:12 ; 8-byte Folded Reload
	s_wait_loadcnt 0x0
	global_load_b32 v0, v[0:1], off scope:SCOPE_DEV
	s_wait_loadcnt 0x0
	global_inv scope:SCOPE_DEV
	s_mov_b32 s0, 0
	v_cmp_ne_u32_e64 s0, v0, s0
	s_or_b32 s0, s0, s1
	s_mov_b32 s1, s0
	v_writelane_b32 v5, s1, 0
	s_mov_b32 s1, s0
	v_writelane_b32 v5, s1, 1
	s_wait_xcnt 0x0
	s_or_saveexec_b32 s3, -1
	scratch_store_b32 off, v5, s32          ; 4-byte Folded Spill
	s_wait_xcnt 0x0
	s_mov_b32 exec_lo, s3
	s_and_not1_b32 exec_lo, exec_lo, s0
	s_cbranch_execnz .LBB1_1
; %bb.2:                                ; %end.3
	s_or_saveexec_b32 s3, -1
	scratch_load_b32 v5, off, s32           ; 4-byte Folded Reload
	s_wait_xcnt 0x0
	s_mov_b32 exec_lo, s3
	s_wait_loadcnt 0x0
	v_readlane_b32 s0, v5, 1
	s_or_b32 exec_lo, exec_lo, s0
; %bb.3:                                ; %end.3
	scratch_load_b64 v[0:1], off, s32 offset:4 ; 8-byte Folded Reload
	s_wait_loadcnt 0x0
	global_load_b32 v0, v[0:1], off
	s_wait_loadcnt 0x0
	;;#ASMSTART
	; litmus:keep r1 v0
	;;#ASMEND
	s_wait_xcnt 0x0
	s_xor_saveexec_b32 s0, -1
	scratch_load_b32 v5, off, s32 offset:24 ; 4-byte Folded Reload
	s_wait_xcnt 0x0
	s_mov_b32 exec_lo, s0
	s_wait_loadcnt 0x0
	s_set_pc_i64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.set P1.num_vgpr, 6
	.set P1.num_agpr, 0
	.set P1.numbered_sgpr, 33
	.set P1.num_named_barrier, 0
	.set P1.private_seg_size, 32
	.set P1.uses_vcc, 0
	.set P1.uses_flat_scratch, 0
	.set P1.has_dyn_sized_stack, 0
	.set P1.has_recursion, 0
	.set P1.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 404
; TotalNumSgprs: 33
; NumVgprs: 6
; ScratchSize: 32
; MemoryBound: 0
	.text
	.p2alignl 7, 3214868480
	.fill 96, 4, 3214868480
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 6
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 33
	.set amdgpu.max_num_named_barrier, 0
	.text
	.section	".note.GNU-stack","",@progbits
	.amdgpu_metadata
---
amdhsa.kernels:  []
amdhsa.target:   amdgcn-amd-amdhsa--gfx1250
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
