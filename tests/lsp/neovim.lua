-- What Neovim shows of a test that the language server serves: what is wrong with it and, when that is mended, what hovering says, code lenses and formatting; and how many servers there are.
-- It is read after `editors/neovim.lua`, with the test open; LITMUS is the program. Prints what was found; the exit code is 1 where something does not come.

local function diagnostics(wanted)
  assert(vim.wait(30000, function() return #vim.diagnostic.get(0) == wanted end), "not " .. wanted .. " diagnostics")
  for _, found in ipairs(vim.diagnostic.get(0)) do
    print(string.format("%d:%d: %s\n", found.lnum + 1, found.col + 1, found.message))
  end
end

local function ask(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 30000), method)
  local _, answer = next(answers)
  return assert(answer.result, vim.inspect(answer))
end

local function shown()
  diagnostics(1)
  vim.cmd("%s/i23/i32/")
  diagnostics(0)
  print(ask("textDocument/hover", { position = { line = 8, character = 48 } }).contents.value .. "\n")
  for _, lens in ipairs(ask("textDocument/codeLens", {})) do
    print(string.format("%d: %s\n", lens.range.start.line + 1, lens.command.title))
  end
  vim.cmd("%s/  r0 = load/r0   =   load/")
  vim.lsp.util.apply_text_edits(ask("textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } }), 0, "utf-16")
  print(vim.api.nvim_buf_get_lines(0, 11, 12, true)[1] .. "\n")
  -- Another buffer, and the same once more.
  for _, command in ipairs({ "new", "set filetype=cat", "wincmd p", "set filetype=litmus" }) do vim.cmd(command) end
  local function servers() return #vim.tbl_keys((vim.lsp.get_clients or vim.lsp.get_active_clients)()) end
  -- One that is started is counted once it has answered.
  vim.wait(2000, function() return servers() > 1 end)
  print(servers() .. " server\n")
end

local ok, why = pcall(shown)
if not ok then print(why .. "\n") end
vim.cmd(ok and "qa!" or "cq")
