; The fence that kernels.ll has by its release is missing: the source is racy, and so there is nothing for code to keep.
;! litmus relaxed
;! memory {
;!   global x: i32 = 0
;!   global flag: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P1:r0 = 1 /\ P1:r1 = 0)
;! expect hsa: racy "no release"

define amdgpu_kernel void @P0(ptr addrspace(1) %x, ptr addrspace(1) %flag) {
  store i32 1, ptr addrspace(1) %x, align 4
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  ret void
}

define amdgpu_kernel void @P1(ptr addrspace(1) %x, ptr addrspace(1) %flag) {
  %r0 = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %r1 = load i32, ptr addrspace(1) %x, align 4
  ret void
}
