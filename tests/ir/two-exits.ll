;! litmus two-exits
;! memory {
;!   global x: i32 = 0
;!   global y: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P0:r = 1 /\ P0:which = 1)
;! expect hsa: allowed
;! exists (P0:which = 2)
;! expect hsa: allowed

; A loop that is left in its middle and at its end, within a loop.
define void @P0(ptr addrspace(1) %x, ptr addrspace(1) %y) {
entry:
  br label %outer
outer:
  %turns = phi i32 [ 0, %entry ], [ %turns.next, %again ]
  br label %inner
inner:
  %r = load atomic i32, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  %seen = icmp eq i32 %r, 1
  br i1 %seen, label %found, label %more
more:
  %s = load atomic i32, ptr addrspace(1) %y syncscope("agent") monotonic, align 4
  %other = icmp eq i32 %s, 1
  br i1 %other, label %again, label %inner
again:
  %turns.next = add i32 %turns, 1
  %enough = icmp uge i32 %turns.next, 2
  br i1 %enough, label %tired, label %outer
found:
  br label %end
tired:
  br label %end
end:
  %which = phi i32 [ 1, %found ], [ 2, %tired ]
  ret void
}
define void @P1(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  store atomic i32 1, ptr addrspace(1) %y syncscope("agent") monotonic, align 4
  store atomic i32 1, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  ret void
}
