	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.globl	P0                              ; -- Begin function P0
	.p2align	2
	.type	P0,@function
P0:                                     ; @P0
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	v_mov_b32_e32 v2, 1
	global_store_dword v[0:1], v2, off
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 28
; NumSgprs: 32
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	P1                              ; -- Begin function P1
	.p2align	2
	.type	P1,@function
P1:                                     ; @P1
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	global_load_dword v0, v[0:1], off glc dlc
	s_mov_b32 s4, exec_lo
	s_waitcnt vmcnt(0)
	v_cmpx_ne_u32_e32 1, v0
	s_xor_b32 s4, exec_lo, s4
	s_cbranch_execz .LBB1_2
; %bb.1:                                ; %else.4
	v_mov_b32_e32 v1, 2
	global_store_dword v[2:3], v1, off
                                        ; implicit-def: $vgpr2_vgpr3
.LBB1_2:                                ; %Flow
	s_andn2_saveexec_b32 s4, s4
	s_cbranch_execz .LBB1_4
; %bb.3:                                ; %then.3
	v_mov_b32_e32 v1, 1
	global_store_dword v[2:3], v1, off
.LBB1_4:                                ; %end.5
	s_or_b32 exec_lo, exec_lo, s4
	;;#ASMSTART
	; litmus:keep r0 v0
	;;#ASMEND
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 80
; NumSgprs: 32
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2alignl 6, 3214868480
	.fill 48, 4, 3214868480
	.section	".note.GNU-stack"
	.amdgpu_metadata
---
amdhsa.kernels:  []
amdhsa.target:   amdgcn-amd-amdhsa--gfx1030
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
