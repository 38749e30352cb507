;! litmus spaces
;! memory {
;!   local l: i32 = 0
;!   global g: i32 = 0
;!   global q: ptr = g
;! }
;! thread P0 @ agent 0, workgroup 0, wavefront 0 { }
;! thread P1 @ agent 0, workgroup 0, wavefront 1 { }
;! exists (P1:r0 = 0 /\ P1:r1 = 0)
;! expect hsa: racy

@l = internal unnamed_addr addrspace(3) global i32 undef, align 4

define void @P0(ptr addrspace(1) %g, ptr addrspace(1) %q) {
  %flat = addrspacecast ptr addrspace(1) %g to ptr
  store i32 1, ptr addrspace(3) @l, align 4
  store i32 1, ptr %flat, align 4, !nontemporal !5
  fence syncscope("workgroup") release, !mmra !2
  call void @llvm.amdgcn.s.barrier()
  ret void
}
define void @P1(ptr %g.generic, ptr addrspace(1) %q) {
  tail call void @llvm.amdgcn.s.barrier() #1
  fence syncscope("workgroup") acquire, !mmra !0
  %r0 = load i32, ptr addrspacecast (ptr addrspace(3) @l to ptr), align 4
  %p = load ptr addrspace(1), ptr addrspace(1) %q, align 8
  %r1 = load i32, ptr addrspace(1) %p, align 4
  ret void
}
declare void @llvm.amdgcn.s.barrier() #1
attributes #1 = { convergent nocallback nofree nounwind willreturn }
!0 = !{!"amdgpu-synchronize-as", !"local"}
!1 = !{!"amdgpu-synchronize-as", !"global"}
!2 = !{!0, !1}
!5 = !{i32 1}
