;! litmus T
;! memory { global x: i32 = 0 }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 1)

define void @P0(ptr addrspace(1) %x) {
  store atomic i32 1, ptr addrspace(1) %x syncscope("agent") monotonic, align 4, !nontemporal !9
  ret void
}
