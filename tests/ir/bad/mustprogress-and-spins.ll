;! litmus mustprogress-and-spins
;! memory { global x: i32 = 0
;!   global y: i32 = 0 }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P0:r0 = 1 /\ P1:r1 = 0)

define void @P0(ptr addrspace(1) %x, ptr addrspace(1) %y) mustprogress {
  %r0 = load atomic i32, ptr addrspace(1) %x monotonic, align 4
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %l, label %done

l:
  br label %l

done:
  ret void
}

define void @P1(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %r1 = load atomic i32, ptr addrspace(1) %y monotonic, align 4
  ret void
}
