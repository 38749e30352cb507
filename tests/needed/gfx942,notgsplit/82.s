	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.globl	P0                              ; -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     ; @P0
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v3, 1
	global_store_dword v[0:1], v3, off sc0 sc1
	s_waitcnt vmcnt(0)
	ds_write_b32 v2, v3
	s_waitcnt lgkmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.set P0.num_vgpr, 4
	.set P0.num_agpr, 0
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
; codeLenInByte = 36
; TotalNumSgprs: 38
; NumVgprs: 4
; NumAgprs: 0
; TotalNumVgprs: 4
; ScratchSize: 0
; MemoryBound: 1
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	ds_read_b32 v2, v2
	s_waitcnt lgkmcnt(0)
	global_load_dword v0, v[0:1], off
	;;#ASMSTART
	; litmus:keep r0 v2
	;;#ASMEND
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r1 v0
	;;#ASMEND
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.set P1.num_vgpr, 3
	.set P1.num_agpr, 0
	.set P1.numbered_sgpr, 32
	.set P1.num_named_barrier, 0
	.set P1.private_seg_size, 0
	.set P1.uses_vcc, 0
	.set P1.uses_flat_scratch, 0
	.set P1.has_dyn_sized_stack, 0
	.set P1.has_recursion, 0
	.set P1.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 32
; TotalNumSgprs: 38
; NumVgprs: 3
; NumAgprs: 0
; TotalNumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 4
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
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
