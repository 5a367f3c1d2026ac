/**
 * When a market acts next, to the millisecond. Takers come by a clock that excites itself: each of
 * them makes others more likely, some at once and some over the next seconds. The clock is drawn
 * exactly, without a grid: what calls takers from outside and each part of the excitement is a
 * clock of its own, and the first of them to ring wins (A. Dassios and H. Zhao, *Exact simulation
 * of Hawkes process with exponentially decaying intensity*, 2013). Makers look at their quotes by a
 * clock of their own, and soon after a large trade.
 */
import { keptAfter, type Mind, wildness } from './mind.ts';
import { nextBetween, nextUnit, type Random } from './random.ts';
import { log } from './steady-math.ts';

/** Each taker calls so many others, and half of them come within this time. */
const EXCITEMENT = { offspring: 0.22, halfLife: 10 };
const FLURRY = { offspring: 0.18, halfLife: 0.4 };
const OFFSPRING = EXCITEMENT.offspring + FLURRY.offspring;
/** A move of this size doubles the takers; the effect is capped. */
const MOVE_DOUBLES_PPM = 400;
const MOVE_TIMES_MAX = 5;
/** They grow with volatility. The busier a market is, the less it sleeps. */
const AWAKE_PART = 0.55;
const AWAKE_MOST = 0.9;
/** Quotes stand for this part of the usual time at least, and at most. */
const QUOTE_LEAST = 0.6;
const QUOTE_MOST = 1.4;
/** The busier the market, the more often makers look, within these bounds. */
const HASTE_LEAST = 0.8;
const HASTE_MOST = 3;
/** After a leap they look this many times as often, and so many ms after a large trade. */
const LEAP_HASTE = 4;
const STARTLED_LEAST = 30;
const STARTLED_MOST = 300;

/** Time passes: excitement fades. */
export function calmDown(mind: Mind, seconds: number): void {
  mind.excitement *= keptAfter(seconds, EXCITEMENT.halfLife);
  mind.flurry *= keptAfter(seconds, FLURRY.halfLife);
}

/** A taker has come. */
export function excite(mind: Mind): void {
  mind.excitement += (EXCITEMENT.offspring * Math.LN2) / EXCITEMENT.halfLife;
  mind.flurry += (FLURRY.offspring * Math.LN2) / FLURRY.halfLife;
}

/** The makers have looked: draws when they do so again. */
export function drawLook(mind: Mind, random: Random, bustle: number): void {
  const usual = mind.terms.quoteSeconds * nextBetween(random, QUOTE_LEAST, QUOTE_MOST);
  const haste = Math.max(HASTE_LEAST, Math.min(HASTE_MOST, stirOf(mind) * bustle));
  mind.look = Math.ceil((usual * 1_000) / (mind.isLeaping ? LEAP_HASTE : haste));
  mind.rested = 0;
  mind.came = 0;
}

/** They look sooner. */
export function startle(mind: Mind, random: Random): void {
  const soon = mind.rested + Math.ceil(nextBetween(random, STARTLED_LEAST, STARTLED_MOST));
  mind.look = Math.min(mind.look, soon);
}

/** Draws when the market acts next, and whether a taker comes then. */
export function drawWait(mind: Mind, random: Random, bustle: number): void {
  const left = mind.look - mind.rested;
  const comes = Math.min(
    ringOf(random, mind.terms.tradesPerSecond * (1 - OFFSPRING) * stirOf(mind) * bustle),
    fadingRingOf(random, mind.excitement, EXCITEMENT.halfLife),
    fadingRingOf(random, mind.flurry, FLURRY.halfLife),
  );
  mind.isTaking = comes * 1_000 < left && !mind.isLeaping && !mind.isRecorded;
  mind.wait = Math.max(1, Math.ceil(mind.isTaking ? comes * 1_000 : left));
}

/** How busy a market is: 1 is usual. */
function stirOf(mind: Mind): number {
  const stirred = Math.min(MOVE_TIMES_MAX, 1 + Math.abs(mind.move) / MOVE_DOUBLES_PPM);
  const awake = Math.min(AWAKE_MOST, AWAKE_PART * mind.terms.tradesPerSecond);
  return stirred * Math.max(awake, Math.min(MOVE_TIMES_MAX, wildness(mind)));
}

/** Seconds until the first event of so many a second. */
function ringOf(random: Random, perSecond: number): number {
  const drawn = -log(1 - nextUnit(random));
  return perSecond > 0 ? drawn / perSecond : Number.POSITIVE_INFINITY;
}

/** The same while they become fewer: perhaps none is left. */
function fadingRingOf(random: Random, perSecond: number, halfLife: number): number {
  const drawn = -log(1 - nextUnit(random));
  const fading = Math.LN2 / halfLife;
  const left = 1 - (fading * drawn) / perSecond;
  return left > 0 ? -log(left) / fading : Number.POSITIVE_INFINITY;
}
