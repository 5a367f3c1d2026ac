/** What the crowd of traders shows: the basis, funding, open interest, and liquidations. */

import { median } from '../../src/verdict/quantile.ts';
import type { Finding, MonthEvidence } from './judge-fact.ts';
import type { MinuteColumns } from './record-market.ts';
import * as statistics from './statistics.ts';
import { mean } from './statistics.ts';

const HOUR = 60;
/** The rate without a premium. */
const USUAL_FUNDING = 0.0001;

export const findCrowdFacts = (evidence: MonthEvidence): Finding[] => [
  ...findFundingFacts(evidence.recording.columns),
  ...findLiquidationFacts(evidence),
];

function findFundingFacts(columns: readonly MinuteColumns[]): Finding[] {
  const rates = columns.flatMap(({ fundingRates }) => fundingRates);
  const part = (is: (rate: number) => boolean): number[] =>
    rates.length === 0 ? [] : [rates.filter(is).length / rates.length];
  const name = 'funding';
  return [
    {
      name: 'basis',
      what: 'median distance of price and index, bp',
      bounds: { from: 0.5, to: 10, days: 2 },
      values: columns.map(({ basis }) => median(basis.map(Math.abs))),
    },
    {
      name: 'basis',
      what: 'deviation, bp',
      bounds: { from: 2, to: 20, days: 10 },
      values: columns.map(({ basis }) => statistics.deviation(basis)),
    },
    {
      name,
      what: 'part of settlements at 0.01 %',
      bounds: { from: 0.4, to: 0.9, days: 20 },
      elsewhere: '0.78 for BTC and 0.88 for ETH at BitMEX [4]',
      values: part((rate) => Math.abs(rate - USUAL_FUNDING) < 1e-9),
    },
    {
      name,
      what: 'part of settlements below zero',
      bounds: { from: 0.03, to: 0.35, days: 20 },
      elsewhere: 'up to 0.08 in a calm quarter [4]',
      values: part((rate) => rate < 0),
    },
    {
      name,
      what: 'acf of rates from one settlement to the next',
      bounds: { from: 0.2, to: 0.95, days: 20, judge: 'middle' },
      values: columns.map(({ fundingRates }) => statistics.autocorrelation(fundingRates, 1)),
    },
    {
      name,
      what: 'farthest rate from zero, per cent',
      bounds: { from: 0.05, to: 2, days: 30 },
      values: rates.length === 0 ? [] : [100 * Math.max(...rates.map(Math.abs))],
    },
  ];
}

function findLiquidationFacts({ recording, leveraged }: MonthEvidence): Finding[] {
  const { calm, stress } = leveraged.tally;
  const perThousand = ({ deaths, accountHours }: typeof calm): number =>
    (1_000 * deaths) / Math.max(1, accountHours);
  const name = 'liquidations';
  return [
    {
      name,
      what: 'of accounts at 20 times leverage, per 1,000 hours of stress less those of calm',
      bounds: { from: 1, to: 200, days: 30 },
      values: [perThousand(stress) - perThousand(calm)],
    },
    {
      name,
      what: 'of simulated traders in a minute of stress over one of calm',
      bounds: { from: 4, to: 1_000, days: 30 },
      elsewhere: '10.9 times faster in the 40 worst minutes of a day [10]',
      values: [stressRatio(recording)],
    },
    {
      name,
      what: 'of simulated traders, all markets, per day',
      bounds: { from: 1, to: 5_000, days: 10 },
      values: [mean(totals(recording.columns, ({ liquidations }) => liquidations)) * 24 * HOUR],
    },
    {
      name: 'cascades',
      what: 'change of open interest in the hours of most liquidations in all markets, per cent',
      bounds: { from: -30, to: -0.1, days: 10, judge: 'middle' },
      elsewhere: '-43 on the worst day on record [9]',
      values: cascadeChanges(recording.columns),
    },
  ];
}

/** One liquidation in calm is assumed beside those seen, so that none is not infinitely few. */
function stressRatio({ columns, regimes }: MonthEvidence['recording']): number {
  const all = totals(columns, ({ liquidations }) => liquidations);
  const of = (mood: string): number[] => all.filter((_, at) => regimes[at] === mood);
  const [calm, stress] = [of('calm'), of('stress')];
  const calmRate = (mean(calm) * calm.length + 1) / Math.max(1, calm.length);
  return mean(stress) / calmRate;
}

function totals(
  columns: readonly MinuteColumns[],
  of: (row: MinuteColumns) => readonly number[],
): number[] {
  const rows = columns.map(of);
  return (rows[0] ?? []).map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));
}

/** The part of all hours in which liquidations are counted as cascades. */
const CASCADE_PART = 0.02;

/**
 * The mean change of each market in the same hours: one liquidation in one market is no cascade.
 * Not a number if nobody was ever liquidated.
 */
function cascadeChanges(columns: readonly MinuteColumns[]): number[] {
  const liquidated = totals(columns, ({ liquidations }) => liquidations);
  const hours: { readonly at: number; readonly count: number }[] = [];
  for (let at = HOUR; at < liquidated.length; at += HOUR) {
    const count = mean(liquidated.slice(at - HOUR + 1, at + 1)) * HOUR;
    if (count > 0) hours.push({ at, count });
  }
  hours.sort((first, second) => second.count - first.count);
  const most = hours.slice(0, Math.ceil((CASCADE_PART * liquidated.length) / HOUR));
  return columns.map(({ openInterest }) => {
    const changeIn = (at: number): number =>
      ((openInterest[at] ?? 0) / (openInterest[at - HOUR] ?? 1) - 1) * 100;
    return most.length === 0 ? Number.NaN : mean(most.map(({ at }) => changeIn(at)));
  });
}
