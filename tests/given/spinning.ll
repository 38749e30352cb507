; A kernel that waits for a flag, as a compiler rotates the loop.
;! litmus spinning
;! memory {
;!   global x: i32 = 0
;!   global flag: i32 = 0
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! thread P1 @ agent 0, workgroup 1 { }
;! exists (P1:r1 = 0)
;! expect hsa: forbidden "the loop ends as it sees the flag, and acquires"

define amdgpu_kernel void @P0(ptr addrspace(1) %x, ptr addrspace(1) %flag) {
  store i32 1, ptr addrspace(1) %x, align 4
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  ret void
}

define amdgpu_kernel void @P1(ptr addrspace(1) %x, ptr addrspace(1) %flag) {
entry:
  br label %again

again:
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %again, label %done

done:
  %r1 = load i32, ptr addrspace(1) %x, align 4
  ret void
}
