/**
 * The round trips of an account: each position from its first lot to its last, with every cause of
 * its result. The result comes from the values of the fills; the causes come from the middle of the
 * book before each order, so that one checks the other.
 */

import type { Contract } from '../domain/contract.ts';
import type { FillChange } from '../domain/fill.ts';
import { divideDown } from '../domain/money.ts';
import { type PositionSide, sideOf } from '../domain/side.ts';
import { type Lots, NO_MONEY, toBigInt } from '../domain/units.ts';
import type { Split } from './life-record.ts';
import type { TableRow } from './tables.ts';
import { priceUnitsOf, sizeUnitsOf } from './units-of.ts';

/** A position that is not flat. */
export interface OpenTrip {
  readonly trade: number;
  readonly contract: Contract;
  readonly side: PositionSide;
  readonly openedAt: number;
  readonly openedSeq: number;
  readonly regime: string;
  held: Lots;
  largest: Lots;
  bought: { lots: bigint; value: bigint };
  sold: { lots: bigint; value: bigint };
  /** Sold less bought, at the middle of the book. */
  middleCash: bigint;
  fills: number;
  isLiquidated: boolean;
  liquidationFees: bigint;
  readonly split: Split;
}

export interface TripMoment {
  readonly at: number;
  readonly seq: number;
}

/** One change of a position, and its value at the middle of the book. */
export interface TripFill {
  readonly change: FillChange;
  readonly middleValue: bigint;
  readonly isBook: boolean;
}

/** What the fill cost against the middle: negative if it was paid, positive if earned. */
export function foldTrip(trip: OpenTrip, { change, middleValue, isBook }: TripFill): bigint {
  const { side, size, value } = change;
  const isBuy = sideOf(side.positionSide, side.effect) === 'buy';
  const sum = isBuy ? trip.bought : trip.sold;
  sum.lots += BigInt(size);
  sum.value += toBigInt(value);
  trip.middleCash += isBuy ? -middleValue : middleValue;
  const cost = isBuy ? middleValue - toBigInt(value) : toBigInt(value) - middleValue;
  trip.split[isBook ? 'slippage' : 'liquidation'] += cost;
  trip.split.fees -= toBigInt(side.fee);
  trip.split.liquidation -= toBigInt(side.liquidationFee);
  trip.liquidationFees += toBigInt(side.liquidationFee);
  if (side.liquidationFee > NO_MONEY || !isBook) trip.isLiquidated = true;
  trip.fills += 1;
  trip.held = side.positionSize;
  if (trip.held > trip.largest) trip.largest = trip.held;
  return cost;
}

/** What is still held at the end counts with this value, which is negative for a short. */
export function closeTrip(
  trip: OpenTrip,
  moment: TripMoment | null,
  endValue = 0n,
): TableRow<'trades'> {
  const { contract, side, bought, sold, split } = trip;
  split.price = trip.middleCash + endValue;
  const gross = sold.value - bought.value + endValue;
  const result = gross + split.fees + split.funding - trip.liquidationFees;
  const [opened, closed] = side === 'long' ? [bought, sold] : [sold, bought];
  const left = { lots: closed.lots + BigInt(trip.held), value: closed.value + absolute(endValue) };
  return {
    trade: trip.trade,
    contract: contract.base,
    side,
    openedAt: trip.openedAt,
    openedSeq: trip.openedSeq,
    closedAt: moment?.at ?? null,
    closedSeq: moment?.seq ?? null,
    end: moment === null ? 'open' : trip.isLiquidated ? 'liquidated' : 'closed',
    regime: trip.regime,
    size: sizeUnitsOf(contract, trip.largest),
    entry: meanPrice(contract, opened),
    exit: meanPrice(contract, left),
    fills: trip.fills,
    result,
    price: split.price,
    slippage: split.slippage,
    fees: split.fees,
    funding: split.funding,
    liquidation: split.liquidation,
  };
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

const meanPrice = (
  contract: Contract,
  { lots, value }: { readonly lots: bigint; readonly value: bigint },
): bigint =>
  lots === 0n
    ? 0n
    : divideDown(value * priceUnitsOf(contract), toBigInt(contract.tickLotValue) * lots);

/** Each trip's part of a value that is rounded once for all: the parts add up to the whole. */
export function endValuesOf(
  trips: readonly OpenTrip[],
  lotValues: readonly bigint[],
  shares: bigint,
): bigint[] {
  let [sum, told] = [0n, 0n];
  return trips.map(({ contract, side, held }) => {
    const value = BigInt(held) * (lotValues[contract.id] ?? 0n);
    sum += side === 'long' ? value : -value;
    const part = divideDown(sum, shares) - told;
    told += part;
    return part;
  });
}
