/**
 * What it takes to leave. A position is worth its mark to whoever holds it, and nobody has to buy
 * it for that: who pushed the price up holds much that is worth less when it is sold.
 */
import type { Contest } from '../competition/contest.ts';
import type { Holding, HoldingPosition, LotValues } from '../competition/holding.ts';
import { type Contract, notionalOf } from '../domain/contract.ts';
import { divideDown, feeOn } from '../domain/money.ts';
import { type Money, money, toBigInt } from '../domain/units.ts';
import { sweepLevels } from '../views/depth.ts';
import type { BookLevels } from './middles.ts';

export interface Leaver {
  readonly contest: Contest;
  readonly holding: Holding;
  /** As the final equity was taken with them. */
  readonly lotValues: LotValues;
  readonly shares: bigint;
  readonly levelsOf: (contract: Contract['id']) => BookLevels;
}

/** By how much the account has less once it has closed all positions at the book, fees included. */
export function leavingCost({ contest, holding, lotValues, shares, levelsOf }: Leaver): Money {
  let cost = 0n;
  for (const held of holding.positions) {
    const contract = contest.contracts[held.contract];
    const each = lotValues[held.contract];
    if (contract === undefined || each === undefined) continue;
    const marked = divideDown(BigInt(held.size) * each, shares);
    const value = valueAtBook(contract, held, levelsOf(contract.id)) ?? marked;
    const lost = held.side === 'long' ? marked - value : value - marked;
    cost += lost + toBigInt(feeOn(money(value), contract.takerFee));
  }
  return money(cost);
}

/** What the book has no room for goes at its last price; undefined if nobody is there at all. */
function valueAtBook(
  contract: Contract,
  { side, size }: HoldingPosition,
  { bids, asks }: BookLevels,
): bigint | undefined {
  const levels = side === 'long' ? bids : asks;
  const last = levels.at(-1);
  if (last === undefined) return undefined;
  const { value, left } = sweepLevels(contract, levels, size);
  return value + toBigInt(notionalOf(contract, last.price, left));
}
