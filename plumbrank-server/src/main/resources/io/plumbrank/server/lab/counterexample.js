// (b) A search for a distribution at which a perfect fit of the surrogate ranks worse than need be.
import {ask, choice, element, fault, labelled, MEASURES, number, sentences, SURROGATES, table, writeState} from './page.js';

const STEPS = [20, 60, 200, 600, 2000, 5000];

export function counterexample(main, settings) {
  const state = {
    measure: settings.measure ?? 'map', surrogate: settings.surrogate ?? 'squared', items: settings.items ?? '3',
    labels: settings.labels ?? 'grades', condition: settings.condition ?? '',
  };
  const say = element('p', {class: 'say', 'aria-live': 'polite'});
  const progress = element('div');
  const result = element('div');
  const find = element('button', {type: 'button', onclick: search}, 'Find a counterexample');
  let turn = 0;

  const set = name => value => { state[name] = value; turn++; find.disabled = false; say.textContent = ''; result.replaceChildren(); progress.replaceChildren(); keep(); };
  main.append(
      element('h2', {}, 'Is the surrogate true to the measure?'),
      element('p', {}, 'Suppose a learner had all the data in the world and fitted its surrogate perfectly. Would it then rank'
        + ' as well as possible? Not always. The search looks for a small world in which it does not: a few labels with'
        + ' probabilities, under which the best scores of the surrogate put items in the wrong order.'),
      element('p', {}, 'A label says how good each item is: “1 0 1” means that items 1 and 3 are relevant. If nothing is found,'
        + ' that proves nothing; what is found is exact. Try ',
          element('a', {href: '#counterexample?measure=ndcg&surrogate=ranknet&items=3'}, 'ndcg with ranknet'), ', ',
          element('a', {href: '#counterexample?measure=map&surrogate=squared&items=3'}, 'map with squared'), ' or ',
          element('a', {href: '#counterexample?measure=pd&surrogate=ranksvm&items=4&labels=graphs&condition=low-noise'},
              'pd with ranksvm in low noise'), '.'),
      element('div', {class: 'controls'},
          labelled('Measure', choice(MEASURES, state.measure, set('measure'))),
          labelled('Surrogate', choice(SURROGATES, state.surrogate, set('surrogate'))),
          labelled('Items', choice(['2', '3', '4'], state.items, set('items'))),
          labelled('Labels', choice([['grades', 'grades of items'], ['graphs', 'preferences (pd)']], state.labels, set('labels'))),
          labelled('Only distributions with', choice([['', 'no condition'], ['low-noise', 'low noise'], ['dag', 'no circles'],
            ['scores', 'agreeing scores'], ['reinforce', 'reinforcement']], state.condition, set('condition'))),
          find),
      say, progress, result);

  function question() {
    return {measure: state.measure, surrogate: state.surrogate, items: +state.items, labels: state.labels};
  }

  function keep(found) {
    const shared = {...state};
    if (found) shared.p = found.labels.map((label, i) => found.probabilities[i] + ':' + label).join(';');
    writeState('counterexample', shared);
  }

  async function search() {
    const mine = ++turn;
    find.disabled = true;
    result.replaceChildren();
    const rows = [];
    try {
      for (const trials of STEPS) {
        say.textContent = `Looking at ${trials} distributions …`;
        const answer = await ask('search', {...question(), trials, seed: 1, condition: state.condition});
        if (mine !== turn) return;
        rows.push([answer.trials, number(answer.worstRegret, 5), answer.counterexample ? 'found' : 'nothing yet']);
        progress.replaceChildren(table(['>distributions', '>largest loss above the best', ''], rows));
        if (answer.counterexample || answer.trials < trials / 4) {
          show(answer);
          break;
        }
        if (trials === STEPS[STEPS.length - 1]) show(answer);
      }
    } catch (error) {
      if (mine === turn) say.replaceChildren(fault(error));
    }
    if (mine === turn) find.disabled = false;
  }

  function show(answer) {
    const found = answer.counterexample;
    if (!found || !found.broken) {
      say.replaceChildren(element('span', {class: 'good'}, 'No counterexample was found.'));
      result.replaceChildren(element('h3', {}, 'What is promised'), sentences(answer.promise));
      return;
    }
    keep(found);
    say.replaceChildren(element('span', {class: 'bad'}, `A counterexample: a perfect fit loses ${number(found.regret, 5)} of `
      + `${state.measure}${found.strict ? '' : ', if ties are broken badly'}.`));
    const order = items => items.map(item => 'item ' + item).join(' › ');
    result.replaceChildren(
        element('h3', {}, 'The world in which it fails'),
        table(['label', '>probability'], found.labels.map((label, i) => [label, number(found.probabilities[i], 4)])),
        element('div', {class: 'side'},
            element('div', {class: 'card'}, element('h3', {}, 'The surrogate ranks'), element('p', {class: 'rank'}, order(found.decoded)),
                element('p', {class: 'soft'}, `expected loss ${number(found.risks[0], 5)}`)),
            element('div', {class: 'card'}, element('h3', {}, 'The best ranking'), element('p', {class: 'rank'}, order(found.optimal)),
                element('p', {class: 'soft'}, `expected loss ${number(found.risks[1], 5)}`))),
        element('p', {}, 'The surrogate’s best outputs: ' + found.scores.map(score => number(score, 3)).join(', ') + '.'),
        found.conditions.length === 0 ? null : element('h3', {}, 'Noise conditions here'),
        found.conditions.length === 0 ? null : sentences(found.conditions.map(each => each.breach
          ? `${each.name} is broken: ${each.breach}` : `${each.name} holds: ${each.words}`)),
        element('p', {}, 'This page’s address now holds the counterexample. ',
            element('button', {class: 'quiet', type: 'button', onclick: share}, 'Copy the link')),
        element('h3', {}, 'What is promised'), sentences(answer.promise));
  }

  async function share(event) {
    try {
      await navigator.clipboard.writeText(location.href);
      event.target.textContent = 'Copied';
    } catch {
      event.target.textContent = 'Copy it from the address bar';
    }
  }

  if (settings.p) {
    const parts = settings.p.split(';').map(part => [Number(part.slice(0, part.indexOf(':'))), part.slice(part.indexOf(':') + 1)]);
    ask('examine', {...question(), distribution: parts.map(part => part[1]), probabilities: parts.map(part => part[0])})
        .then(show, error => say.replaceChildren(fault(error)));
  } else {
    search();
  }
}
