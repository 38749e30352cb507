// What a word means where the pointer rests, or at the caret after F1: the server tells it as it tells editors.

import { element } from './elements.js';

// The pointer rests after so many milliseconds.
const REST = 350;

export class Hover {
  // `asked` gives what is known of a line and a column, both from 1, or nothing.
  constructor(editor, asked) {
    Object.assign(this, { editor, asked, timer: 0, last: '' });
    const { field } = editor;
    this.ruler = document.createElement('canvas').getContext('2d');
    this.tip = element('div', { class: 'tip', role: 'status', hidden: true });
    field.parentElement.append(this.tip);
    field.addEventListener('mousemove', (event) => this.moved(event));
    field.parentElement.addEventListener('mouseleave', () => this.hide());
    for (const name of ['input', 'scroll', 'mousedown', 'blur']) field.addEventListener(name, () => this.hide());
    field.addEventListener('keydown', (event) => this.pressed(event));
  }

  hide() {
    clearTimeout(this.timer);
    this.last = '';
    this.tip.hidden = true;
  }

  moved(event) {
    const place = this.placeAt(event.offsetX, event.offsetY);
    const now = place ? `${place.line} ${place.column}` : '';
    if (now === this.last) return;
    this.hide();
    this.last = now;
    if (place) this.timer = setTimeout(() => this.show(place), REST);
  }

  pressed(event) {
    if (event.key === 'Escape') this.hide();
    if (event.key !== 'F1') return;
    event.preventDefault();
    const before = this.editor.text.slice(0, this.editor.field.selectionStart).split('\n');
    this.show({ line: before.length, column: [...before[before.length - 1]].length + 1 });
  }

  async show(place) {
    const now = `${place.line} ${place.column}`;
    this.last = now;
    const text = await this.asked(place);
    if (!text || this.last !== now) return;
    this.tip.replaceChildren(...blocks(text));
    this.tip.hidden = false;
    const { field } = this.editor;
    const { left, height } = this.measures(place);
    const below = (place.line + 0.2) * height - field.scrollTop + 10;
    const isRoom = below + this.tip.offsetHeight < field.clientHeight;
    const top = isRoom ? below : Math.max(0, below - this.tip.offsetHeight - 1.4 * height);
    this.tip.style.top = `${top}px`;
    this.tip.style.left = `${Math.max(0, Math.min(left - field.scrollLeft, field.clientWidth - this.tip.offsetWidth - 4))}px`;
  }

  // How wide the text before a place is, and how high a line.
  measures({ line, column }) {
    const style = getComputedStyle(this.editor.field);
    const characters = [...(this.editor.text.split('\n')[line - 1] ?? '')].slice(0, column - 1).join('');
    return { left: parseFloat(style.paddingLeft) + this.width(characters, style), height: parseFloat(style.lineHeight) };
  }

  width(text, style) {
    this.ruler.font = `${style.fontSize} ${style.fontFamily}`;
    return this.ruler.measureText(text.replaceAll('\t', '  ')).width;
  }

  // The line and column of the character that is drawn at a point of the field; nothing beside the text.
  placeAt(x, y) {
    const { field, text } = this.editor;
    const style = getComputedStyle(field);
    const line = Math.floor((y - parseFloat(style.paddingTop) + field.scrollTop) / parseFloat(style.lineHeight));
    const across = x - parseFloat(style.paddingLeft) + field.scrollLeft;
    const characters = [...(text.split('\n')[line] ?? '')];
    if (across < 0 || across >= this.width(characters.join(''), style)) return null;
    // The last character that begins before the point.
    let [column, end] = [0, characters.length];
    while (end - column > 1) {
      const middle = Math.floor((column + end) / 2);
      if (this.width(characters.slice(0, middle).join(''), style) <= across) column = middle;
      else end = middle;
    }
    return { line: line + 1, column: column + 1 };
  }
}

// Paragraphs, code and emphasis of Markdown, which is all that is told of words. Text is text.
function blocks(text) {
  return text.split(/^```\w*\n([\s\S]*?)^```$/m).flatMap((part, number) => (number % 2
    ? [element('pre', {}, part.trimEnd())]
    : part.split('\n\n').filter((paragraph) => paragraph.trim()).map((paragraph) => element('p', {}, ...inline(paragraph.trim())))));
}

function inline(text) {
  return text.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((part) => {
    if (part.startsWith('`')) return element('code', {}, part.slice(1, -1));
    return part.startsWith('**') ? element('strong', {}, part.slice(2, -2)) : part;
  });
}
