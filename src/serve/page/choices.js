// What is asked, chosen by clicks: models, targets, tables, and how.

import { byId, element } from './elements.js';

// Those of many that are chosen, as buttons that stay pressed.
function chips(legend, names, chosen, toggled) {
  const chip = ({ name, title }) => element('label', { class: 'chip', title },
    element('input', { type: 'checkbox', value: name, checked: chosen.includes(name), onchange: (event) => toggled(name, event.target.checked) }),
    element('span', {}, name));
  return element('fieldset', {}, element('legend', {}, legend), ...names.map(chip));
}

function select(legend, names, chosen, changed) {
  const option = (name) => element('option', { value: name, selected: name === chosen }, name);
  return element('label', {}, `${legend} `, element('select', { onchange: (event) => changed(event.target.value) }, ...names.map(option)));
}

function check(legend, isOn, changed) {
  return element('label', {}, element('input', { type: 'checkbox', checked: isOn, onchange: (event) => changed(event.target.checked) }), ` ${legend}`);
}

// What may be chosen for each view, and what is.
export class Choices {
  constructor(words, changed) {
    this.words = words;
    this.changed = changed;
    this.reset();
  }

  reset() {
    const { table } = this.words.default;
    Object.assign(this, { models: [], targets: [], table, opencl: false, allowed: false, sensitivity: false });
  }

  // What is chosen otherwise than at first: for links.
  get state() {
    const { models, targets, table, opencl, allowed, sensitivity } = this;
    const all = { models, targets, table, opencl, allowed, sensitivity };
    const isUsual = ([key, value]) => (Array.isArray(value) ? value.length === 0 : value === false || (key === 'table' && value === this.words.default.table));
    return Object.fromEntries(Object.entries(all).filter((entry) => !isUsual(entry)));
  }

  set state(state) {
    this.reset();
    const names = (value, known) => (Array.isArray(value) ? value.filter((name) => known.some((other) => other.name === name)) : []);
    this.models = names(state.models, this.words.models);
    this.targets = names(state.targets, this.words.targets);
    if (this.words.tables.includes(state.table)) this.table = state.table;
    for (const key of ['opencl', 'allowed', 'sensitivity']) this[key] = state[key] === true;
  }

  set(key, value) {
    this[key] = value;
    this.changed();
  }

  toggle(key, name, isOn) {
    this.set(key, isOn ? [...this[key], name] : this[key].filter((other) => other !== name));
  }

  // Shows what may be chosen for a view.
  show(view) {
    const models = () => chips('Models', this.words.models, this.models, (name, isOn) => this.toggle('models', name, isOn));
    const targets = () => element('details', { open: this.targets.length > 0 },
      element('summary', {}, this.targets.length ? `${this.targets.length} targets` : 'All targets'),
      chips('Only', this.words.targets, this.targets, (name, isOn) => this.toggle('targets', name, isOn)));
    const table = () => select('Code of', this.words.tables, this.table, (name) => this.set('table', name));
    const language = () => check('OpenCL', this.opencl, (isOn) => this.set('opencl', isOn));
    const of = {
      check: () => [models(), check('what verdicts rest on', this.sensitivity, (isOn) => this.set('sensitivity', isOn))],
      outcomes: () => [models(), check('only allowed ones', this.allowed, (isOn) => this.set('allowed', isOn))],
      refine: () => [table(), language(), targets()],
      compiled: () => [],
    };
    byId('choices').replaceChildren(...of[view]());
  }

  // The question of a view; more texts come with it.
  question(view, { text, cat, code, processor }) {
    const given = cat.trim() ? { cat } : {};
    return {
      check: { text, models: this.models, sensitivity: this.sensitivity, ...given },
      outcomes: { text, models: this.models, allowed: this.allowed, ...given },
      refine: { text, targets: this.targets, table: this.table, opencl: this.opencl, ...(cat.trim() ? { cat, models: ['given'] } : {}) },
      compiled: { text, code, targets: [processor], ...(cat.trim() ? { cat, models: ['given'] } : {}) },
    }[view];
  }
}
