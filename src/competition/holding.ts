/**
 * What an entrant owns, derived from events: collateral and open positions. Equity at any mark
 * follows from it, because collateral is the wallet less the open value of longs plus that of
 * shorts.
 */

import { assert } from '../domain/assert.ts';
import type { ContractId } from '../domain/ids.ts';
import { divideDown } from '../domain/money.ts';
import type { PositionSide } from '../domain/side.ts';
import {
  type Lots,
  type Millis,
  type Money,
  money,
  NO_LOTS,
  NO_MONEY,
  toBigInt,
} from '../domain/units.ts';

export interface Holding {
  collateral: Money;
  /** Open ones only: at most two for each contract. */
  positions: HoldingPosition[];
  /** Since when the time with a position has not been counted yet; null without a position. */
  exposedSince: Millis | null;
}

export interface HoldingPosition {
  readonly contract: ContractId;
  readonly side: PositionSide;
  size: Lots;
  openValue: Money;
  /** Sum of entry value times entry time: the mean time of entry, before the division. */
  moment: bigint;
  /** Its result so far, after fees and funding. */
  result: Money;
}

export const createHolding = (collateral: Money): Holding => ({
  collateral,
  positions: [],
  exposedSince: null,
});

export const findHeld = (
  { positions }: Holding,
  contract: ContractId,
  side: PositionSide,
): HoldingPosition | undefined =>
  positions.find((held) => held.contract === contract && held.side === side);

export function keepHeld(
  holding: Holding,
  contract: ContractId,
  side: PositionSide,
): HoldingPosition {
  const found = findHeld(holding, contract, side);
  if (found !== undefined) return found;
  const held: HoldingPosition = {
    contract,
    side,
    size: NO_LOTS,
    openValue: NO_MONEY,
    moment: 0n,
    result: NO_MONEY,
  };
  holding.positions.push(held);
  return held;
}

export function dropHeld({ positions }: Holding, held: HoldingPosition): void {
  positions.splice(positions.indexOf(held), 1);
}

/** The value of one lot of each contract, in money; by contract id. */
export type LotValues = readonly bigint[];

/** The lot values are given in `shares` of a unit of money; the result is rounded down. */
export function equityAt(holding: Holding, lotValues: LotValues, shares = 1n): Money {
  const { positions, collateral } = holding;
  if (positions.length === 0) return collateral;
  let value = 0n;
  for (const held of positions) {
    const each = worthOf(held, lotValues);
    value += held.side === 'long' ? each : -each;
  }
  return money(toBigInt(collateral) + (shares === 1n ? value : divideDown(value, shares)));
}

/** The value of all positions, long and short added up. */
export function grossAt({ positions }: Holding, lotValues: LotValues): Money {
  let value = 0n;
  for (const held of positions) value += worthOf(held, lotValues);
  return money(value);
}

function worthOf({ contract, size }: HoldingPosition, lotValues: LotValues): bigint {
  const each = lotValues[contract];
  assert(each !== undefined, 'a position at a contract without a mark', contract);
  return BigInt(size) * each;
}
