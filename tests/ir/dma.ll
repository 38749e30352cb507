;! litmus dma
;! memory {
;!   global x: i32 = 1
;!   local l: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0, wavefront 0 { }
;! exists (P0:r0 = 0)
;! expect hsa: forbidden

define void @P0(ptr addrspace(1) %x, ptr addrspace(3) %l) {
  call void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1) %x, ptr addrspace(3) %l, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %r0 = load i32, ptr addrspace(3) %l, align 4
  ret void
}
