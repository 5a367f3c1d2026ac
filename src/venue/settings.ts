/** The settings of a running venue, and their defaults with reasons. */
import { assert } from '../domain/assert.ts';

export interface VenueSettings {
  /** How many commands may wait for acknowledgement. Those of a batch count one by one. */
  readonly waitingMax: number;
  /** How many commands one sync of the journal makes durable. */
  readonly flightMax: number;
  /** How many rows of history may wait for the archive. */
  readonly archiveRowsMax: number;
  readonly snapshotEveryMillis: number;
  readonly snapshotEveryEntries: number;
  /** A snapshot may hold up trading. The next waits so many times as long. */
  readonly snapshotRest: number;
  /** How many entries stay in the journal although no start needs them. */
  readonly entriesKept: number;
  /** How often the ticker looks at the venue's clock, in wall time; zero for never. */
  readonly tickEveryMillis: number;
}

/** Keeps the journal from its first entry on, so that all of it can be replayed. */
export const ENTRIES_KEPT_ALL = Number.MAX_SAFE_INTEGER;

/** For a venue of which nothing is read back. */
export const SNAPSHOTS_NEVER = Number.MAX_SAFE_INTEGER;

export const VENUE_DEFAULTS: VenueSettings = {
  // A few tenths of a second at full speed. A client that would wait longer should slow down.
  waitingMax: 20_000,
  // A few milliseconds of engine time: enough to cover a sync, too short to notice.
  flightMax: 2_000,
  // About two seconds of storing, and some tens of megabytes.
  archiveRowsMax: 100_000,
  snapshotEveryMillis: 300_000,
  snapshotEveryEntries: 200_000,
  // Fewer than one command in a hundred then waits for a snapshot, however large the venue.
  snapshotRest: 500,
  // As long as the first entry is kept, a lost archive is restored in about ten seconds.
  entriesKept: 1_000_000,
  tickEveryMillis: 50,
};

const MAY_BE_ZERO: ReadonlySet<string> = new Set([
  'tickEveryMillis',
  'snapshotRest',
  'entriesKept',
]);

export function completeSettings(chosen: Partial<VenueSettings> = {}): VenueSettings {
  const settings = { ...VENUE_DEFAULTS, ...chosen };
  for (const [name, value] of Object.entries(settings)) {
    const least = MAY_BE_ZERO.has(name) ? 0 : 1;
    assert(Number.isSafeInteger(value) && value >= least, `${name} must be at least ${least}`);
  }
  return settings;
}
