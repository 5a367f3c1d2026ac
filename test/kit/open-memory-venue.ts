/** A venue that keeps nothing, for tests of what stands above it: time moves when told to. */
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import { MemoryJournal } from '../../src/journal/memory-journal.ts';
import { openVenue, type VenueOptions } from '../../src/venue/open-venue.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface MemoryVenueOptions extends Pick<VenueOptions, 'logger' | 'settings' | 'genesis'> {
  /** Where the clock begins, in milliseconds since 1970. */
  readonly start: number;
}

export interface MemoryVenue {
  readonly venue: Venue;
  readonly clock: ManualClock;
  /** Moves the clock and lets the venue notice. */
  readonly advance: (byMillis: number) => Promise<void>;
}

export async function openMemoryVenue(options: MemoryVenueOptions): Promise<MemoryVenue> {
  const clock = createManualClock(options.start);
  const venue = await openVenue({
    journal: new MemoryJournal(),
    archive: new MemoryArchive(),
    clock,
    logger: options.logger,
    settings: { ...options.settings, tickEveryMillis: 0 },
    genesis: options.genesis,
  });
  const advance = async (byMillis: number): Promise<void> => {
    clock.advance(byMillis);
    await venue.advancer.look();
  };
  return { venue, clock, advance };
}
