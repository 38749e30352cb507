; litmus/message-passing/MP+fences+agent.litmus
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"
	.type P0,@function
P0:
	v_dual_mov_b32 v4, 1 :: v_dual_and_b32 v5, 2, v6
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size P0, .Lfunc_end0-P0
	.type P1,@function
P1:
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size P1, .Lfunc_end1-P1
	.amdgpu_metadata
---
...
	.end_amdgpu_metadata
