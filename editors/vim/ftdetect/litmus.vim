autocmd BufRead,BufNewFile *.litmus setfiletype litmus
autocmd BufRead,BufNewFile *.cat setfiletype cat
autocmd BufRead,BufNewFile *.table setfiletype table
" Others have files of this end, too, of which Vim finds the type by itself.
autocmd BufRead,BufNewFile *.hw if search('^hardware "', 'cnw') | set filetype=hw | endif
