;! litmus T
;! memory {
;!   global x: i32 = 0
;!   local l: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (x = 0)

define void @P0(ptr addrspace(1) %x) {
entry:
  %c = load i32, ptr addrspace(1) %x, align 4
  %d = icmp eq i32 %c, 0
  br i1 %d, label %a, label %b
a:
  br label %b
b:
  br i1 %d, label %a, label %end
end:
  ret void
}
