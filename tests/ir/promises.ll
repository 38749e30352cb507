;! litmus promises
;! memory {
;!   global x: i32 = 0
;!   global y: i32 = 0
;!   global flag: i32 = 0
;!   global z: i32 = 0
;!   local l: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! thread P2 @ agent 0, workgroup 2 { }
;! exists (P1:r0 = 1 /\ P1:r1 = 0)
;! expect hsa: forbidden
;! exists (P1:r0 = 1 /\ P1:r1 = 1 /\ P2:r2 = 2)
;! expect hsa: allowed

$P0 = comdat any
; Functions that keep what attributes promise of them, as LLVM infers these.
@l = internal unnamed_addr addrspace(3) global i32 undef, align 4

define weak_odr protected amdgpu_kernel void @P0(ptr addrspace(1) nofree noundef writeonly captures(none) dereferenceable(4) initializes((0, 4)) %z, ptr addrspace(1) writeonly %x, ptr addrspace(1) nocapture writeonly %flag) local_unnamed_addr #0 comdat {
  store i32 1, ptr addrspace(1) %z, align 4
  store atomic i32 1, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  ret void
}

define dso_local void @P1(ptr addrspace(1) readonly captures(none) %flag, ptr addrspace(1) readonly %x, ptr addrspace(1) %y, ptr addrspace(1) readnone captures(none) %z) #1 {
  %r0 = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %both, label %both

both:
  %twice = phi i32 [ 2, %0 ], [ 2, %0 ]
  %r1 = load atomic i32, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  store atomic i32 %twice, ptr addrspace(1) %y syncscope("agent") monotonic, align 4
  ret void

never:
  %n = add i32 %r1, 1
  br i1 %c, label %never, label %both2

both2:
  ret void
}

define void @P2(ptr addrspace(1) readonly align(4) %y) nosync willreturn mustprogress memory(readwrite) {
  fence syncscope("singlethread") seq_cst
  %flat = addrspacecast ptr addrspace(1) %y to ptr
  %r2 = load atomic i32, ptr %flat syncscope("agent") monotonic, align 4, !noalias.addrspace !0, !tbaa !1
  store i32 %r2, ptr addrspace(3) @l, align 4
  ret void
}

attributes #0 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite, inaccessiblemem: write, errnomem: none) }
!0 = !{i32 5, i32 6}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3}
!3 = !{!"root"}
