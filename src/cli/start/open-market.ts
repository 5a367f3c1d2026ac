/** Gives a venue its market: feeds, chaos on request, the house, and the beat that drives them. */
import { assert } from '../../domain/assert.ts';
import type { Millis } from '../../domain/units.ts';
import { type Chaos, createChaos } from '../../market/chaos.ts';
import { createFeedSwitch, type FeedSwitch } from '../../market/feeds/feed-switch.ts';
import { createSimulatedFeed } from '../../market/feeds/simulated-feed.ts';
import { createHouse, HOUSE_ACCOUNTS, type House } from '../../market/house.ts';
import { drawPicture, findHouse } from '../../market/house-picture.ts';
import { createMarketLoop } from '../../market/market-loop.ts';
import { type MarketTerms, marketTermsOf } from '../../market/market-terms.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Settings } from '../settings/settings.ts';
import { asOne, endingsOf } from './chaos-control.ts';
import { openFeed } from './open-feed.ts';

export interface OpenMarket {
  readonly feed: FeedSwitch;
  readonly terms: readonly MarketTerms[];
  readonly house: House;
  readonly chaos: Chaos;
  /** Does everything due at this beat; false if it failed. */
  readonly beat: (at: Millis) => Promise<boolean>;
  /** Ends the chaos in effect, with a note, and closes the feed. */
  readonly close: () => Promise<void>;
}

export function openMarket(
  venue: Venue,
  settings: Settings,
  warn: (message: string) => void,
): OpenMarket {
  const { read, clock } = venue;
  const contracts = read.listing.contracts();
  const terms = marketTermsOf(contracts, settings);
  const accounts = findHouse(read);
  assert(accounts.length === HOUSE_ACCOUNTS, 'the venue began without a house', accounts.length);
  const { seed } = settings;
  // Each start draws different numbers than the one before, and the same journal always leads to
  // the same ones.
  const salt = venue.health().seq;
  const from = read.listing.list().map(({ index }) => index);
  const simulated = createSimulatedFeed({ contracts, terms, seed, salt, from });
  const open = openFeed({ contracts, settings, clock, warn });
  const feed = createFeedSwitch({ contracts, simulated, open, from, tell: warn });
  const house = createHouse(terms, seed, salt);
  const { force, shock } = feed;
  const chaos = createChaos({ moods: house.moods, force, shock });
  const loop = createMarketLoop({
    feed: { source: feed.source, next: (at) => chaos.hear(feed.next(at)) },
    house,
    picture: () => drawPicture(read, accounts),
    submitAt: venue.submitAt,
    warn,
  });
  const beat = async (at: Millis): Promise<boolean> => {
    const endChaos = () => asOne(endingsOf(venue, chaos.pass(at), 'venue'));
    if (chaos.list().length > 0) await venue.submitAt(at, endChaos).catch(() => undefined);
    return loop.tick(at);
  };
  const close = async (): Promise<void> => {
    const ended = asOne(endingsOf(venue, chaos.end(), 'venue'));
    if (ended !== undefined) await venue.submit(ended).catch(() => undefined);
    await feed.close();
  };
  return { feed, terms, house, chaos, beat, close };
}
