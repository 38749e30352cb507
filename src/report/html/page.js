'use strict';
// Puts what is packed for want of room in its places. Without this, they say how to see it.
const packed = document.getElementById('packed');
if (packed && 'DecompressionStream' in window) {
  const bytes = Uint8Array.from(atob(packed.textContent), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  new Response(stream).text().then(text => {
    const parts = text.split('\0');
    for (const place of document.querySelectorAll('[data-packed]')) place.outerHTML = parts[place.dataset.packed];
  });
}
// Leaves out rows of a matrix. Without this, all rows are there and there is nothing to fill in.
for (const form of document.querySelectorAll('form[data-table]')) {
  const table = document.getElementById(form.dataset.table);
  const heads = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
  const rows = [...table.tBodies[0].rows];
  const said = output => form.querySelector('output').textContent = output;
  // What a row says in a column: a cell may be wide.
  const at = (row, column) => {
    let reached = 0;
    return [...row.cells].find(cell => (reached += cell.colSpan) > column);
  };
  const says = (cell, word) => cell && cell.textContent.split(/[,:;] ?/).includes(word);
  const filter = () => {
    const name = form.elements.name.value.toLowerCase();
    const verdict = form.elements.verdict.value;
    const column = heads.indexOf(form.elements.column.value);
    let shown = 0;
    for (const row of rows) {
      const cells = column < 0 ? [...row.cells] : [at(row, column)];
      const wanted = row.cells[0].textContent.toLowerCase().includes(name) && (!verdict || cells.some(cell => says(cell, verdict)));
      row.hidden = !wanted;
      shown += wanted;
    }
    said(`${shown} of ${rows.length} tests`);
  };
  form.hidden = false;
  form.addEventListener('input', filter);
  form.addEventListener('submit', event => event.preventDefault());
  filter();
}
