// (e) From the measure to what to train with, how it is decoded, and what that promises.
import {ask, element, fault, labelled, sentences, settled, choice, SURROGATES, unread, writeState} from './page.js';

const EXAMPLES = ['ndcg@10', 'dcg@5', 'p@5', 'recall@10', 'map', 'auc', 'pd', 'kendall', 'spearman', 'err@10', 'rr'];
const LABEL_MEASURES = ['kendall', 'spearman', 'pd'];
const LOSSES = ['zero-one(n=5)', 'ordinal(n=5)', 'squared(n=5)', 'hamming(b=3)', 'abstain(n=4,cost=0.3)', 'top-k(n=6,k=2)',
  'tree((a:1,b:1):2,c:3)'];
const TASKS = [['queries', 'items of a query'], ['classes', 'classes, by what mistakes cost'], ['labels', 'a fixed set of labels']];
const WORDS = {always: ['good', 'true to it, always'], 'under-condition': ['', 'true to it under a condition'], no: ['bad', 'not true to it']};

const EACH = {
  queries: state => ` per query of ${state.items} items`,
  classes: () => ' per row',
  labels: state => ` per row, for ${state.items} labels`,
};

export function guide(main, settings) {
  const state = {task: TASKS.some(([key]) => key === settings.task) ? settings.task : 'queries', measure: settings.measure ?? 'ndcg@10',
    loss: settings.loss ?? 'ordinal(n=5)', items: settings.items ?? '10', surrogate: settings.surrogate ?? ''};
  const controls = element('div', {class: 'controls'});
  const ways = element('div', {'aria-live': 'polite'});
  const typed = (name, examples) => {
    const input = element('input', {value: state[name], list: name + 's', oninput: () => { state[name] = input.value; update(); }});
    return [input, element('datalist', {id: name + 's'}, ...examples.map(example => element('option', {value: example})))];
  };
  const count = () => {
    const input = element('input', {type: 'number', min: 2, max: 1000, value: state.items, oninput: () => { state.items = input.value; update(); }});
    return input;
  };
  main.append(
      element('h2', {}, 'What should I train with?'),
      element('p', {}, 'Name the measure or the costs that you care about. The guide says what to fit (the surrogate), how a ranking is made'
        + ' of it (the decoder), and what the two promise together: whether a perfect fit is a perfect ranking, and how much a'
        + ' fit that is not perfect can lose.'),
      unread(settings.task && settings.task !== state.task, 'a task: queries, classes or labels'),
      controls,
      ways);

  function control() {
    const task = labelled('Predict', choice(TASKS, state.task, value => {
      state.task = value;
      if (value === 'labels' && !LABEL_MEASURES.includes(state.measure)) state.measure = 'kendall';
      control();
      update();
    }));
    const fields = {
      queries: () => {
        const [measure, examples] = typed('measure', EXAMPLES);
        return [labelled('Measure', measure), examples, labelled('Items of a query', count()),
          labelled('Compare with', choice([['', 'nothing'], ...SURROGATES], state.surrogate, value => { state.surrogate = value; update(); }))];
      },
      classes: () => {
        const [loss, examples] = typed('loss', LOSSES);
        return [labelled('Costs', loss), examples];
      },
      labels: () => [labelled('Measure', choice(LABEL_MEASURES, state.measure, value => { state.measure = value; update(); })),
        labelled('Labels', count())],
    };
    controls.replaceChildren(task, ...fields[state.task]());
  }

  const question = () => state.task === 'classes' ? {task: state.task, loss: state.loss}
    : {task: state.task, measure: state.measure, items: Math.round(+state.items),
      ...(state.task === 'queries' ? {surrogate: state.surrogate} : {})};

  let turn = 0;
  const update = settled(async () => {
    const mine = ++turn;
    writeState('guide', state);
    try {
      const answer = await ask('guide', question());
      if (mine === turn) show(answer);
    } catch (error) {
      if (mine === turn) ways.replaceChildren(fault(error));
    }
  });

  function show(answer) {
    ways.replaceChildren(
        element('p', {class: 'soft'}, 'Measured as ' + answer.measure),
        answer.refused ? element('div', {class: 'card'}, element('p', {class: 'bad'}, 'No surrogate that sorts is true to it.'),
            element('p', {}, answer.refused)) : '',
        ...answer.ways.map(way => element('section', {class: 'card'},
            element('h3', {}, way.surrogate, ' – ', element('span', {class: WORDS[way.calibrated][0]}, WORDS[way.calibrated][1])),
            element('p', {}, `Fit ${way.outputs} ${way.outputs === 1 ? 'number' : 'numbers'}${EACH[state.task](state)} (the problem has ${way.dimension} `
              + `dimensions). Decode with ${way.decoder}.`),
            sentences(way.sentences),
            element('p', {}, element('code', {}, way.command)))),
        state.task === 'classes' ? element('p', {class: 'soft'}, 'A table of your own is a CSV file: --loss-matrix costs.csv. Costs that differ '
          + 'from row to row are columns of the data: --costs PREFIX.') : '');
  }

  control();
  update();
}
