; litmus/message-passing/MP+fences+agent.litmus
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"
	.type P0,@function
P0:
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size P0, .Lfunc_end0-P0
	.type P1,@function
P1:
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size P1, .Lfunc_end1-P1
	.type other,@function
other:
	s_barrier
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size other, .Lfunc_end2-other
	.amdgpu_metadata
---
...
	.end_amdgpu_metadata
