; Functions that others call, one with two returns: what a condition reads is there on both.
;! litmus two-returns
;! memory {
;!   global x: i32 = 0
;!   global flag: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P1:r0 = 1 /\ P1:r1 = 0)
;! expect hsa: forbidden "x is loaded after the flag, and its store is before that"

define dso_local void @P0(ptr addrspace(1) %x, ptr addrspace(1) %flag) {
  store atomic i32 1, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  fence syncscope("agent") release
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  ret void
}

define dso_local void @P1(ptr addrspace(1) %flag, ptr addrspace(1) %x) {
entry:
  %r0 = load atomic i32, ptr addrspace(1) %flag syncscope("agent") monotonic, align 4
  fence syncscope("agent") acquire
  %r1 = load atomic i32, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  %seen = icmp eq i32 %r0, 1
  br i1 %seen, label %yes, label %no

yes:
  store atomic i32 2, ptr addrspace(1) %x syncscope("agent") monotonic, align 4
  ret void

no:
  ret void
}
