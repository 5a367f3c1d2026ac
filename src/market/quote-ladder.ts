/**
 * The orders that the makers want on both sides of a book: a ladder whose gaps widen and whose
 * sizes grow outwards. The arrays of rungs are reused for every market at every tick.
 */
import type { Side } from '../domain/side.ts';
import type { MarketTerms } from './market-terms.ts';
import { clamp, clampLots, type Mind, wildness } from './mind.ts';
import { power } from './steady-math.ts';

/** One side of a ladder, the best rung first. */
export interface Rungs {
  readonly side: Side;
  readonly prices: number[];
  readonly sizes: number[];
  /** An order within this many ticks of its rung is left where it is. */
  readonly slacks: number[];
}

export interface QuoteLadder {
  readonly buy: Rungs;
  readonly sell: Rungs;
}

export const RUNGS = 14;
/** How far out the last rung is. */
const REACH_PPM = 10_000;
/**
 * The touch follows closely; another rung moves when it is off by this fraction of its gap, or of
 * its distance to the touch.
 */
const TOUCH_SLACK = 0.15;
const SLACK = 0.8;
const TOUCH_AWAY_SLACK = 0.8;
const HALF_SPREAD_MAX_PPM = 3_000;
/** A market that is calmer than this quotes no tighter, and no deeper. */
const CALMEST = 0.7;
/** Between these volatilities spreads double once more. */
const STORM_FROM = 1.75;
const STORM_TO = 2.5;
/** Twice the usual volatility leaves this power of a half of the usual sizes. */
const DEPTH_FALLS = 0.7;
/**
 * Makers wait at round prices: the best quote that is so few ticks behind a multiple of so many
 * stands at it, where that moves it by less than this part of the price.
 */
const ROUND_PRICES = [
  { unit: 100, within: 8 },
  { unit: 10, within: 2 },
] as const;
const ROUND_PPM = 10;
/** With a full inventory the makers quote this much lower, or higher. */
const SKEW_MAX_PPM = 1_000;

const createRungs = (side: Side): Rungs => ({
  side,
  prices: new Array<number>(RUNGS).fill(0),
  sizes: new Array<number>(RUNGS).fill(0),
  slacks: new Array<number>(RUNGS).fill(0),
});

export const createQuoteLadder = (): QuoteLadder => ({
  buy: createRungs('buy'),
  sell: createRungs('sell'),
});

/** From the middle to the best quote, in ppm: wider when volatility is above its usual level. */
export function halfSpreadOf(mind: Mind): number {
  const wild = Math.max(CALMEST, wildness(mind));
  const storm = Math.max(0, Math.min(1, (wild - STORM_FROM) / (STORM_TO - STORM_FROM)));
  const half = Math.min(mind.terms.halfSpreadPpm * wild * (1 + storm), HALF_SPREAD_MAX_PPM);
  return Math.max(half, mind.alarm);
}

/**
 * How much lower the makers quote because of their inventory: more with a larger inventory and
 * higher volatility. All makers shift together, so that they never cross each other.
 */
export function skewOf(mind: Mind): number {
  const share = clamp((mind.held * mind.lotValue * mind.index) / mind.inventoryMax, 1);
  const wild = Math.max(1, wildness(mind));
  return -clamp(SKEW_MAX_PPM * share * wild, SKEW_MAX_PPM);
}

/** How a ladder grows outwards: its gaps together, in units of the first, and its sizes. */
interface Growth {
  readonly gaps: number;
  readonly sizeGrows: number;
}

/** Two powers for each look would take longer than the rest of a ladder. */
const growths = new WeakMap<MarketTerms, Growth>();

function growthOf(terms: MarketTerms): Growth {
  const known = growths.get(terms);
  if (known !== undefined) return known;
  const { gapGrowth, sizeGrowth } = terms;
  const growth = {
    gaps: (power(gapGrowth, RUNGS - 1) - 1) / (gapGrowth - 1),
    sizeGrows: power(sizeGrowth, 1 / (RUNGS - 1)),
  };
  growths.set(terms, growth);
  return growth;
}

/** Around a centre in ticks. Both sides are whole ticks, and never meet. */
export function drawLadder(ladder: QuoteLadder, mind: Mind, centre: number, depth: number): void {
  const halfPpm = halfSpreadOf(mind);
  const spread = Math.max(1, Math.floor((2 * centre * halfPpm) / 1e6));
  const bid = atRoundPrice(Math.round(centre - spread / 2), spread, centre);
  const { gaps, sizeGrows } = growthOf(mind.terms);
  const gap = (centre * (REACH_PPM - halfPpm)) / 1e6 / gaps;
  const calm = power(Math.max(CALMEST, wildness(mind)), -DEPTH_FALLS);
  const touch = (mind.terms.touch * depth * calm) / (mind.lotValue * mind.index);
  drawSide(ladder.buy, mind, bid, -gap, touch, sizeGrows);
  drawSide(ladder.sell, mind, bid + spread, gap, touch, sizeGrows);
  const slack = Math.floor((spread / 2) * TOUCH_SLACK);
  ladder.buy.slacks[0] = slack;
  ladder.sell.slacks[0] = slack;
}

/** The best bid, moved so that it or the best ask is round, if one of them nearly was. */
function atRoundPrice(bid: number, spread: number, centre: number): number {
  const most = (centre * ROUND_PPM) / 1e6;
  for (const { unit, within } of ROUND_PRICES) {
    const reach = Math.min(within, most);
    const above = bid % unit;
    if (above < reach) return bid - above;
    const below = (unit - ((bid + spread) % unit)) % unit;
    if (below < reach) return bid + below;
  }
  return bid;
}

/** What so many lots pay on average if they take from this side, in ppm of the centre. */
export function paidFor({ prices, sizes }: Rungs, centre: number, lots: number): number {
  let [left, paid] = [lots, 0];
  for (let rung = 0; rung < RUNGS && left > 0; rung += 1) {
    // Whatever is beyond the ladder is worth what its last rung is.
    const taken = rung === RUNGS - 1 ? left : Math.min(left, sizes[rung]!);
    paid += taken * Math.abs(prices[rung]! - centre);
    left -= taken;
  }
  return (paid * 1e6) / (centre * lots);
}

/** Two rungs never share a price. A gap below zero goes down. */
function drawSide(
  { prices, sizes, slacks }: Rungs,
  { contract, terms }: Mind,
  best: number,
  firstGap: number,
  touch: number,
  sizeGrows: number,
): void {
  const outward = firstGap < 0 ? -1 : 1;
  let [before, away, gap, size] = [best - outward, 0, firstGap, touch];
  for (let rung = 0; rung < RUNGS; rung += 1) {
    const wanted = best + Math.round(away);
    const price = outward > 0 ? Math.max(before + 1, wanted) : Math.min(before - 1, wanted);
    before = price;
    prices[rung] = price;
    sizes[rung] = clampLots(contract, size);
    size *= sizeGrows;
    slacks[rung] = Math.floor(Math.min(Math.abs(gap) * SLACK, Math.abs(away) * TOUCH_AWAY_SLACK));
    away += gap;
    gap *= terms.gapGrowth;
  }
}
