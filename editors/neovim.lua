-- Colours and the language server for Neovim, from the checkout's folder: `nvim -c 'luafile editors/neovim.lua' TEST`. LITMUS is the program, else `litmus`.
vim.opt.runtimepath:prepend("editors/vim")
vim.cmd("filetype on")
-- Where file types are on already, that finds no more of them.
vim.cmd("augroup filetypedetect | runtime! ftdetect/litmus.vim | augroup END")
vim.cmd("syntax on")
-- One server is for all buffers: `vim.lsp.start` knows it by its name, and is there from 0.8 on.
local config = { name = "litmus", cmd = { vim.env.LITMUS or "litmus", "lsp" }, root_dir = vim.fn.getcwd() }
local client
local function serve()
  if vim.lsp.start then
    vim.lsp.start(config)
    return
  end
  local runs = client and vim.lsp.get_client_by_id(client)
  client = runs and client or vim.lsp.start_client(config)
  -- Neovim has said why if there is none.
  if client then vim.lsp.buf_attach_client(0, client) end
end
vim.api.nvim_create_autocmd("FileType", { pattern = { "litmus", "cat", "hw", "table" }, callback = serve })
-- A module of LLVM IR is a test if its comments say so. Older Neovims take `*.ll` for another language.
local function serve_test()
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:match("^;!") then return serve() end
  end
end
vim.api.nvim_create_autocmd("FileType", { pattern = { "llvm", "lifelines" }, callback = serve_test })
-- What was opened before this was read has the file type that Neovim gives it, or none.
for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
  if vim.api.nvim_buf_is_loaded(buffer) then
    vim.api.nvim_buf_call(buffer, function() vim.cmd("filetype detect") end)
  end
end
