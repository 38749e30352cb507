;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
  %w = add i32 %v, 0
  %v = add i32 1, 0
  ret void
}
