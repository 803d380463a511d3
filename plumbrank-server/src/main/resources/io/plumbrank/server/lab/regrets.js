// (d) Imperfect fits: how much of the measure is lost when so much of the surrogate is, beside what is proven.
import {ask, choice, element, fault, labelled, number, sentences, shape, ticks, writeState} from './page.js';

const MEASURES = ['ndcg', 'dcg', 'ndcg@2', 'p@1', 'p@2', 'recall@2', 'auc', 'pd(weight=difference)'];
const SURROGATES = ['squared', 'pairwise-squared', 'logistic', 'exponential', 'squared-hinge', 'smooth-hinge', 'pairwise-logistic',
  'pairwise-exponential'];

export function regrets(main, settings) {
  const state = {measure: settings.measure ?? 'ndcg', surrogate: settings.surrogate ?? 'squared', items: settings.items ?? '3'};
  const say = element('p', {class: 'say', 'aria-live': 'polite'});
  const plot = element('figure', {class: 'whole'});
  const facts = element('div');
  let turn = 0;
  const set = name => value => { state[name] = value; update(); };
  main.append(
      element('h2', {}, 'How much does a poor fit cost?'),
      element('p', {}, 'Nobody fits a surrogate perfectly. Each point is one imperfect fit under one distribution of labels: to'
        + ' the right, how far its surrogate is from the least possible; upwards, how much of the measure its ranking loses.'
        + ' The line is what is proven: no fit can lie above it, ever. Points that touch it show that the constant cannot be'
        + ' made smaller.'),
      element('div', {class: 'controls'},
          labelled('Measure', choice(MEASURES, state.measure, set('measure'))),
          labelled('Surrogate', choice(SURROGATES, state.surrogate, set('surrogate'))),
          labelled('Items', choice(['2', '3', '4'], state.items, set('items')))),
      say, plot, facts);

  async function update() {
    const mine = ++turn;
    writeState('regrets', state);
    say.textContent = 'Looking at fits …';
    try {
      const answer = await ask('scatter', {...state, items: +state.items, probes: 1500, seed: 1});
      if (mine === turn) show(answer);
    } catch (error) {
      if (mine === turn) { say.replaceChildren(fault(error)); plot.replaceChildren(); facts.replaceChildren(); }
    }
  }

  function show(answer) {
    const bound = answer.constant === null ? null : x => answer.constant * Math.sqrt(x) + answer.slack;
    const points = answer.surrogateRegrets.map((x, i) => [x, answer.targetRegrets[i]]);
    const closest = bound ? Math.max(0, ...points.map(([x, y]) => y / bound(x))) : NaN;
    say.textContent = points.length + ' fits that rank worse than the best. '
      + (bound ? `The one closest to the line reaches ${number(100 * closest, 1)} % of it.` : 'No bound is proven here.');
    plot.replaceChildren(draw(points, bound, state.measure),
        element('figcaption', {}, bound ? `The line: loss of ${state.measure} ≤ ${number(answer.constant, 3)} · √(surrogate above its least)` : ''));
    facts.replaceChildren(element('h3', {}, 'What is promised'), sentences(answer.promise));
  }

  update();
}

function draw(points, bound, measure) {
  const svg = shape('svg', {viewBox: '0 0 900 420', role: 'img', 'aria-label': 'Loss of the measure against loss of the surrogate'});
  const sorted = points.map(point => point[0]).sort((a, b) => a - b);
  const right = sorted.length ? sorted[Math.floor(0.97 * (sorted.length - 1))] * 1.05 : 1;
  const shown = points.filter(point => point[0] <= right);
  const top = 1.08 * Math.max(1e-9, ...shown.map(point => point[1]), bound ? Math.min(bound(right), 2.5 * Math.max(...shown.map(p => p[1]))) : 0);
  const x = value => 60 + 820 * value / right;
  const y = value => 370 - 340 * value / top;
  for (const value of ticks(top, 5)) {
    svg.append(shape('path', {d: `M60 ${y(value)}H880`, stroke: 'var(--line)'}),
        shape('text', {x: 53, y: y(value) + 4, 'text-anchor': 'end', class: 't'}, String(value)));
  }
  for (const value of ticks(right, 8)) {
    svg.append(shape('text', {x: x(value), y: 389, 'text-anchor': 'middle', class: 't'}, String(value)));
  }
  svg.append(shape('text', {x: 470, y: 412, 'text-anchor': 'middle'}, 'surrogate above its least'),
      shape('text', {x: 4, y: 16}, 'loss of ' + measure));
  for (const [px, py] of shown) {
    svg.append(shape('circle', {cx: x(px), cy: y(py), r: 2.6, fill: 'var(--c0)', 'fill-opacity': 0.55}));
  }
  if (bound) {
    let line = '';
    for (let i = 0; i <= 100; i++) {
      const at = right * i * i / 10000;
      if (bound(at) <= top) line += (line ? 'L' : 'M') + x(at).toFixed(1) + ' ' + y(bound(at)).toFixed(1);
    }
    svg.append(shape('path', {d: line, fill: 'none', stroke: 'var(--c1)', 'stroke-width': 2.5}));
  }
  return svg;
}
