" The litmus language: docs/language.md.
if exists("b:current_syntax")
  finish
endif

syntax iskeyword @,48-57,_,.,!

syntax keyword litmusFrame litmus memory queue dispatch barrier_and barrier_or signal thread filter exists forall terminates expect
syntax keyword litmusFrame hardware refine host
syntax keyword litmusStatement load store atomicrmw cmpxchg fence submit asm
syntax keyword litmusStatement s.barrier s.barrier.signal s.barrier.wait s.barrier.signal.isfirst s.barrier.init s.barrier.join s.barrier.leave named.barrier
syntax keyword litmusStatement load.to.lds load.async.to.lds store.async.from.lds call asyncmark wait.asyncmark
syntax keyword litmusControl if else while do unroll
syntax keyword litmusModifier atomic volatile weak syncscope generic !nontemporal !mmra !asm
syntax keyword litmusOrdering unordered monotonic acquire release acq_rel seq_cst
syntax keyword litmusOperator ult ule ugt uge slt sle sgt sge shl lshr ashr select zext sext trunc
syntax keyword litmusType i1 i8 i16 i32 i64 i96 i128 i256 i512 ptr
syntax keyword litmusPlace global local constant private region agent cluster workgroup wavefront coarse fine nonvolatile
syntax keyword litmusConstant true false null
syntax keyword litmusVerdict allowed forbidden racy sound unsound hangs

syntax match litmusName "\(^litmus\s\+\)\@<=[A-Za-z0-9_.+-]\+"
syntax match litmusNumber "\<\(0x\x\+\|\d\+\)\>"
syntax region litmusString start=+"+ skip=+\\"+ end=+"+
syntax match litmusComment "//.*$"

highlight default link litmusFrame Keyword
highlight default link litmusStatement Statement
highlight default link litmusControl Conditional
highlight default link litmusModifier StorageClass
highlight default link litmusOrdering Special
highlight default link litmusOperator Operator
highlight default link litmusType Type
highlight default link litmusPlace StorageClass
highlight default link litmusConstant Constant
highlight default link litmusVerdict Todo
highlight default link litmusName Identifier
highlight default link litmusNumber Number
highlight default link litmusString String
highlight default link litmusComment Comment

let b:current_syntax = "litmus"
