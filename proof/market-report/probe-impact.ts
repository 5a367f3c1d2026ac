/**
 * What one market order of 10,000 does, and for how long. The same market runs twice from the same
 * seed, once with the order and once without, and the two are compared every half second.
 */
import { bestTicks } from '../../src/book/book.ts';
import type { PlaceOrder } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import type { Listing } from '../../src/engine/state.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { quantile } from '../../src/verdict/quantile.ts';
import { bareOrder } from '../sim/bare-order.ts';
import { asksUpTo, lotsWorth, midOf, reachOf } from './book-depth.ts';
import { createDrive, type Drive, pickContracts } from './drive-market.ts';
import { IMPACT_QUOTE } from './drive-month.ts';
import { mean } from './statistics.ts';

export interface ImpactSettings {
  readonly contracts: readonly Contract[];
  readonly base: string;
  /** The words of the markets it is tried in. */
  readonly seeds: readonly string[];
}

export interface Impact {
  readonly base: string;
  /** How far its last lot traded from the best price, in basis points, seed by seed. */
  readonly reaches: readonly number[];
  /** How much higher the mid is than without the order: right after it, then every half second. */
  readonly path: readonly number[];
  /** What rests up to five basis points from the best ask, without the order and with it. */
  readonly depth: readonly number[];
  /** After how many half seconds four fifths of it are back, in nine of ten seeds. */
  readonly refilledAfter: number;
}

const WARM_UP_MILLIS = 120_000;
export const LOOK_MILLIS = 500;
export const LOOKS = 60;
const NEAR_BP = 5;
const REFILLED = 0.8;

export function probeImpact({ contracts, base, seeds }: ImpactSettings): Impact {
  // The other markets would only cost time: buying in one moves no other.
  const alone = pickContracts(contracts, [base]);
  const runs = seeds.map((seed) => probeOnce(alone, seed));
  const across = (of: (run: Run) => readonly number[]): number[] =>
    Array.from({ length: LOOKS + 1 }, (_, tick) => mean(runs.map((run) => of(run)[tick] ?? 0)));
  return {
    base,
    reaches: runs.map(({ reach }) => reach),
    path: across(({ path }) => path),
    depth: across(({ depth }) => depth),
    refilledAfter: quantile(
      runs.map(({ depth }) => looksUntil(depth, REFILLED)),
      0.9,
    ),
  };
}

function looksUntil(parts: readonly number[], wanted: number): number {
  const tick = parts.findIndex((part) => part >= wanted);
  return tick < 0 ? Number.POSITIVE_INFINITY : tick;
}

interface Run {
  readonly reach: number;
  readonly path: number[];
  readonly depth: number[];
}

function probeOnce(contracts: readonly Contract[], seed: string): Run {
  const calm = calmMarket(contracts, seed, WARM_UP_MILLIS);
  const moved = calmMarket(contracts, seed, WARM_UP_MILLIS);
  const buyer = moved.openTrader(IMPACT_QUOTE * 10);
  const [here, there] = [moved.state.listings[0]!, calm.state.listings[0]!];
  const reach = reachOf(here, 'sell', IMPACT_QUOTE);
  moved.submit(takeOpening(buyer, here, 'long', IMPACT_QUOTE));
  const run: Run = { reach, path: [], depth: [] };
  for (let tick = 0; tick <= LOOKS; tick += 1) {
    run.path.push((midOf(here) / midOf(there) - 1) * 1e4);
    // Each from its own best price: the order has moved the whole book.
    const near = (listing: Listing): number =>
      asksUpTo(listing, bestTicks(listing.book, 'sell'), NEAR_BP);
    run.depth.push(near(here) / Math.max(1, near(there)));
    for (const drive of [calm, moved]) drive.reach(drive.at + LOOK_MILLIS);
  }
  return run;
}

/** The market of one contract that has been calm for so long. */
export function calmMarket(contracts: readonly Contract[], seed: string, millis: number): Drive {
  const drive = createDrive({ contracts, seed: seedOfWord(seed) });
  drive.market.feed.force('calm');
  drive.reach(drive.at + millis);
  return drive;
}

/** Opens at market for so much of the quote currency. */
export const takeOpening = (
  account: AccountId,
  listing: Listing,
  positionSide: PositionSide,
  quote: number,
): PlaceOrder =>
  bareOrder({
    account,
    contract: listing.contract.id,
    positionSide,
    effect: 'open',
    size: lotsWorth(listing, quote),
    timeInForce: 'ioc',
  });
