/**
 * What real markets have in common, each with its bound. Returns are those of the mid: the last
 * price jumps between bid and ask, which would look like a memory that prices do not have.
 */
import { findCrowdFacts } from './crowd-facts.ts';
import { type Fact, type Finding, judgeFact, type MonthEvidence } from './judge-fact.ts';
import { correlationAfter } from './lead-lag.ts';
import { findLiquidityFacts } from './liquidity-facts.ts';
import type { MinuteColumns } from './record-market.ts';
import * as statistics from './statistics.ts';
import { findTapeFacts } from './tape-facts.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const LINEAR_LAGS = 10;
/** In minutes: the recent size of returns. */
export const SIZE_HALF_LIFE = 20;
const TAIL_PART = 0.01;

export const checkFacts = (evidence: MonthEvidence): Fact[] =>
  [
    ...findTailFacts(evidence.recording.columns),
    ...findClusterFacts(evidence.recording.columns),
    ...findPairFacts(evidence),
    ...findLiquidityFacts(evidence),
    ...findCrowdFacts(evidence),
    ...findTapeFacts(evidence),
  ].map((finding) => judgeFact(finding, evidence.settings.days));

function findTailFacts(columns: readonly MinuteColumns[]): Finding[] {
  const minutes = columns.map(({ mid }) => statistics.returnsOver(mid, 1));
  const kurtosis = (span: number): number[] =>
    columns.map(({ mid }) => statistics.excessKurtosis(statistics.returnsOver(mid, span)));
  const perMinute = kurtosis(1);
  const tails = 'fat tails';
  return [
    {
      name: 'no linear memory',
      what: 'largest acf of 1-minute returns over their recent size, lags 1 to 10',
      bounds: { from: 0.002, to: 0.03, days: 10 },
      elsewhere: 'no longer significant after a few minutes [1]',
      values: minutes.map(largestMemory),
    },
    {
      name: tails,
      what: 'excess kurtosis of 1-minute returns',
      bounds: { from: 5, to: 30, days: 10 },
      elsewhere: 'far above normal at 1 minute, falling slowly with the horizon [2]',
      values: perMinute,
    },
    {
      name: tails,
      what: 'excess kurtosis of 1-hour returns',
      bounds: { from: 2, to: 10, days: 30, judge: 'middle' },
      values: kurtosis(HOUR),
    },
    {
      name: tails,
      what: 'Hill estimate of the tail, 1-minute returns',
      bounds: { from: 2.5, to: 5, days: 5 },
      elsewhere: 'between 2 and 5 for most assets [1]; about 3 for BTC [3]',
      values: minutes.map((row) => statistics.tailPower(row, TAIL_PART)),
    },
    {
      name: 'tails thin out',
      what: 'kurtosis of 1 minute less that of 4 hours',
      bounds: { from: 1, to: 30, days: 10 },
      elsewhere: 'aggregational Gaussianity [1]',
      values: falls(perMinute, kurtosis(4 * HOUR)),
    },
  ];
}

function findClusterFacts(columns: readonly MinuteColumns[]): Finding[] {
  const sizes = columns.map(({ mid }) => statistics.returnsOver(mid, 1).map(Math.abs));
  const clustered = (lag: number): number[] =>
    sizes.map((row) => meanAutocorrelation(row, lag, Math.max(1, Math.round(lag / 12))));
  const [early, hour, day] = [clustered(5), clustered(HOUR), clustered(DAY)];
  const clusters = 'volatility clusters';
  return [
    {
      name: clusters,
      what: 'acf of absolute returns at 1 hour',
      bounds: { from: 0.1, to: 0.45, days: 10 },
      elsewhere: 'decays slowly, as a power of 0.2 to 0.4 of the lag [1]',
      values: hour,
    },
    {
      name: clusters,
      what: 'acf of absolute returns at 1 day',
      bounds: { from: 0.03, to: 0.3, days: 30, judge: 'middle' },
      values: day,
    },
    {
      name: clusters,
      what: 'acf at 5 minutes less at 1 hour',
      bounds: { from: 0.01, to: 0.3, days: 10 },
      values: falls(early, hour),
    },
    {
      name: clusters,
      what: 'acf at 1 hour less at 1 day',
      bounds: { from: 0.01, to: 0.3, days: 30 },
      values: falls(hour, day),
    },
  ];
}

const falls = (first: readonly number[], second: readonly number[]): number[] =>
  first.map((value, at) => value - (second[at] ?? 0));

function findPairFacts({ recording }: MonthEvidence): Finding[] {
  const { columns, leadLag } = recording;
  const hourly = (base: string): number[] =>
    statistics.returnsOver(columns.find((row) => row.base === base)?.mid ?? [], HOUR);
  const pair = (first: string, second: string): number[] => [
    statistics.correlation(hourly(first), hourly(second)),
  ];
  const others = columns.map((_, place) => place).slice(1);
  const after = (steps: number): number[] =>
    others.map((place) => correlationAfter(leadLag, place, steps));
  return [
    {
      name: 'move together',
      what: '1-hour returns of BTC and ETH',
      bounds: { from: 0.65, to: 0.92, days: 20 },
      elsewhere: 'moderate in rising markets, strong in falling ones [11]',
      values: pair('BTC', 'ETH'),
    },
    {
      name: 'move together',
      what: '1-hour returns of BTC and DOGE',
      bounds: { from: 0.5, to: 0.85, days: 20 },
      values: pair('BTC', 'DOGE'),
    },
    {
      name: 'the others follow BTC',
      what: 'correlation with the return of BTC 5 seconds before',
      bounds: { from: 0.01, to: 0.3, days: 2 },
      elsewhere: 'ADA followed BTC after 16 to 118 seconds, faster every year [8]',
      values: after(1),
    },
    {
      name: 'the others follow BTC',
      what: 'that correlation less the one with BTC 5 seconds later',
      bounds: { from: 0.005, to: 0.3, days: 2 },
      values: falls(after(1), after(-1)),
    },
  ];
}

/**
 * Of returns over their recent size. Of plain returns the few largest decide, so that in a month
 * chance alone moves the figure as far as its bound.
 */
function largestMemory(plain: readonly number[]): number {
  const returns = statistics.overRecentSize(plain, SIZE_HALF_LIFE);
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
