;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
  br i32 1, label %a, label %b
a:
  ret void
b:
  ret void
}
