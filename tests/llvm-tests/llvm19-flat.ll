; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx90a < %s | FileCheck -check-prefixes=GFX90A %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx942 < %s | FileCheck -check-prefixes=GFX942 %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx1030 -mattr=+cumode < %s | FileCheck -check-prefixes=GFX10-CU %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx1200 < %s | FileCheck -check-prefixes=GFX12-WGP %s

define amdgpu_kernel void @flat_agent_monotonic_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_agent_monotonic_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_monotonic_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_monotonic_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] glc dlc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_monotonic_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("agent") monotonic, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_agent_acquire_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_agent_acquire_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_acquire_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_acquire_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] glc dlc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_acquire_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("agent") acquire, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_agent_seq_cst_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_agent_seq_cst_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_seq_cst_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_seq_cst_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] glc dlc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_seq_cst_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("agent") seq_cst, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_agent_monotonic_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_agent_monotonic_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_monotonic_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_monotonic_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_monotonic_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("agent") monotonic, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_release_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_agent_release_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_release_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_release_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_release_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("agent") release, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_seq_cst_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_agent_seq_cst_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_seq_cst_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_seq_cst_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_seq_cst_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("agent") seq_cst, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_monotonic_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_monotonic_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_monotonic_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_monotonic_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_monotonic_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") monotonic
  ret void
}

define amdgpu_kernel void @flat_agent_monotonic_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_monotonic_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_monotonic_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_monotonic_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_monotonic_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") monotonic
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_acquire_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_acquire_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_acquire_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_acquire_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_acquire_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") acquire
  ret void
}

define amdgpu_kernel void @flat_agent_acquire_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_acquire_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_acquire_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_acquire_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_acquire_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") acquire
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_release_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_release_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_release_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_release_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_release_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") release
  ret void
}

define amdgpu_kernel void @flat_agent_release_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_release_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_release_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_release_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_release_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") release
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_acq_rel_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_acq_rel_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_acq_rel_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_acq_rel_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_acq_rel_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") acq_rel
  ret void
}

define amdgpu_kernel void @flat_agent_acq_rel_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_acq_rel_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_acq_rel_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_acq_rel_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_acq_rel_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") acq_rel
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_seq_cst_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_seq_cst_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_seq_cst_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_seq_cst_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_seq_cst_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") seq_cst
  ret void
}

define amdgpu_kernel void @flat_agent_seq_cst_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_seq_cst_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_seq_cst_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_seq_cst_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_seq_cst_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent") seq_cst
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_monotonic_acquire_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_agent_monotonic_acquire_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_monotonic_acquire_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_monotonic_acquire_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_monotonic_acquire_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("agent") monotonic acquire
  ret void
}

define amdgpu_kernel void @flat_agent_release_monotonic_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_agent_release_monotonic_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_release_monotonic_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_release_monotonic_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_release_monotonic_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("agent") release monotonic
  ret void
}

define amdgpu_kernel void @flat_agent_acq_rel_seq_cst_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_agent_acq_rel_seq_cst_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_acq_rel_seq_cst_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_acq_rel_seq_cst_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_acq_rel_seq_cst_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("agent") acq_rel seq_cst
  ret void
}

define amdgpu_kernel void @flat_workgroup_monotonic_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_workgroup_monotonic_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1]
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_monotonic_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_monotonic_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1]
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_monotonic_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("workgroup") monotonic, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_workgroup_acquire_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_workgroup_acquire_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_acquire_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_acquire_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1]
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_acquire_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("workgroup") acquire, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_workgroup_seq_cst_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_workgroup_seq_cst_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_load_dword v2, v[0:1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_seq_cst_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_seq_cst_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1]
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_seq_cst_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("workgroup") seq_cst, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_workgroup_monotonic_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_workgroup_monotonic_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_monotonic_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc0
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_monotonic_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_monotonic_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("workgroup") monotonic, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_release_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_workgroup_release_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_release_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc0
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_release_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_release_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("workgroup") release, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_seq_cst_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_workgroup_seq_cst_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_seq_cst_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc0
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_seq_cst_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_seq_cst_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("workgroup") seq_cst, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_monotonic_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_monotonic_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_monotonic_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_monotonic_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_monotonic_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") monotonic
  ret void
}

define amdgpu_kernel void @flat_workgroup_monotonic_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_monotonic_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_monotonic_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_monotonic_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_monotonic_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") monotonic
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_acquire_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_acquire_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_acquire_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_acquire_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_acquire_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") acquire
  ret void
}

define amdgpu_kernel void @flat_workgroup_acquire_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_acquire_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_acquire_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_acquire_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_acquire_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") acquire
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_release_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_release_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_release_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_release_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_release_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") release
  ret void
}

define amdgpu_kernel void @flat_workgroup_release_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_release_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_release_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_release_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_release_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") release
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_acq_rel_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_acq_rel_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_acq_rel_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_acq_rel_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_acq_rel_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") acq_rel
  ret void
}

define amdgpu_kernel void @flat_workgroup_acq_rel_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_acq_rel_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_acq_rel_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_acq_rel_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_acq_rel_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") acq_rel
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_seq_cst_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_seq_cst_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_seq_cst_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_seq_cst_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_seq_cst_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") seq_cst
  ret void
}

define amdgpu_kernel void @flat_workgroup_seq_cst_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_workgroup_seq_cst_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_seq_cst_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_seq_cst_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_seq_cst_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("workgroup") seq_cst
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_workgroup_monotonic_acquire_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_workgroup_monotonic_acquire_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_monotonic_acquire_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_monotonic_acquire_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_monotonic_acquire_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("workgroup") monotonic acquire
  ret void
}

define amdgpu_kernel void @flat_workgroup_release_monotonic_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_workgroup_release_monotonic_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_release_monotonic_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_release_monotonic_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_release_monotonic_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("workgroup") release monotonic
  ret void
}

define amdgpu_kernel void @flat_workgroup_acq_rel_seq_cst_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_workgroup_acq_rel_seq_cst_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_workgroup_acq_rel_seq_cst_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_workgroup_acq_rel_seq_cst_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_workgroup_acq_rel_seq_cst_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_wait_storecnt_dscnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_SE
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("workgroup") acq_rel seq_cst
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_monotonic_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_agent_one_as_monotonic_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_monotonic_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_monotonic_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] glc dlc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_monotonic_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("agent-one-as") monotonic, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_acquire_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_agent_one_as_acquire_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_acquire_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_acquire_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] glc dlc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_acquire_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("agent-one-as") acquire, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_seq_cst_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_agent_one_as_seq_cst_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_seq_cst_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_seq_cst_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] glc dlc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_seq_cst_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load atomic i32, ptr %in syncscope("agent-one-as") seq_cst, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_monotonic_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_agent_one_as_monotonic_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_monotonic_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_monotonic_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_monotonic_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("agent-one-as") monotonic, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_release_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_agent_one_as_release_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_release_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_release_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_release_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("agent-one-as") release, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_seq_cst_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_agent_one_as_seq_cst_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_seq_cst_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_seq_cst_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_seq_cst_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store atomic i32 %in, ptr %out syncscope("agent-one-as") seq_cst, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_monotonic_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_monotonic_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_monotonic_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_monotonic_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_monotonic_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") monotonic
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_monotonic_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_monotonic_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_monotonic_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_monotonic_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_monotonic_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") monotonic
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_acquire_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_acquire_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_acquire_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_acquire_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_acquire_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") acquire
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_acquire_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_acquire_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_acquire_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_acquire_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_acquire_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") acquire
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_release_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_release_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_release_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_release_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_release_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") release
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_release_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_release_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_release_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_release_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_release_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") release
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_acq_rel_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_acq_rel_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_acq_rel_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_acq_rel_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_acq_rel_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") acq_rel
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_acq_rel_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_acq_rel_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_acq_rel_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_acq_rel_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_acq_rel_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") acq_rel
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_seq_cst_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_seq_cst_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v[0:1], v2
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_seq_cst_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s0, s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v[0:1], v2
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_seq_cst_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dword s4, s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_seq_cst_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s0, s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v[0:1], v2 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") seq_cst
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_seq_cst_ret_atomicrmw(ptr %out, i32 %in) {
; GFX90A-LABEL: flat_agent_one_as_seq_cst_ret_atomicrmw:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s6
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_seq_cst_ret_atomicrmw:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dword s2, s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         v_mov_b32_e32 v2, s2
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_swap v2, v[0:1], v2 sc0
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_seq_cst_ret_atomicrmw:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dword s6, s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s6
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_swap v2, v[0:1], v2 glc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_seq_cst_ret_atomicrmw:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s2, s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s2
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_swap_b32 v2, v[0:1], v2 th:TH_ATOMIC_RETURN scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = atomicrmw volatile xchg ptr %out, i32 %in syncscope("agent-one-as") seq_cst
  store i32 %val, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_monotonic_acquire_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_agent_one_as_monotonic_acquire_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_monotonic_acquire_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_monotonic_acquire_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_monotonic_acquire_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("agent-one-as") monotonic acquire
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_release_monotonic_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_agent_one_as_release_monotonic_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_release_monotonic_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_release_monotonic_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_release_monotonic_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("agent-one-as") release monotonic
  ret void
}

define amdgpu_kernel void @flat_agent_one_as_acq_rel_seq_cst_cmpxchg(ptr %out, i32 %in, i32 %old) {
; GFX90A-LABEL: flat_agent_one_as_acq_rel_seq_cst_cmpxchg:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX90A-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX90A-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_mov_b32_e32 v2, s7
; GFX90A-NEXT:         v_mov_b32_e32 v0, s6
; GFX90A-NEXT:         v_mov_b32_e32 v3, v0
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         buffer_wbinvl1_vol
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_agent_one_as_acq_rel_seq_cst_cmpxchg:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[4:5], 0x0
; GFX942-NEXT:         s_load_dword s3, s[4:5], 0x8
; GFX942-NEXT:         s_load_dword s2, s[4:5], 0xc
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b32_e32 v2, s3
; GFX942-NEXT:         v_mov_b32_e32 v0, s2
; GFX942-NEXT:         v_mov_b32_e32 v3, v0
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         buffer_wbl2 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         buffer_inv sc1
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_agent_one_as_acq_rel_seq_cst_cmpxchg:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[8:9], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[8:9], 0x0
; GFX10-CU-NEXT:         s_load_dword s7, s[8:9], 0x8
; GFX10-CU-NEXT:         s_load_dword s6, s[8:9], 0xc
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v3, v0
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         flat_atomic_cmpswap v[0:1], v[2:3] offset:16
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         buffer_gl1_inv
; GFX10-CU-NEXT:         buffer_gl0_inv
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_agent_one_as_acq_rel_seq_cst_cmpxchg:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[4:5], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[4:5], 0x0
; GFX12-WGP-NEXT:         s_load_b32 s3, s[4:5], 0x8
; GFX12-WGP-NEXT:         s_load_b32 s2, s[4:5], 0xc
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v3, v0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         global_wb scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_atomic_cmpswap_b32 v[0:1], v[2:3] offset:16 scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         global_inv scope:SCOPE_DEV
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %gep = getelementptr i32, ptr %out, i32 4
  %val = cmpxchg volatile ptr %gep, i32 %old, i32 %in syncscope("agent-one-as") acq_rel seq_cst
  ret void
}

define amdgpu_kernel void @flat_volatile_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_volatile_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_volatile_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] sc0 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_volatile_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] glc dlc
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_volatile_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] scope:SCOPE_SYS
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load volatile i32, ptr %in, align 4
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_volatile_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_volatile_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_waitcnt vmcnt(0)
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_volatile_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_store_dword v[0:1], v2 sc0 sc1
; GFX942-NEXT:         s_waitcnt vmcnt(0)
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_volatile_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_waitcnt_vscnt null, 0x0
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_volatile_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         s_wait_loadcnt 0x0
; GFX12-WGP-NEXT:         s_wait_samplecnt 0x0
; GFX12-WGP-NEXT:         s_wait_bvhcnt 0x0
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 scope:SCOPE_SYS
; GFX12-WGP-NEXT:         s_wait_storecnt 0x0
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store volatile i32 %in, ptr %out, align 4
  ret void
}

define amdgpu_kernel void @flat_nontemporal_load(ptr %in, ptr %out) {
; GFX90A-LABEL: flat_nontemporal_load:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         flat_load_dword v2, v[0:1] glc slc
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[4:5], s[4:5] op_sel:[0,1]
; GFX90A-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX90A-NEXT:         flat_store_dword v[0:1], v2
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_nontemporal_load:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[0:1], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[0:1], s[0:1], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         flat_load_dword v2, v[0:1] nt
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[0:1]
; GFX942-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX942-NEXT:         flat_store_dword v[0:1], v2
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_nontemporal_load:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_mov_b64 s[4:5], s[6:7]
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[4:5], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[4:5], s[4:5], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         flat_load_dword v2, v[0:1] slc
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s4
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s5
; GFX10-CU-NEXT:         s_waitcnt vmcnt(0) lgkmcnt(0)
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_nontemporal_load:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_mov_b64 s[0:1], s[2:3]
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[0:1], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[0:1], s[0:1], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         flat_load_b32 v2, v[0:1] th:TH_LOAD_NT
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s1
; GFX12-WGP-NEXT:         s_wait_loadcnt_dscnt 0x0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2
; GFX12-WGP-NEXT:         s_endpgm
entry:
  %val = load i32, ptr %in, align 4, !nontemporal !0
  store i32 %val, ptr %out
  ret void
}

define amdgpu_kernel void @flat_nontemporal_store(i32 %in, ptr %out) {
; GFX90A-LABEL: flat_nontemporal_store:
; GFX90A:      ; %bb.0: ; %entry
; GFX90A-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX90A-NEXT:         s_nop 0
; GFX90A-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX90A-NEXT:         s_waitcnt lgkmcnt(0)
; GFX90A-NEXT:         v_pk_mov_b32 v[0:1], s[6:7], s[6:7] op_sel:[0,1]
; GFX90A-NEXT:         v_mov_b32_e32 v2, s4
; GFX90A-NEXT:         flat_store_dword v[0:1], v2 glc slc
; GFX90A-NEXT:         s_endpgm
; GFX942-LABEL: flat_nontemporal_store:
; GFX942:      ; %bb.0: ; %entry
; GFX942-NEXT:         s_load_dword s0, s[2:3], 0x0
; GFX942-NEXT:         s_nop 0
; GFX942-NEXT:         s_load_dwordx2 s[2:3], s[2:3], 0x8
; GFX942-NEXT:         s_waitcnt lgkmcnt(0)
; GFX942-NEXT:         v_mov_b64_e32 v[0:1], s[2:3]
; GFX942-NEXT:         v_mov_b32_e32 v2, s0
; GFX942-NEXT:         flat_store_dword v[0:1], v2 nt
; GFX942-NEXT:         s_endpgm
; GFX10-CU-LABEL: flat_nontemporal_store:
; GFX10-CU:      ; %bb.0: ; %entry
; GFX10-CU-NEXT:         s_load_dword s4, s[6:7], 0x0
; GFX10-CU-NEXT:         s_load_dwordx2 s[6:7], s[6:7], 0x8
; GFX10-CU-NEXT:         s_waitcnt lgkmcnt(0)
; GFX10-CU-NEXT:         v_mov_b32_e32 v0, s6
; GFX10-CU-NEXT:         v_mov_b32_e32 v1, s7
; GFX10-CU-NEXT:         v_mov_b32_e32 v2, s4
; GFX10-CU-NEXT:         flat_store_dword v[0:1], v2 glc slc
; GFX10-CU-NEXT:         s_endpgm
; GFX12-WGP-LABEL: flat_nontemporal_store:
; GFX12-WGP:      ; %bb.0: ; %entry
; GFX12-WGP-NEXT:         s_load_b32 s0, s[2:3], 0x0
; GFX12-WGP-NEXT:         s_load_b64 s[2:3], s[2:3], 0x8
; GFX12-WGP-NEXT:         s_wait_kmcnt 0x0
; GFX12-WGP-NEXT:         v_mov_b32_e32 v0, s2
; GFX12-WGP-NEXT:         v_mov_b32_e32 v1, s3
; GFX12-WGP-NEXT:         v_mov_b32_e32 v2, s0
; GFX12-WGP-NEXT:         flat_store_b32 v[0:1], v2 th:TH_STORE_NT
; GFX12-WGP-NEXT:         s_endpgm
entry:
  store i32 %in, ptr %out, align 4, !nontemporal !0
  ret void
}

!0 = !{i32 1}
!1 = !{!"amdgpu-as", !"global"}
!2 = !{!"amdgpu-as", !"local"}
