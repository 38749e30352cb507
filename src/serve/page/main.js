// The page: what is written and chosen is asked as it changes, and kept in the address.

import { asker } from './ask.js';
import { Choices } from './choices.js';
import { colouring } from './colours.js';
import { Editor } from './editor.js';
import { byId, element, later, tabs } from './elements.js';
import { Detail } from './detail.js';
import { Hover } from './hover.js';
import { packed, unpacked } from './link.js';
import { States, Targets, Verdicts } from './results.js';

// What is asked while somebody writes waits for a pause of so many milliseconds.
const PAUSE = 250;
const UNREADABLE = 'This link cannot be read: it may have been cut off. Its address is kept until something is written.';
// What is told apart in assembly and machine IR.
const ASSEMBLY = [
  { match: ';.*$', colour: 'comment-line' },
  { match: '"[^"\\n]*"?', colour: 'string-quoted' },
  { match: '^[ \\t]*\\.[a-z]\\w*', colour: 'keyword-control' },
  { match: '^[\\w.$]+:', colour: 'entity-name' },
  { match: '\\b(?:0x[0-9a-f]+|\\d+)\\b', colour: 'constant-numeric' },
];
const json = (path) => fetch(path).then((response) => response.json());
const [words, examples] = await Promise.all([json('/api/words'), json('/api/examples')]);

const askProblems = asker();
const askView = asker();
const askHover = asker();
let view = 'check';
let written = 'test';
// Whether the address is that of a link which cannot be read or taken as it is, and stays until something is asked.
let isKept = false;

const completed = (language) => Object.fromEntries([...new Set([...language.words, ...Object.keys(words.meanings)])].sort().map((word) => [word, words.meanings[word] ?? '']));
const updatedLater = later(PAUSE, () => update());
const editors = {
  test: new Editor(byId('pane-test'), { label: 'Test', paint: colouring(words.languages.test), words: completed(words.languages.test), changed }),
  cat: new Editor(byId('pane-cat'), { label: 'Model in cat', paint: colouring(words.languages.model), words: Object.fromEntries(words.languages.model.words.map((word) => [word, ''])), changed }),
  code: new Editor(byId('pane-code'), { label: 'Compiled code', paint: colouring({ patterns: ASSEMBLY }), words: {}, changed, code: true }),
};
const choices = new Choices(words, () => { choices.show(view); update(); }, () => kept());
const texts = () => ({ text: editors.test.text, cat: editors.cat.text, code: editors.code.text, processor: byId('processor').value });
const detail = new Detail(byId('detail'), { choices, texts, words }, () => keep());
const hovered = (kind, editor) => async ({ line, column }) => {
  let found = null;
  const { models } = choices;
  await askHover('hover', { text: editor.text, kind, line, column, ...(kind === 'test' && { models }) }, ({ hover }) => { found = hover; });
  return found?.text;
};

// What is written is another: what stands there is not of it, and cannot be opened until it is answered.
function changed() {
  askView.cancel();
  byId('answers').inert = true;
  progress('', true);
  updatedLater();
}

// What is written or chosen is another: nothing that was open is of it.
async function update() {
  detail.close();
  await refresh();
}

// Everything that is asked of what is written and chosen now.
async function refresh() {
  isKept = false;
  keep();
  notice('');
  await answer();
}

async function answer() {
  // What was written before is asked now, too.
  updatedLater.cancel();
  await Promise.all([askForProblems(), askForView()]);
}

// What is open is another, and nothing is asked.
function kept() {
  if (!isKept) keep();
}

async function keep() {
  const { text, cat, code, processor } = texts();
  const isUsual = !code && processor === byId('processor').options[0].value;
  const state = { text, ...(cat && { cat }), ...(code && { code }), ...(!isUsual && { processor }), ...(written !== 'test' && { written }), ...(view !== 'check' && { view }), ...choices.state, ...detail.state };
  const part = await packed(state);
  history.replaceState(null, '', `#${part}`);
}

async function askForProblems() {
  const editor = editors[written];
  if (!editor.text.trim()) {
    askProblems.cancel();
    return showProblems(editor, []);
  }
  const [what, question] = {
    test: ['diagnose', { text: editor.text, kind: 'test' }],
    cat: ['diagnose', { text: editor.text, kind: 'model' }],
    code: ['diagnose-code', choices.codeQuestion(texts())],
  }[written];
  await askProblems(what, question, ({ diagnostics }) => showProblems(editor, diagnostics ?? []));
}

function showProblems(editor, problems) {
  editor?.mark(problems.filter((problem) => !problem.is_argument));
  byId('problems').replaceChildren(...problems.map((problem) => problemItem(editor, problem)));
}

function problemItem(editor, problem) {
  const place = problem.is_argument ? problem.path : `line ${problem.line}, column ${problem.column}`;
  const there = element('button', { type: 'button', onclick: () => editor?.go(problem) }, place);
  return element('li', { class: problem.is_warning ? 'warning' : null },
    element('p', {}, problem.is_argument ? place : there, `: ${problem.message}`),
    problem.underlined && element('p', {}, element('code', {}, problem.underlined), problem.label && ` ${problem.label}`),
    problem.related && element('p', {}, `line ${problem.related.line}: ${problem.related.label}`),
    problem.help && element('p', {}, problem.help));
}

async function askForView() {
  const place = byId('answers');
  const all = texts();
  if (!all.text.trim() || (view === 'compiled' && !all.code.trim())) {
    place.replaceChildren(element('p', { class: 'hint' }, view === 'compiled' ? 'Paste what a compiler has made of the test into “Compiled code”.' : 'Write a test, or choose an example.'));
    place.inert = false;
    return progress('');
  }
  // What stands there is of what was asked before, until something of this answer comes.
  place.inert = true;
  byId('against').hidden = !all.cat.trim() || !['refine', 'compiled'].includes(view);
  const columns = view === 'refine' ? choices.columns : [{ name: 'verdict' }];
  const shown = { check: () => new Verdicts(place), outcomes: () => new States(place, (...asked) => detail.executions(...asked)), refine: () => new Targets(place, columns, (...asked) => detail.target(...asked), choices.order), compiled: () => new Targets(place, columns, (cell, _, key) => detail.compiled(cell, key)) }[view]();
  // Of the matrix of targets nothing old stands there.
  if (view === 'refine') place.inert = false;
  progress('deciding…', true);
  let seconds = 0;
  for (const [number, column] of columns.entries()) {
    // What no chosen target has a table for is not asked.
    const isAsked = view !== 'refine' || choices.isCovered(column);
    const end = !isAsked ? { word: 'done' } : await askView(view, choices.question(view, all, column), (line) => {
      place.inert = false;
      if (line.diagnostics) showWrong(place, line.diagnostics);
      else if (line.result) shown.add(line, column);
      else if (line.code) detail.given = line.code;
      // What a compiler has made comes after its result, and is shown with it.
      if (line.code || view !== 'compiled') detail.reopen(place);
    });
    if (!end) return;
    if (place.inert) place.replaceChildren();
    place.inert = false;
    seconds += end.seconds ?? 0;
    const isOver = end.word !== 'done';
    const closed = view !== 'refine' || end.word === 'refused' ? [] : columns.slice(number, isOver ? columns.length : number + 1);
    for (const one of closed) shown.close(one, choices.rows, (name) => choices.whyBlank(name, one, end));
    if (isOver) {
      missed();
      return progress(end.message ?? '');
    }
  }
  missed();
  progress(`decided in ${(1000 * seconds).toFixed(0)} ms`);
}

// Says that the link opens what is not among the answers.
function missed() {
  if (!detail.wanted) return;
  notice(`The link opens what is not there: ${detail.wanted.detail.join(', ')}.`);
  detail.wanted = null;
}

// What is wrong stands below the text; here it is said that there is no answer for it.
function showWrong(place, diagnostics) {
  const of = (problem) => element('p', {}, problem.is_argument || problem.path.startsWith('test') ? '' : `${problem.path}: `, problem.message, problem.help && ` (${problem.help})`);
  place.replaceChildren(element('div', { class: 'notice' }, ...diagnostics.slice(0, 5).map(of)));
}

function progress(text, isBusy = false) {
  byId('progress').textContent = text;
  byId('progress').classList.toggle('busy', isBusy);
  byId('answers').setAttribute('aria-busy', String(isBusy));
}

function chooseView(id, isAsked) {
  view = id.replace('view-', '');
  byId('answers').setAttribute('aria-labelledby', id);
  byId('answers').replaceChildren();
  byId('against').hidden = true;
  choices.show(view);
  if (isAsked) update();
}

function chooseText(id, isAsked) {
  written = id.replace('tab-', '');
  for (const name of Object.keys(editors)) byId(`pane-${name}`).hidden = name !== written;
  if (!isAsked) return;
  kept();
  askForProblems();
}

function offerExamples() {
  const option = ({ name, about }) => element('option', { value: name, title: about }, name);
  byId('examples').append(...examples.themes.map(({ name, tests }) => element('optgroup', { label: name.replace(/-/g, ' ') }, ...tests.map(option))));
  byId('examples').addEventListener('change', (event) => {
    const found = examples.themes.flatMap(({ tests }) => tests).find(({ name }) => name === event.target.value);
    if (!found) return;
    // It may be chosen again, after changes to it.
    event.target.value = '';
    selectText('tab-test');
    editors.test.replace(found.text);
  });
}

async function share() {
  await keep();
  const said = await navigator.clipboard.writeText(location.href).then(() => 'copied', () => 'the link is in the address bar');
  byId('shared').textContent = `${said} (${location.href.length} characters)`;
  setTimeout(() => { byId('shared').textContent = ''; }, 4000);
}

// What is said of a link.
function notice(text) {
  byId('notice').textContent = text;
  byId('notice').hidden = !text;
}

// The state of the link; without one the first example. One that cannot be read stays in the address until something else is written or chosen.
async function restore() {
  const link = location.hash.slice(1);
  const found = await unpacked(link);
  if (link && !found && document.body.dataset.ready) return notice(UNREADABLE);
  const state = found ?? { text: link ? '' : examples.themes[0].tests[0].text };
  const text = (value) => (typeof value === 'string' ? value : '');
  editors.test.text = text(state.text);
  editors.cat.text = text(state.cat);
  editors.code.text = text(state.code);
  byId('processor').value = text(state.processor) || byId('processor').options[0].value;
  choices.state = state;
  detail.close();
  detail.state = state;
  const wanted = byId(`view-${text(state.view)}`) ? `view-${state.view}` : 'view-check';
  selectView(wanted);
  selectText(Object.hasOwn(editors, text(state.written)) ? `tab-${state.written}` : 'tab-test');
  const unknown = [...choices.unknown, ...(text(state.processor) && !byId('processor').value ? [state.processor] : [])];
  if (unknown.length) byId('processor').value ||= byId('processor').options[0].value;
  if (!link || (found && !unknown.length)) return refresh();
  isKept = true;
  if (!found) notice(UNREADABLE);
  if (unknown.length) notice(`The link names what this litmus has not, and which is not asked: ${unknown.join(', ')}.`);
  await answer();
}

const selectView = tabs(byId('read').querySelector('.tabs'), chooseView);
const selectText = tabs(byId('write').querySelector('.tabs'), chooseText);
byId('processor').append(...words.targets.flatMap(({ modes }) => modes).map((name) => element('option', { value: name }, name)));
byId('processor').addEventListener('change', update);
byId('choices').addEventListener('submit', (event) => event.preventDefault());
byId('share').addEventListener('click', share);
byId('version').textContent = `gfx-litmus ${words.version}.`;
addEventListener('hashchange', restore);
new Hover(editors.test, hovered('test', editors.test));
new Hover(editors.cat, hovered('model', editors.cat));
offerExamples();
await restore();
document.body.dataset.ready = 'true';
