/**
 * Funding: longs and shorts pay each other so that the contract stays near its index. Payers round
 * up, receivers down; what is left over goes to the insurance fund, so a settlement always sums to
 * zero.
 */
import type { Contract } from './contract.ts';
import { DAY, EIGHT_HOURS } from './limits.ts';
import { divideHalfEven, scaleUp } from './money.ts';
import type { PositionSide } from './side.ts';
import {
  type FineTicks,
  FUNDING_SCALE,
  type FundingRate,
  fundingRate,
  type Millis,
  type Money,
  millis,
} from './units.ts';

/** 0.01 % per eight hours: the interest part of the rate. */
const INTEREST = 10_000n;
export const INTEREST_RATE: FundingRate = fundingRate(Number(INTEREST));
/** The premium may pull the rate away from the interest only beyond this. */
const DEAD_ZONE = 50_000n;
const RATE_MAX = 300_000n;
export const FUNDING_RATE_MAX: FundingRate = fundingRate(Number(RATE_MAX));

/** The distance of the impact prices from the index; positive under buying pressure. */
export function premiumOf(
  index: FineTicks,
  impact: { readonly bid: FineTicks; readonly ask: FineTicks },
): FundingRate {
  const gap = Math.max(0, impact.bid - index) - Math.max(0, index - impact.ask);
  return fundingRate(Number(divideHalfEven(BigInt(gap) * FUNDING_SCALE, BigInt(index))));
}

/** Mean premium in which the i-th sample of the interval weighs i. */
export function weightedPremium(weightedSum: bigint, samples: number): FundingRate {
  if (samples === 0) return fundingRate(0);
  const weights = (BigInt(samples) * BigInt(samples + 1)) / 2n;
  return fundingRate(Number(divideHalfEven(weightedSum, weights)));
}

/** The rate of an interval from its mean premium. */
export function fundingRateFrom(premium: FundingRate, interval: Millis): FundingRate {
  const mean = BigInt(premium);
  const pulled = mean + clamp(INTEREST - mean, DEAD_ZONE);
  const scaled = divideHalfEven(pulled * BigInt(interval), BigInt(EIGHT_HOURS));
  return fundingRate(Number(clamp(scaled, RATE_MAX)));
}

/** A rate that was told, as near as the venue goes. */
export const boundRate = (rate: FundingRate): FundingRate =>
  fundingRate(Number(clamp(BigInt(rate), RATE_MAX)));

/** The mean premium of eight hours that leads to a rate; none for the interest alone. */
export function premiumFor(rate: FundingRate): FundingRate {
  if (rate === INTEREST_RATE) return fundingRate(0);
  const beyond = Number(DEAD_ZONE);
  return fundingRate(rate > INTEREST_RATE ? rate + beyond : rate - beyond);
}

/** What a position pays (positive) or receives (negative). */
export function fundingPayment(side: PositionSide, notional: Money, rate: FundingRate): Money {
  return scaleUp(notional, side === 'long' ? rate : -rate, Number(FUNDING_SCALE));
}

/** The first settlement strictly after a moment. */
export function nextFundingAt(contract: Contract, now: Millis): Millis {
  const midnight = now - (now % DAY);
  for (const time of contract.fundingTimes)
    if (midnight + time > now) return millis(midnight + time);
  return millis(midnight + DAY + (contract.fundingTimes[0] ?? 0));
}

/** The length of the interval that ends at a settlement. */
export function fundingIntervalBefore(contract: Contract, settlement: Millis): Millis {
  const timeOfDay = millis(settlement % DAY);
  const at = contract.fundingTimes.indexOf(timeOfDay);
  const before = contract.fundingTimes[at - 1];
  if (before !== undefined) return millis(timeOfDay - before);
  const lastOfDay = contract.fundingTimes[contract.fundingTimes.length - 1] ?? 0;
  return millis(timeOfDay + DAY - lastOfDay);
}

function clamp(value: bigint, bound: bigint): bigint {
  if (value > bound) return bound;
  return value < -bound ? -bound : value;
}
