/**
 * A position: lots and open value of one side of one contract. The average entry is never stored,
 * so partial closes cannot leak money: what is not removed stays.
 */

import { assert } from './assert.ts';
import { type Contract, notionalOf } from './contract.ts';
import type { PositionId } from './ids.ts';
import { divideHalfEven, minus, plus, plusTotal, scaleTruncated } from './money.ts';
import type { PositionSide } from './side.ts';
import {
  type Lots,
  lots,
  type Millis,
  type Money,
  NO_LOTS,
  NO_MONEY,
  type Seq,
  type Ticks,
  toBigInt,
} from './units.ts';

export interface Position {
  readonly id: PositionId;
  readonly side: PositionSide;
  size: Lots;
  /** Sum of the fill values still open. */
  openValue: Money;
  /** Margin carved out of the wallet for this position alone; zero in cross margin. */
  isolatedMargin: Money;
  /** Opening fees attributable to the size still open. */
  openFee: Money;
  /** Funding paid (positive) or received (negative) by the size still open. */
  fundingFee: Money;
  cumOpenSize: Lots;
  cumOpenValue: Money;
  cumOpenFee: Money;
  cumCloseSize: Lots;
  cumCloseValue: Money;
  cumCloseFee: Money;
  cumFunding: Money;
  cumLiquidationFee: Money;
  readonly openedSeq: Seq;
  readonly openedAt: Millis;
  updatedSeq: Seq;
  updatedAt: Millis;
}

export const createPosition = (
  id: PositionId,
  side: PositionSide,
  openedSeq: Seq,
  openedAt: Millis,
): Position => ({
  id,
  side,
  size: NO_LOTS,
  openValue: NO_MONEY,
  isolatedMargin: NO_MONEY,
  openFee: NO_MONEY,
  fundingFee: NO_MONEY,
  cumOpenSize: NO_LOTS,
  cumOpenValue: NO_MONEY,
  cumOpenFee: NO_MONEY,
  cumCloseSize: NO_LOTS,
  cumCloseValue: NO_MONEY,
  cumCloseFee: NO_MONEY,
  cumFunding: NO_MONEY,
  cumLiquidationFee: NO_MONEY,
  openedSeq,
  openedAt,
  updatedSeq: openedSeq,
  updatedAt: openedAt,
});

/**
 * How many lots of an order of a net account open a position: those beyond the position of the
 * other side, as far as older orders of its side, `ordered` in all, have not claimed it.
 */
export const openingPart = (size: Lots, opposite: Lots, ordered: number): Lots =>
  lots(Math.max(0, size - Math.max(0, opposite - ordered)));

export function growPosition(position: Position, size: Lots, value: Money, fee: Money): void {
  position.size = lots(position.size + size);
  position.openValue = plus(position.openValue, value);
  position.openFee = plus(position.openFee, fee);
  position.cumOpenSize = lots(position.cumOpenSize + size);
  position.cumOpenValue = plusTotal(position.cumOpenValue, value);
  position.cumOpenFee = plus(position.cumOpenFee, fee);
}

/**
 * The part of an amount that belongs to the lots being removed; the floor keeps the dust inside.
 */
export function shareOf(amount: Money, part: Lots, whole: Lots): Money {
  assert(part > 0 && part <= whole, 'cannot take that many lots', part);
  if (part === whole) return amount;
  return scaleTruncated(amount, part, whole);
}

/** Shrinks the position and returns the realised result, gross of fees. */
export function shrinkPosition(position: Position, size: Lots, value: Money, fee: Money): Money {
  const removed = shareOf(position.openValue, size, position.size);
  position.openFee = minus(position.openFee, shareOf(position.openFee, size, position.size));
  position.fundingFee = minus(
    position.fundingFee,
    shareOf(position.fundingFee, size, position.size),
  );
  position.openValue = minus(position.openValue, removed);
  position.size = lots(position.size - size);
  position.cumCloseSize = lots(position.cumCloseSize + size);
  position.cumCloseValue = plusTotal(position.cumCloseValue, value);
  position.cumCloseFee = plus(position.cumCloseFee, fee);
  return position.side === 'long' ? minus(value, removed) : minus(removed, value);
}

/** What closing at the mark would realise. */
export function unrealisedPnl(contract: Contract, position: Position, mark: Ticks): Money {
  const value = notionalOf(contract, mark, position.size);
  return position.side === 'long'
    ? minus(value, position.openValue)
    : minus(position.openValue, value);
}

/** Decimals beyond the tick shown in an average entry price. */
const ENTRY_EXTRA = 10_000n;

/** The average entry in ten-thousandths of a tick, half-even; for display only. */
export function averageEntry(contract: Contract, position: Position): bigint {
  if (position.size === 0) return 0n;
  return divideHalfEven(
    toBigInt(position.openValue) * ENTRY_EXTRA,
    toBigInt(contract.tickLotValue) * BigInt(position.size),
  );
}
