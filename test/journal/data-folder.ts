/** Journals in folders of their own, and a look at their files from outside. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type OpenChoices, openJournal } from '../../src/journal/open-journal.ts';
import { entriesFrom } from './entries.ts';

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

/** Flips bits of one byte; a negative place counts from the end. */
export const flip = (path: string, place: number, bits: number): void =>
  alter(path, (bytes) => {
    const at = place < 0 ? bytes.length + place : place;
    bytes[at] = (bytes[at] ?? 0) ^ bits;
    return bytes;
  });

export const recordsOf = (path: string): number[] => recordOffsets(readFileSync(path));

/** Where the records of a segment begin, in order; headers of test journals have one sector. */
export function recordOffsets(bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = 512; at + 42 <= bytes.length && bytes.readUInt32LE(at + 4) !== 0; ) {
    offsets.push(at);
    at += Math.ceil((42 + bytes.readUInt32LE(at)) / 8) * 8;
  }
  return offsets;
}
