/** Data folders of a venue that traded, and what a start makes of them afterwards. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/venue/clock.ts';
import { type FileVenue, openFileVenue } from '../../src/venue/open-venue.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { genesisOf } from '../venue/market.ts';
import { numberedOrder, TRADERS } from '../venue/numbered-order.ts';

const BEGIN = 1_767_571_200_000;
export const SEGMENT_BYTES = 8 * 1024;

export interface Told {
  readonly level: string;
  readonly message: string;
}

export async function openTraded(
  dataFolder: string,
  told: Told[] = [],
  clock: Clock = createManualClock(BEGIN),
): Promise<FileVenue> {
  return openFileVenue({
    dataFolder,
    clock,
    genesis: genesisOf(TRADERS),
    settings: { tickEveryMillis: 0 },
    journal: { segmentBytes: SEGMENT_BYTES },
    logger: (level, message) => told.push({ level, message }),
  });
}

/** One after the other, so that each is a batch of its own and the bytes are always the same. */
export async function trade(venue: FileVenue, from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number += 1)
    await venue.submit(numberedOrder(number));
}

export interface Traded {
  /** Stopped as told, with three snapshots. */
  readonly stopped: string;
  /** Killed: the last snapshot is older, and the last batch of twenty shares a write. */
  readonly killed: string;
  readonly hash: string;
  readonly killedHash: string;
}

/** Three runs of one venue over several segments. */
export async function createTraded(root: string, name: string): Promise<Traded> {
  const [stopped, killed] = [join(root, name), join(root, `${name}-killed`)];
  for (const [from, count] of [
    [0, 200],
    [200, 40],
    [240, 40],
  ] as const) {
    const venue = await openTraded(stopped);
    await trade(venue, from, count);
    await venue.close();
  }
  const venue = await openTraded(stopped);
  const hash = venue.read.hash();
  await venue.close();
  cpSync(stopped, killed, { recursive: true });
  const other = await openTraded(killed);
  const batch = Array.from({ length: 20 }, (_, place) => numberedOrder(280 + place));
  await Promise.all(batch.map((order) => other.submit(order)));
  const copy = `${killed}-copy`;
  cpSync(killed, copy, { recursive: true });
  // What the archive had not stored yet is told by the journal.
  for (const ending of ['-wal', '-shm']) rmSync(join(copy, `archive.sqlite${ending}`));
  copyFileSync(join(stopped, 'archive.sqlite'), join(copy, 'archive.sqlite'));
  const killedHash = other.read.hash();
  await other.close();
  rmSync(killed, { recursive: true });
  return { stopped, killed: copy, hash, killedHash };
}

export const createRoot = (): string => mkdtempSync(join(tmpdir(), 'perpetua-faults-'));

/** Of everything in these folders; what a start that stops must not change. */
export function digestOf(dataFolder: string): string {
  const hash = createHash('sha256');
  for (const folder of ['journal', 'snapshots'])
    for (const name of filesIn(join(dataFolder, folder)))
      hash.update(name).update(readFileSync(join(dataFolder, folder, name)));
  return hash.digest('hex');
}

export const filesIn = (folder: string): string[] => {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? [] : readdirSync(folder).sort();
};
