;! litmus computed
;! memory {
;!   global x: i64 = 5
;!   global b: i8 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (P0:r = 1 /\ P0:big = 4294967300 /\ P0:n = -1 /\ P0:s = 3 /\ P0:t = true)
;! expect hsa: allowed

define void @P0(ptr addrspace(1) %x, ptr addrspace(1) %b) {
  %v = load i64, ptr addrspace(1) %x, align 8
  %big = select i1 true, i64 4294967300, i64 -7
  %n = sub i32 3, 4
  %small = trunc i64 %v to i8
  store i8 %small, ptr addrspace(1) %b, align 1
  %old = atomicrmw uinc_wrap ptr addrspace(1) %x, i64 -1 monotonic, align 8
  %e = icmp eq i64 %old, 5
  %f = icmp slt i64 %v, -1
  %g = or i1 %e, %f
  %t = and i1 %g, %e
  %r = zext i1 %t to i32
  %s = select i1 %f, i32 2, i32 3
  %same = freeze i32 %s
  ret void
}
