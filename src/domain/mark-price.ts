/**
 * The mark: the price that margin, liquidation and funding use. The median of three views of fair
 * value, kept near the index, so that neither one trade nor an empty book can move it far.
 */
import { scaleDown, scaleUp, times, wholeDown, wholeHalfEven, wholeUp } from './money.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  FUNDING_SCALE,
  type FundingRate,
  fineTicks,
  type Millis,
  money,
  type Ticks,
  ticks,
} from './units.ts';

export interface MarkInputs {
  readonly index: FineTicks;
  /** The rate of the last settlement, and how much of the interval is still to come. */
  readonly lastFunding: FundingRate;
  readonly untilFunding: Millis;
  readonly fundingInterval: Millis;
  /** Mean of (mid - index) over the sampled window. */
  readonly basis: FineTicks;
  /** Zero where that side of the book is empty, or nothing has traded. */
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
  readonly last: Ticks;
}

interface MarkParts {
  /** Index grown by the funding still to be paid. */
  readonly fundingFair: FineTicks;
  /** Index plus the mean basis. */
  readonly basisFair: FineTicks;
  /** Median of best bid, best ask and last; the basis view where one is missing. */
  readonly traded: FineTicks;
  readonly mark: Ticks;
}

/** The mark stays within 2 % of the index. */
const TETHER_PERCENT = 2;
const RATE_ONE = Number(FUNDING_SCALE);

export function markPrice(inputs: MarkInputs): MarkParts {
  const { index, bestBid, bestAsk, last } = inputs;
  const fundingFair = fineTicks(index + driftOf(inputs));
  const basisFair = fineTicks(index + inputs.basis);
  const hasTraded = bestBid > 0 && bestAsk > 0 && last > 0;
  const traded = hasTraded
    ? fineTicks(middleOf(bestBid, bestAsk, last) * FINE_PER_TICK)
    : basisFair;
  const mark = tetherMark(index, fineTicks(middleOf(fundingFair, basisFair, traded)));
  return { fundingFair, basisFair, traded, mark };
}

/**
 * Index × rate × part of the interval to come, half-even. Twice of it is divided in two steps, down
 * and up, which is exact, and mostly without bigints.
 */
function driftOf({ index, lastFunding, untilFunding, fundingInterval }: MarkInputs): number {
  const twice = times(money(2 * index), lastFunding);
  const down = scaleDown(scaleDown(twice, untilFunding, fundingInterval), 1, RATE_ONE);
  const up = scaleUp(scaleUp(twice, untilFunding, fundingInterval), 1, RATE_ONE);
  return down === up ? wholeHalfEven(Number(down), 2) : wholeDown(Number(up), 2);
}

/** The mark of a fair price, near the index and in whole ticks. */
export function tetherMark(index: FineTicks, fair: FineTicks): Ticks {
  const floor = wholeUp(index * (100 - TETHER_PERCENT), 100);
  const ceiling = wholeDown(index * (100 + TETHER_PERCENT), 100);
  const tethered = Math.min(ceiling, Math.max(floor, fair));
  return ticks(Math.max(1, wholeHalfEven(tethered, FINE_PER_TICK)));
}

/** The mean of the sampled basis, half-even. */
export const meanBasis = (sum: number, samples: number): FineTicks =>
  fineTicks(wholeHalfEven(sum, samples));

/**
 * One basis sample, or undefined where the book says too little: a side empty or spread over 0.5 %.
 */
export function findBasisSample(
  index: FineTicks,
  bestBid: Ticks,
  bestAsk: Ticks,
): FineTicks | undefined {
  if (bestBid === 0 || bestAsk === 0) return undefined;
  const twiceMid = bestBid + bestAsk;
  if ((bestAsk - bestBid) * 400 > twiceMid) return undefined;
  return fineTicks(twiceMid * (FINE_PER_TICK / 2) - index);
}

export function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
