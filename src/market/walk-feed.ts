/**
 * Index prices that walk at random, each contract partly with all others and partly by itself, and
 * are drawn back to where they started, so that weeks later they are still near it. The same seed
 * and the same times give the same prices. Fractions stay in here; whole fine ticks leave.
 */
import type { Contract } from '../domain/contract.ts';
import { FINE_PER_TICK, type FineTicks, fineTicks, type Millis } from '../domain/units.ts';
import type { Feed, IndexPrice } from './feed.ts';
import type { MarketTerms } from './market-terms.ts';
import { createRandom, nextNormal, type Random } from './random.ts';

export interface WalkSettings {
  readonly contracts: readonly Contract[];
  /** One for each contract. */
  readonly terms: readonly MarketTerms[];
  readonly seed: number;
  /** Tells one start of the venue from the next. */
  readonly salt: number;
  /** Where each price stood when the venue stopped; zero where it never had one. */
  readonly from: readonly FineTicks[];
}

interface Walker {
  readonly contract: Contract;
  readonly terms: MarketTerms;
  readonly fineScale: number;
  /** Logarithm of the price, measured from its start. */
  away: number;
  /** It turns back here. */
  readonly awayMax: number;
}

const YEAR_SECONDS = 365 * 86_400;
/** Half of the way back to the start takes two days. */
const REVERSION_PER_SECOND = Math.LN2 / (2 * 86_400);
/** Beyond this many deviations of where it may wander, it is turned back at once. */
const AWAY_DEVIATIONS = 3;
/** One step is never longer, so that a step stays small beside the spread of prices. */
const STEP_SECONDS_MAX = 10;
/** A venue that stood still comes back where it was: nobody is liquidated by its absence. */
const ELAPSED_SECONDS_MAX = 60;

export function createWalkFeed(settings: WalkSettings): Feed {
  const random = createRandom(settings.seed, settings.salt);
  const walkers = settings.contracts.map((contract, at) => createWalker(settings, contract, at));
  let before: Millis | undefined;
  return {
    source: () => `simulated, seed ${settings.seed}`,
    next: (at) => {
      const elapsed = before === undefined ? 0 : (at - before) / 1_000;
      before = at;
      let left = Math.min(Math.max(elapsed, 0), ELAPSED_SECONDS_MAX);
      while (left > 0) {
        const seconds = Math.min(left, STEP_SECONDS_MAX);
        stepAll(walkers, random, seconds);
        left -= seconds;
      }
      return walkers.map(priceOf);
    },
  };
}

/** How many fine ticks make one of the quote currency. */
export const fineScaleOf = (contract: Contract): number =>
  (10 ** contract.priceDecimals / contract.priceEndStep) * FINE_PER_TICK;

function createWalker(settings: WalkSettings, contract: Contract, at: number): Walker {
  const terms = settings.terms[at];
  if (terms === undefined) throw new Error(`no terms for ${contract.symbol}`);
  const fineScale = fineScaleOf(contract);
  const from = settings.from[at] ?? 0;
  const perSecond = terms.volatility / Math.sqrt(YEAR_SECONDS);
  const awayMax = (AWAY_DEVIATIONS * perSecond) / Math.sqrt(2 * REVERSION_PER_SECOND);
  const away = from > 0 ? Math.log(from / fineScale / terms.startPrice) : 0;
  return { contract, terms, fineScale, away, awayMax };
}

function stepAll(walkers: readonly Walker[], random: Random, seconds: number): void {
  const shared = nextNormal(random);
  for (const walker of walkers) {
    const { share, volatility } = walker.terms;
    const draw = share * shared + Math.sqrt(1 - share * share) * nextNormal(random);
    const moved = volatility * Math.sqrt(seconds / YEAR_SECONDS) * draw;
    const away = walker.away * (1 - REVERSION_PER_SECOND * seconds) + moved;
    walker.away = turnBack(walker.away, away, walker.awayMax);
  }
}

/** A step that would leave the range is not taken outwards. Coming back from outside is free. */
function turnBack(before: number, after: number, most: number): number {
  const outward = Math.abs(after) > most && Math.abs(after) > Math.abs(before);
  return outward ? 2 * before - after : after;
}

const priceOf = (walker: Walker): IndexPrice => {
  const price = walker.terms.startPrice * Math.exp(walker.away) * walker.fineScale;
  return { contract: walker.contract.id, price: fineTicks(Math.max(100, Math.round(price))) };
};
