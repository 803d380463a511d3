// The way from one experiment to the next: what stands behind '#' in the address names it.
import {element, readState} from './page.js';
import {losses} from './losses.js';
import {counterexample} from './counterexample.js';
import {preferences} from './preferences.js';
import {regrets} from './regrets.js';
import {guide} from './guide.js';
import {votes} from './votes.js';

const EXPERIMENTS = {
  losses: ['Costs', losses],
  counterexample: ['Counterexamples', counterexample],
  preferences: ['Preferences', preferences],
  regrets: ['Regrets', regrets],
  guide: ['Guide', guide],
  votes: ['Votes', votes],
};

const main = document.querySelector('main');
const nav = document.querySelector('nav');
for (const [name, [title]] of Object.entries(EXPERIMENTS)) nav.append(element('a', {href: '#' + name}, title));

let shown = '';

function show() {
  const {view, settings} = readState();
  if (view === 'main') return;
  const name = Object.hasOwn(EXPERIMENTS, view) ? view : 'losses';
  for (const link of nav.children) {
    if (link.getAttribute('href') === '#' + name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = EXPERIMENTS[name][0] + ' – Plumbrank laboratory';
  main.replaceChildren();
  if (view && name !== view) main.append(element('p', {class: 'bad', role: 'alert'}, `There is no experiment “${view}”. This is the first.`));
  EXPERIMENTS[name][1](main, settings);
  if (shown) main.focus();
  shown = name;
}

addEventListener('hashchange', show);
show();
