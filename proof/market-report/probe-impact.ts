/**
 * What one market order of 10,000 does, and for how long. The same market runs twice from the same
 * seed, once with the order and once without, and the two are compared every half second.
 */
import { bestTicks } from '../../src/book/book.ts';
import { assert } from '../../src/domain/assert.ts';
import type { Contract } from '../../src/domain/contract.ts';
import { contractId } from '../../src/domain/ids.ts';
import { lots } from '../../src/domain/units.ts';
import type { Listing } from '../../src/engine/state.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { quantile } from '../../src/verdict/quantile.ts';
import { asksUpTo, midOf, reachOf } from './book-depth.ts';
import { createDrive, type Drive } from './drive-market.ts';
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
  const alone = contracts
    .filter((contract) => contract.base === base)
    .map((contract) => ({ ...contract, id: contractId(0) }));
  const runs = seeds.map((seed) => probeOnce(alone, base, seed));
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

function probeOnce(contracts: readonly Contract[], base: string, seed: string): Run {
  const [calm, moved] = [warmUp(contracts, seed), warmUp(contracts, seed)];
  const buyer = moved.openTrader(IMPACT_QUOTE * 10);
  const [here, there] = [listingOf(moved, base), listingOf(calm, base)];
  const reach = reachOf(here, 'sell', IMPACT_QUOTE);
  const perLot = (here.mark * Number(here.contract.tickLotValue)) / 1e8;
  moved.submit({
    kind: 'place-order',
    account: buyer,
    contract: here.contract.id,
    positionSide: 'long',
    effect: 'open',
    size: lots(Math.round(IMPACT_QUOTE / perLot)),
    price: null,
    timeInForce: 'ioc',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  });
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

function warmUp(contracts: readonly Contract[], seed: string): Drive {
  const drive = createDrive({ contracts, seed: seedOfWord(seed) });
  drive.market.feed.force('calm');
  drive.reach(drive.at + WARM_UP_MILLIS);
  return drive;
}

function listingOf({ state }: Drive, base: string): Listing {
  const listing = state.listings.find(({ contract }) => contract.base === base);
  assert(listing !== undefined, 'no such contract', base);
  return listing;
}
