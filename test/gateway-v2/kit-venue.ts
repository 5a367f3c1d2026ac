/**
 * The venue of a kit: in memory, in files where it is kept or has a gateway in front of it, or a
 * replica of a cluster.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '../../src/domain/command.ts';
import { type FileVenue, openFileVenue } from '../../src/venue/open-venue.ts';
import { isReplicated } from '../kit/cluster-setup.ts';
import { START } from '../kit/driver.ts';
import { openLogVenue } from '../kit/log-venue.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { type MemoryVenue, openMemoryVenue } from '../kit/open-memory-venue.ts';

export interface VenueChoice {
  /** A venue on disk instead of one in memory. */
  readonly dataFolder?: string;
  /** When its clock begins. */
  readonly start?: number;
  /** A replica of a cluster, on a machine whose clock is so far ahead of the log's. */
  readonly skew?: number;
  /** A gateway of its own in front of the venue, as where several processes serve the port. */
  readonly isFronted?: boolean;
}

/** Whoever wants every contract test to run against a gateway says so in the environment. */
export const isFronted = ({ isFronted: own }: VenueChoice): boolean =>
  own ?? process.env['PERPETUA_TEST_GATEWAYS'] === '1';

interface KitVenue extends MemoryVenue {
  /** Undefined if it is in memory. */
  readonly folder?: string;
  /** Defined if this process has the files of the venue, and not only those of a replica. */
  readonly inFiles?: FileVenue;
}

export async function openKitVenue(
  choice: VenueChoice,
  genesis: Batch['commands'],
): Promise<KitVenue> {
  const { start = START } = choice;
  if (choice.skew !== undefined || (isReplicated() && choice.isFronted !== true))
    return openReplicated(choice, start, genesis);
  if (choice.dataFolder === undefined && !isFronted(choice))
    return openMemoryVenue({ start, genesis });
  const dataFolder = choice.dataFolder ?? mkdtempSync(join(tmpdir(), 'perpetua-front-'));
  const clock = createManualClock(start);
  const settings = { tickEveryMillis: 0 };
  const venue = await openFileVenue({ dataFolder, clock, settings, genesis });
  const advance = async (byMillis: number): Promise<void> => {
    clock.advance(byMillis);
    await venue.advancer.look();
  };
  return { venue, clock, advance, folder: dataFolder, inFiles: venue };
}

/** Sessions of a shared log end after an hour without a batch. */
const STEP_MILLIS = 1_800_000;

async function openReplicated(
  { dataFolder = mkdtempSync(join(tmpdir(), 'perpetua-front-')), skew }: VenueChoice,
  start: number,
  genesis: Batch['commands'],
): Promise<KitVenue> {
  const clock = createManualClock(start);
  const venue = await openLogVenue({ dataFolder, clock, skew, genesis });
  const advance = async (byMillis: number): Promise<void> => {
    for (let left = byMillis; left > 0; left -= STEP_MILLIS) {
      clock.advance(Math.min(left, STEP_MILLIS));
      await venue.submit({ kind: 'advance-clock' });
    }
  };
  return { venue, clock, advance, folder: dataFolder };
}
