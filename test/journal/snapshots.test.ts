import { copyFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seq } from '../../src/domain/units.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { NO_ID } from '../../src/journal/journal-id.ts';
import { crc32c } from '../../src/journal/record.ts';
import { writeSnapshot } from '../../src/journal/snapshot-file.ts';
import { alter, createFolder, flip, openSmall, segmentPaths, writeJournal } from './data-folder.ts';
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

test('[JRN-12] [JRN-14] of older ones the first of a span stays while its entries do', async () => {
  const { paths, journal } = await openWithSnapshots([]);
  const kept = () => paths().map((path) => Number(path.slice(-20, -9)));
  for (let first = 1_001; first < 13_000; first += 500) {
    await journal.append(entriesFrom(first, 500));
    await journal.saveSnapshot(snapshotAt(first + 499));
  }
  expect(kept()).toEqual([4_500, 8_500, 12_000, 12_500, 13_000]);
  const oldest = await journal.trim(seq(8_000));
  expect(oldest).toBeGreaterThan(7_000);
  expect(kept()).toEqual([8_500, 12_000, 12_500, 13_000]);
  expect(await journal.trim(seq(13_000))).toBeGreaterThan(11_000);
  expect(kept()).toEqual([12_000, 12_500, 13_000]);
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
  await expect(journal.loadSnapshot()).rejects.toThrow(/none of 1 snapshot can be used/);
  expect(warnings[0]).toMatch(/entries 11 to \d+ after it are gone/);
});

test('[JRN-14] a snapshot that does not verify protects nothing and frees nothing', async () => {
  const { paths, journal } = await openWithSnapshots([300, 600, 900]);
  for (const path of paths()) flip(path, -9, 1);
  expect(await journal.trim(seq(1_000))).toBe(1);
});

describe('a snapshot of another journal', () => {
  /** A journal of so many entries with a snapshot of the last one. */
  async function create(batches: readonly number[]): Promise<string> {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, batches);
    const journal = await openSmall({ dataFolder });
    await journal.saveSnapshot(snapshotAt(journal.lastSeq));
    await journal.close();
    return dataFolder;
  }
  const pathOf = (dataFolder: string, place: number): string =>
    join(dataFolder, 'snapshots', `${String(place).padStart(16, '0')}.snapshot`);

  test('[JRN-25] stops the start, and names both journals', async () => {
    const [mine, other] = [await create([50]), await create([40])];
    copyFileSync(pathOf(other, 40), pathOf(mine, 40));
    await expect(openSmall({ dataFolder: mine })).rejects.toThrow(
      /40.snapshot.*is of journal \w{16}, the segments are of journal \w{16}: two venues are mixed/,
    );
    rmSync(pathOf(mine, 40));
    expect((await (await openSmall({ dataFolder: mine })).loadSnapshot())?.seq).toBe(50);
  });

  test('[JRN-25] stops it before its length is taken for a missing end', async () => {
    const [mine, other] = [await create([50]), await create([900])];
    copyFileSync(pathOf(other, 900), pathOf(mine, 900));
    await expect(openSmall({ dataFolder: mine })).rejects.toThrow(/two venues are mixed up/);
  });

  test('[JRN-25] of another course of the same journal is found by its chain', async () => {
    const mine = await create([50]);
    const copy = createFolder();
    cpSync(mine, copy, { recursive: true });
    const goOn = async (dataFolder: string, batches: readonly number[]): Promise<void> => {
      const journal = await openSmall({ dataFolder });
      for (const count of batches) await journal.append(entriesFrom(journal.lastSeq + 1, count));
      await journal.saveSnapshot(snapshotAt(70));
      await journal.close();
    };
    await goOn(mine, [10, 10]);
    await goOn(copy, [20]);
    copyFileSync(pathOf(copy, 70), pathOf(mine, 70));
    await expect(openSmall({ dataFolder: mine })).rejects.toThrow(
      /was taken after another entry 70 than the journal has/,
    );
  });

  test('[JRN-25] in an older segment is found when it is taken up', async () => {
    const mine = createFolder();
    const journal = await openSmall({ dataFolder: mine });
    await journal.append(entriesFrom(1, 500));
    const chain = { first: 1, second: 2 };
    const origin = { version: 'test 1', journal: { id: journal.id, chain } };
    await writeSnapshot({ files: nodeFiles, dataFolder: mine }, snapshotAt(3), origin);
    await expect(journal.loadSnapshot()).rejects.toThrow(/another entry 3 than the journal/);
  });

  test('[JRN-25] a snapshot from before there were ids is taken up as before', async () => {
    const mine = createFolder();
    const journal = await openSmall({ dataFolder: mine });
    await journal.append(entriesFrom(1, 50));
    const origin = { version: 'test 1', journal: { id: NO_ID, chain: null } };
    await writeSnapshot({ files: nodeFiles, dataFolder: mine }, snapshotAt(50), origin);
    alter(pathOf(mine, 50), (bytes) => {
      const old = Buffer.concat([bytes.subarray(0, 80), bytes.subarray(96)]);
      old.writeUInt32LE(1, 8);
      const end = 80 + old.readUInt32LE(72) + old.readUInt32LE(76);
      old.writeUInt32LE(crc32c(old, 16, end), 12);
      return old;
    });
    expect((await journal.loadSnapshot())?.seq).toBe(50);
  });
});
