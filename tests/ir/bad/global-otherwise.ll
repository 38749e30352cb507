;! litmus T
;! memory {
;!   global x: i32 = 0
;!   local l: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 0)

@l = internal addrspace(3) global i64 undef
define void @P0(ptr addrspace(1) %x) {
  ret void
}
