/**
 * The ratios of a score, at RATIO_SCALE. Each is computed from exact sums and rounded once:
 * half-even for a division, towards zero for a root.
 */

import { assert } from '../domain/assert.ts';
import { divideHalfEven } from '../domain/money.ts';
import { toBigInt } from '../domain/units.ts';
import { RATIO_SCALE, type Score } from './score.ts';

/** With fewer hours than this a Sharpe ratio is meaningless. */
export const HOURS_MIN = 48;
/** Hours in a year: ratios of hourly returns are annualised. */
const HOURS_PER_YEAR = 8_760n;

export const pnlOf = ({ equity, initial, transfers }: Score): bigint =>
  toBigInt(equity) - toBigInt(initial) - toBigInt(transfers);

export const roiOf = (score: Score): bigint => ratio(pnlOf(score), toBigInt(score.initial)) ?? 0n;

export const drawdownOf = ({ fall, fallFrom }: Score): bigint =>
  ratio(toBigInt(fall), toBigInt(fallFrom)) ?? 0n;

/** Mean / sd × √8760 with the sample sd (n - 1), as one root of an exact fraction. */
export function sharpeOf({ hours, returnSum, returnSquares }: Score): bigint | null {
  if (hours < HOURS_MIN) return null;
  const count = BigInt(hours);
  const spread = count * returnSquares - returnSum * returnSum;
  return rootRatio(returnSum, count - 1n, count * spread);
}

/** Like Sharpe, but only falls count as risk: √(Σ min(r, 0)² / n). */
export function sortinoOf({ hours, returnSum, fallingSquares }: Score): bigint | null {
  if (hours < HOURS_MIN) return null;
  return rootRatio(returnSum, 1n, BigInt(hours) * fallingSquares);
}

export function calmarOf(score: Score): bigint | null {
  const { fall, fallFrom, initial } = score;
  return ratio(pnlOf(score) * toBigInt(fallFrom), toBigInt(initial) * toBigInt(fall));
}

export const turnoverOf = ({ turnover, initial }: Score): bigint =>
  ratio(toBigInt(turnover), toBigInt(initial)) ?? 0n;

export const winRateOf = ({ wins, roundTrips }: Score): bigint | null =>
  ratio(BigInt(wins), BigInt(roundTrips));

/** Mean time an entry was held, weighted by its value; whole milliseconds, rounded down. */
export const holdingMillisOf = ({ heldValueMillis, closedValue }: Score): number | null =>
  closedValue <= 0n ? null : Number(heldValueMillis / closedValue);

/** Null if the divisor is zero. */
const ratio = (dividend: bigint, divisor: bigint): bigint | null =>
  divisor <= 0n ? null : divideHalfEven(dividend * RATIO_SCALE, divisor);

/** Sum × √(8760 × factor / divisor), rounded towards zero. */
function rootRatio(sum: bigint, factor: bigint, divisor: bigint): bigint | null {
  if (divisor <= 0n) return null;
  const scaled = HOURS_PER_YEAR * sum * sum * factor * RATIO_SCALE * RATIO_SCALE;
  const root = squareRoot(scaled / divisor);
  return sum < 0n ? -root : root;
}

/** The whole part of a square root, exact at any size: Newton's method, from above. */
export function squareRoot(value: bigint): bigint {
  assert(value >= 0n, 'no root of a negative number', value);
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
