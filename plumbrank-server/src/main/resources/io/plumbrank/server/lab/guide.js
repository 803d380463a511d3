// (e) From the measure to what to train with, how it is decoded, and what that promises.
import {ask, element, fault, labelled, sentences, settled, choice, SURROGATES, writeState} from './page.js';

const EXAMPLES = ['ndcg@10', 'dcg@5', 'p@5', 'recall@10', 'map', 'auc', 'pd', 'kendall', 'spearman', 'err@10', 'rr'];
const WORDS = {always: ['good', 'true to it, always'], 'under-condition': ['', 'true to it under a condition'], no: ['bad', 'not true to it']};

export function guide(main, settings) {
  const state = {measure: settings.measure ?? 'ndcg@10', items: settings.items ?? '10', surrogate: settings.surrogate ?? ''};
  const ways = element('div', {'aria-live': 'polite'});
  const measure = element('input', {value: state.measure, list: 'measures', oninput: () => { state.measure = measure.value; update(); }});
  const items = element('input', {type: 'number', min: 2, max: 1000, value: state.items, oninput: () => { state.items = items.value; update(); }});
  main.append(
      element('h2', {}, 'What should I train with?'),
      element('p', {}, 'Name the measure that you care about. The guide says what to fit (the surrogate), how a ranking is made'
        + ' of it (the decoder), and what the two promise together: whether a perfect fit is a perfect ranking, and how much a'
        + ' fit that is not perfect can lose.'),
      element('div', {class: 'controls'},
          labelled('Measure', measure), element('datalist', {id: 'measures'}, ...EXAMPLES.map(name => element('option', {value: name}))),
          labelled('Items of a query', items),
          labelled('Compare with', choice([['', 'nothing'], ...SURROGATES], state.surrogate, value => { state.surrogate = value; update(); }))),
      ways);

  let turn = 0;
  const update = settled(async () => {
    const mine = ++turn;
    writeState('guide', state);
    try {
      const answer = await ask('guide', {measure: state.measure, items: Math.round(+state.items), surrogate: state.surrogate});
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
            element('p', {}, `Fit ${way.outputs} numbers per query of ${state.items} items (the problem has ${way.dimension} `
              + `dimensions). Decode with ${way.decoder}, ${way.cost}.`),
            sentences(way.sentences),
            element('p', {}, element('code', {}, way.command)))));
  }

  update();
}
