/**
 * Margin arithmetic over plain values, and nowhere else: what an order freezes, what a position
 * must hold to open and to stay open. Requirements round up, so nobody trades on dust.
 */

import { type Contract, notionalOf, type Tier } from './contract.ts';
import { feeOn, minus, mulPpmUp, plus, scaleUp } from './money.ts';
import { type ValueOf, wordOf } from './shape.ts';
import type { PositionSide } from './side.ts';
import { type Lots, type Money, NO_MONEY, type Ppm, ppm, type Ticks, ticks } from './units.ts';

export const MARGIN_MODE = wordOf('cross', 'isolated');
export type MarginMode = ValueOf<typeof MARGIN_MODE>;

/** The settings of an account at a contract; the defaults if it has set nothing. */
export interface DeskSettings {
  readonly contract: Contract;
  readonly marginMode: MarginMode;
  readonly crossLeverage: number;
  readonly longLeverage: number;
  readonly shortLeverage: number;
}

/** 0.30 % of a liquidated value, to the insurance fund. */
export const LIQUIDATION_FEE: Ppm = ppm(3_000);

/** Needed to open, and counted against the free collateral while the position lives. */
export const initialMargin = (notional: Money, leverage: number): Money =>
  scaleUp(notional, 1, leverage);

/** The tier that a notional falls into; above the last cap, the last tier. */
export function findTierIndex(contract: Contract, notional: Money): number {
  const { tiers } = contract;
  let at = 0;
  while (at < tiers.length - 1 && notional > (tiers[at]?.notionalMax ?? NO_MONEY)) at += 1;
  return at;
}

export function getTier(contract: Contract, index: number): Tier {
  const tier = contract.tiers[index];
  if (tier === undefined) throw new RangeError(`${contract.symbol} has no tier ${index + 1}`);
  return tier;
}

/** Progressive like an income tax: continuous and convex, so one more lot never liquidates. */
export function maintenanceMargin(contract: Contract, notional: Money): Money {
  const tier = getTier(contract, findTierIndex(contract, notional));
  return minus(mulPpmUp(notional, tier.maintenanceRate), tier.maintenanceDeduction);
}

/** The requirement of a position: maintenance plus the fee of closing it. */
export function marginRequirement(contract: Contract, notional: Money, takerFee: Ppm): Money {
  if (notional === NO_MONEY) return NO_MONEY;
  return plus(maintenanceMargin(contract, notional), feeOn(notional, takerFee));
}

/** The largest notional allowed at a leverage: the cap of the last tier that still offers it. */
export function notionalMaxAt(contract: Contract, leverage: number): Money {
  const { tiers } = contract;
  for (let at = tiers.length - 1; at >= 0; at -= 1)
    if (tiers[at]!.leverageMax >= leverage) return tiers[at]!.notionalMax;
  return NO_MONEY;
}

/** Prices fixed when an opening order is accepted; its freeze then moves only with what remains. */
interface FreezeTerms {
  readonly freezePrice: Ticks;
  /** Loss per unit the fill would show at once against the mark. */
  readonly openLoss: Ticks;
}

/**
 * A buy can cost at most its working price. A sell may execute better than its limit and is
 * margined at the mark, so it freezes at the highest of the three.
 */
export const freezePriceOf = (
  side: PositionSide,
  working: Ticks,
  mark: Ticks,
  bestBid: Ticks,
): Ticks => (side === 'long' ? working : ticks(Math.max(working, mark, bestBid)));

export const openLossOf = (side: PositionSide, working: Ticks, mark: Ticks): Ticks =>
  ticks(Math.max(0, side === 'long' ? working - mark : mark - working));

/** Margin, taker fee and immediate loss of an opening order of this size. */
export function orderFreeze(
  contract: Contract,
  terms: FreezeTerms,
  size: Lots,
  leverage: number,
  takerFee: Ppm,
): Money {
  if (size === 0) return NO_MONEY;
  const notional = notionalOf(contract, terms.freezePrice, size);
  const margin = plus(initialMargin(notional, leverage), feeOn(notional, takerFee));
  if (terms.openLoss === 0) return margin;
  return plus(margin, notionalOf(contract, terms.openLoss, size));
}
