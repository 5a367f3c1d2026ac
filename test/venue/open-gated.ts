/** A venue on a gated journal, a memory archive and a clock that stands still. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import type { LogFacts, LogLevel } from '../../src/venue/logger.ts';
import { openVenue } from '../../src/venue/open-venue.ts';
import type { VenueSettings } from '../../src/venue/settings.ts';
import type { SnapshotTaker } from '../../src/venue/snapshotter.ts';
import { START } from '../kit/driver.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { createGatedJournal, type GatedJournal } from './gated-journal.ts';
import { genesisOf } from './market.ts';

export interface Told {
  readonly level: LogLevel;
  readonly message: string;
  readonly facts: LogFacts & { readonly because?: string };
}

export interface GatedOptions {
  readonly settings?: Partial<VenueSettings>;
  readonly journal?: GatedJournal;
  readonly archive?: Archive;
  readonly start?: number;
  readonly taker?: SnapshotTaker;
}

export async function openGated(options: GatedOptions = {}) {
  const { journal = createGatedJournal(), archive = new MemoryArchive(), taker } = options;
  const clock = createManualClock(options.start ?? START);
  const told: Told[] = [];
  const venue = await openVenue({
    journal,
    archive,
    clock,
    logger: (level, message, facts = {}) => told.push({ level, message, facts }),
    settings: { tickEveryMillis: 0, snapshotRest: 0, ...options.settings },
    genesis: genesisOf(4),
    ...(taker === undefined ? {} : { createTaker: () => taker }),
  });
  onTestFinished(() => {
    journal.release();
    return venue.close();
  });
  return { venue, journal, archive, clock, told };
}

/** Long enough for everything that does not wait for the gate. */
export async function turns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/** Lets others have their turn until it is so; fails when that takes forever. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn += 1) {
    if (turn > 100_000) throw new Error(`never: ${isSo}`);
    await nextTurn();
  }
}
