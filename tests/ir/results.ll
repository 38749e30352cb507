;! litmus results
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 4)
;! expect hsa: allowed

; Atomics whose results nothing depends on return none.
define void @P0(ptr addrspace(1) %x) {
  %unused = atomicrmw add ptr addrspace(1) %x, i32 1 syncscope("agent") monotonic, align 4
  %pair = cmpxchg ptr addrspace(1) %x, i32 1, i32 2 syncscope("agent") monotonic monotonic, align 4
  %used = atomicrmw add ptr addrspace(1) %x, i32 1 syncscope("agent") monotonic, align 4
  %more = add i32 %used, 2
  store atomic i32 %more, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  ret void
}
