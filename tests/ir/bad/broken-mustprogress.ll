;! litmus broken-mustprogress
;! memory { global x: i32 = 0 }
;! thread P0 @ agent 0, workgroup 0 { }
;! terminates

define void @P0(ptr addrspace(1) %x) mustprogress {
  br label %again

again:
  br label %again
}
