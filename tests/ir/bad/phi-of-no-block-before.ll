;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
a:
  br label %b
b:
  %v = phi i32 [ 0, %a ], [ 1, %c ]
  ret void
c:
  ret void
}
