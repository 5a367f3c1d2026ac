/** What the bot is held against, what it was refused, and every life in a row. */
import { many } from '../../domain/many.ts';
import { intervalOf, type MeanInterval, meanOf } from '../bootstrap.ts';
import { coinsOf, type LifeDigest } from '../digest.ts';
import type { Judgement } from '../judge.ts';
import type { RefusalCount } from '../life-record.ts';
import { returnsOf } from './overview.ts';
import { escaped } from './plot.ts';
import type { ReportInput } from './report-input.ts';
import { asPercent, lookOf, signedPercent, usdt } from './words.ts';

export function comparisonsSection(input: ReportInput, { interval }: Judgement): string {
  const { lives, against } = input;
  const own = returnsOf(lives);
  const pairs: Pair[] = [
    { name: 'doing nothing', own, other: own.map(() => 0) },
    { name: 'holding what it traded', own, other: lives.map(({ holding }) => holding) },
  ];
  if (against !== undefined) {
    const shared = lives.filter(({ seed }) => against.returns.has(seed));
    const count = many(shared.length, 'life', 'lives');
    pairs.push({
      name: `the run in ${against.name}, ${count} with the same seed`,
      own: returnsOf(shared),
      other: shared.map(({ seed }) => against.returns.get(seed) ?? 0),
    });
  }
  return [
    '<h2>Compared</h2><p class="note">On the same markets, life by life. Holding buys for the ',
    'whole wallet at the start, in equal parts of what was traded, and pays one taker fee and all ',
    'funding.</p><div class="card scroll"><table><tr><th>with</th>',
    '<th class="n">its mean return</th>',
    '<th class="n">the bot is better by</th><th class="n">95 % interval</th><th>so</th></tr>',
    // Without an interval of its own, a run gets none here either.
    ...pairs.map((pair) => compare(pair, interval !== undefined)),
    '</table></div>',
  ].join('');
}

interface Pair {
  readonly name: string;
  readonly own: readonly number[];
  readonly other: readonly number[];
}

function compare({ name, own, other }: Pair, isJudged: boolean): string {
  const differences = own.map((value, at) => value - (other[at] ?? 0));
  const interval = isJudged ? intervalOf(differences) : undefined;
  const mean = meanOf(differences);
  return [
    `<tr><td>${escaped(name)}</td><td class="n">${signedPercent(meanOf(other))}</td>`,
    `<td class="n ${lookOf(mean)}">${signedPercent(mean)}</td>`,
    `<td class="n">${interval === undefined ? '-' : spanWords(interval)}</td>`,
    `<td>${interval === undefined ? 'too little for a word' : differenceWords(interval)}</td></tr>`,
  ].join('');
}

export const spanWords = ({ low, high }: MeanInterval): string =>
  `${signedPercent(low)} to ${signedPercent(high)}`;

const differenceWords = ({ low, high }: MeanInterval): string =>
  low > 0 ? 'better' : high < 0 ? 'worse' : 'not to be told apart';

const REFUSALS_SHOWN = 12;
const FAILED_NAMED = 8;

export function refusalsSection({ lives }: ReportInput): string {
  const sums = new Map<string, RefusalCount & { lives: number }>();
  for (const { refusals } of lives)
    for (const refusal of refusals) {
      const key = `${refusal.call} ${refusal.code} ${refusal.words.replace(/\d+/g, '0')}`;
      const found = sums.get(key);
      if (found === undefined) sums.set(key, { ...refusal, lives: 1 });
      else Object.assign(found, { count: found.count + refusal.count, lives: found.lives + 1 });
    }
  const ranked = [...sums.values()].toSorted((one, other) => other.count - one.count);
  if (ranked.length === 0) return '<h2>Refusals</h2><p class="note">The venue refused nothing.</p>';
  const rows = ranked
    .slice(0, REFUSALS_SHOWN)
    .map(
      ({ call, status, code, words, count, lives: where }) =>
        `<tr><td class="n">${count}</td><td class="n">${where}</td>` +
        `<td><code>${escaped(call)}</code></td><td class="n">${status} ${escaped(code)}</td>` +
        `<td>${escaped(words)}</td></tr>`,
    );
  const more = ranked.length - rows.length;
  return [
    '<h2>Refusals</h2><p class="note">What the bot was told when the venue refused a call.</p>',
    '<div class="card scroll"><table><tr><th class="n">times</th><th class="n">lives</th>',
    '<th>call</th><th class="n">answer</th><th>as it was told first</th></tr>',
    ...rows,
    '</table>',
    more > 0 ? `<p class="note">${many(more, 'other kind')} in refusals.csv.</p>` : '',
    '</div>',
  ].join('');
}

export function failedSection({ failures }: ReportInput): string {
  if (failures.length === 0) return '';
  // Many lives mostly fail for one reason; the numbers in it may differ.
  const groups = Map.groupBy(failures, ({ failure }) => failure.replace(/\d+/g, '0'));
  const rows = Array.from(groups.values(), (alike) => {
    const names = alike.slice(0, FAILED_NAMED).map(({ seed }) => seed);
    const more = alike.length - names.length;
    const title = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return `<h3>${escaped(title)}</h3><pre>${escaped(alike[0]?.failure ?? '')}</pre>`;
  });
  return `<h2 id="failed">Failed</h2><div class="card">${rows.join('')}</div>`;
}

export function livesSection({ lives, replayOf }: ReportInput): string {
  const ranked = lives.toSorted((one, other) => one.figures.return - other.figures.return);
  const [worst] = ranked;
  const leftOut = lives.reduce((sum, { rowsLeftOut }) => sum + rowsLeftOut, 0);
  return [
    '<h2>Every life</h2>',
    worst === undefined
      ? ''
      : `<p class="note">To live the worst again:</p><pre>${escaped(replayOf(worst.seed))}</pre>`,
    '<details><summary>All lives, the worst first</summary><div class="card scroll"><table><tr>',
    '<th>life</th><th class="n">return</th><th class="n">deepest fall</th>',
    '<th class="n">holding</th>',
    '<th class="n">fees, USDT</th><th class="n">orders</th><th class="n">fills</th>',
    '<th class="n">trades</th><th class="n">liquidations</th></tr>',
    ...ranked.map(lifeRow),
    '</table></div></details>',
    leftOut === 0
      ? ''
      : `<p class="note">${many(leftOut, 'row')} of the tables were too many to be kept; the ` +
        'sums have them all.</p>',
  ].join('');
}

const lifeRow = ({ seed, figures, holding, split, orders, trades }: LifeDigest): string =>
  `<tr><td>${escaped(seed)}</td><td class="n ${lookOf(figures.return)}">` +
  `${signedPercent(figures.return)}</td><td class="n">${asPercent(figures.drawdown)}</td>` +
  `<td class="n">${signedPercent(holding)}</td><td class="n">${usdt(-coinsOf(split.fees))}</td>` +
  `<td class="n">${orders}</td><td class="n">${figures.fills}</td>` +
  `<td class="n">${trades.length}</td><td class="n">${figures.liquidations}</td></tr>`;
