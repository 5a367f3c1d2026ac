/** Where the result comes from: its parts, distributions, and results by hour, regime and so on. */

import { money } from '../../domain/units.ts';
import { formatMoney } from '../../wire/quantity.ts';
import { intervalOf, meanOf } from '../bootstrap.ts';
import { coinsOf, type LifeDigest } from '../digest.ts';
import { SPLIT_NAMES, type Split, sumOfSplit } from '../life-record.ts';
import { returnsOf } from './overview.ts';
import { barOf, escaped, label, plot, roundStep, spanOf } from './plot.ts';
import type { ReportInput } from './report-input.ts';
import { percentTick, plainNumber, signedUsdt } from './words.ts';

const PART_WORDS: Readonly<Record<keyof Split, readonly [name: string, meaning: string]>> = {
  price: ['price moves', 'positions times the moves of the middle of the book'],
  slippage: ['slippage', 'prices of fills against the middle before the order; earned by a maker'],
  fees: ['fees', 'of makers and takers; a rebate is positive'],
  funding: ['funding', 'between longs and shorts'],
  liquidation: ['liquidation', 'its fees, and what its settlements cost against the middle'],
  covered: ['covered', 'losses that the insurance fund bore'],
};

export function splitSection({ lives }: ReportInput): string {
  const parts = SPLIT_NAMES.map((name) => ({
    name,
    total: lives.reduce((sum, { split }) => sum + split[name], 0n),
  })).filter(({ name, total }) => total !== 0n || name === 'price' || name === 'fees');
  const total = lives.reduce((sum, { split }) => sum + sumOfSplit(split), 0n);
  const other = lives.reduce((sum, { result }) => sum + result, 0n) - total;
  const rows = parts.map(({ name, total: sum }) => {
    const [words, meaning] = PART_WORDS[name];
    return rowOf(words, meaning, sum, lives.length);
  });
  return [
    '<h2>Where the result comes from</h2><p class="note">The parts add up to the result of all ',
    'lives, to the last unit of 0.00000001 USDT.</p><div class="card">',
    waterfall(parts, lives.length),
    '<div class="scroll"><table><tr><th>part</th><th class="n">USDT, all lives</th>',
    '<th class="n">a life</th><th>what it is</th></tr>',
    ...rows,
    other === 0n ? '' : rowOf('other', 'not explained by the parts above', other, lives.length),
    `<tr class="total"><td>result</td><td class="n">${formatMoney(money(total + other))}</td>`,
    `<td class="n">${signedUsdt(coinsOf(total + other) / Math.max(1, lives.length))}</td>`,
    '<td></td></tr></table></div></div>',
  ].join('');
}

const rowOf = (name: string, meaning: string, sum: bigint, lives: number): string =>
  `<tr><td>${name}</td><td class="n">${formatMoney(money(sum))}</td>` +
  `<td class="n">${signedUsdt(coinsOf(sum) / Math.max(1, lives))}</td>` +
  `<td class="quiet">${meaning}</td></tr>`;

interface Part {
  readonly name: keyof Split;
  readonly total: bigint;
}

function waterfall(parts: readonly Part[], lives: number): string {
  let level = 0;
  const steps = parts.map(({ name, total }) => {
    const from = level;
    level += coinsOf(total) / Math.max(1, lives);
    return { name: PART_WORDS[name][0], from, to: level };
  });
  const bars = [...steps, { name: 'result', from: 0, to: level }];
  const y = spanOf(bars.flatMap(({ from, to }) => [from, to]));
  const frame = {
    width: 980,
    height: 260,
    x: [0, bars.length] as const,
    y,
    title: 'Parts of the result of a life, in USDT',
    formatX: () => '',
  };
  return plot(frame, (scale) =>
    bars.flatMap(({ name, from, to }, at) => {
      const [top, bottom] = [scale.y(Math.max(from, to)), scale.y(Math.min(from, to))];
      const [x, width] = [scale.x(at + 0.2), scale.x(at + 0.8) - scale.x(at + 0.2)];
      const look = name === 'result' ? 'sum' : to >= from ? 'gain' : 'loss';
      const tip = `${name}: ${signedUsdt(to - from)} USDT a life`;
      return [
        barOf({ x, y: top, width, height: bottom - top, tip }, look),
        label(x + width / 2, top - 6, 'middle', signedUsdt(to - from), 'strong'),
        label(x + width / 2, scale.bottom + 18, 'middle', name),
      ];
    }),
  );
}

export function distributionsSection({ lives }: ReportInput): string {
  const trades = lives.flatMap((life) => life.trades);
  return [
    '<h2>Distributions</h2><div class="two">',
    histogram('Results of lives', returnsOf(lives), percentTick, 'lives'),
    trades.length === 0 ? '' : histogram('Results of trades, USDT', trades, plainNumber, 'trades'),
    '</div>',
  ].join('');
}

const BARS_MAX = 30;

/** The outermost part of many values is gathered in the last bar of each side. */
function histogram(
  title: string,
  values: readonly number[],
  format: (value: number) => string,
  unit: string,
): string {
  const sorted = Float64Array.from(values).sort();
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(part * (sorted.length - 1))))] ?? 0;
  const [low, high] = values.length > 200 ? [at(0.005), at(0.995)] : [at(0), at(1)];
  const wanted = Math.min(BARS_MAX, Math.max(8, Math.ceil(2 * Math.sqrt(values.length))));
  const step = roundStep((high - low) / wanted || Math.abs(high) || 1);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.floor(high / step) - first + 1);
  const counts = new Array<number>(count).fill(0);
  for (const value of values) {
    const place = Math.min(count - 1, Math.max(0, Math.floor(value / step) - first));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const frame = {
    width: 480,
    height: 240,
    x: [first * step, (first + count) * step] as const,
    y: [0, 1.08 * Math.max(...counts)] as const,
    title,
    formatX: format,
    formatY: (value: number) => (Number.isInteger(value) ? String(value) : ''),
  };
  const chart = plot(frame, (scale) => [
    ...counts.map((each, place) => {
      const from = (first + place) * step;
      const [x, y] = [scale.x(from), scale.y(each)];
      const tip = `${format(from)} to ${format(from + step)}: ${each} ${unit}`;
      const width = Math.max(1, scale.x(from + step) - x - 1.5);
      const look = from + step <= step / 2 ? 'loss' : from < 0 ? 'fill' : 'gain';
      return each === 0 ? '' : barOf({ x, y, width, height: scale.bottom - y, tip }, look);
    }),
    `<line class="mark" x1="${scale.x(at(0.5))}" x2="${scale.x(at(0.5))}" y1="${scale.top}" ` +
      `y2="${scale.bottom}"/>`,
  ]);
  const words = `median ${format(Number(at(0.5).toPrecision(3)))}`;
  return `<div class="card"><h3>${title} <span class="quiet">(${words})</span></h3>${chart}</div>`;
}

type Grouping = 'byHour' | 'byRegime' | 'byContract' | 'bySide';
const GROUPINGS: readonly (readonly [Grouping, string])[] = [
  ['byHour', 'By hour of the day, UTC'],
  ['byRegime', 'By regime of the market'],
  ['byContract', 'By contract'],
  ['bySide', 'By side'],
];

export function groupsSection({ lives }: ReportInput): string {
  const charts = GROUPINGS.map(([name, title]) => groupChart(lives, name, title));
  return [
    '<h2>When and where</h2><p class="note">Mean result of a life in USDT, with its interval of ',
    '95 % over lives. Hours and regimes go by the change of equity within them, contracts and ',
    `sides by trades.</p><div class="two">${charts.join('')}</div>`,
  ].join('');
}

function groupChart(lives: readonly LifeDigest[], name: Grouping, title: string): string {
  const keys = [...new Set(lives.flatMap((life) => [...life[name].keys()]))]
    .filter((key) => key !== '')
    .toSorted();
  if (keys.length === 0) return '';
  const rows = keys.map((key) => {
    const values = lives.map((life) => coinsOf(life[name].get(key) ?? 0n));
    return { key, mean: meanOf(values), interval: intervalOf(values) };
  });
  const y = spanOf(
    rows.flatMap(({ mean, interval }) => [mean, interval?.low ?? 0, interval?.high ?? 0]),
  );
  const frame = {
    width: 480,
    height: 220,
    x: [0, keys.length] as const,
    y,
    title,
    formatX: () => '',
  };
  const every = keys.length > 12 ? 3 : 1;
  const chart = plot(frame, (scale) =>
    rows.flatMap(({ key, mean, interval }, at) => {
      const [x, width] = [scale.x(at + 0.15), scale.x(at + 0.85) - scale.x(at + 0.15)];
      const capped = Math.min(width, 64);
      const left = x + (width - capped) / 2;
      const [top, bottom] = [scale.y(Math.max(0, mean)), scale.y(Math.min(0, mean))];
      const tip = `${key}: ${signedUsdt(mean)} USDT a life`;
      const middle = left + capped / 2;
      return [
        barOf(
          { x: left, y: top, width: capped, height: bottom - top, tip },
          mean >= 0 ? 'gain' : 'loss',
        ),
        interval === undefined
          ? ''
          : `<line class="whisker" x1="${middle}" x2="${middle}" y1="${scale.y(interval.low)}" ` +
            `y2="${scale.y(interval.high)}"/>`,
        at % every === 0 ? label(middle, scale.bottom + 18, 'middle', key) : '',
      ];
    }),
  );
  return `<div class="card"><h3>${escaped(title)}</h3>${chart}</div>`;
}
