// (c) A preference graph: weights, the circle, what Algorithm 1 deletes, and the exact ranking.
import {ask, choice, element, fault, labelled, number, sentences, settled, shape, table, unread, writeState} from './page.js';

const START = [[0, 5, 7, 1], [0, 0, 7, 7], [0, 0, 0, 8], [8, 4, 0, 0]];

export function preferences(main, settings) {
  const given = parse(settings.weights);
  let weights = given ?? START.map(row => [...row]);
  const sliders = element('div', {class: 'wide'});
  const say = element('p', {class: 'say', 'aria-live': 'polite'});
  const drawing = element('figure');
  const facts = element('div');

  main.append(
      element('h2', {}, 'When preferences run in a circle'),
      unread(settings.weights && !given, 'three to six rows of as many weights from 0 to 10'),
      element('p', {}, 'Each number says how much speaks for the item of its row above the item of its column: so many voters,'
        + ' clicks or matches. An arrow points from the item that is ahead to the one that is behind, and its thickness is the'
        + ' difference. Without a circle, one ranking agrees with all arrows. With a circle, some must be contradicted, and to'
        + ' find the least weight to contradict is a hard problem.'),
      element('p', {}, 'Algorithm 1 deletes the lightest arrows until no circle is left (dashed). Where there is none, it is'
        + ' exact. Drag a slider, or use the arrow keys on it.'),
      element('div', {class: 'controls'},
          labelled('Items', choice(['3', '4', '5', '6'], String(weights.length), value => { resize(+value); }))),
      sliders, say, element('div', {class: 'side'}, drawing, facts));

  function resize(size) {
    weights = Array.from({length: size}, (_, i) => Array.from({length: size}, (_, j) => i === j ? 0 : weights[i]?.[j] ?? 2));
    edit();
    update();
  }

  function edit() {
    sliders.replaceChildren(table(['above ↓ below →', ...weights.map((_, j) => 'item ' + (j + 1))], weights.map((row, i) => [
      'item ' + (i + 1),
      ...row.map((weight, j) => {
        if (i === j) return '';
        const shown = element('output', {}, String(weight));
        return element('span', {}, element('input', {
          type: 'range', min: 0, max: 10, step: 1, value: weight, 'aria-label': `weight of item ${i + 1} above item ${j + 1}`,
          oninput: event => { weights[i][j] = event.target.valueAsNumber; shown.textContent = event.target.value; update(); },
        }), ' ', shown);
      }),
    ]), 'edit'));
  }

  const update = settled(async () => {
    writeState('preferences', {weights: weights.map(row => row.join(',')).join(';')});
    try {
      show(await ask('preferences', {weights}));
    } catch (error) {
      say.replaceChildren(fault(error));
    }
  }, 60);

  function show(answer) {
    const circle = answer.breaches.find(breach => breach.condition === 'dag');
    const [rule, exact, borda] = answer.rankings;
    say.replaceChildren(circle
      ? element('span', {class: 'bad'}, `A circle: ${[...circle.items, circle.items[0]].join(' → ')}.`
        + (rule.value > exact.value ? ` Algorithm 1 contradicts ${number(rule.value)}, and ${number(exact.value)} would do.`
          : ' Algorithm 1 is as good as the exact ranking here, though nothing promises it.'))
      : element('span', {class: 'good'}, 'No circle: Algorithm 1 is exact.'));
    drawing.replaceChildren(draw(weights.length, answer, circle),
        element('figcaption', {}, 'Arrows of the circle are red, deleted ones dashed.'));
    const order = ranking => ranking.map(item => 'item ' + item).join(' › ');
    facts.replaceChildren(
        table(['rule', 'ranking', '>contradicts'], [
          ['Algorithm 1', order(rule.ranking), number(rule.value)],
          ['exact', order(exact.ranking), number(exact.value)],
          ['sums of differences (Borda)', order(borda.ranking), number(borda.value)],
        ]),
        element('p', {}, `No ranking can contradict less than ${number(answer.least)}: the smaller weight of each pair, added up.`),
        answer.deleted.length ? element('p', {}, 'Algorithm 1 deletes, lightest first: '
          + answer.deleted.map(arc => `${arc.above} → ${arc.below} (${number(arc.weight)})`).join(', ') + '.') : null,
        answer.breaches.length ? element('h3', {}, 'Noise conditions that do not hold')
          : element('p', {class: 'good'}, 'All noise conditions hold: sorting by sums is exact too.'),
        sentences(answer.breaches.map(breach => `${breach.condition}: ${breach.sentence}`)));
  }

  edit();
  update();
}

function draw(size, answer, circle) {
  const svg = shape('svg', {viewBox: '0 0 340 340', role: 'img', 'aria-label': 'The graph of preferences'});
  const place = item => {
    const angle = 2 * Math.PI * (item - 1) / size - Math.PI / 2;
    return [170 + 120 * Math.cos(angle), 170 + 120 * Math.sin(angle)];
  };
  const inCircle = (above, below) => circle && circle.items.some((item, i) =>
    item === above && circle.items[(i + 1) % circle.items.length] === below);
  const most = Math.max(1, ...answer.arcs.map(arc => arc.weight));
  for (const arc of answer.arcs) {
    const [x1, y1] = place(arc.above);
    const [x2, y2] = place(arc.below);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [ex, ey] = [x2 - 30 * dx, y2 - 30 * dy];
    const deleted = answer.deleted.some(each => each.above === arc.above && each.below === arc.below);
    const stroke = inCircle(arc.above, arc.below) ? 'var(--bad)' : 'var(--c0)';
    const line = shape('line', {x1: x1 + 22 * dx, y1: y1 + 22 * dy, x2: ex, y2: ey, 'stroke-dasharray': deleted ? '6 5' : null,
      stroke, 'stroke-width': 1.5 + 4 * arc.weight / most});
    const tip = shape('path', {d: `M${ex + 9 * dx} ${ey + 9 * dy}L${ex - 5 * dx - 7 * dy} ${ey - 5 * dy + 7 * dx}`
      + `L${ex - 5 * dx + 7 * dy} ${ey - 5 * dy - 7 * dx}Z`, fill: stroke});
    const share = 0.36;
    const label = shape('text', {x: x1 + share * (x2 - x1) - 10 * dy, y: y1 + share * (y2 - y1) + 10 * dx + 4,
      'text-anchor': 'middle', class: 't'}, number(arc.weight));
    svg.append(line, tip, label);
  }
  for (let item = 1; item <= size; item++) {
    const [x, y] = place(item);
    svg.append(shape('circle', {cx: x, cy: y, r: 20, fill: 'var(--pale)', stroke: 'var(--fg)'}),
        shape('text', {x, y: y + 5, 'text-anchor': 'middle'}, String(item)));
  }
  return svg;
}

function parse(text) {
  const rows = (text ?? '').split(';').map(row => row.split(',').map(Number));
  const sound = rows.length > 2 && rows.length < 7 && rows.every(row => row.length === rows.length
    && row.every(weight => Number.isFinite(weight) && weight >= 0 && weight <= 10));
  return sound ? rows : null;
}
