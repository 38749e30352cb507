;! litmus names
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (P0:p = 0 /\ P0:p_1 = 7 /\ P0:v1 = 9 /\ P0:r = 1 /\ P0:t = true)
;! expect hsa: allowed

; Names that ours may be are kept, whatever others are like them.
define void @P0(ptr addrspace(1) %x) {
a:
  br label %l
l:
  %c = phi i1 [ true, %a ], [ false, %l ]
  br i1 %c, label %l, label %e
e:
  %p = phi i32 [ 0, %l ]
  %p_1 = add i32 %p, 7
  %1 = add i32 0, 8
  %v1 = add i32 %1, 1
  %r = zext i1 true to i32
  %t = trunc i32 %v1 to i1
  %u = icmp ult i32 %r, 3
  call void asm sideeffect "; litmus:keep r $0", "v"(i32 %r)
  ret void
}
