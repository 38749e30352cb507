	.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"
	.amdhsa_code_object_version 6
	.text
	.globl	P                               ; -- Begin function P
	.p2align	2
	.type	P,@function
P:                                      ; @P
; %bb.0:                                ; %entry
	s_wait_loadcnt_dscnt 0x0
	s_wait_kmcnt 0x0
	v_mov_b32_e32 v6, 1
	s_mov_b32 s0, 0
	s_mov_b32 s1, exec_lo
	global_wb scope:SCOPE_SYS
	s_wait_storecnt 0x0
	global_store_b32 v[4:5], v6, off scope:SCOPE_SYS
	global_load_b32 v2, v[2:3], off scope:SCOPE_SYS
	s_wait_loadcnt 0x0
	global_inv scope:SCOPE_SYS
	s_wait_xcnt 0x0
	v_mov_b32_e32 v3, 0
	v_cmpx_eq_u32_e32 1, v2
	s_cbranch_execz .LBB0_2
; %bb.1:                                ; %then.4
	global_load_b32 v3, v[0:1], off
	s_mov_b32 s0, exec_lo
.LBB0_2:                                ; %end.6
	s_wait_xcnt 0x0
	s_or_b32 exec_lo, exec_lo, s1
	v_cndmask_b32_e64 v0, 0, 1, s0
	;;#ASMSTART
	; litmus:keep r1 v2
	;;#ASMEND
	s_wait_loadcnt 0x0
	;;#ASMSTART
	; litmus:keep r2 v3 v0
	;;#ASMEND
	s_set_pc_i64 s[30:31]
.Lfunc_end0:
	.size	P, .Lfunc_end0-P
                                        ; -- End function
	.set P.num_vgpr, 7
	.set P.num_agpr, 0
	.set P.numbered_sgpr, 32
	.set P.num_named_barrier, 0
	.set P.private_seg_size, 0
	.set P.uses_vcc, 0
	.set P.uses_flat_scratch, 0
	.set P.has_dyn_sized_stack, 0
	.set P.has_recursion, 0
	.set P.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 132
; TotalNumSgprs: 32
; NumVgprs: 7
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2alignl 7, 3214868480
	.fill 96, 4, 3214868480
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 7
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
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
