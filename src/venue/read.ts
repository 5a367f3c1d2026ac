/**
 * Everything that may be asked of a venue, and the only way to ask it: the engine's state does not
 * leave this folder. An answer is as new as the last acknowledgement. Callers cannot tell whose
 * engine answers, the one that trades in this process or one that follows the journal of another.
 *
 * Answers are records of their own, made when asked. Orders and positions are the exception: they
 * are shown, not copied, because the house looks at hundreds of them twice a second. They go on
 * changing with later entries; a closed position shows a size of zero.
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
  /** When the last entry was applied, in venue time. */
  readonly at: () => Millis;
  /** Venue time: that of the clock, or of the last entry where the clock was set back behind it. */
  readonly now: () => Millis;
  /** What a signed request got before; undefined where it led to no command in the last minute. */
  readonly answered: (request: RequestIdentity) => Answered | undefined;
  /** One number for everything the engine remembers. It walks through all of it. */
  readonly hash: () => string;
}

/** What a read is of. */
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
