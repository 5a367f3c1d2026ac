/** Puts a market into a venue: a feed, the house, and the beat that ties them to it. */
import { assert } from '../../domain/assert.ts';
import { createHouse, HOUSE_ACCOUNTS } from '../../market/house.ts';
import { createMarketLoop, type MarketLoop } from '../../market/market-loop.ts';
import { marketTermsOf } from '../../market/market-terms.ts';
import { createWalkFeed } from '../../market/walk-feed.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Settings } from '../settings/settings.ts';
import { drawPicture, findHouse } from './house-picture.ts';

export interface OpenMarket {
  readonly loop: MarketLoop;
  readonly source: string;
}

export function openMarket(
  venue: Venue,
  settings: Settings,
  warn: (message: string) => void,
): OpenMarket {
  const { state, clock, submit } = venue;
  const contracts = state.listings.map(({ contract }) => contract);
  const terms = marketTermsOf(contracts, settings);
  const accounts = findHouse(state);
  assert(accounts.length === HOUSE_ACCOUNTS, 'the venue began without a house', accounts.length);
  const { seed } = settings;
  // Each start draws other numbers than the one before, and always the same ones for its journal.
  const salt = state.seq;
  const from = state.listings.map(({ index }) => index);
  const feed = createWalkFeed({ contracts, terms, seed, salt, from });
  const loop = createMarketLoop({
    feed,
    house: createHouse(terms, seed, salt),
    now: clock.venueNow,
    picture: () => drawPicture(state, accounts),
    submit,
    warn,
  });
  return { loop, source: feed.source() };
}
