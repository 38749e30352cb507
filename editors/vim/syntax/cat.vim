" Models in herd7's cat language: docs/cat.md.
if exists("b:current_syntax")
  finish
endif

syntax iskeyword @,48-57,_,-,.

syntax keyword catDefinition let rec and in fun procedure call enum include from
syntax keyword catControl match with end if then else try forall do
syntax keyword catCheck acyclic irreflexive empty flag undefined_unless as
syntax keyword catShown show unshow instructions
syntax keyword catFunction domain range classes linearisations

syntax match catTag "'[A-Za-z][A-Za-z0-9_-]*"
syntax match catOperator "[|;&\\~*+?^]"
syntax region catString start=+"+ end=+"+
syntax match catLineComment "//.*$"
syntax region catComment start="(\*" end="\*)" contains=catComment

highlight default link catDefinition Keyword
highlight default link catControl Conditional
highlight default link catCheck Statement
highlight default link catShown PreProc
highlight default link catFunction Function
highlight default link catTag Constant
highlight default link catOperator Operator
highlight default link catString String
highlight default link catLineComment Comment
highlight default link catComment Comment

let b:current_syntax = "cat"
