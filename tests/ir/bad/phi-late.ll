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
  %w = add i32 1, 0
  %v = phi i32 [ 0, %a ]
  ret void
}
