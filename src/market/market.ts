/**
 * A market: its feed and its house, and what they do at a beat. Whoever drives it, a venue with a
 * clock or a proof without one, asks for the decision of a beat and submits it at exactly the time
 * of the beat, before anything else of that time.
 */
import type { Batch } from '../domain/command.ts';
import type { Read } from '../venue/read.ts';
import type { IndexPrice } from './feed.ts';
import { createFeedSwitch, type FeedSwitch, type FeedSwitchSettings } from './feeds/feed-switch.ts';
import { createHouse, decideBeat, dueAt, type House } from './house.ts';
import { drawPicture, findHouse } from './house-picture.ts';
import type { MarketTerms } from './market-terms.ts';
import { FEED_SLOT, timeOf } from './memory.ts';
import { KeyedRandom } from './random.ts';
import type { Seed } from './seed.ts';

export interface MarketParts extends Pick<FeedSwitchSettings, 'open' | 'tell'> {
  readonly read: Read;
  /** One for each contract. */
  readonly terms: readonly MarketTerms[];
  readonly seed: Seed;
}

export interface DrivenMarket {
  readonly feed: FeedSwitch;
  readonly house: House;
  readonly terms: readonly MarketTerms[];
  /**
   * The one command of a beat, decided on the state and the memory as they are now; undefined if no
   * market acts at it.
   */
  readonly decide: (beat: number) => Batch | undefined;
  /** Beats from the first one of this seed on are drawn from it. */
  readonly changeSeed: (seed: Seed) => void;
  /** At the next beat all markets act, whosever turn it is. */
  readonly hurry: () => void;
  /** Which of the feed's prices reach the house; all, unless there is chaos. */
  hear: (prices: readonly IndexPrice[]) => readonly IndexPrice[];
}

/** It goes on where the journal of the venue ends. */
export function createMarket({ read, terms, seed, open, tell }: MarketParts): DrivenMarket {
  const memory = read.market.memory();
  // A contract that was listed later has no market until the next start.
  const contracts = read.listing.contracts().slice(0, terms.length);
  const kept = memory.slots.get(FEED_SLOT);
  const feed = createFeedSwitch({
    contracts,
    terms,
    seed,
    from: read.listing.list().map(({ index }) => index),
    ...(kept === undefined ? {} : { recalled: { bytes: kept.bytes, at: timeOf(memory.beat) } }),
    open,
    tell,
  });
  const house = createHouse(terms, seed);
  const accounts = findHouse(read);
  let isHurried = false;
  const market: DrivenMarket = {
    feed,
    house,
    terms,
    hear: (prices) => prices,
    changeSeed: (next) => {
      house.random = new KeyedRandom(next.key, next.earlier);
      feed.changeSeed(next);
    },
    hurry: () => {
      isHurried = true;
    },
    decide: (beat) => {
      const due = isHurried ? terms.map((_, place) => place) : dueAt(terms, memory, beat);
      isHurried = false;
      if (due.length === 0) return undefined;
      const at = timeOf(beat);
      const prices = market.hear(feed.next(at));
      const picture = drawPicture(read, accounts, due);
      return decideBeat(house, { beat, memory, picture, prices, feed: feed.takeMemory(at) });
    },
  };
  return market;
}
