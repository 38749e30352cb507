; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -stop-after=si-memory-legalizer -mcpu=gfx90a < %s | FileCheck -check-prefixes=GFX90A %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -stop-after=si-memory-legalizer -mcpu=gfx942 < %s | FileCheck -check-prefixes=GFX942 %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -stop-after=si-memory-legalizer -mcpu=gfx1030 -mattr=+cumode < %s | FileCheck -check-prefixes=GFX10-CU %s
; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -stop-after=si-memory-legalizer -mcpu=gfx1200 < %s | FileCheck -check-prefixes=GFX12-WGP %s

define amdgpu_kernel void @system_acquire_fence() {
; GFX90A-LABEL: name: system_acquire_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     BUFFER_INVL2 implicit $exec
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_acquire_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     BUFFER_INV 17, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_acquire_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_acquire_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 24, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence acquire
  ret void
}

define amdgpu_kernel void @system_acquire_fence_global() {
; GFX90A-LABEL: name: system_acquire_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     BUFFER_INVL2 implicit $exec
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_acquire_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     BUFFER_INV 17, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_acquire_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_acquire_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 24, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence acquire, !mmra !1
  ret void
}

define amdgpu_kernel void @system_acquire_fence_local() {
; GFX90A-LABEL: name: system_acquire_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_acquire_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_acquire_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_acquire_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence acquire, !mmra !2
  ret void
}

define amdgpu_kernel void @system_release_fence() {
; GFX90A-LABEL: name: system_release_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_release_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_release_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_release_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 24, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence release
  ret void
}

define amdgpu_kernel void @system_release_fence_global() {
; GFX90A-LABEL: name: system_release_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_release_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_release_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_release_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 24, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence release, !mmra !1
  ret void
}

define amdgpu_kernel void @system_release_fence_local() {
; GFX90A-LABEL: name: system_release_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_release_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_release_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_release_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence release, !mmra !2
  ret void
}

define amdgpu_kernel void @system_acq_rel_fence() {
; GFX90A-LABEL: name: system_acq_rel_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     BUFFER_INVL2 implicit $exec
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_acq_rel_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     BUFFER_INV 17, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_acq_rel_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_acq_rel_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 24, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 24, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence acq_rel
  ret void
}

define amdgpu_kernel void @system_acq_rel_fence_global() {
; GFX90A-LABEL: name: system_acq_rel_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     BUFFER_INVL2 implicit $exec
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_acq_rel_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     BUFFER_INV 17, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_acq_rel_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_acq_rel_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 24, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 24, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence acq_rel, !mmra !1
  ret void
}

define amdgpu_kernel void @system_acq_rel_fence_local() {
; GFX90A-LABEL: name: system_acq_rel_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_acq_rel_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_acq_rel_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_acq_rel_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence acq_rel, !mmra !2
  ret void
}

define amdgpu_kernel void @system_seq_cst_fence() {
; GFX90A-LABEL: name: system_seq_cst_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     BUFFER_INVL2 implicit $exec
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_seq_cst_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     BUFFER_INV 17, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_seq_cst_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_seq_cst_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 24, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 24, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence seq_cst
  ret void
}

define amdgpu_kernel void @system_seq_cst_fence_global() {
; GFX90A-LABEL: name: system_seq_cst_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     BUFFER_INVL2 implicit $exec
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_seq_cst_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 17, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     BUFFER_INV 17, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_seq_cst_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_seq_cst_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 24, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 24, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence seq_cst, !mmra !1
  ret void
}

define amdgpu_kernel void @system_seq_cst_fence_local() {
; GFX90A-LABEL: name: system_seq_cst_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: system_seq_cst_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: system_seq_cst_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: system_seq_cst_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence seq_cst, !mmra !2
  ret void
}

define amdgpu_kernel void @agent_acquire_fence() {
; GFX90A-LABEL: name: agent_acquire_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_acquire_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     BUFFER_INV 16, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_acquire_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_acquire_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 16, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") acquire
  ret void
}

define amdgpu_kernel void @agent_acquire_fence_global() {
; GFX90A-LABEL: name: agent_acquire_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_acquire_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     BUFFER_INV 16, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_acquire_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_acquire_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 16, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") acquire, !mmra !1
  ret void
}

define amdgpu_kernel void @agent_acquire_fence_local() {
; GFX90A-LABEL: name: agent_acquire_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_acquire_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_acquire_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_acquire_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") acquire, !mmra !2
  ret void
}

define amdgpu_kernel void @agent_release_fence() {
; GFX90A-LABEL: name: agent_release_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_release_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 16, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_release_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_release_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 16, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") release
  ret void
}

define amdgpu_kernel void @agent_release_fence_global() {
; GFX90A-LABEL: name: agent_release_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_release_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 16, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_release_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_release_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 16, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") release, !mmra !1
  ret void
}

define amdgpu_kernel void @agent_release_fence_local() {
; GFX90A-LABEL: name: agent_release_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_release_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_release_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_release_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") release, !mmra !2
  ret void
}

define amdgpu_kernel void @agent_acq_rel_fence() {
; GFX90A-LABEL: name: agent_acq_rel_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_acq_rel_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 16, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     BUFFER_INV 16, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_acq_rel_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_acq_rel_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 16, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 16, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") acq_rel
  ret void
}

define amdgpu_kernel void @agent_acq_rel_fence_global() {
; GFX90A-LABEL: name: agent_acq_rel_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_acq_rel_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 16, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     BUFFER_INV 16, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_acq_rel_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_acq_rel_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 16, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 16, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") acq_rel, !mmra !1
  ret void
}

define amdgpu_kernel void @agent_acq_rel_fence_local() {
; GFX90A-LABEL: name: agent_acq_rel_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_acq_rel_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_acq_rel_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_acq_rel_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") acq_rel, !mmra !2
  ret void
}

define amdgpu_kernel void @agent_seq_cst_fence() {
; GFX90A-LABEL: name: agent_seq_cst_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 112
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_seq_cst_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 16, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 112
; GFX942-NEXT:     BUFFER_INV 16, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_seq_cst_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 112
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_seq_cst_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 16, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 16, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") seq_cst
  ret void
}

define amdgpu_kernel void @agent_seq_cst_fence_global() {
; GFX90A-LABEL: name: agent_seq_cst_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 3952
; GFX90A-NEXT:     BUFFER_WBINVL1_VOL implicit $exec
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_seq_cst_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     BUFFER_WBL2 16, implicit $exec
; GFX942-NEXT:     S_WAITCNT_soft 3952
; GFX942-NEXT:     BUFFER_INV 16, implicit $exec
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_seq_cst_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 16240
; GFX10-CU-NEXT:     S_WAITCNT_VSCNT_soft undef $sgpr_null, 0
; GFX10-CU-NEXT:     BUFFER_GL1_INV implicit $exec
; GFX10-CU-NEXT:     BUFFER_GL0_INV implicit $exec
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_seq_cst_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 16, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 16, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") seq_cst, !mmra !1
  ret void
}

define amdgpu_kernel void @agent_seq_cst_fence_local() {
; GFX90A-LABEL: name: agent_seq_cst_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: agent_seq_cst_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: agent_seq_cst_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: agent_seq_cst_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("agent") seq_cst, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_acquire_fence() {
; GFX90A-LABEL: name: workgroup_acquire_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_acquire_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_acquire_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_acquire_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") acquire
  ret void
}

define amdgpu_kernel void @workgroup_acquire_fence_global() {
; GFX90A-LABEL: name: workgroup_acquire_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_acquire_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_acquire_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_acquire_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") acquire, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_acquire_fence_local() {
; GFX90A-LABEL: name: workgroup_acquire_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_acquire_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_acquire_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_acquire_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") acquire, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_release_fence() {
; GFX90A-LABEL: name: workgroup_release_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_release_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_release_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_release_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") release
  ret void
}

define amdgpu_kernel void @workgroup_release_fence_global() {
; GFX90A-LABEL: name: workgroup_release_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_release_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_release_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_release_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") release, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_release_fence_local() {
; GFX90A-LABEL: name: workgroup_release_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_release_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_release_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_release_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") release, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_acq_rel_fence() {
; GFX90A-LABEL: name: workgroup_acq_rel_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_acq_rel_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_acq_rel_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_acq_rel_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") acq_rel
  ret void
}

define amdgpu_kernel void @workgroup_acq_rel_fence_global() {
; GFX90A-LABEL: name: workgroup_acq_rel_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_acq_rel_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_acq_rel_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_acq_rel_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") acq_rel, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_acq_rel_fence_local() {
; GFX90A-LABEL: name: workgroup_acq_rel_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_acq_rel_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_acq_rel_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_acq_rel_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") acq_rel, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_seq_cst_fence() {
; GFX90A-LABEL: name: workgroup_seq_cst_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_seq_cst_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_seq_cst_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_seq_cst_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_DSCNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") seq_cst
  ret void
}

define amdgpu_kernel void @workgroup_seq_cst_fence_global() {
; GFX90A-LABEL: name: workgroup_seq_cst_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_seq_cst_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_seq_cst_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_seq_cst_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") seq_cst, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_seq_cst_fence_local() {
; GFX90A-LABEL: name: workgroup_seq_cst_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_WAITCNT_soft 49279
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_seq_cst_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_WAITCNT_soft 49279
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_seq_cst_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_WAITCNT_soft 49279
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_seq_cst_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup") seq_cst, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_one_as_acquire_fence() {
; GFX90A-LABEL: name: workgroup_one_as_acquire_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_acquire_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_acquire_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_acquire_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") acquire
  ret void
}

define amdgpu_kernel void @workgroup_one_as_acquire_fence_global() {
; GFX90A-LABEL: name: workgroup_one_as_acquire_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_acquire_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_acquire_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_acquire_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") acquire, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_one_as_acquire_fence_local() {
; GFX90A-LABEL: name: workgroup_one_as_acquire_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_acquire_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_acquire_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_acquire_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") acquire, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_one_as_release_fence() {
; GFX90A-LABEL: name: workgroup_one_as_release_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_release_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_release_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_release_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") release
  ret void
}

define amdgpu_kernel void @workgroup_one_as_release_fence_global() {
; GFX90A-LABEL: name: workgroup_one_as_release_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_release_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_release_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_release_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") release, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_one_as_release_fence_local() {
; GFX90A-LABEL: name: workgroup_one_as_release_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_release_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_release_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_release_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") release, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_one_as_acq_rel_fence() {
; GFX90A-LABEL: name: workgroup_one_as_acq_rel_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_acq_rel_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_acq_rel_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_acq_rel_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") acq_rel
  ret void
}

define amdgpu_kernel void @workgroup_one_as_acq_rel_fence_global() {
; GFX90A-LABEL: name: workgroup_one_as_acq_rel_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_acq_rel_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_acq_rel_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_acq_rel_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") acq_rel, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_one_as_acq_rel_fence_local() {
; GFX90A-LABEL: name: workgroup_one_as_acq_rel_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_acq_rel_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_acq_rel_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_acq_rel_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") acq_rel, !mmra !2
  ret void
}

define amdgpu_kernel void @workgroup_one_as_seq_cst_fence() {
; GFX90A-LABEL: name: workgroup_one_as_seq_cst_fence
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_seq_cst_fence
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_seq_cst_fence
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_seq_cst_fence
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") seq_cst
  ret void
}

define amdgpu_kernel void @workgroup_one_as_seq_cst_fence_global() {
; GFX90A-LABEL: name: workgroup_one_as_seq_cst_fence_global
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_seq_cst_fence_global
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_seq_cst_fence_global
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_seq_cst_fence_global
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     GLOBAL_WB 8, implicit $exec
; GFX12-WGP-NEXT:     S_WAIT_BVHCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_SAMPLECNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_LOADCNT_soft 0
; GFX12-WGP-NEXT:     S_WAIT_STORECNT_soft 0
; GFX12-WGP-NEXT:     GLOBAL_INV 8, implicit $exec
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") seq_cst, !mmra !1
  ret void
}

define amdgpu_kernel void @workgroup_one_as_seq_cst_fence_local() {
; GFX90A-LABEL: name: workgroup_one_as_seq_cst_fence_local
; GFX90A:        bb.0.entry:
; GFX90A-NEXT:     S_ENDPGM 0
; GFX942-LABEL: name: workgroup_one_as_seq_cst_fence_local
; GFX942:        bb.0.entry:
; GFX942-NEXT:     S_ENDPGM 0
; GFX10-CU-LABEL: name: workgroup_one_as_seq_cst_fence_local
; GFX10-CU:        bb.0.entry:
; GFX10-CU-NEXT:     S_ENDPGM 0
; GFX12-WGP-LABEL: name: workgroup_one_as_seq_cst_fence_local
; GFX12-WGP:        bb.0.entry:
; GFX12-WGP-NEXT:     S_ENDPGM 0
entry:
  fence syncscope("workgroup-one-as") seq_cst, !mmra !2
  ret void
}

!0 = !{i32 1}
!1 = !{!"amdgpu-as", !"global"}
!2 = !{!"amdgpu-as", !"local"}
