;! litmus dead
;! memory {
;!   global x: i32 = 0
;!   global y: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P0:read = true /\ P1:a = 5)
;! expect hsa: allowed
;! exists (P0:read = false)
;! expect hsa: forbidden

; Of a cmpxchg nothing needs, parts that nothing depends on are left out; of another a condition reads one.
define void @P0(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %p = cmpxchg ptr addrspace(1) %x, i32 0, i32 5 syncscope("agent") acq_rel monotonic, align 4
  %k = extractvalue { i32, i1 } %p, 1
  %v = extractvalue { i32, i1 } %p, 0
  %q = select i1 %k, i32 3, i32 7
  %s = sext i1 %k to i32
  %t = cmpxchg weak ptr addrspace(1) %x, i32 0, i32 9 syncscope("agent") acq_rel monotonic, align 4
  %u = extractvalue { i32, i1 } %t, 1
  %c = cmpxchg ptr addrspace(1) %y, i32 0, i32 5 syncscope("agent") acq_rel monotonic, align 4
  %read = extractvalue { i32, i1 } %c, 1
  ret void
}

define void @P1(ptr addrspace(1) %x) {
  %a = load atomic i32, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  ret void
}
