// Answers as the page shows them: verdicts, final states, the matrix of targets, executions, code and timelines.

import { element } from './elements.js';

const classOf = (word) => word.replace(/ /g, '-');
const badge = (word) => element('span', { class: `badge ${classOf(word)}` }, word);
const head = (...names) => element('thead', {}, element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name))));
const button = (words, [row, column], attributes) => element('button', { type: 'button', 'aria-pressed': 'false', 'data-row': row, 'data-column': column, ...attributes }, words);
const wide = (...inner) => element('div', { class: 'wide' }, ...inner);

function remark(found) {
  const parts = [];
  if (found.expected && found.expected !== found.verdict) parts.push(`expected ${found.expected}`);
  if (found.axioms?.length) parts.push(`by ${found.axioms.join(', ')}`);
  if (found.reason) parts.push(found.reason);
  const resting = (list, words) => list?.length && parts.push(`${words}: ${list.map(({ change, verdict }) => `${change} → ${verdict}`).join('; ')}`);
  resting(found.rests_on, 'rests on');
  resting(found.may_rest_on, 'may rest on');
  return parts.join(' · ');
}

// Verdicts: a row for each condition and model, and for what is expected of hardware and code.
export class Verdicts {
  constructor(place) {
    this.body = element('tbody');
    this.place = place;
  }

  add({ result }) {
    if (!this.body.isConnected) {
      this.place.replaceChildren(wide(element('table', {}, head('asked', 'by', 'verdict', 'why'), this.body)));
    }
    if (result.reason && !result.models.length) this.row(result.name, '', 'unknown', result.reason);
    for (const model of result.models) {
      const race = model.race ? `race: ${describeRace(model.race)}` : '';
      for (const found of model.conditions) {
        const said = [remark(found), found.verdict === 'racy' ? race || model.flag : ''].filter(Boolean).join(' · ');
        this.row(found.condition, model.model, found.verdict, said);
      }
    }
    for (const found of result.hardware) this.row(`hardware of ${found.targets}`, 'hardware', found.verdict, remark(found));
    for (const found of result.refinements) this.row(`code of ${found.table} for ${found.targets}`, found.language, found.verdict, remark(found));
    if (!this.body.childElementCount) this.place.replaceChildren(element('p', {}, 'The test asks nothing: choose a model, or add a line as `exists (x = 1)` and `expect hsa: allowed`.'));
  }

  row(asked, by, verdict, said) {
    const cells = [element('td', { class: 'condition' }, asked), element('td', {}, by), element('td', {}, badge(verdict)), element('td', {}, said)];
    this.body.append(element('tr', {}, ...cells));
  }
}

function describeRace(race) {
  const place = (event) => (typeof event === 'string' ? event : event?.text ?? JSON.stringify(event));
  const hanging = (race.hangs_in ?? []).map(({ thread, line }) => `, where ${thread} hangs in line ${line}`).join('');
  return ([race.first, race.second].filter(Boolean).map(place).join(' with ') || race.location || '') + hanging;
}

// What is asked for of races, and what stands above them: they are of no state.
function races(model) {
  return [null, `Races by ${model}`];
}

// How many cells of final states are shown at once.
const CELLS = 6000;

// Final states: a row each, a column for each model; a click asks for the executions that end there.
export class States {
  constructor(place, chosen) {
    Object.assign(this, { place, chosen });
  }

  add({ result, missing }) {
    const parts = [];
    if (missing) parts.push(element('p', { class: 'notice' }, missing[0].toUpperCase() + missing.slice(1)));
    for (const found of result.races.filter(({ pairs, flags }) => pairs.length + flags.length)) {
      const words = `${found.model}: ${found.pairs.length ? `${found.pairs.length} race${found.pairs.length > 1 ? 's' : ''}` : found.flags.join(', ')}`;
      parts.push(element('p', {}, badge('racy'), ' ', this.button(words, ...races(found.model), found.model)));
    }
    const names = [...result.columns, ...result.models];
    const body = element('tbody');
    parts.push(result.states.length ? wide(element('table', {}, head(...names), body)) : element('p', {}, 'No final state.'));
    parts.push(...this.portions(result, body, Math.max(20, Math.floor(CELLS / names.length))));
    parts.push(element('p', { class: 'hint' }, 'A click on a verdict shows an execution that ends so, what forbids it, or a race.'));
    this.place.replaceChildren(...parts);
  }

  // Adds so many rows of states, and so many with each click: a browser lays out no table of any size.
  portions(result, body, size) {
    const more = element('button', { type: 'button', class: 'more' });
    const add = () => {
      const first = body.children.length;
      body.append(...result.states.slice(first, first + size).map((state) => this.row(result, state)));
      const left = result.states.length - body.children.length;
      more.textContent = `Show ${Math.min(size, left)} more of ${left}`;
      more.hidden = left === 0;
    };
    more.addEventListener('click', add);
    add();
    return [more];
  }

  row(result, state) {
    const ends = result.columns.map((column, at) => (state.values[at] === null ? null : `${column}=${state.values[at]}`)).filter(Boolean).join(' ');
    const values = state.values.map((value) => element('td', { class: 'number' }, value ?? '–'));
    const verdict = (found, at) => element('td', { class: classOf(found.verdict), title: found.verdict === 'forbidden' && found.axioms.length ? `by ${found.axioms.join(', ')}` : null },
      this.button(found.verdict, ...(found.verdict === 'racy' ? races(result.models[at]) : [state.values, ends]), result.models[at]));
    return element('tr', {}, ...values, ...state.models.map(verdict));
  }

  // `values` are those of a state; of races there are none.
  button(words, values, ends, model) {
    const onclick = (event) => {
      pressed(this.place, event.currentTarget);
      this.chosen(values, ends, [ends, model]);
    };
    return button(words, [ends, model], { onclick });
  }
}

function pressed(place, button) {
  for (const other of place.querySelectorAll('[aria-pressed=true]')) other.setAttribute('aria-pressed', 'false');
  button.setAttribute('aria-pressed', 'true');
}

// Targets: a row each, a column for each table and language; a click shows what happens on one.
export class Targets {
  // Rows stand in the order of the names in `order`.
  constructor(place, columns, chosen, order = []) {
    Object.assign(this, { place, columns, chosen, order, rows: new Map(), closed: [] });
    this.body = element('tbody');
    const names = columns.map(({ name }) => name);
    place.replaceChildren(wide(element('table', {}, head('target', ...names), this.body)),
      element('p', { class: 'hint' }, 'A click on a verdict shows the code with where it is from, and where it is unsound what happens in time.'));
  }

  row(target) {
    if (!this.rows.has(target)) {
      const row = element('tr', {}, element('th', { scope: 'row' }, target), ...this.columns.map(() => element('td')));
      const at = this.order.indexOf(target);
      const after = [...this.body.children].find((other) => this.order.indexOf(other.firstChild.textContent) > at);
      this.rows.set(target, row);
      this.body.append(row);
      after?.before(row);
    }
    return this.rows.get(target);
  }

  // The results of a column.
  add({ result }, column) {
    for (const cell of result.cells) {
      const key = [cell.target, column.name];
      const onclick = (event) => {
        pressed(this.place, event.currentTarget);
        this.chosen(cell, column, key);
      };
      const place = this.row(cell.target).children[1 + this.columns.indexOf(column)];
      place.className = classOf(cell.verdict);
      place.replaceChildren(button(cell.verdict, key, { onclick, title: about(cell) || null }));
    }
  }

  // Says of each cell of a column that has no result why it is blank; rows of these targets stand there if only for that.
  close(column, targets, why) {
    this.closed.push({ column, why });
    targets.forEach((target) => this.row(target));
    this.explain();
  }

  explain() {
    for (const { column, why } of this.closed) {
      for (const [target, row] of this.rows) {
        const place = row.children[1 + this.columns.indexOf(column)];
        if (place.childNodes.length) continue;
        const [words, reason] = why(target);
        place.className = 'blank';
        place.title = reason;
        place.append(words);
      }
    }
  }
}

// What there is to say of a result in a line.
export function about(cell) {
  return [...cell.reasons, remark(cell), cell.counterexample?.axiom && `breaks ${cell.counterexample.axiom}`].filter(Boolean).join(' · ');
}

// A picture, as an image: what it holds cannot run, nor reach the page.
export function picture({ verdict, by, svg, relations }) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const label = `${verdict} by ${by}`;
  const image = element('img', { src: url, alt: `An execution: ${label}` });
  const link = element('a', { href: url, download: 'execution.svg' }, 'save the picture');
  // What is wider than the page is scrolled by keys, too.
  const scrolled = element('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': `Picture: ${label}` }, image);
  return element('figure', {}, element('figcaption', {}, badge(verdict), ` ${by} `, link), scrolled, reasons(relations));
}

// The relations of a picture in words, with why they hold: those that break an axiom are open, the others behind a click.
function reasons(relations) {
  const line = ({ from, relation, to, directed, why }) => element('li', {}, element('code', {}, from), directed ? ` –${relation}→ ` : ` –${relation}– `, element('code', {}, to),
    why && element('small', {}, ` ${why}`));
  const list = (title, of, open) => of.length > 0 && element('details', { open, 'data-open': open }, element('summary', {}, title), element('ul', { class: 'relations' }, ...of.map(line)));
  const breaks = relations.filter(({ marked }) => marked);
  return [list('What is wrong, step by step', breaks, true), list('Relations of the picture, and why they hold', relations.filter(({ marked }) => !marked), false)].filter(Boolean);
}

// The steps of what the source forbids, from event to event, each with the relation that leads to the next; where no step is, the events that it is about.
function cycle({ events, path }) {
  const event = (id) => {
    const { name, place } = events.find((found) => found.id === id);
    return element('code', {}, `${name}: ${place.text}`);
  };
  const steps = stepsOf(path).map(({ from, to, relation }) => element('li', {}, event(from), ` –${relation}→ `, event(to)));
  return element('ol', { class: 'relations' }, ...(steps.length ? steps : events.map(({ id }) => element('li', {}, event(id)))));
}

// Reasons that lead over several events are followed; of one that leads over none, the name that the model gives it, and what that is made of.
function stepsOf(reasons) {
  return reasons.flatMap((reason) => {
    const named = [reason];
    while (named.at(-1).path.length === 1) named.push(named.at(-1).path[0]);
    const last = named.at(-1);
    if (last.path.length) return stepsOf(last.path);
    const defined = named.find(({ origin }) => origin === 'defined')?.name ?? last.name;
    return [{ from: reason.from, to: reason.to, relation: defined === last.name ? defined : `${defined}: ${last.name}` }];
  });
}

// What shows that a result is unsound: the state, why the source has not got it, the code by thread.
export function counterexample(found, title = 'The code, and the rows it is from') {
  if (!found) return [];
  const state = found.state.filter(([, value]) => value !== null).map(([name, value]) => `${name}=${value}`).join(' ');
  const parts = [element('p', {}, 'The code ends in ', element('code', {}, state), ', which its source may not', found.axiom ? `: it breaks ${found.axiom}.` : '.')];
  if (found.explanation) parts.push(element('h3', {}, 'The cycle'), cycle(found.explanation));
  parts.push(element('h3', {}, title), code(found.code));
  for (const moved of found.moved ?? []) parts.push(element('p', {}, `${moved.thread}: ${moved.instruction} leaves its place (${moved.from})`));
  return parts;
}

export function code(threads) {
  const row = ([instruction, from]) => element('tr', {}, element('td', { class: 'condition' }, instruction), element('td', {}, element('small', {}, from ?? '')));
  const thread = ({ thread: name, instructions }) => wide(element('table', {}, element('caption', {}, name), element('tbody', {}, ...instructions.map(row))));
  return element('div', { class: 'threads' }, ...threads.map(thread));
}
