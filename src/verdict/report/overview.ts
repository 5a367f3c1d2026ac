/** The first screen of the report: the verdict, the figures, equity and falls. */
import { many } from '../../domain/many.ts';
import { meanOf } from '../bootstrap.ts';
import { coinsOf, type LifeDigest, PATH_PLACES } from '../digest.ts';
import type { Judgement } from '../judge.ts';
import { SPLIT_NAMES, type Split } from '../life-record.ts';
import { median, quantile } from '../quantile.ts';
import { bandOf, escaped, lineOf, plot, spanOf } from './plot.ts';
import type { ReportInput } from './report-input.ts';
import { asPercent, percentTick, plainNumber, signedPercent, signedUsdt } from './words.ts';

const CAUSES: Readonly<Record<keyof Split, string>> = {
  price: 'moves of the price',
  slippage: 'slippage',
  fees: 'fees',
  funding: 'funding',
  liquidation: 'liquidations',
  covered: 'losses that the insurance fund bore',
};

export const returnsOf = (lives: readonly LifeDigest[]): number[] =>
  lives.map(({ figures }) => figures.return);

/** What the verdict goes by. */
export const judgedReturns = (lives: readonly LifeDigest[]): number[] =>
  lives.map(({ figures }) => figures.closed);

export function verdictSection(input: ReportInput, judgement: Judgement): string {
  const { lives, failures } = input;
  const { kind, headline, interval, level } = judgement;
  const sentences = [
    ...(lives.length === 0 ? [] : [gainedWords(lives)]),
    ...(interval === undefined ? [] : [meanWords(interval, level)]),
    ...(lives.some(({ orders }) => orders > 0) ? [causeWords(lives)] : []),
  ];
  const failed =
    failures.length === 0
      ? ''
      : `<p class="note"><a href="#failed">${many(failures.length, 'life', 'lives')} failed</a>` +
        ', so nothing here says that it earns.</p>';
  return [
    `<section class="verdict ${kind}"><strong>${escaped(headline)}</strong>`,
    `<p>${sentences.map(escaped).join(' ')}</p>`,
    triesWords(input),
    leavingWords(lives),
    kind === 'earns' ? unseenWords(lives.length) : '',
    lateWords(lives),
    `${failed}</section>`,
  ].join('');
}

function leavingWords(lives: readonly LifeDigest[]): string {
  const cost = meanOf(returnsOf(lives)) - meanOf(judgedReturns(lives));
  return cost === 0
    ? ''
    : '<p class="note">What it held at its end counts as closed at the book, which takes ' +
        `${asPercent(cost)} of the wallet from the mean result of a life.</p>`;
}

/** With 95 % confidence, what was met in none of n cases comes in fewer than 3 of n. */
const unseenWords = (lives: number): string =>
  '<p class="note">A loss that comes in fewer than one of ' +
  `${Math.max(2, Math.floor(lives / 3))} lives may not have shown.</p>`;

/** The verdict asks for as much more as there were tries, or judgements on further seeds. */
function triesWords({ tries, judged }: ReportInput): string {
  const seen =
    judged === undefined
      ? ''
      : ' These lives are of seeds that had no part in the choice' +
        `${judged > 1 ? `, on which ${judged} choices were judged by now` : ''}.`;
  const count = tries > 1 ? `This folder has seen ${many(tries, 'try', 'tries')}.` : '';
  const more = (judged ?? tries) > 1;
  return count === '' && seen === ''
    ? ''
    : `<p class="note">${count}${seen}${more ? MORE : ''}</p>`;
}

function lateWords(lives: readonly LifeDigest[]): string {
  const late = lives.flatMap(({ figures }) => (figures.late > 0 ? figures.late : []));
  if (late.length === 0) return '';
  const orders = late.reduce((sum, each) => sum + each, 0);
  return (
    `<p class="note">It sent ${many(orders, 'order')} after its end, in ` +
    `${many(late.length, 'life', 'lives')}; they count for nothing.</p>`
  );
}

const MORE =
  ' The verdict asks for that much more, because the best of many tries looks good by luck.';

function gainedWords(lives: readonly LifeDigest[]): string {
  const gained = lives.filter(({ result }) => result > 0n).length;
  const still = lives.filter(({ orders }) => orders === 0).length;
  const liquidated = lives.filter(({ figures }) => figures.liquidations > 0).length;
  return [
    `It gained in ${gained} of ${many(lives.length, 'life', 'lives')}`,
    liquidated === 0 ? '' : `, was liquidated in ${liquidated}`,
    still === 0 ? '' : `, placed no order in ${still}`,
    '.',
  ].join('');
}

export const meanWords = (
  { mean, low, high }: { readonly mean: number; readonly low: number; readonly high: number },
  level: number,
): string =>
  `The mean result is ${signedPercent(mean)} of the wallet, and with ` +
  `${Number((100 * (1 - level)).toFixed(2))} % confidence between ${signedPercent(low)} and ` +
  `${signedPercent(high)}.`;

/** What weighs most on each side. */
function causeWords(lives: readonly LifeDigest[]): string {
  const means = SPLIT_NAMES.map((name) => ({
    name: CAUSES[name],
    mean: meanOf(lives.map(({ split }) => coinsOf(split[name]))),
  }));
  const ranked = means.toSorted((one, other) => one.mean - other.mean);
  const [cost, gain] = [ranked[0], ranked.at(-1)];
  const words = (cause: typeof cost): string =>
    cause === undefined ? '' : `${cause.name} (${signedUsdt(cause.mean)} USDT a life)`;
  const parts = [
    cost !== undefined && cost.mean < 0 ? `What cost most: ${words(cost)}` : '',
    gain !== undefined && gain.mean > 0 ? `what brought most: ${words(gain)}` : '',
  ].filter((part) => part !== '');
  const text = parts.join('; ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A year of hours, and the span from which a ratio means something. */
const DAY_MILLIS = 86_400_000;
const RATIO_DAYS = 2;

export function tilesSection({ lives, lifeMillis }: ReportInput): string {
  const returns = returnsOf(lives);
  const trades = lives.flatMap((life) => life.trades);
  const won = trades.filter((result) => result > 0).length;
  const sharpes = lives.flatMap(({ figures }) => figures.sharpe ?? []);
  const tiles: [string, string][] = [
    [signedPercent(meanOf(returns)), 'mean return'],
    [signedPercent(median(returns)), 'median return'],
    [
      signedPercent(quantile(returns, 0.05)),
      lives.length < 20 ? 'the worst life' : 'one life in twenty is below',
    ],
    [asPercent(median(lives.map(({ figures }) => figures.drawdown))), 'median deepest fall'],
    [
      trades.length === 0 ? '-' : asPercent(won / trades.length),
      `of ${many(trades.length, 'trade')} won`,
    ],
    [asPercent(meanOf(lives.map(({ exposed }) => exposed))), 'of the time with a position'],
    [`${meanOf(lives.map(({ leverage }) => leverage)).toFixed(2)} ×`, 'mean exposure over equity'],
    [`${meanOf(lives.map(turnoverTimes)).toFixed(1)} ×`, 'turnover over the wallet, a life'],
    [countText(meanOf(lives.map(({ orders }) => orders))), 'orders, a life'],
  ];
  if (lifeMillis >= RATIO_DAYS * DAY_MILLIS && sharpes.length > 0)
    tiles.push([median(sharpes).toFixed(2), 'median Sharpe ratio of hourly returns']);
  return `<section class="tiles">${tiles
    .map(([figure, words]) => `<div class="tile"><b>${figure}</b><span>${words}</span></div>`)
    .join('')}</section>`;
}

const countText = (mean: number): string =>
  mean < 10 ? mean.toFixed(1) : plainNumber(Math.round(mean));

const turnoverTimes = ({ turnover, wallet }: LifeDigest): number => turnover / coinsOf(wallet);

const BANDS = [0.05, 0.25, 0.75, 0.95];

export function equitySection({ lives, lifeMillis }: ReportInput): string {
  const ranked = lives.toSorted((one, other) => one.figures.return - other.figures.return);
  const [worst, middle, best] = [ranked[0], ranked[Math.floor(ranked.length / 2)], ranked.at(-1)];
  if (worst === undefined || middle === undefined || best === undefined) return '';
  const paths = lives.map(({ path }) => path);
  const bands = BANDS.map((part) => quantiles(paths, part));
  const followed = [worst.path, best.path, ...bands];
  const chart = pathPlot('Return over time', lifeMillis, followed, (points) => [
    bandOf(points(bands[3]), points(bands[0]), 'wide'),
    bandOf(points(bands[2]), points(bands[1]), 'near'),
    lineOf(points(best.path), 'best'),
    lineOf(points(worst.path), 'worst'),
    lineOf(points(middle.path), 'median'),
  ]);
  return [
    '<h2>Equity</h2><p class="note">Return since the start, of all lives: nine in ten lie in the ',
    'pale band at each moment, half of them in the darker one.</p><div class="card">',
    legend([
      ['--line', `the median life, ${middle.seed} (${signedPercent(middle.figures.return)})`],
      ['--down', `the worst, ${worst.seed} (${signedPercent(worst.figures.return)})`],
      ['--up', `the best, ${best.seed} (${signedPercent(best.figures.return)})`],
    ]),
    chart,
    '</div>',
  ].join('');
}

export function fallsSection({ lives, lifeMillis }: ReportInput): string {
  const falls = lives.map(({ path }) => fallsOfPath(path));
  const [deep, mean] = [quantiles(falls, 0.05), quantiles(falls, 0.5)];
  const deepest = lives.reduce<LifeDigest | undefined>(
    (most, life) =>
      most !== undefined && most.figures.drawdown >= life.figures.drawdown ? most : life,
    undefined,
  );
  if (deepest === undefined) return '';
  const own = fallsOfPath(deepest.path);
  const zeros = new Float64Array(PATH_PLACES);
  const chart = pathPlot('Fall below the peak', lifeMillis, [own, deep], (points) => [
    bandOf(points(zeros), points(deep), 'wide'),
    lineOf(points(mean), 'median'),
    lineOf(points(own), 'worst'),
  ]);
  return [
    '<h2>Drawdowns</h2><p class="note">How far equity was below its highest point so far.</p>',
    '<div class="card">',
    legend([
      ['--line', 'the median of all lives'],
      ['--down', `the deepest, ${deepest.seed} (${asPercent(deepest.figures.drawdown)})`],
      ['--soft', 'nineteen lives in twenty are in the band'],
    ]),
    chart,
    '</div>',
  ].join('');
}

function fallsOfPath(path: Float64Array): Float64Array {
  let peak = 0;
  return path.map((value) => {
    peak = Math.max(peak, value);
    return (1 + value) / (1 + peak) - 1;
  });
}

const quantiles = (paths: readonly Float64Array[], part: number): Float64Array =>
  Float64Array.from({ length: PATH_PLACES }, (_, place) =>
    quantile(
      paths.map((path) => path[place] ?? 0),
      part,
    ),
  );

type PointsOf = (values: ArrayLike<number> | undefined) => [number, number][];

function pathPlot(
  title: string,
  lifeMillis: number,
  shown: readonly ArrayLike<number>[],
  draw: (points: PointsOf) => string[],
): string {
  const hours = lifeMillis / 3_600_000;
  const [unit, per] = hours > 72 ? ['d', 24] : hours >= 1 ? ['h', 1] : ['min', 1 / 60];
  const end = hours / per;
  const y = spanOf(shown.flatMap((values) => Array.from(values)));
  const frame = {
    width: 980,
    height: 300,
    x: [0, end] as const,
    y,
    title,
    formatX: (value: number) => `${Number(value.toFixed(2))} ${unit}`,
    formatY: percentTick,
  };
  return plot(frame, (scale) =>
    draw((values = []) =>
      Array.from(values, (value, place) => [
        scale.x((place / (PATH_PLACES - 1)) * end),
        scale.y(value),
      ]),
    ),
  );
}

export const legend = (rows: readonly (readonly [colour: string, words: string])[]): string =>
  `<div class="legend">${rows
    .map(([colour, words]) => `<span><i style="--key:var(${colour})"></i>${escaped(words)}</span>`)
    .join('')}</div>`;
