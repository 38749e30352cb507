// The languages' colours, by the patterns that the program gives.

// What colours a text: all patterns as one expression, the first that matches at a place counts.
export function colouring({ patterns }) {
  const group = (text) => text.replace(/\\.|\(\?|\(/g, (found) => (found === '(' ? '(?:' : found));
  const expression = new RegExp(patterns.map(({ match }) => `(${group(match)})`).join('|'), 'gm');
  return (text) => {
    const parts = [];
    let end = 0;
    for (const found of text.matchAll(expression)) {
      if (!found[0]) continue;
      if (found.index > end) parts.push({ text: text.slice(end, found.index) });
      const at = found.findIndex((part, number) => number > 0 && part !== undefined) - 1;
      parts.push({ text: found[0], colour: patterns[at].colour });
      end = found.index + found[0].length;
    }
    if (end < text.length) parts.push({ text: text.slice(end) });
    return parts;
  };
}

// The parts of a text with some ranges marked: `{start, end, mark}`, offsets of characters.
export function marked(parts, ranges) {
  const cuts = ranges.flatMap(({ start, end }) => [start, end]);
  const out = [];
  let at = 0;
  for (const part of parts) {
    const inside = cuts.filter((cut) => cut > at && cut < at + part.text.length).sort((a, b) => a - b);
    let from = at;
    for (const to of [...inside, at + part.text.length]) {
      const range = ranges.find(({ start, end }) => start <= from && to <= end);
      out.push({ ...part, text: part.text.slice(from - at, to - at), mark: range?.mark });
      from = to;
    }
    at += part.text.length;
  }
  return out;
}
