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
	global_store_dword v[4:5], v2, off sc1
	s_waitcnt lgkmcnt(0)
	global_store_dword v[0:1], v2, off sc0
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
; codeLenInByte = 68
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
	v_accvgpr_write_b32 a0, v4              ;  Reload Reuse
	v_mov_b32_e32 v4, v3
	v_mov_b32_e32 v0, v2
	v_accvgpr_read_b32 v2, a0               ;  Reload Reuse
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v5
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v4
	global_load_dword v0, v[0:1], off sc0
	v_mov_b32_e32 v1, 1
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v[2:3], v1, off sc1
	;;#ASMSTART
	; litmus:keep r0 v0
	;;#ASMEND
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.set P1.num_vgpr, 6
	.set P1.num_agpr, 1
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
; codeLenInByte = 76
; TotalNumSgprs: 38
; NumVgprs: 6
; NumAgprs: 1
; TotalNumVgprs: 9
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	P2                              ; -- Begin function P2
	.p2align	2
	.type	P2,@function
P2:                                     ; @P2
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_accvgpr_write_b32 a0, v4              ;  Reload Reuse
	v_mov_b32_e32 v2, v0
	v_accvgpr_read_b32 v0, a0               ;  Reload Reuse
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v5
	global_load_dword v1, v[0:1], off sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	global_load_dword v0, v[2:3], off sc1
	;;#ASMSTART
	; litmus:keep r0 v1
	;;#ASMEND
	s_waitcnt vmcnt(0)
	;;#ASMSTART
	; litmus:keep r1 v0
	;;#ASMEND
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	P2, .Lfunc_end2-P2
                                        ; -- End function
	.set P2.num_vgpr, 6
	.set P2.num_agpr, 1
	.set P2.numbered_sgpr, 32
	.set P2.num_named_barrier, 0
	.set P2.private_seg_size, 0
	.set P2.uses_vcc, 0
	.set P2.uses_flat_scratch, 0
	.set P2.has_dyn_sized_stack, 0
	.set P2.has_recursion, 0
	.set P2.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 68
; TotalNumSgprs: 38
; NumVgprs: 6
; NumAgprs: 1
; TotalNumVgprs: 9
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 6
	.set amdgpu.max_num_agpr, 1
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
