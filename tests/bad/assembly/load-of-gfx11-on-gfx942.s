; litmus/message-passing/MP+fences+agent.litmus
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.type P0,@function
P0:
	global_store_b32 v[0:1], v4, off
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size P0, .Lfunc_end0-P0
	.type P1,@function
P1:
	global_load_b32 v2, v[2:3], off
	; litmus:keep r0 v2
	; litmus:keep r1 v3
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size P1, .Lfunc_end1-P1
	.amdgpu_metadata
---
...
	.end_amdgpu_metadata
