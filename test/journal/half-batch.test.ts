/** A batch of a replica is in the journal as a whole, or not at all. */
import { expect, test } from 'vitest';
import type { Entry } from '../../src/domain/command.ts';
import { millis, seq } from '../../src/domain/units.ts';
import {
  alter,
  createFolder,
  openSmall,
  recordsOf,
  SMALL_SEGMENT,
  segmentPaths,
} from './data-folder.ts';
import { entriesFrom, readList } from './entries.ts';

/** A batch with so many commands, as entries from this place on. */
function batchFrom(first: number, count: number): Entry[] {
  const [begin, ...commands] = entriesFrom(first, count + 1);
  const identity = { session: '00000000000000aa', number: 1, sentAt: millis(0) };
  const command = { kind: 'begin-batch', ...identity, position: 0, count } as const;
  return [{ ...begin!, command }, ...commands];
}

/** The last records were never written. */
const loseLast = (dataFolder: string, count: number): void => {
  const path = segmentPaths(dataFolder).at(-1)!;
  alter(path, (bytes) => bytes.fill(0, recordsOf(path).at(-count)));
};

async function write(...appends: readonly (readonly Entry[])[]): Promise<string> {
  const dataFolder = createFolder();
  const journal = await openSmall({ dataFolder });
  for (const entries of appends) await journal.append(entries);
  await journal.close();
  return dataFolder;
}

test.each([1, 2, 3])('[CLU-2] a batch that lost its last %i records is cut off', async (lost) => {
  const dataFolder = await write(entriesFrom(1, 5), batchFrom(6, 3));
  loseLast(dataFolder, lost);
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const journal = await openSmall({ dataFolder, warn });
  expect(journal.lastSeq).toBe(5);
  expect(warnings).toEqual([expect.stringContaining(`${3 - lost} of the 3 commands of a batch`)]);
  await journal.append(batchFrom(6, 3));
  await journal.close();
  const again = await openSmall({ dataFolder, warn });
  expect(await readList(again)).toStrictEqual([...entriesFrom(1, 5), ...batchFrom(6, 3)]);
  expect(warnings).toHaveLength(1);
});

test('[CLU-2] a whole batch stays, and so does what came before half of one', async () => {
  const whole = await openSmall({ dataFolder: await write(batchFrom(1, 3)) });
  expect(whole.lastSeq).toBe(4);
  const dataFolder = await write([...batchFrom(1, 2), ...batchFrom(4, 2)]);
  loseLast(dataFolder, 1);
  const half = await openSmall({ dataFolder });
  expect(await readList(half)).toStrictEqual(batchFrom(1, 2));
  expect(half.head.seq).toBe(seq(3));
});

test('[CLU-2] a batch is in one segment, whatever its size', async () => {
  const appends: Entry[][] = [];
  for (let first = 1; first < 1_200; first += 151) appends.push(batchFrom(first, 150));
  const dataFolder = await write(...appends, batchFrom(1_209, 600));
  const firsts = segmentPaths(dataFolder).map((path) => Number(/(\d+)\.segment$/.exec(path)?.[1]));
  expect(firsts.length).toBeGreaterThan(3);
  for (const first of firsts) expect((first - 1) % 151).toBe(0);
  const journal = await openSmall({ dataFolder });
  expect(await readList(journal)).toHaveLength(1_208 + 601);
  expect(SMALL_SEGMENT).toBeLessThan(600 * 48);
});
