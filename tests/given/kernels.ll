; A message between two kernels, as a front end has them: pointers from the kernel's arguments, names without meaning here.
;! litmus kernels
;! memory {
;!   global x: i32 = 0
;!   global flag: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P1:v1 = 1 /\ P1:v2 = 0)
;! expect hsa: forbidden "the store of x happens before its load"

target triple = "amdgcn-amd-amdhsa"

define protected amdgpu_kernel void @P0(ptr addrspace(1) noundef captures(none) %x, ptr addrspace(1) noundef captures(none) %flag) #0 {
  store atomic i32 1, ptr addrspace(1) %x syncscope("agent") monotonic, align 4, !tbaa !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  ret void
}

define protected amdgpu_kernel void @P1(ptr addrspace(1) noundef captures(none) %x, ptr addrspace(1) noundef captures(none) %flag) #0 {
  %1 = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %2 = load atomic i32, ptr addrspace(1) %x syncscope("agent") monotonic, align 4, !tbaa !0
  ret void
}

attributes #0 = { mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,256" "uniform-work-group-size"="true" }

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
