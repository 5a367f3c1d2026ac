/** What opening does with what a crash, a disk or a hand has left behind. */
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkJournal } from '../../src/journal/check-journal.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { JournalDamaged } from '../../src/journal/journal-error.ts';
import { NO_ID } from '../../src/journal/journal-id.ts';
import { crc32c } from '../../src/journal/record.ts';
import {
  alter,
  createFolder,
  flip,
  openSmall,
  recordOffsets,
  recordsOf,
  segmentPaths,
  writeJournal,
} from './data-folder.ts';
import { entriesFrom, readList } from './entries.ts';
import { createFaultyFiles, systemError } from './faulty-files.ts';

async function reopen(dataFolder: string, version = 'test 1') {
  const warnings: string[] = [];
  const journal = await openSmall({
    dataFolder,
    version,
    warn: (message) => warnings.push(message),
  });
  return { journal, warnings };
}

describe('segments', () => {
  test('[JRN-8] a list longer than a segment goes on in the next, also later', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [100, 1, 500, 399]);
    expect(segmentPaths(dataFolder).length).toBeGreaterThan(3);
    const { journal, warnings } = await reopen(dataFolder);
    expect(journal.epoch).toBe(2);
    await journal.append(entriesFrom(1_001, 500));
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, 1_500));
    expect(warnings).toEqual([]);
  });

  test('[JRN-8] an entry larger than a segment gets one of its own size', async () => {
    const journal = await openSmall({ dataFolder: createFolder(), segmentBytes: 1_024 });
    const [one, two, three] = entriesFrom(1, 3);
    const note = 'x'.repeat(5_000);
    const large = { ...two!, command: { ...two!.command, note } };
    await journal.append([one!, large as typeof two & object, three!]);
    expect(await readList(journal)).toStrictEqual([one, large, three]);
  });

  test('[JRN-8] another version of the engine begins a new segment', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [5]);
    const { journal } = await reopen(dataFolder, 'test 2');
    await journal.append(entriesFrom(6, 5));
    expect(segmentPaths(dataFolder)).toHaveLength(2);
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, 10));
  });
});

test('[JRN-25] a journal from before there were ids is read and continued', async () => {
  const dataFolder = createFolder();
  await writeJournal(dataFolder, [20]);
  alter(segmentPaths(dataFolder)[0]!, (bytes) => {
    const text = 'test 1';
    bytes.fill(0, 40, 512);
    bytes.write(text, 40);
    bytes.writeUInt32LE(1, 8);
    bytes.writeUInt32LE(crc32c(bytes, 16, 40 + text.length), 12);
    return bytes;
  });
  const { journal } = await reopen(dataFolder);
  expect(journal.id).toBe(NO_ID);
  await journal.append(entriesFrom(21, 400));
  expect(await readList(journal)).toStrictEqual(entriesFrom(1, 420));
});

test('[JRN-25] the head is that of what is durable, and what a check finds', async () => {
  const dataFolder = createFolder();
  const { journal } = await reopen(dataFolder);
  await journal.append(entriesFrom(1, 400));
  const { chain } = await checkJournal(nodeFiles, dataFolder);
  expect(journal.head).toEqual({ seq: 400, chain });
  expect(journal.id).toMatch(/^[0-9a-f]{16}$/);
});

describe('what a crash left in the cache', () => {
  test('[JRN-19] the last batch is written and synced again before it counts', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [20, 7]);
    const offsets = recordsOf(segmentPaths(dataFolder)[0]!);
    const { files, faults } = createFaultyFiles();
    const written: [number, number][] = [];
    faults.write = (bytes, position) => {
      written.push([position, bytes.length]);
      return bytes.length;
    };
    faults.sync = () => systemError('EIO');
    await expect(openSmall({ dataFolder, files })).rejects.toThrow('EIO');
    faults.sync = undefined;
    const journal = await openSmall({ dataFolder, files });
    expect(written[1]?.[0]).toBe(offsets[20]);
    expect(written[1]?.[1]).toBeGreaterThan(offsets[26]! - offsets[20]!);
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, 27));
  });
});

describe('a torn tail', () => {
  test('[JRN-9] a cut off record is removed and reported; the list goes on', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [40]);
    const [path] = segmentPaths(dataFolder);
    // The write ended with a sector, in the middle of a record.
    const cut = recordsOf(path!).findIndex(
      (at, place, all) => at < 2_048 && all[place + 1]! > 2_048,
    );
    alter(path!, (bytes) => bytes.fill(0, 2_048));
    const offset = recordsOf(path!)[cut]!;
    const { journal, warnings } = await reopen(dataFolder);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(new RegExp(`segment, offset ${offset}: .*checksum.*never acknow`));
    expect(journal.lastSeq).toBe(cut);
    await journal.append(entriesFrom(cut + 1, 400));
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, cut + 400));
  });

  test.each([4, 20, 30, 43])(
    '[JRN-24] byte %i of the last record altered: it may have counted, so nothing is cut off',
    async (place) => {
      const dataFolder = createFolder();
      await writeJournal(dataFolder, [19, 1]);
      const [path] = segmentPaths(dataFolder);
      const offset = recordsOf(path!)[19]!;
      flip(path!, offset + place, 1);
      const before = readFileSync(path!);
      const words = /entry 20, the last of the journal.*may have been acknowledged.*to 19 are good/;
      await expect(reopen(dataFolder)).rejects.toThrow(words);
      await expect(reopen(dataFolder)).rejects.toThrow(/give up entry 20.*journal cut --from 20/);
      expect(readFileSync(path!)).toEqual(before);
    },
  );

  test('[JRN-24] a length that is altered, and noise where nothing was written', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [20]);
    const [path] = segmentPaths(dataFolder);
    const offset = recordsOf(path!)[19]!;
    flip(path!, offset + 3, 0x80);
    await expect(reopen(dataFolder)).rejects.toThrow(/impossible length.*may have been ackn/);
    flip(path!, offset + 3, 0x80);
    alter(path!, (bytes) => bytes.fill(0xab, recordOffsets(bytes)[19]! + 100, 3_000));
    await expect(reopen(dataFolder)).rejects.toThrow(/may have been acknowledged/);
  });

  // A segment has its whole length before it is used, so no crash leaves it shorter.
  test.each([0, 1, 30, 42, 47])(
    '[JRN-24] a file that ends %i bytes into its last record has lost its end',
    async (bytesKept) => {
      const dataFolder = createFolder();
      await writeJournal(dataFolder, [20]);
      const [path] = segmentPaths(dataFolder);
      alter(path!, (bytes) => bytes.subarray(0, recordOffsets(bytes)[19]! + bytesKept));
      await expect(reopen(dataFolder)).rejects.toThrow(
        /the file ends here, and it was made with 16384 bytes: its end is missing/,
      );
    },
  );

  test('[JRN-9] noise after the last record is removed, blank space is no news', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [20]);
    const [path] = segmentPaths(dataFolder);
    alter(path!, (bytes) => bytes.fill(0xab, bytes.length - 3_000, bytes.length - 1_000));
    const { journal, warnings } = await reopen(dataFolder);
    expect([journal.lastSeq, warnings.length]).toEqual([20, 1]);
    await journal.close();
    const again = await reopen(dataFolder);
    expect(again.warnings).toEqual([]);
  });

  test('[JRN-18] a batch of which some sectors never reached the disk is removed', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [10, 100]);
    const [path] = segmentPaths(dataFolder);
    alter(path!, (bytes) => bytes.fill(0, 2_048, 2_560));
    const { journal, warnings } = await reopen(dataFolder);
    expect(journal.lastSeq).toBeGreaterThanOrEqual(10);
    expect(journal.lastSeq).toBeLessThan(50);
    expect(warnings[0]).toContain('a write that never finished');
    const kept = journal.lastSeq;
    await journal.append(entriesFrom(kept + 1, 3));
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, kept + 3));
  });

  test('[JRN-18] the same hole in a batch that was durable once is damage', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [10, 100, 1]);
    const [path] = segmentPaths(dataFolder);
    alter(path!, (bytes) => bytes.fill(0, 2_048, 2_560));
    await expect(reopen(dataFolder)).rejects.toThrow(JournalDamaged);
  });

  test('[JRN-12] half a snapshot and half a segment from a crash are removed', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [20]);
    writeFileSync(join(dataFolder, 'snapshots', '0000000000000010.snapshot.tmp'), 'half');
    writeFileSync(join(dataFolder, 'journal', 'spare.tmp'), 'half');
    const { journal } = await reopen(dataFolder);
    expect(await journal.loadSnapshot()).toBeUndefined();
    await journal.append(entriesFrom(21, 400));
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, 420));
  });
});

describe('damage', () => {
  /** Opens and reads; both may be what finds it. */
  async function findDamage(dataFolder: string): Promise<JournalDamaged> {
    try {
      const { journal } = await reopen(dataFolder);
      await readList(journal);
    } catch (error) {
      if (error instanceof JournalDamaged) return error;
      throw error;
    }
    throw new Error('nothing was found');
  }

  test('[JRN-10] a flipped bit before others names file, offset and what to do', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [50]);
    const [path] = segmentPaths(dataFolder);
    const offset = recordsOf(path!)[24]!;
    flip(path!, offset + 44, 4);
    const { damage, message } = await findDamage(dataFolder);
    expect(damage).toMatchObject({ file: path, offset });
    expect(message).toContain('checksum is wrong, entry 25');
    expect(message).toMatch(/entry 26 at offset \d+ is intact/);
    expect(message).toContain('Put the file back from a copy');
  });

  test('[JRN-10] a bad record at the end of an older segment is no torn tail', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [1_000]);
    const [path] = segmentPaths(dataFolder);
    flip(path!, recordsOf(path!).at(-1)! + 20, 1);
    expect((await findDamage(dataFolder)).message).toContain('and a segment after it');
  });

  test.each([0, 9, 13, 20, 30, 37, 45])('[JRN-10] a bad header, byte %i', async (place) => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [1_000]);
    const path = segmentPaths(dataFolder)[1]!;
    flip(path, place, 1);
    expect((await findDamage(dataFolder)).damage).toMatchObject({ file: path, offset: 0 });
  });

  test('[JRN-11] a missing segment', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [1_000]);
    const paths = segmentPaths(dataFolder);
    rmSync(paths[1]!);
    const { damage, message } = await findDamage(dataFolder);
    expect(damage.file).toBe(paths[0]);
    expect(message).toMatch(/records end with entry \d+, the next segment begins with \d+/);
  });

  test('[JRN-11] a missing first segment without a snapshot', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [1_000]);
    rmSync(segmentPaths(dataFolder)[0]!);
    const { journal } = await reopen(dataFolder);
    await expect(journal.loadSnapshot()).rejects.toThrow(/entries before \d+ are gone/);
  });

  test('[JRN-11] a segment of another journal', async () => {
    const [dataFolder, other] = [createFolder(), createFolder()];
    await writeJournal(dataFolder, [1_000]);
    await writeJournal(other, [1, 999]);
    const [mine, foreign] = [segmentPaths(dataFolder), segmentPaths(other)];
    expect(foreign.length).toBe(mine.length);
    copyFileSync(foreign[1]!, mine[1]!);
    expect((await findDamage(dataFolder)).message).toMatch(
      /segment is of journal \w{16}, those before it of \w{16}/,
    );
  });

  test('[JRN-11] records swapped, doubled or taken out, each intact in itself', async () => {
    const move = (from: number, to: number) => (bytes: Buffer) => {
      const offsets = recordOffsets(bytes);
      const cut = (place: number) => bytes.subarray(offsets[place], offsets[place + 1]);
      const records = offsets.slice(0, -1).map((_, place) => Buffer.from(cut(place)));
      const moved = records[from]!;
      records.splice(from, to === from ? 1 : 0);
      if (to !== from) records.splice(to, 0, moved);
      const tail = Buffer.alloc(bytes.length);
      return Buffer.concat([bytes.subarray(0, 512), ...records, tail]).subarray(0, bytes.length);
    };
    for (const change of [move(10, 10), move(10, 11), move(10, 30)]) {
      const dataFolder = createFolder();
      await writeJournal(dataFolder, [50]);
      alter(segmentPaths(dataFolder)[0]!, change);
      expect((await findDamage(dataFolder)).message).toMatch(/entry \d+ where \d+ should be/);
    }
  });

  test('[JRN-11] an intact record with the right number from another journal', async () => {
    const [dataFolder, other] = [createFolder(), createFolder()];
    await writeJournal(dataFolder, [50]);
    await writeJournal(other, [1, 49]);
    let foreign = Buffer.alloc(0);
    alter(segmentPaths(other)[0]!, (bytes) => {
      const offsets = recordOffsets(bytes);
      foreign = Buffer.from(bytes.subarray(offsets[20], offsets[21]));
      return undefined;
    });
    alter(segmentPaths(dataFolder)[0]!, (bytes) => {
      foreign.copy(bytes, recordOffsets(bytes)[20]);
      return undefined;
    });
    expect((await findDamage(dataFolder)).message).toContain('does not continue the one before');
  });

  test('[JRN-11] a journal that ends before its newest snapshot', async () => {
    const dataFolder = createFolder();
    const { journal } = await reopen(dataFolder);
    await journal.append(entriesFrom(1, 1_000));
    await journal.saveSnapshot({ seq: journal.lastSeq, hash: 'h', payload: Buffer.from('s') });
    await journal.close();
    rmSync(segmentPaths(dataFolder).at(-1)!);
    await expect(reopen(dataFolder)).rejects.toThrow(/ends with entry \d+.*snapshot of 1000/);
  });

  test('[JRN-10] a file cut short while older segments are read', async () => {
    const dataFolder = createFolder();
    await writeJournal(dataFolder, [1_000]);
    truncateSync(segmentPaths(dataFolder)[0]!, 5_000);
    expect((await findDamage(dataFolder)).damage.file).toBe(segmentPaths(dataFolder)[0]);
  });
});
