;! litmus T
;! memory { global x: i32 = 0 }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 1)

define void @P0(ptr addrspace(1) %x) {
  %p = cmpxchg ptr addrspace(1) %x, i32 0, i32 1 monotonic monotonic, align 4
  %o = extractvalue { i64, i1 } %p, 0
  call void asm sideeffect "; litmus:keep r0 $0", "v"(i64 %o)
  ret void
}
