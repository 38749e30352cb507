;! litmus T
;! memory {
;!   global x: i32 = 0
;! }
;! thread P0 @ agent 0 { }
;! exists (x = 0)

; no function
