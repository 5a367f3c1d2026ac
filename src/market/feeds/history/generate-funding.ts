/**
 * The funding of generated minutes: at each settlement time of the contract, the rate that the
 * venue's own rule gives for the premiums of the interval before, with later ones weighted more.
 */
import type { Contract } from '../../../domain/contract.ts';
import {
  fundingIntervalBefore,
  fundingRateFrom,
  nextFundingAt,
  weightedPremium,
} from '../../../domain/funding.ts';
import type { FundingRow } from '../../../domain/history.ts';
import { FINE_PER_TICK, FUNDING_SCALE, type Millis, millis, ticks } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import { MINUTE } from '../../../views/interval.ts';

export interface PricedMinutes {
  readonly contract: Contract;
  /** The end of the generated minutes. */
  readonly endAt: Millis;
  /** Half the spread, as a fraction of the price. */
  readonly half: number;
  /**
   * The contract's premium over its index at the end of each minute, as a fraction; oldest first.
   */
  readonly premiums: Float64Array;
  readonly mark: readonly Candle[];
}

/** Oldest first. */
export function generateFunding(minutes: PricedMinutes): FundingRow[] {
  const { contract, endAt, premiums, mark } = minutes;
  const begin = endAt - premiums.length * MINUTE;
  const rows: FundingRow[] = [];
  let settledAt = nextFundingAt(contract, millis(begin));
  for (; settledAt <= endAt; settledAt = nextFundingAt(contract, settledAt)) {
    const interval = fundingIntervalBefore(contract, settledAt);
    const end = Math.floor((settledAt - begin) / MINUTE);
    const newest = mark[end - 1];
    if (newest === undefined) continue;
    const first = Math.max(0, end - Math.ceil(interval / MINUTE));
    const rate = fundingRateFrom(meanPremium(minutes, first, end), interval);
    const price = ticks(Math.round(newest.close / FINE_PER_TICK));
    rows.push({ contract: contract.id, settledAt, rate, mark: price });
  }
  return rows;
}

/** Quotes lie on both sides of the price: only the part beyond all of them counts as a premium. */
function meanPremium({ premiums, half }: PricedMinutes, first: number, end: number) {
  let sum = 0n;
  for (let minute = first; minute < end; minute += 1) {
    const premium = premiums[minute] ?? 0;
    const pressed = Math.sign(premium) * Math.max(0, Math.abs(premium) - half);
    const units = Math.round(pressed * Number(FUNDING_SCALE));
    sum += BigInt(units) * BigInt(minute - first + 1);
  }
  return weightedPremium(sum, end - first);
}
