;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
  %v = load i32, ptr addrspace(1) %x, align 4
  %a = trunc nsw i32 %v to i8
  %b = zext nneg i8 %a to i32
  ret void
}
