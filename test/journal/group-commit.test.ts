/** How appended entries share syncs, and what happens when a disk cannot keep up or gives up. */
import { describe, expect, test } from 'vitest';
import { seq } from '../../src/domain/units.ts';
import { JournalFailed, JournalOverloaded } from '../../src/journal/journal-error.ts';
import { createFolder, openSmall } from './data-folder.ts';
import { entriesFrom, readList } from './entries.ts';
import { createFaultyFiles, systemError } from './faulty-files.ts';

describe('group commit', () => {
  test('[JRN-5] everything appended in one turn shares one sync', async () => {
    const { files, faults } = createFaultyFiles();
    const journal = await openSmall({ dataFolder: createFolder(), files });
    const appends = entriesFrom(1, 20).map((entry) => journal.append([entry]));
    await Promise.all(appends);
    expect(faults.syncs).toBe(1);
  });

  test('[JRN-5] while one sync runs the next batch gathers; idle, one sync is all', async () => {
    const { files, faults } = createFaultyFiles();
    const journal = await openSmall({ dataFolder: createFolder(), files });
    const gate = Promise.withResolvers<void>();
    faults.syncData = () => gate.promise;
    const order: string[] = [];
    const first = journal.append(entriesFrom(1, 1)).then(() => order.push('first'));
    await Promise.resolve();
    const rest = entriesFrom(2, 50).map((entry) => journal.append([entry]));
    const others = Promise.all(rest).then(() => order.push('others'));
    expect([journal.lastSeq, journal.durableSeq]).toEqual([51, 0]);
    faults.syncData = undefined;
    gate.resolve();
    await Promise.all([first, others]);
    expect(order).toEqual(['first', 'others']);
    expect([faults.syncs, journal.durableSeq]).toEqual([2, 51]);
    await journal.append(entriesFrom(52, 1));
    expect(faults.syncs).toBe(3);
  });

  test('[JRN-5] nothing is read or acknowledged before its sync has ended', async () => {
    const { files, faults } = createFaultyFiles();
    const journal = await openSmall({ dataFolder: createFolder(), files });
    await journal.append(entriesFrom(1, 3));
    const gate = Promise.withResolvers<void>();
    faults.syncData = () => gate.promise;
    const slow = journal.append(entriesFrom(4, 3));
    expect(await readList(journal)).toHaveLength(3);
    gate.resolve();
    await slow;
    expect(await readList(journal)).toHaveLength(6);
  });

  test('[JRN-6] what may wait is bounded; too much is refused and may come again', async () => {
    const { files, faults } = createFaultyFiles();
    const journal = await openSmall({ dataFolder: createFolder(), files, waitingEntriesMax: 10 });
    const gate = Promise.withResolvers<void>();
    faults.syncData = () => gate.promise;
    const first = journal.append(entriesFrom(1, 5));
    await Promise.resolve();
    const second = journal.append(entriesFrom(6, 8));
    const third = journal.append(entriesFrom(14, 3));
    await expect(third).rejects.toThrow(JournalOverloaded);
    await expect(third).rejects.toThrow('8 entries wait for the disk already, at most 10 may');
    expect(journal.lastSeq).toBe(13);
    gate.resolve();
    await Promise.all([first, second]);
    await journal.append(entriesFrom(14, 3));
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, 16));
  });

  test('[JRN-6] one batch larger than the bound passes when nothing waits', async () => {
    const journal = await openSmall({ dataFolder: createFolder(), waitingEntriesMax: 10 });
    await journal.append(entriesFrom(1, 100));
    expect(journal.durableSeq).toBe(100);
  });

  test('short writes are continued', async () => {
    const { files, faults } = createFaultyFiles();
    const journal = await openSmall({ dataFolder: createFolder(), files });
    faults.write = () => 13;
    await journal.append(entriesFrom(1, 30));
    faults.write = undefined;
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, 30));
  });
});

describe('a failing disk', () => {
  test.each(['ENOSPC', 'EIO'] as const)(
    '[JRN-7] %s on write fails the journal for good; what is safe can be read',
    async (code) => {
      const { files, faults } = createFaultyFiles();
      const warnings: string[] = [];
      const warn = (message: string) => warnings.push(message);
      const dataFolder = createFolder();
      const journal = await openSmall({ dataFolder, files, warn });
      await journal.append(entriesFrom(1, 10));
      // A part of it reaches the disk before the error, to the end of a sector.
      let writes = 0;
      faults.write = (_, position) => {
        writes += 1;
        return writes === 1 ? 512 - (position % 512) : systemError(code);
      };
      await expect(journal.append(entriesFrom(11, 10))).rejects.toThrow(JournalFailed);
      faults.write = undefined;
      const later = journal.append(entriesFrom(21, 1));
      await expect(later).rejects.toThrow(new RegExp(`${code}.*up to 10 are safe.*start again`));
      await expect(journal.flush()).rejects.toThrow(JournalFailed);
      expect(journal.failure).toBeInstanceOf(JournalFailed);
      expect(warnings).toHaveLength(1);
      expect(await readList(journal)).toStrictEqual(entriesFrom(1, 10));

      await journal.close();
      const again = await openSmall({ dataFolder });
      const kept = await readList(again);
      expect(kept).toStrictEqual(entriesFrom(1, kept.length));
      expect(kept.length).toBeGreaterThanOrEqual(10);
    },
  );

  test('[JRN-7] EIO on sync fails all that waited, written or not', async () => {
    const { files, faults } = createFaultyFiles();
    const dataFolder = createFolder();
    const journal = await openSmall({ dataFolder, files });
    await journal.append(entriesFrom(1, 4));
    faults.syncData = () => systemError('EIO');
    const first = journal.append(entriesFrom(5, 2));
    await Promise.resolve();
    const second = journal.append(entriesFrom(7, 2));
    await expect(first).rejects.toThrow('EIO');
    await expect(second).rejects.toThrow('EIO');
    faults.syncData = undefined;
    await expect(journal.append(entriesFrom(5, 2))).rejects.toThrow(JournalFailed);
    expect(journal.durableSeq).toBe(4);
    expect(await readList(journal, seq(2))).toStrictEqual(entriesFrom(2, 3));
  });

  test('[JRN-7] a new segment that cannot be made fails the journal', async () => {
    const { files, faults } = createFaultyFiles();
    const journal = await openSmall({ dataFolder: createFolder(), files });
    await journal.append(entriesFrom(1, 10));
    faults.rename = () => systemError('EIO');
    await expect(journal.append(entriesFrom(11, 600))).rejects.toThrow(JournalFailed);
    expect(await readList(journal)).toStrictEqual(entriesFrom(1, 10));
  });

  test('[JRN-12] a snapshot that cannot be written harms nothing else', async () => {
    const { files, faults } = createFaultyFiles();
    const dataFolder = createFolder();
    const journal = await openSmall({ dataFolder, files });
    await journal.append(entriesFrom(1, 10));
    const good = { seq: seq(5), hash: 'good', payload: Buffer.from('good') };
    await journal.saveSnapshot(good);
    faults.sync = () => systemError('EIO');
    await expect(journal.saveSnapshot({ ...good, seq: seq(9) })).rejects.toThrow('EIO');
    faults.sync = undefined;
    expect((await journal.loadSnapshot())?.seq).toBe(5);
    expect(files.list(`${dataFolder}/snapshots`)).toHaveLength(1);
    await journal.append(entriesFrom(11, 1));
  });
});
