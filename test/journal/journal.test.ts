/** What every home of the journal promises. A new home is a new row. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contractId } from '../../src/domain/ids.ts';
import { seq } from '../../src/domain/units.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { MemoryJournal } from '../../src/journal/memory-journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { entriesFrom, entryAt, readList } from './entries.ts';

interface Home {
  readonly name: string;
  readonly open: (dataFolder: string) => Promise<Journal>;
}

const HOMES: readonly Home[] = [
  { name: 'memory', open: async () => new MemoryJournal() },
  {
    name: 'files',
    open: (dataFolder) => openJournal({ dataFolder, version: 'test', segmentBytes: 8_192 }),
  },
];

const snapshotAt = (place: number) => ({
  seq: seq(place),
  hash: `hash of ${place}`,
  payload: Buffer.from(`state at ${place}`),
});

for (const home of HOMES) {
  describe(`a journal in ${home.name}`, () => {
    let folder: string;
    let journal: Journal;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'perpetua-home-'));
      journal = await home.open(folder);
    });
    afterEach(async () => {
      await journal.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('begins empty', async () => {
      expect([journal.firstSeq, journal.lastSeq, journal.durableSeq]).toEqual([1, 0, 0]);
      expect(await readList(journal)).toEqual([]);
      expect(await journal.loadSnapshot()).toBeUndefined();
    });

    test('[JRN-1] gives back what was appended, in order, from any place on', async () => {
      await journal.append(entriesFrom(1, 300));
      await Promise.all([
        journal.append(entriesFrom(301, 1)),
        journal.append(entriesFrom(302, 99)),
      ]);
      expect([journal.lastSeq, journal.durableSeq]).toEqual([400, 400]);
      expect(await readList(journal)).toStrictEqual(entriesFrom(1, 400));
      expect(await readList(journal, seq(399))).toStrictEqual(entriesFrom(399, 2));
      expect(await readList(journal, seq(401))).toEqual([]);
      const some = [];
      for await (const handful of journal.read(seq(5), seq(7))) some.push(...handful);
      expect(some).toStrictEqual(entriesFrom(5, 3));
    });

    test('[JRN-1] flush waits for all that was appended', async () => {
      const appended = journal.append(entriesFrom(1, 10));
      await journal.flush();
      expect(journal.durableSeq).toBe(10);
      await appended;
      await journal.append([]);
    });

    test('[JRN-4] an entry that does not follow is refused, with its whole batch', async () => {
      await journal.append(entriesFrom(1, 5));
      await expect(journal.append([entryAt(7)])).rejects.toThrow('does not follow');
      await expect(journal.append([entryAt(6), entryAt(8)])).rejects.toThrow('does not follow');
      const early = { ...entryAt(6), at: entryAt(1).at };
      await expect(journal.append([early])).rejects.toThrow('goes back in time');
      expect(journal.lastSeq).toBe(5);
      await journal.append(entriesFrom(6, 2));
      expect(await readList(journal)).toStrictEqual(entriesFrom(1, 7));
    });

    test('[JRN-2] what cannot be stored is refused, with its whole batch', async () => {
      const command = { kind: 'halt-contract', contract: contractId(Number.NaN) } as const;
      const bad = { ...entryAt(2), command };
      await expect(journal.append([entryAt(1), bad])).rejects.toThrow('cannot be stored');
      expect(journal.lastSeq).toBe(0);
      await journal.append(entriesFrom(1, 2));
      expect(await readList(journal)).toStrictEqual(entriesFrom(1, 2));
    });

    test('[JRN-12] keeps the last three snapshots and gives back the newest', async () => {
      await journal.append(entriesFrom(1, 50));
      for (const place of [10, 20, 30, 40]) await journal.saveSnapshot(snapshotAt(place));
      const newest = await journal.loadSnapshot();
      expect([newest?.seq, newest?.hash]).toEqual([40, 'hash of 40']);
      expect(Buffer.from(newest?.payload ?? []).toString()).toBe('state at 40');
      expect((await journal.loadSnapshot(seq(40)))?.seq).toBe(30);
      expect(await journal.loadSnapshot(seq(20))).toBeUndefined();
      await expect(journal.saveSnapshot(snapshotAt(51))).rejects.toThrow('ahead of the journal');
    });

    test('[JRN-14] lets go only of what no snapshot needs', async () => {
      for (let first = 1; first < 1_000; first += 100)
        await journal.append(entriesFrom(first, 100));
      expect(await journal.trim(seq(1_000))).toBe(1);
      for (const place of [700, 800, 900]) await journal.saveSnapshot(snapshotAt(place));
      expect(await journal.trim(seq(0))).toBe(1);
      const first = await journal.trim(seq(1_000));
      expect(first).toBeGreaterThan(1);
      expect(first).toBeLessThanOrEqual(701);
      expect(journal.firstSeq).toBe(first);
      expect(await readList(journal)).toStrictEqual(entriesFrom(first, 1_001 - first));
      await expect(readList(journal, seq(first - 1))).rejects.toThrow();
    });

    test('takes nothing after it is closed', async () => {
      await journal.close();
      await expect(journal.append([entryAt(1)])).rejects.toThrow('the journal is closed');
    });
  });
}
