/** A venue of which nothing outlives its process: entries are numbered and let go of. */
import { MemoryArchive } from '../archive/memory-archive.ts';
import type { StoredSnapshot } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { createSystemClock } from './clock.ts';
import type { FileVenue, FileVenueOptions } from './open-file-venue.ts';
import { openVenue } from './open-venue.ts';
import { SNAPSHOTS_NEVER } from './settings.ts';
import { capture, encodeCapture } from './snapshot-payload.ts';

/** A venue at one moment. It shares nothing that changes with the venue it was taken of. */
export interface VenueImage {
  readonly snapshot: StoredSnapshot;
  readonly archive: MemoryArchive;
}

export interface FleetingVenue extends FileVenue {
  readonly takeImage: () => Promise<VenueImage>;
}

export type FleetingVenueOptions = Omit<FileVenueOptions, 'dataFolder' | 'version' | 'journal'> & {
  /** The venue to go on from; otherwise it begins with the genesis. */
  readonly image?: VenueImage | undefined;
};

/** Nothing is read back, so nothing is saved. */
const NO_SNAPSHOTS = {
  snapshotEveryMillis: SNAPSHOTS_NEVER,
  snapshotEveryEntries: SNAPSHOTS_NEVER,
};

export async function openFleetingVenue(options: FleetingVenueOptions): Promise<FleetingVenue> {
  const {
    clock = createSystemClock(),
    logger,
    settings,
    genesis,
    prologue,
    prepare,
    image,
  } = options;
  const archive = image?.archive ?? new MemoryArchive();
  const venue = await openVenue({
    ...{ clock, logger, genesis, prologue, prepare, archive },
    settings: { ...settings, ...NO_SNAPSHOTS },
    journal: new MemoryJournal('nothing', image?.snapshot),
  });
  const takeImage = async (): Promise<VenueImage> => {
    await venue.archived();
    // Memory takes in the last rows before the next line.
    void venue.archived();
    const taken = capture(venue.present);
    const copy = archive.copy(taken.state.seq);
    return { snapshot: await encodeCapture(taken), archive: copy };
  };
  return Object.assign(venue, { takeImage });
}
