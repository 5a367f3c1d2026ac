/**
 * The auditor's own arithmetic, written as the rulebook says it and not shared with the engine: a
 * mistake in one of the two shows as a difference.
 */

import type { Contract } from '../../../src/domain/contract.ts';
import type { Effect, PositionSide, Side } from '../../../src/domain/side.ts';
import { NO_MONEY, toBigInt } from '../../../src/domain/units.ts';

const MILLION = 1_000_000n;

export function floorDivide(top: bigint, below: bigint): bigint {
  const whole = top / below;
  return whole * below > top ? whole - 1n : whole;
}

export const ceilDivide = (top: bigint, below: bigint): bigint => -floorDivide(-top, below);

/** To the nearest; a tie goes to the even neighbour. */
export function nearestDivide(top: bigint, below: bigint): bigint {
  const down = floorDivide(top, below);
  const rest = top - down * below;
  if (rest * 2n === below) return down % 2n === 0n ? down : down + 1n;
  return rest * 2n > below ? down + 1n : down;
}

export const least = (first: bigint, second: bigint): bigint => (first < second ? first : second);
export const most = (first: bigint, second: bigint): bigint => (first > second ? first : second);

export const worthOf = (contract: Contract, price: number, size: number): bigint =>
  BigInt(price) * BigInt(size) * toBigInt(contract.tickLotValue);

/** A rate in millionths of an amount, rounded up: fees, rebates and requirements alike. */
export const rateUp = (amount: bigint, rate: number): bigint =>
  ceilDivide(amount * BigInt(rate), MILLION);

export const marginAt = (value: bigint, leverage: number): bigint =>
  ceilDivide(value, BigInt(leverage));

/** Like an income tax: each slice of the notional at the rate of its own tier. */
export function maintenanceOf(contract: Contract, notional: bigint): bigint {
  let owed = 0n;
  let below = 0n;
  contract.tiers.forEach((tier, place) => {
    const isLast = place === contract.tiers.length - 1;
    const top = isLast ? notional : least(notional, toBigInt(tier.notionalMax));
    if (top > below) owed += (top - below) * BigInt(tier.maintenanceRate);
    below = most(below, toBigInt(tier.notionalMax));
  });
  return ceilDivide(owed, MILLION);
}

export const requirementOf = (contract: Contract, notional: bigint, takerFee: number): bigint =>
  notional === 0n ? 0n : maintenanceOf(contract, notional) + rateUp(notional, takerFee);

/** The tier's place, counted from zero. */
export function tierOf(contract: Contract, notional: bigint): number {
  const place = contract.tiers.findIndex((tier) => notional <= toBigInt(tier.notionalMax));
  return place < 0 ? contract.tiers.length - 1 : place;
}

/** The most notional that may be held at a leverage. */
export function notionalLimit(contract: Contract, leverage: number): bigint {
  const offering = contract.tiers.filter((tier) => tier.leverageMax >= leverage);
  return toBigInt(offering.at(-1)?.notionalMax ?? NO_MONEY);
}

export function sideFor(positionSide: PositionSide, effect: Effect): Side {
  if (positionSide === 'long') return effect === 'open' ? 'buy' : 'sell';
  return effect === 'open' ? 'sell' : 'buy';
}

/** The furthest price a side may trade at, this many millionths from the mark. */
export function boundAt(side: Side, mark: number, band: number): number {
  const million = 1_000_000;
  if (side === 'buy') return Number(floorDivide(BigInt(mark) * BigInt(million + band), MILLION));
  return Math.max(1, Number(ceilDivide(BigInt(mark) * BigInt(million - band), MILLION)));
}

/** Whether a taker with this limit would trade at that price; zero is no price. */
export const reaches = (side: Side, limit: number, price: number): boolean =>
  price !== 0 && (side === 'buy' ? price <= limit : price >= limit);

export function medianOf(...values: [number, number, number]): number {
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[1] ?? 0;
}

/** The price at which closing with its fee leaves no equity; never below one tick. */
export function bankruptcyAt(
  contract: Contract,
  positionSide: PositionSide,
  at: {
    readonly mark: number;
    readonly size: number;
    readonly equity: bigint;
    readonly takerFee: number;
  },
): number {
  const notional = worthOf(contract, at.mark, at.size);
  const perTick = BigInt(at.size) * toBigInt(contract.tickLotValue);
  const fee = BigInt(at.takerFee);
  const price =
    positionSide === 'long'
      ? ceilDivide((notional - at.equity) * MILLION, perTick * (MILLION - fee))
      : floorDivide((notional + at.equity) * MILLION, perTick * (MILLION + fee));
  return Math.max(1, Number(price));
}
