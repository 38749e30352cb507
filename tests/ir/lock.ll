;! litmus lock
;! memory {
;!   global l: i32 = 0
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (x != 2)
;! expect hsa: forbidden

define void @P0(ptr addrspace(1) %l, ptr addrspace(1) %x) {
entry:
  br label %take
take:
  %pair = cmpxchg weak ptr addrspace(1) %l, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %in, label %take
in:
  %old = load i32, ptr addrspace(1) %x, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %x, align 4
  store atomic i32 0, ptr addrspace(1) %l syncscope("agent") release, align 4
  ret void
}
define void @P1(ptr addrspace(1) %l, ptr addrspace(1) %x) {
entry:
  br label %take
take:
  %pair = cmpxchg ptr addrspace(1) %l, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4
  %found = extractvalue { i32, i1 } %pair, 0
  %taken = icmp eq i32 %found, 0
  %again = xor i1 %taken, true
  br i1 %again, label %take, label %in
in:
  %old = load i32, ptr addrspace(1) %x, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %x, align 4
  store atomic i32 0, ptr addrspace(1) %l syncscope("agent") release, align 4
  ret void
}
