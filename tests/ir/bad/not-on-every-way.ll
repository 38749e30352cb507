;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
  br i1 true, label %b, label %a
a:
  %v = add i32 1, 0
  br label %b
b:
  %w = add i32 %v, 0
  ret void
}
