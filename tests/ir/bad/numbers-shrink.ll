;! litmus T
;! memory { global x: i32 = 0 }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 1)

define void @P0(ptr addrspace(1) %x) {
  %3 = load atomic i32, ptr addrspace(1) %x monotonic, align 4
  %2 = load atomic i32, ptr addrspace(1) %x monotonic, align 4
  ret void
}
