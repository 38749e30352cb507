;! litmus tags
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 0)
;! expect hsa: forbidden

define void @P0(ptr addrspace(1) initializes((0, 4)) %x) {
  store i32 1, ptr addrspace(1) %x, align 4
  fence syncscope("agent") release, !mmra !0
  ret void
}
!0 = !{!1, !2}
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{!"amdgpu-synchronize-as", !"global"}
