;! litmus declared-parameter-not-read
;! memory { global x: i32 = 0
;!   global y: i32 = 0 }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P0:r0 = 1 /\ P1:r1 = 0)

define void @P0(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %r0 = load atomic i32, ptr addrspace(1) %x monotonic, align 4
  ret void
}

define void @P1(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %r1 = load atomic i32, ptr addrspace(1) %y monotonic, align 4
  ret void
}

declare void @g(ptr, ptr, ptr sret(i32))
