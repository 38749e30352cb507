// What is asked, chosen by clicks: models, targets, tables, and how.

import { byId, element } from './elements.js';

// Those of many that are chosen, as buttons that stay pressed.
function chips(legend, names, chosen, toggled) {
  const chip = ({ name, title }) => element('label', { class: 'chip', title },
    element('input', { type: 'checkbox', value: name, checked: chosen.includes(name), onchange: (event) => toggled(name, event.target.checked) }),
    element('span', {}, name));
  return element('fieldset', {}, element('legend', {}, legend), ...names.map(chip));
}

const counted = (count, what) => `${count} ${what}${count > 1 ? 's' : ''}`;

function check(legend, isOn, changed) {
  return element('label', {}, element('input', { type: 'checkbox', checked: isOn, onchange: (event) => changed(event.target.checked) }), ` ${legend}`);
}

// What may be chosen for each view, and what is.
export class Choices {
  // `changed` is called as something else is chosen, `folded` as a list opens or closes.
  constructor(words, changed, folded) {
    const isUsual = ({ name }) => Number([words.default.model, words.default.opencl].includes(name));
    this.words = { ...words, models: words.models.toSorted((a, b) => isUsual(b) - isUsual(a)) };
    Object.assign(this, { changed, folded });
    this.reset();
  }

  reset() {
    const { table } = this.words.default;
    Object.assign(this, { models: [], targets: [], tables: [table], assume: [], opencl: false, allowed: false, sensitivity: false, lists: {} });
  }

  // Whether a list is open: at first, if something of it is chosen.
  isOpen(key) {
    return this.lists[key] ?? this[key].length > 0;
  }

  // A list of many names behind a click, which stays as it was left.
  list(key, title, names) {
    const toggled = ({ target }) => {
      // What is shown no more is told of late.
      if (!target.isConnected || target.open === this.isOpen(key)) return;
      this.lists[key] = target.open;
      this.folded();
    };
    return element('details', { open: this.isOpen(key), ontoggle: toggled }, element('summary', {}, title), names);
  }

  // What is chosen otherwise than at first: for links.
  get state() {
    const { models, targets, tables, assume, opencl, allowed, sensitivity } = this;
    const all = { models, targets, tables, assume, opencl, allowed, sensitivity };
    const usual = { models: '', targets: '', assume: '', tables: this.words.default.table };
    const isUsual = ([key, value]) => (Array.isArray(value) ? value.join() === usual[key] : value === false);
    const chosen = Object.fromEntries(Object.entries(all).filter((entry) => !isUsual(entry)));
    const otherwise = Object.keys(this.lists).filter((key) => this.isOpen(key) !== this[key].length > 0);
    return { ...chosen, ...(otherwise.length && { unfolded: otherwise }) };
  }

  set state(state) {
    this.reset();
    this.unknown = [];
    const names = (value, known) => {
      const all = Array.isArray(value) ? value.map(String) : [];
      const isKnown = (name) => known.some((other) => other.name === name);
      this.unknown.push(...all.filter((name) => !isKnown(name)));
      return all.filter(isKnown);
    };
    this.models = names(state.models, this.words.models);
    this.targets = names(state.targets, this.words.targets);
    const tables = names(state.tables, this.words.tables.map((name) => ({ name })));
    if (tables.length) this.tables = tables;
    this.assume = names(state.assume, this.assumptions(this.words.targets));
    for (const key of ['opencl', 'allowed', 'sensitivity']) this[key] = state[key] === true;
    const otherwise = Array.isArray(state.unfolded) ? state.unfolded : [];
    for (const key of ['targets', 'assume'].filter((name) => otherwise.includes(name))) this.lists[key] = this[key].length === 0;
  }

  set(key, value) {
    this[key] = value;
    this.changed();
  }

  toggle(key, name, isOn) {
    this.set(key, isOn ? [...this[key], name] : this[key].filter((other) => other !== name));
  }

  // The names of what may be assumed of the hardware of targets, each once, and `none`.
  assumptions(targets) {
    const all = targets.flatMap(({ assumptions }) => Object.entries(assumptions));
    const names = [...new Map(all)].map(([name, on]) => ({ name, title: on ? 'assumed where nothing is chosen' : 'not assumed where nothing is chosen' }));
    return names.length ? [...names, { name: 'none', title: 'nothing but what is chosen here' }] : [];
  }

  // Those that are chosen and that a target, in a mode, has.
  assumedOf(configuration) {
    const target = this.words.targets.find(({ modes }) => modes.includes(configuration));
    return this.assume.filter((name) => name === 'none' || name in (target?.assumptions ?? {}));
  }

  // Shows what may be chosen for a view.
  show(view) {
    const models = () => chips('Models', this.words.models, this.models, (name, isOn) => this.toggle('models', name, isOn));
    const targets = () => this.list('targets', this.targets.length ? counted(this.targets.length, 'target') : 'All targets',
      chips('Only', this.words.targets, this.targets, (name, isOn) => this.toggle('targets', name, isOn)));
    const tables = () => chips('Code of', this.words.tables.map((name) => ({ name })), this.tables, (name, isOn) => this.toggle('tables', name, isOn));
    const wanted = this.words.targets.filter(({ name }) => this.targets.length === 0 || this.targets.includes(name));
    const assume = () => this.list('assume', this.assume.length ? counted(this.assume.length, 'assumption') : 'Usual assumptions of the hardware',
      chips('Assume', this.assumptions(wanted), this.assume, (name, isOn) => this.toggle('assume', name, isOn)));
    const rests = () => check('what verdicts rest on', this.sensitivity, (isOn) => this.set('sensitivity', isOn));
    const language = () => check('OpenCL too', this.opencl, (isOn) => this.set('opencl', isOn));
    const of = {
      check: () => [models(), rests()],
      outcomes: () => [models(), check('only allowed ones', this.allowed, (isOn) => this.set('allowed', isOn))],
      refine: () => [tables(), language(), rests(), targets(), assume()],
      compiled: () => [],
    };
    byId('choices').replaceChildren(...of[view]());
  }

  // The columns of the matrix of targets: tables, each for a language.
  get columns() {
    const languages = this.opencl ? [false, true] : [false];
    const tables = this.words.tables.filter((name) => this.tables.includes(name)).reverse();
    return tables.flatMap((table) => languages.map((opencl) => ({ table, opencl, name: this.opencl ? `${table} ${opencl ? 'OpenCL' : 'HSA'}` : table })));
  }

  // Those of the chosen targets that a column's table is for; none chosen are all.
  targetsOf({ table }) {
    return this.targets.filter((name) => this.words.covers[table].includes(name));
  }

  isCovered(column) {
    return this.targets.length === 0 || this.targetsOf(column).length > 0;
  }

  // Why a target, in a mode, has no result in a column: a word or two, and the reason.
  whyBlank(configuration, { table }, { message }) {
    const target = this.words.targets.find(({ modes }) => modes.includes(configuration));
    if (target && !this.words.covers[table].includes(target.name)) return ['no table', `${table} has no table for ${target.name}`];
    return ['not decided', message ?? 'nothing was answered of it'];
  }

  // All targets in their modes, in the order in which they are shown.
  get order() {
    return this.words.targets.flatMap(({ modes }) => modes);
  }

  // The targets, in their modes, that rows stand for whether there are results or not.
  get rows() {
    const isWanted = ({ name, is_variant: isVariant }) => (this.targets.length ? this.targets.includes(name) : !isVariant && this.tables.some((table) => this.words.covers[table].includes(name)));
    return this.words.targets.filter(isWanted).flatMap(({ modes }) => modes);
  }

  // Code that a compiler has made of a test, and for which processor.
  codeQuestion({ text, code, processor }) {
    return { text, code, targets: [processor] };
  }

  // The question of a view; more texts come with it. Of the matrix of targets it is that of a column.
  question(view, { text, cat, code, processor }, { table, opencl } = {}) {
    const given = cat.trim() ? { cat } : {};
    return {
      check: { text, models: this.models, sensitivity: this.sensitivity, ...given },
      outcomes: { text, models: this.models, allowed: this.allowed, ...given },
      refine: { text, targets: table ? this.targetsOf({ table }) : this.targets, table, opencl, assume: this.assume, sensitivity: this.sensitivity, ...(cat.trim() ? { cat, models: ['given'] } : {}) },
      compiled: { ...this.codeQuestion({ text, code, processor }), ...(cat.trim() ? { cat, models: ['given'] } : {}) },
    }[view];
  }
}
