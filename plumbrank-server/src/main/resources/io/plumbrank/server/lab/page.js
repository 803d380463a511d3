// What all experiments share: asking the server, making elements, and state that lives in the address.

/** Asks the library; a refusal comes back as an Error that says what to do. */
export async function ask(question, body) {
  const answer = await fetch('api/' + question, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  });
  const document = await answer.json();
  if (document.error) throw new Error(document.error.message);
  return document;
}

/** An element; text is set as text, so that no name can become markup. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

/** A node within a drawing. */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(made, attributes, children);
  return made;
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name === 'value') made.value = value;
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
}

export function labelled(text, control) {
  return element('label', {}, text, control);
}

/** A list to choose from; options are texts, or pairs of value and text. */
export function choice(options, value, changed, name) {
  const select = element('select', {onchange: () => changed(select.value), 'aria-label': name ?? null});
  for (const option of options) {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    select.append(element('option', {value: key}, text));
  }
  select.value = value;
  return select;
}

export function table(header, rows, className = '') {
  const head = header.map(cell => element('th', {scope: 'col', class: cell.startsWith('>') ? 'n' : null},
      cell.replace(/^>/, '')));
  const body = rows.map(row => element('tr', {}, ...row.map((cell, column) => element('td',
      {class: header[column].startsWith('>') ? 'n' : null}, cell instanceof Node ? cell : String(cell)))));
  return element('div', {class: 'wide'},
      element('table', {class: className}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)));
}

/** A number with at most so many digits after the point, and none that say nothing. */
export function number(value, digits = 4) {
  if (value === null || value === undefined) return '–';
  if (value !== 0 && Math.abs(value) < 10 ** -digits) return value.toExponential(1);
  return String(Number(value.toFixed(digits)));
}

export function sentences(list) {
  return element('ul', {}, ...list.map(text => element('li', {}, text)));
}

/** The experiment and its settings, from the part of the address behind '#'. */
export function readState() {
  const [view, query] = location.hash.replace(/^#/, '').split('?');
  return {view, settings: Object.fromEntries(new URLSearchParams(query ?? ''))};
}

/** Keeps the settings in the address, so that it can be shared, without a new entry in the browser's history. */
export function writeState(view, settings) {
  const query = new URLSearchParams(settings).toString();
  history.replaceState(null, '', '#' + view + (query ? '?' + query : ''));
}

/** Runs the last of several calls that come close together. */
export function settled(work, milliseconds = 120) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...args), milliseconds);
  };
}

/** Shows what went wrong where the answer would be. */
export function fault(error) {
  return element('p', {class: 'bad', role: 'alert'}, error.message);
}

/** A note where the address holds what cannot be read, and an example is shown; nothing where all is well. */
export function unread(isUnread, expected) {
  return isUnread ? element('p', {class: 'bad', role: 'alert'}, `The address does not hold ${expected}. This is an example.`) : '';
}

/** Shares of a whole in hundredths that add up to 1, by the largest remainders. */
export function hundredths(shares) {
  const floors = shares.map(share => Math.floor(100 * share));
  const most = shares.map((share, i) => [100 * share - floors[i], i]).sort((a, b) => b[0] - a[0]);
  const missing = Math.round(100 * shares.reduce((a, b) => a + b, 0)) - floors.reduce((a, b) => a + b, 0);
  most.slice(0, missing).forEach(([, i]) => floors[i]++);
  return floors.map(floor => (floor / 100).toFixed(2));
}

/** About so many round values from 0 to the largest. */
export function ticks(largest, count) {
  const rough = largest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough * (1 - 1e-9));
  return Array.from({length: Math.floor(largest / step + 1e-9) + 1}, (_, i) => Number((i * step).toPrecision(12)));
}

export const colour = index => getComputedStyle(document.documentElement).getPropertyValue('--c' + index % 6).trim();

/** Drawings on canvas do not follow the style, so they are drawn anew when the reader turns dark mode on or off. */
export function onDarkMode(draw) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

export const MEASURES = ['ndcg', 'ndcg@2', 'dcg', 'p@1', 'p@2', 'recall@2', 'auc', 'map', 'pd', 'rr', 'err'];
export const SURROGATES = ['squared', 'pairwise-squared', 'logistic', 'exponential', 'squared-hinge', 'pairwise-logistic',
  'ranknet', 'ranksvm', 'rankboost', 'listnet', 'listmle', 'pairs'];
