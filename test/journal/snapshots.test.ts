import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seq } from '../../src/domain/units.ts';
import { alter, createFolder, flip, openSmall, segmentPaths } from './data-folder.ts';
import { entriesFrom } from './entries.ts';

const snapshotAt = (place: number) => ({
  seq: seq(place),
  hash: `hash of ${place}`,
  payload: Buffer.from(JSON.stringify({ seq: place, text: 'state '.repeat(200) })),
});

async function openWithSnapshots(places: readonly number[]) {
  const dataFolder = createFolder();
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const journal = await openSmall({ dataFolder, warn });
  for (let first = 1; first < 1_000; first += 100) await journal.append(entriesFrom(first, 100));
  for (const place of places) await journal.saveSnapshot(snapshotAt(place));
  const folder = join(dataFolder, 'snapshots');
  const paths = () => readdirSync(folder).map((name) => join(folder, name));
  return { dataFolder, journal, warnings, paths };
}

test('[JRN-12] the last three are kept, whatever the order they were taken in', async () => {
  const { paths, journal } = await openWithSnapshots([100, 300, 200, 400]);
  expect(paths().map((path) => Number(path.slice(-20, -9)))).toEqual([200, 300, 400]);
  expect((await journal.loadSnapshot())?.seq).toBe(400);
});

test('[JRN-12] the same entry may be taken again', async () => {
  const { paths, journal } = await openWithSnapshots([100, 100]);
  expect(paths()).toHaveLength(1);
  expect((await journal.loadSnapshot())?.hash).toBe('hash of 100');
});

test('[JRN-13] a flipped byte in the newest falls back to the one before', async () => {
  const { paths, journal, warnings } = await openWithSnapshots([100, 200]);
  const newest = paths()[1]!;
  let size = 0;
  alter(newest, (bytes) => {
    size = bytes.length;
    return undefined;
  });
  for (let place = 0; place < size; place += 7) {
    warnings.length = 0;
    flip(newest, place, 0x10);
    const found = await journal.loadSnapshot();
    // Two bytes of a gzip header carry no meaning; there the payload is proven whole by its hash.
    if (found?.seq === 200) expect(found).toMatchObject(snapshotAt(200));
    else {
      expect(found?.seq).toBe(100);
      expect(warnings[0]).toMatch(/^snapshot 0000000000000200.snapshot is passed over: /);
    }
    flip(newest, place, 0x10);
  }
});

test('[JRN-13] a snapshot cut short falls back too', async () => {
  const { paths, journal, warnings } = await openWithSnapshots([100, 200]);
  for (const keep of [0, 20, 90, -1]) {
    const [, newest] = paths();
    let whole = Buffer.alloc(0);
    alter(newest!, (bytes) => {
      whole = Buffer.from(bytes);
      return bytes.subarray(0, keep < 0 ? bytes.length - 1 : keep);
    });
    expect((await journal.loadSnapshot())?.seq).toBe(100);
    alter(newest!, () => whole);
  }
  expect(warnings).toHaveLength(4);
});

test('[JRN-13] with no good snapshot a start begins with the first entry', async () => {
  const { paths, journal, warnings } = await openWithSnapshots([500]);
  alter(paths()[0]!, (bytes) => bytes.subarray(0, 30));
  expect(await journal.loadSnapshot()).toBeUndefined();
  expect(warnings).toHaveLength(1);
});

test('[JRN-13] a snapshot whose entries are gone does not start', async () => {
  const { dataFolder, journal, warnings } = await openWithSnapshots([10]);
  rmSync(segmentPaths(dataFolder)[0]!);
  await expect(journal.loadSnapshot()).rejects.toThrow(/none of 1 snapshots can be used/);
  expect(warnings[0]).toMatch(/entries 11 to \d+ after it are gone/);
});

test('[JRN-14] a snapshot that does not verify protects nothing and frees nothing', async () => {
  const { paths, journal } = await openWithSnapshots([300, 600, 900]);
  for (const path of paths()) flip(path, -9, 1);
  expect(await journal.trim(seq(1_000))).toBe(1);
});
