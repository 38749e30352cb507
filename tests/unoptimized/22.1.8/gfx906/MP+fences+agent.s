	.amdgcn_target "amdgcn-amd-amdhsa--gfx906"
	.amdhsa_code_object_version 6
	.text
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
	v_mov_b32_e32 v2, 1
	global_store_dword v[3:4], v2, off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v[0:1], v2, off
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.set P0.num_vgpr, 5
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
; codeLenInByte = 72
; TotalNumSgprs: 37
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
	s_xor_saveexec_b64 s[4:5], -1
	buffer_store_dword v5, off, s[0:3], s32 offset:24 ; 4-byte Folded Spill
	s_mov_b64 exec, s[4:5]
	v_mov_b32_e32 v4, v3
	buffer_store_dword v2, off, s[0:3], s32 offset:16 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v0
	buffer_load_dword v0, off, s[0:3], s32 offset:16 ; 4-byte Folded Reload
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
	buffer_store_dword v2, off, s[0:3], s32 offset:8 ; 4-byte Folded Spill
	s_nop 0
	buffer_store_dword v3, off, s[0:3], s32 offset:12 ; 4-byte Folded Spill
	s_waitcnt vmcnt(2)
	global_load_dword v0, v[0:1], off glc
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, off, s[0:3], s32 offset:4 ; 4-byte Folded Spill
	s_mov_b32 s4, 1
	v_cmp_ne_u32_e64 s[4:5], v0, s4
	s_mov_b64 s[6:7], exec
	s_and_b64 s[4:5], s[6:7], s[4:5]
	s_xor_b64 s[6:7], s[4:5], s[6:7]
                                        ; implicit-def: $vgpr5 : SGPR spill to VGPR lane
	v_writelane_b32 v5, s6, 0
	v_writelane_b32 v5, s7, 1
	s_or_saveexec_b64 s[10:11], -1
	buffer_store_dword v5, off, s[0:3], s32 ; 4-byte Folded Spill
	s_mov_b64 exec, s[10:11]
	s_mov_b64 exec, s[4:5]
	s_cbranch_execz .LBB1_1
	s_branch .LBB1_3
.LBB1_1:                                ; %Flow
	s_or_saveexec_b64 s[10:11], -1
	buffer_load_dword v5, off, s[0:3], s32  ; 4-byte Folded Reload
	s_mov_b64 exec, s[10:11]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v5, 0
	v_readlane_b32 s5, v5, 1
	s_or_saveexec_b64 s[4:5], s[4:5]
	s_mov_b64 s[6:7], 0
	v_mov_b32_e32 v0, 0
	v_writelane_b32 v5, s6, 2
	v_writelane_b32 v5, s7, 3
	buffer_store_dword v0, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	s_and_b64 s[4:5], exec, s[4:5]
	v_writelane_b32 v5, s4, 4
	v_writelane_b32 v5, s5, 5
	s_or_saveexec_b64 s[10:11], -1
	buffer_store_dword v5, off, s[0:3], s32 ; 4-byte Folded Spill
	s_mov_b64 exec, s[10:11]
	s_xor_b64 exec, exec, s[4:5]
	s_cbranch_execz .LBB1_4
; %bb.2:                                ; %then.3
	s_or_saveexec_b64 s[10:11], -1
	buffer_load_dword v5, off, s[0:3], s32  ; 4-byte Folded Reload
	s_mov_b64 exec, s[10:11]
	buffer_load_dword v0, off, s[0:3], s32 offset:8 ; 4-byte Folded Reload
	buffer_load_dword v1, off, s[0:3], s32 offset:12 ; 4-byte Folded Reload
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_wbinvl1_vol
	global_load_dword v0, v[0:1], off
	s_mov_b64 s[4:5], -1
	s_mov_b64 s[4:5], exec
	v_writelane_b32 v5, s4, 2
	v_writelane_b32 v5, s5, 3
	s_or_saveexec_b64 s[10:11], -1
	buffer_store_dword v5, off, s[0:3], s32 ; 4-byte Folded Spill
	s_mov_b64 exec, s[10:11]
	s_waitcnt vmcnt(1)
	buffer_store_dword v0, off, s[0:3], s32 offset:20 ; 4-byte Folded Spill
	s_branch .LBB1_4
.LBB1_3:                                ; %else.4
	s_branch .LBB1_1
.LBB1_4:                                ; %end.5
	s_or_saveexec_b64 s[10:11], -1
	buffer_load_dword v5, off, s[0:3], s32  ; 4-byte Folded Reload
	s_mov_b64 exec, s[10:11]
	s_waitcnt vmcnt(0)
	v_readlane_b32 s6, v5, 4
	v_readlane_b32 s7, v5, 5
	s_or_b64 exec, exec, s[6:7]
	v_readlane_b32 s4, v5, 2
	v_readlane_b32 s5, v5, 3
	buffer_load_dword v1, off, s[0:3], s32 offset:4 ; 4-byte Folded Reload
	buffer_load_dword v0, off, s[0:3], s32 offset:20 ; 4-byte Folded Reload
	s_waitcnt vmcnt(1)
	;;#ASMSTART
	; litmus:keep r0 v1
	;;#ASMEND
	v_cndmask_b32_e64 v1, 0, 1, s[4:5]
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r1 v0 v1
	;;#ASMEND
	s_xor_saveexec_b64 s[4:5], -1
	buffer_load_dword v5, off, s[0:3], s32 offset:24 ; 4-byte Folded Reload
	s_mov_b64 exec, s[4:5]
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
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
; codeLenInByte = 504
; TotalNumSgprs: 37
; NumVgprs: 6
; ScratchSize: 32
; MemoryBound: 0
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 6
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 33
	.set amdgpu.max_num_named_barrier, 0
	.section	.AMDGPU.csdata,"",@progbits
	.section	".note.GNU-stack","",@progbits
	.amdgpu_metadata
---
amdhsa.kernels:  []
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
