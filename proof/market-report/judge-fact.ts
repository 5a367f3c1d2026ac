/**
 * A fact about the market, and whether it is as it should be. A bound has two sides, so that a
 * market that stands still fails it as well as one that runs wild. A run that is too short for a
 * fact neither holds it nor fails it.
 */

import { median } from '../../src/verdict/quantile.ts';
import type { Month } from './drive-month.ts';
import { mean } from './statistics.ts';

/** What facts are found in: a month, or the part of it that a test makes up. */
export type MonthEvidence = Pick<Month, 'recording' | 'books' | 'leveraged'> & {
  readonly settings: Pick<Month['settings'], 'days'>;
};

export type FactVerdict = 'holds' | 'fails' | 'too short to say';

interface Bounds {
  readonly from: number;
  readonly to: number;
  /** Days of venue time from which on chance no longer decides. */
  readonly days: number;
  /** Which markets must be within them: every one, or the median of them. */
  readonly judge?: 'every' | 'middle';
}

/** A fact before it is judged. */
export interface Finding {
  readonly name: string;
  /** What is measured, with its unit. */
  readonly what: string;
  readonly bounds: Bounds;
  /** What others have measured on real markets, with the number of the source. */
  readonly elsewhere?: string;
  /** Of all markets, or the only one. */
  readonly values: readonly number[];
}

export interface Fact extends Finding {
  readonly verdict: FactVerdict;
}

/** After a run of this many days. */
export const judgeFact = (finding: Finding, days: number): Fact => ({
  ...finding,
  verdict: verdictOn(finding, days),
});

function verdictOn({ bounds, values }: Finding, days: number): FactVerdict {
  const { from, to, judge = 'every' } = bounds;
  if (days < bounds.days || values.length === 0) return 'too short to say';
  const judged = judge === 'every' ? values : [median(values)];
  // NaN is within no bound.
  return judged.every((value) => value >= from && value <= to) ? 'holds' : 'fails';
}

export const formatBound = ({ bounds: { from, to, judge } }: Fact): string =>
  `${from} to ${to}${judge === 'middle' ? ', the middle' : ''}`;

/** The value, or the lowest, the median and the highest of the markets. */
export function formatMeasured({ values }: Fact): string {
  if (values.length === 0 || values.some(Number.isNaN)) return '–';
  if (values.length === 1) return short(mean(values));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${short(least)} … ${short(median(values))} … ${short(most)}`;
}

const short = (value: number): string => {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 1) return value.toFixed(2);
  return size >= 0.01 || size === 0 ? value.toFixed(3) : String(Number(value.toPrecision(2)));
};
