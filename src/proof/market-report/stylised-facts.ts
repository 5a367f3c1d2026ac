/**
 * What real markets have in common, each with its bound. Every contract of a recording is checked,
 * and the worst counts. Returns are those of the mid: the last price jumps between bid and ask,
 * which would look like a memory that prices do not have.
 */

import type { Month } from './drive-month.ts';
import type { MinuteColumns } from './record-market.ts';
import * as statistics from './statistics.ts';
import { median } from './statistics.ts';

export interface Fact {
  readonly name: string;
  readonly what: string;
  readonly bound: string;
  readonly measured: string;
  readonly isHeld: boolean;
  /** Whether it holds for the median market. */
  readonly isUsual: boolean;
}

/** A lower and an upper bound; a shorter run gets wider ones, because chance matters more in it. */
interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Bounds {
  /** Whether the worst market must hold, or the median one. */
  readonly judge: 'every' | 'middle';
  readonly linear: Range;
  readonly kurtosisMinute: Range;
  readonly kurtosisHour: Range;
  readonly tail: Range;
  readonly clusterHour: Range;
  readonly clusterDay: Range;
  readonly btcEth: Range;
  readonly btcDoge: Range;
  readonly volume: Range;
  readonly spread: Range;
  readonly btcSpread: Range;
  readonly signs: Range;
  readonly basisMean: Range;
  readonly basisDeviation: Range;
  readonly fundingUsual: Range;
  readonly btcImpact: Range;
  readonly dogeImpact: Range;
}

const above = (from: number): Range => ({ from, to: Number.POSITIVE_INFINITY });
const upTo = (to: number): Range => ({ from: Number.NEGATIVE_INFINITY, to });

/** The bounds for thirty days. */
export const MONTH_BOUNDS: Bounds = {
  judge: 'every',
  linear: { from: 0, to: 0.03 },
  kurtosisMinute: { from: 5, to: 30 },
  kurtosisHour: { from: 2, to: 10 },
  tail: { from: 2.5, to: 5 },
  clusterHour: above(0.1),
  clusterDay: above(0.03),
  btcEth: { from: 0.7, to: 0.9 },
  btcDoge: { from: 0.55, to: 0.8 },
  volume: above(0.3),
  spread: above(0.3),
  btcSpread: upTo(1),
  signs: { from: 0.05, to: 0.3 },
  basisMean: { from: -1, to: 1 },
  basisDeviation: { from: 2, to: 6 },
  fundingUsual: above(0.5),
  btcImpact: upTo(2),
  dogeImpact: upTo(6),
};

/** The bounds for some hours: long enough to see the shape, too short for rare events. */
export const SHORT_BOUNDS: Bounds = {
  ...MONTH_BOUNDS,
  judge: 'middle',
  linear: { from: 0, to: 0.2 },
  kurtosisMinute: { from: 0.2, to: 200 },
  kurtosisHour: above(-3),
  tail: { from: 1, to: 12 },
  clusterHour: above(-1),
  clusterDay: above(-1),
  btcEth: { from: 0.5, to: 1 },
  btcDoge: { from: 0.2, to: 1 },
  volume: above(0.15),
  spread: above(0.1),
  btcSpread: upTo(1.3),
  basisMean: { from: -4, to: 4 },
  basisDeviation: { from: 1, to: 8 },
};

const HOUR = 60;
const DAY = 24 * HOUR;
const LINEAR_LAGS = 10;
const TAIL_PART = 0.01;
/** The rate without a premium. */
const USUAL_FUNDING = 0.0001;

export function checkFacts(month: Month, bounds: Bounds): Fact[] {
  const { columns } = month.recording;
  const minutes = columns.map(({ mid }) => statistics.returnsOver(mid, 1));
  const sizes = minutes.map((returns) => returns.map(Math.abs));
  const each = <Row>(rows: readonly Row[], of: (row: Row, at: number) => number): number[] =>
    rows.map(of);
  const kurtosis = (span: number): number[] =>
    each(columns, ({ mid }) => statistics.excessKurtosis(statistics.returnsOver(mid, span)));
  const clustered = (lag: number): number[] =>
    each(sizes, (row) => meanAutocorrelation(row, lag, Math.max(1, Math.round(lag / 12))));
  const facts = [
    fact('no linear memory', 'largest acf of 1-minute returns, lags 1 to 10', bounds.linear, {
      values: each(minutes, largestMemory),
    }),
    fact('fat tails', 'excess kurtosis of 1-minute returns', bounds.kurtosisMinute, {
      values: kurtosis(1),
    }),
    inTheMiddle(
      fact('fat tails', 'excess kurtosis of 1-hour returns', bounds.kurtosisHour, {
        values: kurtosis(HOUR),
      }),
    ),
    fact('fat tails', 'Hill estimate of the tail, 1-minute returns', bounds.tail, {
      values: each(minutes, (row) => statistics.tailPower(row, TAIL_PART)),
    }),
    fact('volatility clusters', 'acf of absolute returns at 1 hour', bounds.clusterHour, {
      values: clustered(HOUR),
    }),
    inTheMiddle(
      fact('volatility clusters', 'acf of absolute returns at 1 day', bounds.clusterDay, {
        values: clustered(DAY),
      }),
    ),
    ...orderedFacts(clustered, kurtosis, bounds),
    ...pairFacts(columns, bounds),
    ...flowFacts(columns, sizes, bounds),
    ...basisFacts(columns, bounds),
    ...impactFacts(month, bounds),
    deathFact(month, bounds),
  ];
  if (bounds.judge === 'every') return facts;
  return facts.map((row) => ({ ...row, isHeld: row.isUsual }));
}

/**
 * Judged by the median market. A month has only 720 hours and 30 days, so chance alone makes
 * markets differ by more than the bounds allow.
 */
const inTheMiddle = (row: Fact): Fact => ({
  ...row,
  isHeld: row.isUsual,
  bound: `${row.bound}, the middle`,
});

/** Statistics that must fall, on every contract. */
function orderedFacts(
  clustered: (lag: number) => number[],
  kurtosis: (span: number) => number[],
  bounds: Bounds,
): Fact[] {
  // Over a few hours, long lags are mere chance.
  if (bounds !== MONTH_BOUNDS) return [];
  const [early, hour, day] = [clustered(5), clustered(HOUR), clustered(DAY)];
  const [minute, hourly] = [kurtosis(1), kurtosis(4 * HOUR)];
  const falls = (first: readonly number[], second: readonly number[]): number[] =>
    first.map((value, at) => value - (second[at] ?? 0));
  return [
    fact('volatility clusters', 'acf at 5 minutes less at 1 hour', above(0), {
      values: falls(early, hour),
    }),
    fact('volatility clusters', 'acf at 1 hour less at 1 day', above(0), {
      values: falls(hour, day),
    }),
    fact('tails thin out', 'kurtosis of 1 minute less that of 4 hours', above(0), {
      values: falls(minute, hourly),
    }),
  ];
}

function pairFacts(columns: readonly MinuteColumns[], bounds: Bounds): Fact[] {
  const hourly = (base: string): number[] =>
    statistics.returnsOver(columns.find((row) => row.base === base)?.mid ?? [], HOUR);
  const pair = (first: string, second: string): { values: number[] } => ({
    values: [statistics.correlation(hourly(first), hourly(second))],
  });
  return [
    fact('move together', '1-hour returns of BTC and ETH', bounds.btcEth, pair('BTC', 'ETH')),
    fact('move together', '1-hour returns of BTC and DOGE', bounds.btcDoge, pair('BTC', 'DOGE')),
  ];
}

function flowFacts(
  columns: readonly MinuteColumns[],
  sizes: readonly number[][],
  bounds: Bounds,
): Fact[] {
  const withSizes = (of: (row: MinuteColumns) => readonly number[]): number[] =>
    columns.map((row, at) => statistics.correlation(of(row).slice(1), sizes[at] ?? []));
  const btc = columns.find(({ base }) => base === 'BTC');
  return [
    fact('volume follows moves', 'volume and absolute return of a minute', bounds.volume, {
      values: withSizes(({ volume }) => volume),
    }),
    fact('spreads widen', 'spread and absolute return of a minute', bounds.spread, {
      values: withSizes(({ spread }) => spread),
    }),
    fact('spreads are tight', 'median BTC spread, bp', bounds.btcSpread, {
      values: [median(btc?.spreadAtEnd ?? [])],
    }),
    fact('trades follow trades', 'acf of trade signs at lag 1', bounds.signs, {
      values: columns.map(({ signs }) => signMemory(signs)),
    }),
  ];
}

function basisFacts(columns: readonly MinuteColumns[], bounds: Bounds): Fact[] {
  const rates = columns.flatMap(({ fundingRates }) => fundingRates);
  const usual = rates.filter((rate) => Math.abs(rate - USUAL_FUNDING) < 1e-9).length;
  return [
    fact('basis', 'mean, bp', bounds.basisMean, {
      values: columns.map(({ basis }) => statistics.mean(basis)),
    }),
    fact('basis', 'deviation, bp', bounds.basisDeviation, {
      values: columns.map(({ basis }) => statistics.deviation(basis)),
    }),
    fact('funding', 'part of settlements at 0.01 %', bounds.fundingUsual, {
      values: rates.length === 0 ? [1] : [usual / rates.length],
    }),
  ];
}

function impactFacts({ books, recording }: Month, bounds: Bounds): Fact[] {
  const reachOf = (base: string): { values: number[] } => {
    const at = recording.columns.findIndex((row) => row.base === base);
    return { values: [statistics.quantile(books[at]?.reaches ?? [0], 0.95)] };
  };
  const what = (base: string): string => `95 % of 10,000 USDT orders in calm move ${base} by, bp`;
  return [
    fact('impact', what('BTC'), bounds.btcImpact, reachOf('BTC')),
    fact('impact', what('DOGE'), bounds.dogeImpact, reachOf('DOGE')),
  ];
}

/** At leverage 20, some must be liquidated in a storm, and none in a calm hour. */
function deathFact({ leveraged }: Month, bounds: Bounds): Fact {
  const { calm, trend, stress } = leveraged.tally;
  const rate = ({ deaths, accountHours }: typeof calm): string =>
    `${deaths} of ${accountHours.toLocaleString('en')}`;
  const isLong = bounds === MONTH_BOUNDS;
  const isHeld = calm.deaths === 0 && (!isLong || stress.deaths > 0);
  return {
    name: 'liquidations',
    what: 'deaths of account-hours at 20 times leverage',
    bound: isLong ? 'some in stress, none in calm' : 'none in calm',
    measured: `stress ${rate(stress)}, trends ${rate(trend)}, calm ${rate(calm)}`,
    isHeld,
    isUsual: isHeld,
  };
}

function fact(
  name: string,
  what: string,
  { from, to }: Range,
  { values }: { readonly values: readonly number[] },
): Fact {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const measured =
    values.length === 1
      ? short(least)
      : `${short(least)} … ${short(median(values))} … ${short(most)}`;
  const bound = Number.isFinite(from)
    ? Number.isFinite(to)
      ? `${from} to ${to}`
      : `over ${from}`
    : `at most ${to}`;
  const middle = median(values);
  const isUsual = middle >= from && middle <= to;
  return { name, what, bound, measured, isHeld: least >= from && most <= to, isUsual };
}

const short = (value: number): string =>
  Math.abs(value) < 1 ? value.toFixed(3) : value.toFixed(2);

function largestMemory(returns: readonly number[]): number {
  let largest = 0;
  for (let lag = 1; lag <= LINEAR_LAGS; lag += 1)
    largest = Math.max(largest, Math.abs(statistics.autocorrelation(returns, lag)));
  return largest;
}

/** Averaged over nearby lags, because a single one is mostly chance. */
function meanAutocorrelation(values: readonly number[], lag: number, around: number): number {
  let sum = 0;
  let count = 0;
  for (let near = lag - around; near <= lag + around; near += Math.max(1, around >> 2)) {
    sum += statistics.autocorrelation(values, near);
    count += 1;
  }
  return sum / count;
}

function signMemory({ count, sum, products }: MinuteColumns['signs']): number {
  const mean = sum / Math.max(1, count);
  return (products / Math.max(1, count) - mean * mean) / (1 - mean * mean);
}
