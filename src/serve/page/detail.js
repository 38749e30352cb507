// What a click on an answer opens: executions, code with where it is from, what happens in time. What is open is part of the link.

import { asker } from './ask.js';
import { element } from './elements.js';
import { about, counterexample, picture } from './results.js';

const headed = (title, hint) => [element('h2', {}, title), hint && element('p', {}, hint)].filter(Boolean);

export class Detail {
  // `page` has the choices, the texts and the words; `changed` is called as something opens or closes.
  constructor(place, page, changed) {
    Object.assign(this, { place, page, changed, ask: asker(), opened: null, wanted: null, given: null });
    // Such events stay at their element, but pass here on their way to it.
    place.addEventListener('toggle', () => this.opened && !this.wanted && this.changed(), true);
  }

  close() {
    this.ask.cancel();
    this.place.replaceChildren();
    Object.assign(this, { opened: null, wanted: null, given: null });
  }

  // What is open, for the link: the row and the column of the answer, and the lists that are not as they are at first.
  get state() {
    if (this.wanted) return this.wanted;
    const lists = this.lists().flatMap((list, number) => (list.open === list.matches('[data-open]') ? [] : [number]));
    return this.opened ? { detail: this.opened, ...(lists.length && { lists }) } : {};
  }

  // Has opened what a link names, as soon as it is there.
  set state({ detail, lists }) {
    const isKey = Array.isArray(detail) && detail.length === 2 && detail.every((word) => typeof word === 'string');
    this.wanted = isKey ? { detail, ...(Array.isArray(lists) && lists.length && { lists }) } : null;
  }

  lists() {
    return [...this.place.querySelectorAll('details')];
  }

  // Opens what a link names if it stands among the answers.
  async reopen(answers) {
    if (!this.wanted) return;
    const { detail: [row, column], lists = [] } = this.wanted;
    const find = () => [...answers.querySelectorAll('button')].find(({ dataset }) => dataset.row === row && dataset.column === column);
    const more = () => answers.querySelector('button.more:not([hidden])');
    let button = find();
    while (!button && more()) {
      more().click();
      button = find();
    }
    if (!button) return;
    this.wanted = null;
    this.toggled = lists;
    button.click();
  }

  // Begins to show something, with its title; `work` asks for the rest.
  async open(key, first, work) {
    const toggled = this.toggled ?? [];
    Object.assign(this, { opened: key, toggled: null, wanted: null });
    this.place.replaceChildren(...first);
    if (!toggled.length) this.changed();
    if (!(await work())) return;
    for (const [number, list] of this.lists().entries()) if (toggled.includes(number)) list.open = !list.open;
    this.changed();
  }

  executions(state, ends, key) {
    const { choices, texts } = this.page;
    return this.open(key, [...headed(ends), element('p', { class: 'hint' }, 'drawing…')], async () => {
      const pictures = [];
      const notices = [];
      const question = { ...choices.question('outcomes', texts()), state };
      const end = await this.ask('executions', question, (line) => {
        if (line.picture) pictures.push(picture(line.picture));
        if (line.missing) notices.push(element('p', { class: 'notice' }, `Not all is there: ${line.missing}`));
      });
      const none = element('p', {}, end?.message ?? 'There is no execution to show.');
      if (end) this.place.replaceChildren(...headed(ends), ...(pictures.length || notices.length ? [...pictures, ...notices] : [none]));
      return end;
    });
  }

  target(cell, column, key) {
    const { choices, texts } = this.page;
    const first = [...headed(`${cell.target}, ${column.name}: ${cell.verdict}`, about(cell)), ...counterexample(cell.counterexample)];
    const question = { ...choices.question('refine', texts(), column), targets: [cell.target], assume: choices.assumedOf(cell.target), sensitivity: false };
    return this.open(key, first, () => (cell.verdict === 'unsound'
      ? this.ask('refine', { ...question, draw: true }, (line) => this.timeline(line))
      : this.ask('lower', question, ({ code }) => code && this.place.append(...code.map(lines)))));
  }

  // What happens in time, if a line of an answer has the picture.
  timeline({ picture: drawn }) {
    if (drawn) this.place.append(element('h3', {}, 'What happens in time'), picture(drawn));
  }

  // What a compiler has made, by line, what happens in time where it is unsound, and what a table has for the same target, with its rows.
  compiled(cell, key) {
    const { choices, texts, words } = this.page;
    const { text, processor } = texts();
    const first = [...headed(`${cell.target}: ${cell.verdict}`, about(cell)), ...counterexample(cell.counterexample, 'The code, by line')];
    if (!cell.counterexample && this.given) first.push(element('h3', {}, 'The code, by line'), lines(this.given));
    const title = element('h3', {}, `What ${words.default.table} has for ${processor}, and the rows it is from`);
    const draw = () => this.ask('compiled', { ...choices.question('compiled', texts()), draw: true }, (line) => this.timeline(line));
    return this.open(key, first, async () => {
      if (cell.verdict === 'unsound' && !(await draw())) return null;
      return this.ask('lower', { text, targets: [processor] }, ({ code, diagnostics }) => {
        const none = (diagnostics ?? []).map(({ message }) => element('p', {}, message));
        this.place.append(title, ...none, ...(code ?? []).map(lines));
      });
    });
  }
}

// Code by thread, each instruction with where it is from.
function lines({ threads }) {
  const line = ({ text, depth, from }) => element('tr', {}, element('td', { class: 'condition' }, '  '.repeat(depth) + text), element('td', {}, element('small', {}, from ?? '')));
  const thread = ({ thread: name, lines: all }) => element('div', { class: 'wide' }, element('table', {}, element('caption', {}, name), element('tbody', {}, ...all.map(line))));
  return element('div', { class: 'threads' }, ...threads.map(thread));
}
