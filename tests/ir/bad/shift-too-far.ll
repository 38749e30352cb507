;! litmus T
;! memory {
;!   global x: i32 = 0
;!   local l: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
  %a = shl i32 4, 32
  ret void
}
