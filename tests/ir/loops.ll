;! litmus loops
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (P0:sum = 3 /\ P0:n = 3 /\ x = 7)
;! expect hsa: allowed

define void @P0(ptr addrspace(1) %x) {
entry:
  br label %head
head:                                             ; sums 0, 1 and 2
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %c = icmp ult i32 %i, 3
  br i1 %c, label %body, label %count
body:
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  br label %head
count:                                            ; tested at its end
  %n = phi i32 [ 0, %head ], [ %m, %count ]
  %m = add i32 %n, 1
  %d = icmp eq i32 %n, 3
  br i1 %d, label %store, label %count
store:
  store i32 7, ptr addrspace(1) %x, align 4
  ret void
}
