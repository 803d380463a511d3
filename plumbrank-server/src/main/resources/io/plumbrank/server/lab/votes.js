// (f) Votes: Kemeny, Borda and Copeland side by side, with the margin of every pair.
import {ask, choice, element, fault, labelled, number, table} from './page.js';

const EXAMPLE = `5: apple > pear > fig > plum
4: pear > fig > apple > plum
3: fig > apple > pear > plum
2: plum > fig > apple > pear
`;
const RULES = {auto: 'Kemeny', borda: 'Borda', copeland: 'Copeland'};

export function votes(main) {
  const text = element('textarea', {'aria-label': 'Votes', spellcheck: false, value: EXAMPLE});
  const file = element('input', {type: 'file', accept: '.soc,.soi,.toc,.toi,.csv,.txt,.mat', onchange: read});
  const say = element('p', {class: 'say', 'aria-live': 'polite'});
  const result = element('div');
  let name = 'votes.txt';
  let unranked = 'ignore';
  main.append(
      element('h2', {}, 'One ranking from many votes'),
      element('p', {}, 'Kemeny’s rule contradicts as little of what voters said as possible, which is hard to compute and worth'
        + ' it. Borda adds up how far ahead everybody is; Copeland counts won duels. Where the votes are of low noise all three'
        + ' agree; where they run in circles, they part.'),
      element('p', {}, 'Write votes, best first, or open a file of PrefLib (.soc, .soi, .toc, .toi) or a CSV of ballots, positions'
        + ' or pairwise weights. The file stays on this machine.'),
      element('div', {class: 'controls'},
          labelled('Open a file', file),
          labelled('Candidates that a vote leaves out', choice([['ignore', 'say nothing'], ['bottom', 'stand last']], unranked,
              value => { unranked = value; count(); })),
          element('button', {type: 'button', onclick: count}, 'Count')),
      text, say, result);
  text.addEventListener('input', () => { name = 'votes.txt'; });

  async function read() {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > 900000) {
      say.replaceChildren(fault(new Error('At most 900 KB here; the command aggregate takes more.')));
      return;
    }
    text.value = await chosen.text();
    name = chosen.name;
    count();
  }

  async function count() {
    say.textContent = 'Counting …';
    try {
      show(await ask('votes', {text: text.value, name, unranked}));
    } catch (error) {
      say.replaceChildren(fault(error));
      result.replaceChildren();
    }
  }

  function show(answer) {
    const [kemeny] = answer.rankings;
    say.replaceChildren(element('span', {class: kemeny.acyclic ? 'good' : 'bad'}, kemeny.acyclic
      ? 'Majorities run in no circle: one ranking agrees with all of them.'
      : 'Majorities run in a circle: every ranking contradicts one of them.'),
    kemeny.optimal ? ' Kemeny’s ranking is proven to be the best.' : ` Kemeny’s ranking is at most ${number(kemeny.gap)} from the best.`);
    const places = answer.names.map((_, place) => [place + 1,
      ...answer.rankings.map(ranking => answer.names[ranking.ranking[place] - 1])]);
    const order = kemeny.ranking.map(item => item - 1);
    result.replaceChildren(
        element('h3', {}, 'Side by side'),
        table(['>place', ...answer.rankings.map(ranking => RULES[ranking.rule])], places),
        table(['', ...answer.rankings.map(ranking => '>' + RULES[ranking.rule])],
            [['contradicts', ...answer.rankings.map(ranking => number(ranking.value))]]),
        element('h3', {}, 'Margins'),
        element('p', {class: 'soft'}, 'By how many votes the candidate of the row beats the one of the column, in Kemeny’s order.'
          + ' A negative number above the diagonal is a majority that Kemeny’s ranking contradicts.'),
        table(['', ...order.map(j => '>' + answer.names[j])], order.map((i, row) => [answer.names[i],
          ...order.map((j, column) => row === column ? '' : element('span',
              {class: column > row && answer.margins[i][j] < 0 ? 'bad' : null}, number(answer.margins[i][j])))])));
  }

  count();
}
