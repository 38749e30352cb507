-- How many things the language server finds wrong with each file that is open, as Neovim shows them; it is read after `editors/neovim.lua`.

local function served(buffer)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
  return next(clients) ~= nil
end

local ok, why = pcall(function()
  for _, path in ipairs(vim.fn.argv()) do
    vim.cmd("edit " .. vim.fn.fnameescape(path))
    local buffer = vim.api.nvim_get_current_buf()
    local name = vim.fn.fnamemodify(path, ":t")
    if not name:match("plain") then
      assert(vim.wait(30000, function() return #vim.diagnostic.get(buffer) > 0 end), name .. ": nothing is wrong")
    end
    print(name .. ": " .. #vim.diagnostic.get(buffer) .. (served(buffer) and "" or ", not served") .. "\n")
  end
end)
if not ok then print(why .. "\n") end
vim.cmd(ok and "qa!" or "cq")
