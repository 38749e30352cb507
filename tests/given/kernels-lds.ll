; Kernels whose arguments have several sizes: the second pointer to global memory stands at a multiple of 8 bytes.
;! litmus kernels-lds
;! memory {
;!   global x: i32 = 0
;!   local l: i32 = 0
;!   global flag: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0, wavefront 0 { }
;! thread P1 @ agent 0, workgroup 0, wavefront 1 { }
;! exists (P1:r0 = 1 /\ P1:r1 = 0)
;! expect hsa: forbidden "the store of l happens before its load"
;! exists (P1:r0 = 1 /\ P1:r2 = 0)
;! expect hsa: forbidden "and so does that of x"

define amdgpu_kernel void @P0(ptr addrspace(1) %x, ptr addrspace(3) %l, ptr addrspace(1) %flag) {
entry:
  store atomic i32 1, ptr addrspace(1) %x syncscope("workgroup") monotonic, align 4
  store atomic i32 1, ptr addrspace(3) %l syncscope("workgroup") monotonic, align 4
  fence syncscope("workgroup") release
  store atomic i32 1, ptr addrspace(1) %flag syncscope("workgroup") monotonic, align 4
  ret void
}

define amdgpu_kernel void @P1(ptr addrspace(1) %x, ptr addrspace(3) %l, ptr addrspace(1) %flag) {
entry:
  %r0 = load atomic i32, ptr addrspace(1) %flag syncscope("workgroup") monotonic, align 4
  fence syncscope("workgroup") acquire
  %r1 = load atomic i32, ptr addrspace(3) %l syncscope("workgroup") monotonic, align 4
  %r2 = load atomic i32, ptr addrspace(1) %x syncscope("workgroup") monotonic, align 4
  ret void
}
