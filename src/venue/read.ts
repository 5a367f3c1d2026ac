/**
 * Everything that may be asked of a venue. There is no other way: the engine's state does not leave
 * this folder. An answer is as new as the last acknowledgement. Callers cannot tell which engine
 * answers: the one that trades in this process, or one that follows the journal of another.
 *
 * Answers are new records. Orders and positions are the exception: they are shown, not copied,
 * because the house looks at hundreds of them twice a second. They change with later entries, and a
 * closed position shows a size of zero.
 */
import type { RequestIdentity } from '../domain/request-identity.ts';
import { type Millis, millis } from '../domain/units.ts';
import { type Answered, findAnswered } from '../engine/request-memory.ts';
import type { VenueState } from '../engine/state.ts';
import { stateHash } from '../engine/state-hash.ts';
import type { Views } from '../views/views.ts';
import type { Clock } from './clock.ts';
import { type AccountRead, createAccountRead } from './read-account.ts';
import { createListingRead, type ListingRead } from './read-listing.ts';
import { createMarketRead, type MarketRead } from './read-market.ts';
import { createSeasonRead, type SeasonRead } from './read-season.ts';

export interface Read {
  readonly account: AccountRead;
  readonly listing: ListingRead;
  readonly market: MarketRead;
  readonly season: SeasonRead;
  /** The venue time of the last entry. */
  readonly at: () => Millis;
  /** Venue time: the clock's, or the last entry's if the clock was set back behind it. */
  readonly now: () => Millis;
  /** The answer a signed request got before; undefined if it led to no command lately. */
  readonly answered: (request: RequestIdentity) => Answered | undefined;
  /** The hash of everything the engine remembers. It takes long: it visits all of it. */
  readonly hash: () => string;
}

/** What the answers come from. */
export interface ReadSource {
  readonly state: VenueState;
  readonly views: Views;
}

export function createRead({ state, views }: ReadSource, clock: Pick<Clock, 'venueNow'>): Read {
  const now = (): Millis => millis(Math.max(state.now, clock.venueNow()));
  return {
    account: createAccountRead(state, views),
    listing: createListingRead(state),
    market: createMarketRead(views, now),
    season: createSeasonRead(state),
    at: () => state.now,
    now,
    answered: ({ words }) => findAnswered(state.requests, words),
    hash: () => stateHash(state),
  };
}
