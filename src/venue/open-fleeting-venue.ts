/** A venue of which nothing outlives its process: entries are numbered and let go of. */
import { MemoryArchive } from '../archive/memory-archive.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { createSystemClock } from './clock.ts';
import type { FileVenue, FileVenueOptions } from './open-file-venue.ts';
import { openVenue } from './open-venue.ts';

/** Nothing is read back, so nothing is saved. */
const NO_SNAPSHOTS = {
  snapshotEveryMillis: Number.MAX_SAFE_INTEGER,
  snapshotEveryEntries: Number.MAX_SAFE_INTEGER,
};

export const openFleetingVenue = (options: FileVenueOptions): Promise<FileVenue> => {
  const { clock = createSystemClock(), log, settings, genesis, prologue, prepare } = options;
  return openVenue({
    ...{ clock, log, genesis, prologue, prepare },
    settings: { ...settings, ...NO_SNAPSHOTS },
    journal: new MemoryJournal('nothing'),
    archive: new MemoryArchive(),
  });
};
