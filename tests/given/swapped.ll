; A lock taken by an exchange, whose parts conditions read.
;! litmus swapped
;! memory {
;!   global x: i32 = 0
;!   global lock: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P1:taken_ok = true /\ P1:r1 = 0)
;! expect hsa: forbidden "who takes the lock from P0 sees what P0 stored"

define void @P0(ptr addrspace(1) %x, ptr addrspace(1) %lock) {
  store i32 1, ptr addrspace(1) %x, align 4
  store atomic i32 2, ptr addrspace(1) %lock syncscope("agent") release, align 4
  ret void
}

define void @P1(ptr addrspace(1) %x, ptr addrspace(1) %lock) {
  %taken = cmpxchg ptr addrspace(1) %lock, i32 2, i32 1 syncscope("agent") acquire monotonic, align 4
  %ok = extractvalue { i32, i1 } %taken, 1
  br i1 %ok, label %load, label %end

load:
  %loaded = load i32, ptr addrspace(1) %x, align 4
  br label %end

end:
  %r1 = phi i32 [ 7, %0 ], [ %loaded, %load ]
  ret void
}
