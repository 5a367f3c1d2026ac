/** Two prices a trader asks about: where liquidation starts, and where the equity is gone. */
import { type Contract, notionalOf, type Tier } from './contract.ts';
import { findTierIndex, getTier } from './margin.ts';
import { divideDown, divideUp, feeOn, MILLION, minus, plus, scaleDown, scaleUp } from './money.ts';
import type { PositionSide } from './side.ts';
import {
  type Lots,
  lots,
  type Money,
  money,
  NO_TICKS,
  PPM_SCALE,
  type Ppm,
  type Ticks,
  ticks,
  toBigInt,
} from './units.ts';

export interface LiquidationInputs {
  readonly takerFee: Ppm;
  /**
   * Margin behind this contract: wallet, plus what other contracts add, minus what they require.
   */
  readonly backing: Money;
  readonly mark: Ticks;
  readonly longSize: Lots;
  readonly longValue: Money;
  readonly shortSize: Lots;
  readonly shortValue: Money;
}

/**
 * The mark at which equity meets the requirement, other contracts unchanged; NO_TICKS where no
 * price does. Rounded to the side that is reached first. Maintenance is the highest of the lines
 * that the tiers draw, so of the prices at which equity meets a line the first to be reached
 * counts.
 */
export function liquidationPrice(contract: Contract, inputs: LiquidationInputs): Ticks {
  const gross = lots(inputs.longSize + inputs.shortSize);
  if (gross === 0) return NO_TICKS;
  const tierNow = getTier(
    contract,
    findTierIndex(contract, notionalOf(contract, inputs.mark, gross)),
  );
  const falls = slopeIn(tierNow, inputs) > 0n;
  let reached = NO_TICKS;
  for (const tier of contract.tiers) {
    const slope = slopeIn(tier, inputs);
    if (slope === 0n || slope > 0n !== falls) continue;
    const price = solveInTier(contract, inputs, tier, slope);
    if (price === NO_TICKS) continue;
    const isFirst = reached === NO_TICKS || (falls ? price > reached : price < reached);
    if (isFirst) reached = price;
  }
  return reached;
}

/** How equity above the requirement moves with the mark, in millionths of lots. */
function slopeIn(tier: Tier, inputs: LiquidationInputs): bigint {
  const { longSize, shortSize, takerFee } = inputs;
  const keep = BigInt(tier.maintenanceRate + takerFee);
  return BigInt(longSize - shortSize) * PPM_SCALE - keep * BigInt(longSize + shortSize);
}

function solveInTier(
  contract: Contract,
  inputs: LiquidationInputs,
  tier: Tier,
  slope: bigint,
): Ticks {
  const { longValue, shortValue, backing } = inputs;
  const missing = minus(minus(minus(longValue, shortValue), backing), tier.maintenanceDeduction);
  const top = toBigInt(missing) * PPM_SCALE;
  const below = slope * toBigInt(contract.tickLotValue);
  const price = slope > 0n ? divideUp(top, below) : divideDown(-top, -below);
  if (price <= 0n || price > BigInt(Number.MAX_SAFE_INTEGER)) return NO_TICKS;
  return ticks(Number(price));
}

/**
 * The price at which closing, fee included, leaves exactly nothing of the equity share behind the
 * position. Rounded in favour of the fund that may have to take it: up for a long, down for a
 * short.
 */
export function bankruptcyPrice(
  contract: Contract,
  position: { readonly side: PositionSide; readonly size: Lots },
  at: { readonly mark: Ticks; readonly equity: Money; readonly takerFee: Ppm },
): Ticks {
  const notional = notionalOf(contract, at.mark, position.size);
  const perTick = notionalOf(contract, ticks(1), position.size);
  // Divided in two steps that round the same way, which is exact, and mostly without bigints.
  const price =
    position.side === 'long'
      ? scaleUp(scaleUp(minus(notional, at.equity), MILLION, perTick), 1, MILLION - at.takerFee)
      : scaleDown(scaleDown(plus(notional, at.equity), MILLION, perTick), 1, MILLION + at.takerFee);
  return ticks(Math.max(1, Number(price)));
}

/**
 * What closing at a price takes from the equity at the mark, fee included: where there is as much,
 * the price is not beyond the bankruptcy price, and nobody needs to divide.
 */
export function closingCost(
  contract: Contract,
  position: { readonly side: PositionSide; readonly size: Lots },
  at: { readonly mark: Ticks; readonly price: Ticks; readonly fee: Ppm },
): Money {
  const marked = notionalOf(contract, at.mark, position.size);
  const value = notionalOf(contract, at.price, position.size);
  const loss = position.side === 'long' ? minus(marked, value) : minus(value, marked);
  return plus(loss, feeOn(value, at.fee));
}

/** A part of cross equity, split over positions by their notional. */
export const equityShare = (equity: Money, notional: Money, total: Money): Money =>
  money(divideDown(toBigInt(equity) * toBigInt(notional), toBigInt(total)));
