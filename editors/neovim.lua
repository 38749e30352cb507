-- Colours and the language server for Neovim, from the checkout's folder: `nvim -c 'luafile editors/neovim.lua'`. LITMUS is the program, else `litmus`.
vim.opt.runtimepath:prepend("editors/vim")
vim.cmd("filetype on")
vim.cmd("syntax on")
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "litmus", "cat" },
  callback = function()
    local client = vim.lsp.start_client({ name = "litmus", cmd = { vim.env.LITMUS or "litmus", "lsp" } })
    vim.lsp.buf_attach_client(0, client)
  end,
})
