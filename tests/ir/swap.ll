;! litmus swap
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (P0:a = 2 /\ P0:b = 1)
;! expect hsa: allowed
;! exists (P0:a = 1 /\ P0:b = 1)
;! expect hsa: forbidden

; Both at once.
define void @P0(ptr addrspace(1) %x) {
entry:
  br label %turn
turn:
  %a = phi i32 [ 1, %entry ], [ %b, %turn ]
  %b = phi i32 [ 2, %entry ], [ %a, %turn ]
  %first = phi i1 [ true, %entry ], [ false, %turn ]
  br i1 %first, label %turn, label %end
end:
  ret void
}
