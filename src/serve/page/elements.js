// Elements of the page, made of data. Text is text: nothing here is read as HTML.

// An element with attributes and children; what begins with `on` is called at that event.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const byId = (id) => document.getElementById(id);

// Tabs of a list: arrow keys go from one to the next, and `choose` is told the id of the chosen one.
export function tabs(list, choose) {
  const all = [...list.querySelectorAll('[role=tab]')];
  const select = (tab, isAsked) => {
    for (const other of all) {
      other.setAttribute('aria-selected', String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    choose(tab.id, isAsked);
  };
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (tab) select(tab, true);
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tab = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    tab.focus();
    select(tab, true);
    event.preventDefault();
  });
  return (id) => select(byId(id), false);
}

// What is done a while after it was last asked for, unless it is cancelled before.
export function later(milliseconds, work) {
  let timer = 0;
  const cancel = () => clearTimeout(timer);
  const ask = (...values) => {
    cancel();
    timer = setTimeout(() => work(...values), milliseconds);
  };
  return Object.assign(ask, { cancel });
}
