;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
  %v = add i64 4294967295, 1
  %w = icmp eq i32 %v, 0
  ret void
}
