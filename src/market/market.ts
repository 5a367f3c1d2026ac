/**
 * A market: its feed and its house, and what they do at a beat. Whoever drives it, a venue with a
 * clock or a proof without one, asks for the decision of a beat and submits it at exactly the time
 * of the beat, before anything else of that time.
 */
import type { Batch } from '../domain/command.ts';
import { contractId } from '../domain/ids.ts';
import { millis } from '../domain/units.ts';
import type { Read } from '../venue/read.ts';
import { createPlans, dueAt, isLookedAt, isNews, lastLook, nextActOf, type Plans } from './due.ts';
import type { IndexPrice } from './feed.ts';
import {
  createFeedSwitch,
  type FeedKind,
  type FeedSwitch,
  type FeedSwitchSettings,
} from './feeds/feed-switch.ts';
import { createHouse, decideBeat, type House } from './house.ts';
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
  /** The first beat from this one on at which a market acts, after the last one in any case. */
  readonly nextBeat: (from: number) => number;
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
  /** Where the prices that are heard come from, if not from the feed. */
  heardFrom: FeedKind | undefined;
}

/** It goes on where the journal of the venue ends. */
export function createMarket({ read, terms, seed, open, tell }: MarketParts): DrivenMarket {
  const memory = read.market.memory();
  const plans = createPlans(memory);
  // A contract that was listed later has no market until the next start.
  const contracts = read.listing.contracts().slice(0, terms.length);
  const kept = memory.slots.get(FEED_SLOT);
  const feed = createFeedSwitch({
    contracts,
    terms,
    seed,
    from: read.listing.list().map(({ index }) => index),
    ...(kept === undefined
      ? {}
      : {
          recalled: {
            bytes: kept.bytes,
            takenAt: timeOf(kept.beat),
            at: millis(lastLook(plans, terms.length)),
          },
        }),
    open,
    tell,
  });
  const house = createHouse(terms, seed);
  const accounts = findHouse(read);
  const places = terms.map((_, place) => place);
  let isHurried = false;
  const news = createNews(plans);
  const market: DrivenMarket = {
    feed,
    house,
    terms,
    hear: (prices) => prices,
    heardFrom: undefined,
    changeSeed: (next) => {
      house.random = new KeyedRandom(next.key, next.earlier);
      feed.changeSeed(next);
    },
    hurry: () => {
      isHurried = true;
    },
    nextBeat: (from) => {
      let due = isHurried ? 0 : Number.POSITIVE_INFINITY;
      for (const place of places) due = Math.min(due, nextActOf(plans, place));
      return Math.max(from, timeOf(memory.beat) + 1, due);
    },
    decide: (beat) => {
      const wanted = isHurried ? places : dueAt(plans, places.length, beat);
      if (wanted.length === 0) return undefined;
      const looked = isHurried ? places : wanted.filter((place) => isLookedAt(plans, place, beat));
      isHurried = false;
      const at = timeOf(beat);
      const source = market.heardFrom ?? feed.kind();
      const asks = looked.length > 0;
      if (asks) for (const place of places) feed.lift(contractId(place), plans(place)?.lift ?? 0);
      const { prices, hasNews } = asks
        ? news.take(market.hear(feed.next(at)), feed.kind())
        : NOTHING_HEARD;
      const quoted = hasNews ? places : looked;
      const takers = wanted.filter((place) => !quoted.includes(place));
      const picture = drawPicture(read, accounts, takers, quoted);
      const memoryOfFeed = asks ? feed.takeMemory(at) : undefined;
      const inputs = { beat, memory, picture, prices, hasNews, source, feed: memoryOfFeed };
      return decideBeat(house, inputs);
    },
  };
  return market;
}

/** Where only takers act, nobody asks for prices. */
const NOTHING_HEARD = { prices: [], hasNews: false };

function createNews(plans: Plans) {
  /** When the newest price was learned that was news, by this feed. */
  let newsAt = 0;
  let newsOf: FeedKind | undefined;
  return {
    /** What is new among the prices of a feed, and those that are not older than it. */
    take: (heard: readonly IndexPrice[], kind: FeedKind) => {
      if (kind !== newsOf) newsAt = 0;
      newsOf = kind;
      let hasNews = false;
      for (const price of heard) {
        if (!isNews(plans, price)) continue;
        hasNews = true;
        newsAt = Math.max(newsAt, price.learnedAt ?? 0);
      }
      // A price from before the news says nothing: the house waits for the next one.
      return { prices: heard.filter(({ learnedAt = newsAt }) => learnedAt >= newsAt), hasNews };
    },
  };
}
