/** Journals in folders of their own, and a look at their files from outside. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Entry } from '../../src/domain/command.ts';
import { accountId, contractId, orderId } from '../../src/domain/ids.ts';
import { fineTicks, lots, millis, seq, ticks } from '../../src/domain/units.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { openJournal, type OpenChoices } from '../../src/journal/open-journal.ts';

export const SMALL_SEGMENT = 16 * 1024;

/** Gone when the test is. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Small segments, closed when the test is over. */
export async function openSmall(choices: Partial<OpenChoices> & { dataFolder: string }) {
  const journal = await openJournal({
    version: 'test 1',
    segmentBytes: SMALL_SEGMENT,
    ...choices,
  });
  onTestFinished(() => journal.close());
  return journal;
}

/** Entries that differ from one another; the same place gives the same entry. */
export function entryAt(place: number): Entry {
  const at = millis(1_767_571_200_000 + place * 3);
  const account = accountId(1_000 + (place % 50));
  const target = { by: 'id', order: orderId(place) } as const;
  const both = { seq: seq(place), at };
  switch (place % 4) {
    case 0:
      return { ...both, command: { kind: 'cancel-order', account, target } };
    case 1:
      return {
        ...both,
        command: {
          kind: 'set-index-price',
          contract: contractId(place % 8),
          price: fineTicks(9_000_000 + place),
        },
      };
    case 2:
      return { ...both, command: { kind: 'set-account-status', ...frozen(place) } };
    default:
      return {
        ...both,
        command: { kind: 'amend-order', account, target, size: lots(place), price: ticks(place) },
      };
  }
}

const frozen = (place: number) => ({
  account: accountId(place),
  status: 'frozen' as const,
  note: `entry ${place} — ${'ü'.repeat(place % 7)}`,
});

export const entriesFrom = (first: number, count: number): Entry[] =>
  Array.from({ length: count }, (_, place) => entryAt(first + place));

export async function readList(journal: Journal, from = journal.firstSeq): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const handful of journal.read(from)) entries.push(...handful);
  return entries;
}

/** A journal of `batches`, each made durable by a sync of its own, closed again. */
export async function writeJournal(dataFolder: string, batches: readonly number[]): Promise<void> {
  const journal = await openJournal({
    dataFolder,
    version: 'test 1',
    segmentBytes: SMALL_SEGMENT,
  });
  for (const count of batches) await journal.append(entriesFrom(journal.lastSeq + 1, count));
  await journal.close();
}

export const segmentPaths = (dataFolder: string): string[] =>
  readdirSync(join(dataFolder, 'journal'))
    .filter((name) => name.endsWith('.segment'))
    .sort()
    .map((name) => join(dataFolder, 'journal', name));

/** Changes a file from outside, as a disk or a hand would. */
export function alter(path: string, change: (bytes: Buffer) => Uint8Array | undefined): void {
  const bytes = readFileSync(path);
  writeFileSync(path, change(bytes) ?? bytes);
}

/** Where the records of a segment begin, in order; headers of test journals have one sector. */
export function recordOffsets(bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = 512; at + 42 <= bytes.length && bytes.readUInt32LE(at + 4) !== 0; ) {
    offsets.push(at);
    at += Math.ceil((42 + bytes.readUInt32LE(at)) / 8) * 8;
  }
  return offsets;
}
