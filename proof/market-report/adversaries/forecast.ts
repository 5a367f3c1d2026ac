/**
 * The forecasting attack. The attacker has the shipped code, the public terms of the markets, the
 * time at which the venue began, and the index prices of its first minute. It tries seeds until one
 * gives the same prices, lets its own copy of the price process run ahead, and trades what comes.
 *
 * With the seed in its list it knows every price before it happens. A drawn seed is in no list:
 * then the attacker trades on the seed that fits best, which says nothing about the next price.
 */
import type { Contract } from '../../../src/domain/contract.ts';
import { millis } from '../../../src/domain/units.ts';
import { createSimulatedFeed } from '../../../src/market/feeds/simulated-feed.ts';
import { marketTermsOf } from '../../../src/market/market-terms.ts';
import { seedOfWord } from '../../../src/market/seed.ts';
import { flatten, HOLD_MAX, heldLots, type Rule, takeAtMarket } from './seat.ts';

/** A new index price of one market, in fine ticks, and when it came. */
export interface SeenPrice {
  readonly at: number;
  readonly place: number;
  readonly price: number;
}

export interface Guess {
  readonly word: string;
  /** Mean square of the differences of returns: zero if every price is the same. */
  readonly error: number;
}

/** How many prices it sees of each market before it searches. */
export const TICKERS_SEEN = 48;
/** A price that came a moment earlier misses a burst: that counts no more than this. */
const MISSED = 2.5e-9;
/** It looks an hour ahead, in steps. */
const AHEAD_STEP_MILLIS = 4_000;
const AHEAD_STEPS = 3_600_000 / AHEAD_STEP_MILLIS;
/** What it reckons with for every order: the fee, half the spread, and its own impact. */
const COST_BP = 12;
const DECIDE_MILLIS = 20_000;

/** What people type when they are asked for a seed. */
const COMMON_WORDS = (
  'test seed demo market perpetua bitcoin btc random contest season competition hello world ' +
  'foo bar secret password admin default example sample trade trading venue exchange abc xyz ' +
  'qwerty one two'
).split(' ');

/** Numbers first, then common words. */
export function* smallSeeds(numbers: number): Generator<string> {
  for (let number = 0; number <= numbers; number += 1) yield String(number);
  yield* COMMON_WORDS;
}

const openFeed = (contracts: readonly Contract[], word: string) =>
  createSimulatedFeed({
    contracts,
    terms: marketTermsOf(contracts),
    seed: seedOfWord(word),
    from: [],
  });

/** The seed whose prices fit best what was seen, of all candidates. */
export function searchSeed(
  contracts: readonly Contract[],
  seen: readonly SeenPrice[],
  candidates: Iterable<string>,
): Guess | undefined {
  let best: Guess | undefined;
  for (const word of candidates) {
    const error = errorOf(contracts, seen, word, best?.error ?? Number.POSITIVE_INFINITY);
    if (best === undefined || error < best.error) best = { word, error };
    if (error === 0) break;
  }
  return best;
}

/** Stops as soon as it is worse than the best so far. */
function errorOf(
  contracts: readonly Contract[],
  seen: readonly SeenPrice[],
  word: string,
  best: number,
): number {
  const feed = openFeed(contracts, word);
  const apart = contracts.map(() => 0);
  let sum = 0;
  for (const { at, place, price } of seen) {
    const own = feed.next(millis(at))[place]?.price ?? price;
    // What orders have moved is no part of the seed, and changes slowly.
    const now = Math.log(own / price);
    sum += Math.min((now - (apart[place] ?? 0)) ** 2, MISSED);
    apart[place] = now;
    if (sum / seen.length > best) break;
  }
  return sum / seen.length;
}

/** Prices that are still to come, as the guessed seed has them. */
interface Outlook {
  /** What to hold now: 1 long, -1 short, 0 nothing, given what is held. */
  readonly bestSide: (place: number, at: number, held: number) => number;
}

/** Prices begin with the first ticker of the venue. */
function createOutlook(contracts: readonly Contract[], word: string, began: number): Outlook {
  const feed = openFeed(contracts, word);
  const paths = contracts.map((): number[] => []);
  const runAhead = (steps: number): void => {
    for (let step = paths[0]?.length ?? steps; step <= steps; step += 1)
      feed.next(millis(began + step * AHEAD_STEP_MILLIS)).forEach(({ price }, place) => {
        paths[place]?.push(Math.log(price) * 1e4);
      });
  };
  return {
    bestSide: (place, at, held) => {
      const now = Math.floor((at - began) / AHEAD_STEP_MILLIS);
      runAhead(now + AHEAD_STEPS);
      return planSide(Float64Array.from(paths[place]?.slice(now, now + AHEAD_STEPS) ?? []), held);
    },
  };
}

/**
 * The best thing to hold at the first price if all later ones are known: worked out from the end,
 * with what each change costs. Prices are logarithms in basis points.
 */
function planSide(prices: Float64Array, held: number): number {
  let [short, none, long] = [0, 0, 0];
  for (let at = prices.length - 2; at > 0; at -= 1) {
    const move = prices[at + 1]! - prices[at]!;
    const [down, up] = [short - move, long + move];
    short = Math.max(down, none - COST_BP, up - 2 * COST_BP);
    long = Math.max(up, none - COST_BP, down - 2 * COST_BP);
    none = Math.max(none, down - COST_BP, up - COST_BP);
  }
  const move = prices[1]! - prices[0]!;
  const worth = (side: number, later: number): number =>
    later + side * move - COST_BP * Math.abs(side - held);
  const [down, stay, up] = [worth(-1, short), worth(0, none), worth(1, long)];
  const most = Math.max(down, stay, up);
  return most === stay ? 0 : most === up ? 1 : -1;
}

/** One attacker for one run: it keeps what it saw and what it guessed. */
export function createForecast(
  name: string,
  says: string,
  contracts: readonly Contract[],
  candidates: () => Iterable<string>,
): Rule {
  const seen: SeenPrice[] = [];
  const last = contracts.map(() => 0);
  let outlook: Outlook | undefined;
  const watch = (place: number, at: number, price: number): void => {
    if (last[place] === price) return;
    last[place] = price;
    seen.push({ at, place, price });
    if (seen.length < TICKERS_SEEN * contracts.length) return;
    const guess = searchSeed(contracts, seen, candidates());
    const began = seen[0]?.at ?? at;
    if (guess !== undefined) outlook = createOutlook(contracts, guess.word, began);
  };
  return {
    name,
    says,
    act: (seat, { at }) => {
      const { contract, index } = seat.listing;
      if (outlook === undefined) {
        watch(contract.id, at, index);
        return;
      }
      if (at - seat.notes.since < DECIDE_MILLIS) return;
      seat.notes.since = at;
      const held = Math.sign(heldLots(seat));
      const side = outlook.bestSide(contract.id, at, held);
      if (side === held) return;
      if (held !== 0) flatten(seat);
      if (side !== 0) takeAtMarket(seat, side > 0 ? 'buy' : 'sell', HOLD_MAX);
    },
  };
}
