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
	s_mov_b32 m0, 0x20001
	v_mov_b32_e32 v2, 1
	s_barrier_init m0 
	s_mov_b32 m0, 0x10002
	s_barrier_init m0 
	s_barrier_signal -1
	s_mov_b32 m0, 1
	s_barrier_wait -1
	global_store_b32 v[0:1], v2, off
	s_wait_storecnt 0x0
	s_barrier_signal m0 
	s_set_pc_i64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.set P0.num_vgpr, 3
	.set P0.num_agpr, 0
	.set P0.numbered_sgpr, 32
	.set P0.num_named_barrier, 2
	.set P0.private_seg_size, 0
	.set P0.uses_vcc, 0
	.set P0.uses_flat_scratch, 0
	.set P0.has_dyn_sized_stack, 0
	.set P0.has_recursion, 0
	.set P0.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 72
; TotalNumSgprs: 32
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_wait_loadcnt_dscnt 0x0
	s_wait_kmcnt 0x0
	s_barrier_signal -1
	s_mov_b32 m0, 2
	s_barrier_wait -1
	s_barrier_join m0 
	s_barrier_signal m0 
	s_barrier_wait 1
	s_wait_storecnt 0x0
	global_load_b32 v0, v[0:1], off
	s_wait_loadcnt 0x0
	;;#ASMSTART
	; litmus:keep r0 v0
	;;#ASMEND
	s_set_pc_i64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.set P1.num_vgpr, 2
	.set P1.num_agpr, 0
	.set P1.numbered_sgpr, 32
	.set P1.num_named_barrier, 2
	.set P1.private_seg_size, 0
	.set P1.uses_vcc, 0
	.set P1.uses_flat_scratch, 0
	.set P1.has_dyn_sized_stack, 0
	.set P1.has_recursion, 0
	.set P1.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 56
; TotalNumSgprs: 32
; NumVgprs: 2
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	litmus.join.b                   ; -- Begin function litmus.join.b
	.p2align	2
	.type	litmus.join.b,@function
litmus.join.b:                          ; @litmus.join.b
; %bb.0:
	s_wait_loadcnt_dscnt 0x0
	s_wait_kmcnt 0x0
	s_mov_b32 m0, 1
	s_barrier_join m0 
	s_set_pc_i64 s[30:31]
.Lfunc_end2:
	.size	litmus.join.b, .Lfunc_end2-litmus.join.b
                                        ; -- End function
	.set litmus.join.b.num_vgpr, 0
	.set litmus.join.b.num_agpr, 0
	.set litmus.join.b.numbered_sgpr, 32
	.set litmus.join.b.num_named_barrier, 1
	.set litmus.join.b.private_seg_size, 0
	.set litmus.join.b.uses_vcc, 0
	.set litmus.join.b.uses_flat_scratch, 0
	.set litmus.join.b.has_dyn_sized_stack, 0
	.set litmus.join.b.has_recursion, 0
	.set litmus.join.b.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 20
; TotalNumSgprs: 32
; NumVgprs: 0
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	litmus.join.c                   ; -- Begin function litmus.join.c
	.p2align	2
	.type	litmus.join.c,@function
litmus.join.c:                          ; @litmus.join.c
; %bb.0:
	s_wait_loadcnt_dscnt 0x0
	s_wait_kmcnt 0x0
	s_mov_b32 m0, 2
	s_barrier_join m0 
	s_set_pc_i64 s[30:31]
.Lfunc_end3:
	.size	litmus.join.c, .Lfunc_end3-litmus.join.c
                                        ; -- End function
	.set litmus.join.c.num_vgpr, 0
	.set litmus.join.c.num_agpr, 0
	.set litmus.join.c.numbered_sgpr, 32
	.set litmus.join.c.num_named_barrier, 2
	.set litmus.join.c.private_seg_size, 0
	.set litmus.join.c.uses_vcc, 0
	.set litmus.join.c.uses_flat_scratch, 0
	.set litmus.join.c.has_dyn_sized_stack, 0
	.set litmus.join.c.has_recursion, 0
	.set litmus.join.c.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 20
; TotalNumSgprs: 32
; NumVgprs: 0
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	litmus.kernel                   ; -- Begin function litmus.kernel
	.p2align	8
	.type	litmus.kernel,@function
litmus.kernel:                          ; @litmus.kernel
; %bb.0:
	s_mov_b32 s32, 0
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 1
	s_mov_b64 s[8:9], s[4:5]
	s_mov_b64 s[4:5], s[0:1]
	s_get_pc_i64 s[0:1]
	s_add_nc_u64 s[0:1], s[0:1], P0@gotpcrel+4
	v_dual_mov_b32 v31, v0 :: v_dual_mov_b32 v1, 0
	s_load_b64 s[0:1], s[0:1], 0x0
	s_mov_b64 s[10:11], s[6:7]
	s_mov_b64 s[6:7], s[2:3]
	s_wait_kmcnt 0x0
	s_swap_pc_i64 s[30:31], s[0:1]
	s_get_pc_i64 s[0:1]
	s_add_nc_u64 s[0:1], s[0:1], P1@gotpcrel+4
	v_mov_b32_e32 v1, 0
	s_load_b64 s[0:1], s[0:1], 0x0
	s_wait_kmcnt 0x0
	s_swap_pc_i64 s[30:31], s[0:1]
	s_get_pc_i64 s[0:1]
	s_add_nc_u64 s[0:1], s[0:1], litmus.join.b@gotpcrel+4
	s_load_b64 s[0:1], s[0:1], 0x0
	s_wait_kmcnt 0x0
	s_swap_pc_i64 s[30:31], s[0:1]
	s_get_pc_i64 s[0:1]
	s_add_nc_u64 s[0:1], s[0:1], litmus.join.c@gotpcrel+4
	s_load_b64 s[0:1], s[0:1], 0x0
	s_wait_kmcnt 0x0
	s_swap_pc_i64 s[30:31], s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel litmus.kernel
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 256
		.amdhsa_user_sgpr_count 8
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 1
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 1
		.amdhsa_enable_private_segment 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 33
		.amdhsa_named_barrier_count 1
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 2
		.amdhsa_round_robin_scheduling 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end4:
	.size	litmus.kernel, .Lfunc_end4-litmus.kernel
                                        ; -- End function
	.set litmus.kernel.num_vgpr, max(32, P0.num_vgpr, P1.num_vgpr, litmus.join.b.num_vgpr, litmus.join.c.num_vgpr)
	.set litmus.kernel.num_agpr, max(0, P0.num_agpr, P1.num_agpr, litmus.join.b.num_agpr, litmus.join.c.num_agpr)
	.set litmus.kernel.numbered_sgpr, max(33, P0.numbered_sgpr, P1.numbered_sgpr, litmus.join.b.numbered_sgpr, litmus.join.c.numbered_sgpr)
	.set litmus.kernel.num_named_barrier, max(0, P0.num_named_barrier, P1.num_named_barrier, litmus.join.b.num_named_barrier, litmus.join.c.num_named_barrier)
	.set litmus.kernel.private_seg_size, 0+max(P0.private_seg_size, P1.private_seg_size, litmus.join.b.private_seg_size, litmus.join.c.private_seg_size)
	.set litmus.kernel.uses_vcc, or(0, P0.uses_vcc, P1.uses_vcc, litmus.join.b.uses_vcc, litmus.join.c.uses_vcc)
	.set litmus.kernel.uses_flat_scratch, or(0, P0.uses_flat_scratch, P1.uses_flat_scratch, litmus.join.b.uses_flat_scratch, litmus.join.c.uses_flat_scratch)
	.set litmus.kernel.has_dyn_sized_stack, or(0, P0.has_dyn_sized_stack, P1.has_dyn_sized_stack, litmus.join.b.has_dyn_sized_stack, litmus.join.c.has_dyn_sized_stack)
	.set litmus.kernel.has_recursion, or(1, P0.has_recursion, P1.has_recursion, litmus.join.b.has_recursion, litmus.join.c.has_recursion)
	.set litmus.kernel.has_indirect_call, or(0, P0.has_indirect_call, P1.has_indirect_call, litmus.join.b.has_indirect_call, litmus.join.c.has_indirect_call)
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 176
; TotalNumSgprs: 33
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 33
; NumVGPRsForWavesPerEU: 32
; NamedBarCnt: 1
; Occupancy: 16
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 1
; COMPUTE_PGM_RSRC2:USER_SGPR: 8
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 2
	.text
	.p2alignl 7, 3214868480
	.fill 96, 4, 3214868480
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 3
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 32
	.set amdgpu.max_num_named_barrier, 2
	.text
	.section	".note.GNU-stack","",@progbits
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         4
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         8
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         12
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         14
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         16
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         18
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         20
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         22
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         40
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         48
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         64
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         80
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         88
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         96
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         104
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         112
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         200
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 256
    .max_flat_workgroup_size: 1024
    .name:           litmus.kernel
    .private_segment_fixed_size: 0
    .sgpr_count:     33
    .sgpr_spill_count: 0
    .symbol:         litmus.kernel.kd
    .uses_dynamic_stack: true
    .vgpr_count:     32
    .vgpr_spill_count: 0
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1250
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
