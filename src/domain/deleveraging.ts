/**
 * The ranking of deleveraging: who closes a bankrupt position when neither the book nor the fund
 * can. Of the opposite side, the house comes first, then those who earned most with most leverage.
 */
import { divideDown } from './money.ts';
import { type ValueOf, wordOf } from './shape.ts';
import { MONEY_SCALE, type Money, toBigInt } from './units.ts';

/** Earlier classes are deleveraged first. */
export const DELEVERAGE_CLASS = wordOf('fund', 'house', 'profitable', 'losing');
export type DeleverageClass = ValueOf<typeof DELEVERAGE_CLASS>;

/** A score kept as a fraction, so that comparing never rounds. */
interface DeleverageScore {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * Profit on cost times effective leverage; for a losing position, loss on cost over its leverage.
 */
export function deleverageScore(inputs: {
  readonly pnl: Money;
  readonly openValue: Money;
  readonly notional: Money;
  readonly equity: Money;
  readonly leverage: number;
}): DeleverageScore {
  const { pnl, openValue, notional, equity, leverage } = inputs;
  const gain = toBigInt(pnl);
  const cost = toBigInt(openValue);
  if (gain <= 0n) return { numerator: gain, denominator: cost * BigInt(leverage) };
  const backing = toBigInt(equity);
  return {
    numerator: gain * toBigInt(notional),
    denominator: cost * (backing < MONEY_SCALE ? MONEY_SCALE : backing),
  };
}

/** The score as people read it: 1e-6 steps, rounded down. */
export const scorePpm = (score: DeleverageScore): bigint =>
  divideDown(score.numerator * 1_000_000n, score.denominator);

export interface DeleverageRank {
  readonly group: DeleverageClass;
  readonly score: DeleverageScore;
  readonly pnl: Money;
  readonly account: number;
}

/** Negative where the first is deleveraged before the second. */
export function compareRanks(first: DeleverageRank, second: DeleverageRank): number {
  const group =
    DELEVERAGE_CLASS.words.indexOf(first.group) - DELEVERAGE_CLASS.words.indexOf(second.group);
  if (group !== 0) return group;
  const left = first.score.numerator * second.score.denominator;
  const right = second.score.numerator * first.score.denominator;
  if (left !== right) return left > right ? -1 : 1;
  if (first.pnl !== second.pnl) return first.pnl > second.pnl ? -1 : 1;
  return first.account - second.account;
}
