// (a) A loss of three classes: what is best under every distribution, beside what a surrogate is decoded to.
import {ask, choice, colour, element, fault, hundredths, labelled, number, onDarkMode, sentences, settled, table, unread, writeState} from './page.js';

const PRESETS = {
  'every mistake costs 1': [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
  'classes in an order': [[0, 1, 2], [1, 0, 1], [2, 1, 0]],
  'one mistake is dear': [[0, 1, 1], [1, 0, 1], [5, 2, 0]],
  'with a way to abstain': [[0, 1, 1, 0.4], [1, 0, 1, 0.4], [1, 1, 0, 0.4]],
};
const METHODS = [
  ['squared', 'least squares, all dimensions'],
  ['squared-1', 'least squares, one dimension only'],
  ['log-loss-cheapest', 'log-loss, then the cheapest'],
  ['log-loss-most-probable', 'log-loss, then the most probable class'],
];

export function losses(main, settings) {
  const given = parse(settings.losses);
  let matrix = given ?? PRESETS['one mistake is dear'].map(row => [...row]);
  let method = METHODS.some(([key]) => key === settings.surrogate) ? settings.surrogate : 'squared';
  const say = element('p', {class: 'say', 'aria-live': 'polite'});
  const editor = element('div', {class: 'wide'});
  const best = drawing('What is best');
  const decoded = drawing('What the surrogate is decoded to');
  const facts = element('div');
  let last = null;

  main.append(
      element('h2', {}, 'What a mistake costs'),
      unread(settings.losses && !given, 'three rows of two to six costs'),
      element('p', {}, 'A thing is of class 1, 2 or 3, and nobody knows of which: each point of the triangle is one way to be'
        + ' unsure. At a corner the class is certain, in the middle all three are equally likely. You predict, and pay by the'
        + ' table: the row is the true class, the column is your prediction.'),
      element('p', {}, 'On the left, each point has the colour of the prediction that costs least on average. On the right,'
        + ' a surrogate was fitted perfectly and then decoded. Where the two triangles agree everywhere, the surrogate is'
        + ' true to your costs (it is calibrated). Change a cost and watch the borders move.'),
      element('div', {class: 'controls'},
          labelled('Start from', choice([['', 'choose …'], ...Object.keys(PRESETS)], '', name => {
            if (PRESETS[name]) { matrix = PRESETS[name].map(row => [...row]); edit(); ask_(); }
          })),
          labelled('Surrogate', choice(METHODS, method, value => { method = value; ask_(); })),
          element('button', {class: 'quiet', type: 'button', onclick: () => more(1)}, 'Add a prediction'),
          element('button', {class: 'quiet', type: 'button', onclick: () => more(-1)}, 'Remove the last')),
      editor, say,
      element('div', {class: 'side'}, best.figure, decoded.figure), facts);

  function more(by) {
    const width = matrix[0].length + by;
    if (width < 2 || width > 6) return;
    matrix = matrix.map(row => by > 0 ? [...row, 0.5] : row.slice(0, -1));
    edit();
    ask_();
  }

  function edit() {
    const head = ['true class', ...matrix[0].map((_, t) => 'predict ' + (t + 1))];
    editor.replaceChildren(table(head, matrix.map((row, y) => [
      'class ' + (y + 1),
      ...row.map((cost, t) => element('input', {
        type: 'number', step: '0.1', value: cost, min: '-1000', max: '1000',
        'aria-label': `cost of predicting ${t + 1} for class ${y + 1}`,
        oninput: event => {
          const value = event.target.valueAsNumber;
          if (Number.isFinite(value)) matrix[y][t] = value;
          ask_();
        },
      })),
    ]), 'edit'));
  }

  const sound = () => [...editor.querySelectorAll('input')].every(input => Number.isFinite(input.valueAsNumber));

  const ask_ = settled(async () => {
    if (!sound()) {
      clear(new Error('Each cost is a number.'));
      return;
    }
    writeState('losses', {losses: matrix.map(row => row.join(',')).join(';'), surrogate: method});
    try {
      const answer = await ask('losses', {losses: matrix, surrogate: method});
      if (sound()) {
        last = answer;
        draw();
      }
    } catch (error) {
      clear(error);
    }
  }, 60);

  /** The drawing is older than the table. */
  function clear(error) {
    last = null;
    for (const {canvas} of [best, decoded]) canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height);
    facts.replaceChildren();
    say.replaceChildren(fault(error));
  }

  function draw() {
    if (!last) return;
    paint(best.canvas, last.best, last.side);
    paint(decoded.canvas, last.decoded, last.side, last.best);
    const share = number(100 * last.wrong, 1);
    say.replaceChildren(last.wrong === 0
      ? element('span', {class: 'good'}, 'The two agree everywhere: this surrogate is true to these costs.')
      : element('span', {class: 'bad'}, `They differ on ${share} % of the triangle. At worst, at probabilities `
        + `${hundredths(last.worstAt).join(', ')}, a perfect fit costs ${number(last.worstRegret, 3)} more than need be.`));
    const key = matrix[0].map((_, t) => {
      const mark = element('span', {class: 'key'});
      mark.style.background = colour(t);
      return element('span', {}, mark, 'predict ' + (t + 1) + '\u2003');
    });
    facts.replaceChildren(
        element('p', {}, ...key, last.wrong > 0 ? ' Hatched: the decoded prediction costs more than the best.' : ''),
        element('h3', {}, 'How large the problem is'),
        element('p', {}, `The table has rank ${last.rank}. Only differences between predictions matter, so ${last.dimension} `
          + `${last.dimension === 1 ? 'number is' : 'numbers are'} enough for a learner to predict`
          + (last.used < last.dimension ? `; here it predicts ${last.used} of them, which is off by up to ${number(last.epsilon, 3)}.`
            : ', instead of one per class.')
          + (last.regretConstant === null ? '' : ` The bound: cost above the best ≤ ${number(last.regretConstant, 3)} · `
            + `√(${last.boundOf} above the best)` + (last.slack > 0 ? ` + ${number(last.slack, 3)}.` : '.'))),
        element('div', {class: 'side'},
            element('div', {}, element('h3', {}, 'What a learner regresses on (α, by class)'),
                table(['class', ...last.embedding[0].map((_, o) => '>α' + (o + 1))],
                    last.embedding.map((row, y) => [y + 1, ...row.map(v => number(v, 3))]))),
            element('div', {}, element('h3', {}, 'Where predictions lie (β, by prediction)'),
                table(['prediction', ...last.predictions.map((_, o) => '>β' + (o + 1)), '>shift'],
                    last.shifts.map((shift, t) => [t + 1, ...last.predictions.map(row => number(row[t], 3)), number(shift, 3)])))),
        element('h3', {}, 'What is promised'), sentences(last.promise));
  }

  edit();
  ask_();
  onDarkMode(draw);
}

function drawing(title) {
  const canvas = element('canvas', {width: 560, height: 510, role: 'img', 'aria-label': title + ', by the probabilities of the classes'});
  return {canvas, figure: element('figure', {}, element('h3', {}, title), canvas)};
}

/** The corner at the top is class 1, on the left class 2, on the right class 3. */
function paint(canvas, predictions, side, truth = predictions) {
  const pen = canvas.getContext('2d');
  const width = canvas.width - 60;
  const tall = width * Math.sqrt(3) / 2;
  const at = (row, across) => [30 + width / 2 + (across - row / 2) * width / side, 28 + row * tall / side];
  pen.clearRect(0, 0, canvas.width, canvas.height);
  let next = 0;
  for (let row = 0; row < side; row++) {
    for (let across = 0; across <= 2 * row; across++, next++) {
      const third = across >> 1;
      const corners = across % 2 === 0
        ? [at(row, third), at(row + 1, third), at(row + 1, third + 1)]
        : [at(row, third), at(row, third + 1), at(row + 1, third + 1)];
      pen.fillStyle = pen.strokeStyle = colour(+predictions[next]);
      pen.beginPath();
      corners.forEach(([x, y], i) => i ? pen.lineTo(x, y) : pen.moveTo(x, y));
      pen.closePath();
      pen.fill();
      pen.stroke();
      if (predictions[next] !== truth[next] && across % 2 === 0 && third % 2 === 0) {
        pen.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--bg');
        pen.lineWidth = 2;
        pen.beginPath();
        pen.moveTo(...corners[1]);
        pen.lineTo(...corners[0]);
        pen.stroke();
        pen.lineWidth = 1;
      }
    }
  }
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--fg');
  pen.font = '22px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.fillText('class 1', 30 + width / 2, 20);
  pen.fillText('class 2', 45, tall + 56);
  pen.fillText('class 3', 30 + width - 15, tall + 56);
}

function parse(text) {
  const rows = (text ?? '').split(';').map(row => row.split(',').map(Number));
  const sound = rows.length === 3 && rows.every(row => row.length === rows[0].length && row.length > 1 && row.length < 7
    && row.every(Number.isFinite));
  return sound ? rows : null;
}
