;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0 { }
;! exists (x = 0)

define amdgpu_kernel void @P0(ptr addrspace(1) noundef byref(i32) align 4 %x) {
  ret void
}
