;! litmus shifts
;! "A shift by the width or more is poison in the IR, and by the low bits here: 1 by 33 is 2, and -1 by 97 in 64 bits is by 33."
;! memory {
;!   global x: i32 = 33
;! }
;! thread P0 @ agent 0, workgroup 0 { }
;! exists (P0:a = 2 /\ P0:b = 2147483647 /\ P0:c = 16)
;! expect hsa: allowed

define void @P0(ptr addrspace(1) %x) {
  %v = load i32, ptr addrspace(1) %x, align 4
  %a = shl i32 1, %v
  %w = zext i32 %v to i64
  %far = add i64 %w, 64
  %b = lshr i64 -1, %far
  %c = ashr i32 %v, 1
  ret void
}
