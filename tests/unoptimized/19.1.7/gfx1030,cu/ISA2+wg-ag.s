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
	global_store_dword v[0:1], v2, off
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 68
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
	v_mov_b32_e32 v1, v4
	v_mov_b32_e32 v0, v3
	v_mov_b32_e32 v3, v2
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr1 killed $vgpr1 def $vgpr1_vgpr2 killed $exec
	v_mov_b32_e32 v2, v5
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr3 killed $vgpr3 def $vgpr3_vgpr4 killed $exec
	v_mov_b32_e32 v4, v0
                                        ; implicit-def: $sgpr4_sgpr5
                                        ; implicit-def: $sgpr4_sgpr5
	global_load_dword v0, v[3:4], off
	v_mov_b32_e32 v3, 1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	global_store_dword v[1:2], v3, off
	;;#ASMSTART
	; litmus:keep r0 v0
	;;#ASMEND
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 56
; NumSgprs: 32
; NumVgprs: 6
; ScratchSize: 0
; MemoryBound: 0
	.text
	.globl	P2                              ; -- Begin function P2
	.p2align	2
	.type	P2,@function
P2:                                     ; @P2
; %bb.0:                                ; %entry
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	buffer_store_dword v4, off, s[0:3], s32 ; 4-byte Folded Spill
	v_mov_b32_e32 v2, v0
	buffer_load_dword v0, off, s[0:3], s32  ; 4-byte Folded Reload
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr2 killed $vgpr2 def $vgpr2_vgpr3 killed $exec
	v_mov_b32_e32 v3, v1
                                        ; implicit-def: $sgpr4
                                        ; implicit-def: $sgpr4
                                        ; kill: def $vgpr0 killed $vgpr0 def $vgpr0_vgpr1 killed $exec
	v_mov_b32_e32 v1, v5
                                        ; implicit-def: $sgpr4_sgpr5
                                        ; implicit-def: $sgpr4_sgpr5
	s_waitcnt vmcnt(0)
	global_load_dword v1, v[0:1], off glc dlc
	s_waitcnt vmcnt(0)
	buffer_gl1_inv
	buffer_gl0_inv
	global_load_dword v0, v[2:3], off glc dlc
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
	.section	.AMDGPU.csdata,"",@progbits
; Function info:
; codeLenInByte = 80
; NumSgprs: 33
; NumVgprs: 6
; ScratchSize: 8
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
