/** What can be chosen about a running venue, each with its reason, and what is chosen otherwise. */
import { assert } from '../domain/assert.ts';

export interface VenueSettings {
  /** Commands that may wait for their acknowledgement; those of a batch count one by one. */
  readonly waitingMax: number;
  /** Commands that one sync of the journal makes durable together. */
  readonly flightMax: number;
  /** Rows of history that may wait for the archive. */
  readonly archiveRowsMax: number;
  readonly snapshotEveryMillis: number;
  readonly snapshotEveryEntries: number;
  /** Taking a snapshot holds up trading; the next may come after so many times as long. */
  readonly snapshotRest: number;
  /** Entries that stay in the journal although nobody needs them to start. */
  readonly entriesKept: number;
  /** How often the ticker looks at the venue's clock, in wall time; zero for never. */
  readonly tickEveryMillis: number;
}

/** The journal is kept from its first entry on, for whoever wants to replay all of it. */
export const ENTRIES_KEPT_ALL = Number.MAX_SAFE_INTEGER;

export const DEFAULT_SETTINGS: VenueSettings = {
  // A few tenths of a second at full speed: whoever would wait longer is better told to slow down.
  waitingMax: 20_000,
  // Some milliseconds of the engine: long enough to hide a sync, short enough not to be felt.
  flightMax: 2_000,
  // About two seconds of storing, and some tens of megabytes.
  archiveRowsMax: 100_000,
  snapshotEveryMillis: 60_000,
  snapshotEveryEntries: 200_000,
  // So that fewer than one command in a hundred ever waits for one, however large the venue is.
  snapshotRest: 500,
  // A lost archive comes back whole as long as the first entry is there, within ten seconds or so.
  entriesKept: 1_000_000,
  tickEveryMillis: 50,
};

const MAY_BE_ZERO: ReadonlySet<string> = new Set([
  'tickEveryMillis',
  'snapshotRest',
  'entriesKept',
]);

export function completeSettings(chosen: Partial<VenueSettings> = {}): VenueSettings {
  const settings = { ...DEFAULT_SETTINGS, ...chosen };
  for (const [name, value] of Object.entries(settings)) {
    const least = MAY_BE_ZERO.has(name) ? 0 : 1;
    assert(Number.isSafeInteger(value) && value >= least, `${name} must be at least ${least}`);
  }
  return settings;
}
