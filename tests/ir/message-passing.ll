;! litmus MP
;! memory {
;!   global x: i32 = 0
;!   global flag: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P1:r0 = 1 /\ P1:r1 = 0)
;! expect hsa: forbidden
;! expect opencl: forbidden
;! expect refine gfx10-11 llvm24: sound

; As a front end writes it: data layout, attributes and metadata that say nothing of memory.
source_filename = "mp.cl"
target datalayout = "e-p:64:64-p1:64:64"
target triple = "amdgcn-amd-amdhsa"

define dso_local amdgpu_kernel void @P0(ptr addrspace(1) noundef align 4 captures(none) %x, ptr addrspace(1) nocapture %flag) local_unnamed_addr #0 {
entry:
  store i32 1, ptr addrspace(1) %x, align 4, !tbaa !2
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  ret void
}

define void @P1(ptr addrspace(1) %x, ptr addrspace(1) %flag) {
  %r0 = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %read, label %done

read:                                             ; preds = %0
  %r1 = load i32, ptr addrspace(1) %x, align 4, !tbaa !2
  br label %done

done:
  ret void
}

attributes #0 = { convergent nounwind memory(argmem: readwrite) "target-cpu"="gfx1100" "uniform-work-group-size"="true" uwtable(sync) }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4}
!4 = !{!"char"}
