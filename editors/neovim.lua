-- Colours and the language server for Neovim, from the checkout's folder: `nvim -c 'luafile editors/neovim.lua' TEST`. LITMUS is the program, else `litmus`.
vim.opt.runtimepath:prepend("editors/vim")
vim.cmd("filetype on")
vim.cmd("syntax on")
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "litmus", "cat" },
  callback = function()
    local client = vim.lsp.start_client({ name = "litmus", cmd = { vim.env.LITMUS or "litmus", "lsp" } })
    -- Neovim has said why if there is none.
    if client then vim.lsp.buf_attach_client(0, client) end
  end,
})
-- What was opened before this was read has the file type that Neovim gives it, or none.
for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
  if vim.api.nvim_buf_is_loaded(buffer) then
    vim.api.nvim_buf_call(buffer, function() vim.cmd("filetype detect") end)
  end
end
