// A text that is written: a plain field over a copy of it in colours, with what is wrong underlined and words completed.

import { marked } from './colours.js';
import { element } from './elements.js';

// So many words are offered at most.
const MOST = 12;

export class Editor {
  // `paint` colours a text, `words` are those that are completed, each with what it means.
  constructor(place, { label, paint, words, changed, code }) {
    Object.assign(this, { paint, words, changed, problems: [], offered: [], chosen: 0 });
    this.list = element('ul', { class: 'words', role: 'listbox', id: `words-${place.id}`, 'aria-label': 'Words', hidden: true });
    this.copy = element('pre', { 'aria-hidden': 'true' });
    this.field = element('textarea', {
      spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': label,
      'aria-autocomplete': 'list', 'aria-controls': this.list.id, 'aria-describedby': 'problems',
      oninput: () => this.written(), onscroll: () => this.scrolled(), onkeydown: (event) => this.pressed(event),
      onblur: () => setTimeout(() => this.close(), 150),
    });
    place.append(element('div', { class: code ? 'editor of-code' : 'editor' }, this.copy, this.field, this.list));
    this.show();
  }

  get text() { return this.field.value; }

  set text(text) {
    this.field.value = text;
    this.field.scrollTop = 0;
    this.problems = [];
    this.close();
    this.show();
  }

  // Writes another text as if it were typed, so that what stood there comes back by undoing it.
  replace(text) {
    this.field.focus();
    this.field.select();
    // No other way keeps what is undone; where a browser has it not, the text is set.
    if (!document.execCommand('insertText', false, text)) {
      this.text = text;
      this.changed();
    }
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    this.close();
  }

  // Underlines problems, whose places are lines and columns of characters.
  mark(problems) {
    this.problems = problems;
    this.field.setAttribute('aria-invalid', String(problems.some((problem) => !problem.is_warning)));
    this.show();
  }

  // Puts the caret at a problem.
  go({ line, column }) {
    const at = this.offset(line, column);
    this.field.focus();
    this.field.setSelectionRange(at, at);
    const height = this.field.scrollHeight / Math.max(1, this.text.split('\n').length);
    this.field.scrollTop = Math.max(0, (line - 5) * height);
  }

  offset(line, column) {
    const lines = this.text.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const within = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
    return Math.min(before + within, this.text.length);
  }

  range(problem) {
    const start = this.offset(problem.line, problem.column);
    const end = this.offset(problem.end_line, problem.end_column);
    return { start, end: Math.max(end, start + 1), mark: problem.is_warning ? 'doubtful' : 'wrong' };
  }

  show() {
    const parts = marked(this.paint(this.text), this.problems.map((problem) => this.range(problem)));
    const span = ({ text, colour, mark }) => (colour || mark ? element('span', { class: [colour, mark].filter(Boolean).join(' ') }, text) : text);
    // The field has room for a line more where the last is empty.
    this.copy.replaceChildren(...parts.map(span), '\n\n');
    this.scrolled();
  }

  scrolled() {
    this.copy.scrollTop = this.field.scrollTop;
    this.copy.scrollLeft = this.field.scrollLeft;
  }

  written() {
    this.problems = [];
    this.show();
    this.offer();
    this.changed();
  }

  // The word before the caret.
  begun() {
    const before = this.text.slice(0, this.field.selectionStart);
    return before.match(/[!A-Za-z_][\w.-]*$/)?.[0] ?? '';
  }

  offer() {
    const begun = this.begun();
    const known = begun.length < 2 ? [] : Object.keys(this.words).filter((word) => word.startsWith(begun) && word !== begun);
    this.offered = known.slice(0, MOST);
    this.chosen = 0;
    if (this.offered.length === 0) this.close();
    else this.open();
  }

  open() {
    const item = (word, number) => element('li', {
      role: 'option', id: `${this.list.id}-${number}`, 'aria-selected': String(number === this.chosen),
      onmousedown: (event) => { event.preventDefault(); this.complete(word); },
    }, element('code', {}, word), this.words[word] && element('small', {}, this.words[word]));
    this.list.replaceChildren(...this.offered.map(item));
    this.list.hidden = false;
    this.field.setAttribute('aria-activedescendant', `${this.list.id}-${this.chosen}`);
    const lines = this.text.slice(0, this.field.selectionStart).split('\n');
    const style = getComputedStyle(this.field);
    const height = parseFloat(style.lineHeight);
    const across = lines[lines.length - 1].length * parseFloat(style.fontSize) * 0.6;
    const top = (lines.length + 0.7) * height - this.field.scrollTop;
    const left = Math.max(0, Math.min(across - this.field.scrollLeft, this.field.clientWidth - 220));
    // Styles by script are not styles in the page's text, which its policy refuses.
    this.list.style.top = `${Math.min(top, this.field.clientHeight - 60)}px`;
    this.list.style.left = `${left}px`;
    this.list.children[this.chosen]?.scrollIntoView({ block: 'nearest' });
  }

  close() {
    this.offered = [];
    this.list.hidden = true;
    this.field.removeAttribute('aria-activedescendant');
  }

  complete(word) {
    const at = this.field.selectionStart;
    this.field.setRangeText(word, at - this.begun().length, at, 'end');
    this.close();
    this.problems = [];
    this.show();
    this.changed();
  }

  pressed(event) {
    if (this.offered.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.chosen = (this.chosen + step + this.offered.length) % this.offered.length;
      this.open();
    } else if (event.key === 'Tab') {
      this.complete(this.offered[this.chosen]);
    } else if (event.key === 'Escape') {
      this.close();
    } else {
      return;
    }
    event.preventDefault();
  }
}
