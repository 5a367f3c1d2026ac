/**
 * Whatever happens to the bytes, what is read is the beginning of what was written, or nothing. A
 * wrong entry is never read, and a missing one in the middle never goes unseen.
 */

import { copyFileSync, cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import type { Entry } from '../../src/domain/command.ts';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { checkJournal } from '../../src/journal/check-journal.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { JournalDamaged } from '../../src/journal/journal-error.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { Random } from '../../src/market/random.ts';
import { alter, createFolder, writeJournal } from './data-folder.ts';
import { entriesFrom, readList } from './entries.ts';

const ROUNDS = 300;
const ENTRIES = 500;
/** Nothing crashes here, so nothing need be durable. */
const files = { ...nodeFiles, sync: async () => {}, syncFolder: async () => {} };

function spoil(random: Random, path: string): void {
  const size = statSync(path).size;
  alter(path, (bytes) => {
    switch (nextWhole(random, 0, 4)) {
      case 0:
        return bytes.subarray(0, nextWhole(random, 0, size - 1));
      case 1:
        return bytes.fill(0, nextWhole(random, 0, Math.floor(size / 512) - 1) * 512);
      case 2: {
        const from = nextWhole(random, 0, size - 1);
        const to = Math.min(size, from + nextWhole(random, 1, 600));
        return bytes.fill(nextWhole(random, 0, 255), from, to);
      }
      case 3: {
        const from = nextWhole(random, 0, size - 200);
        bytes.copy(bytes, nextWhole(random, 0, size - 200), from, from + 128);
        return bytes;
      }
      default: {
        for (let count = nextWhole(random, 1, 4); count > 0; count -= 1) {
          const place = nextWhole(random, 0, size - 1);
          bytes[place] = (bytes[place] ?? 0) ^ (1 << nextWhole(random, 0, 7));
        }
        return bytes;
      }
    }
  });
}

async function readSpoilt(dataFolder: string): Promise<readonly Entry[] | JournalDamaged> {
  try {
    const journal = await openJournal({
      dataFolder,
      version: 'test 1',
      segmentBytes: 1_024,
      files,
    });
    try {
      return await readList(journal);
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof JournalDamaged) return error;
    throw error;
  }
}

test(`[JRN-16] ${ROUNDS} spoilt journals give a true beginning or an error, seed 11`, async () => {
  const random = seedRandom(11);
  const original = createFolder();
  await writeJournal(original, [1, 100, 1, 1, 200, 47, 150]);
  const written = entriesFrom(1, ENTRIES);
  const spoilt = join(createFolder(), 'data');
  const seen = { errors: 0, whole: 0, shorter: 0 };
  cpSync(original, spoilt, { recursive: true });
  const names = readdirSync(join(spoilt, 'journal'));
  for (let round = 0; round < ROUNDS; round += 1) {
    // Half of the time the last one, whose end may be untidy.
    const name = names[Math.min(names.length - 1, nextWhole(random, 0, names.length * 2 - 2))]!;
    spoil(random, join(spoilt, 'journal', name));
    const check = await checkJournal(files, spoilt);
    const read = await readSpoilt(spoilt);
    if (read instanceof JournalDamaged) {
      expect(check.damage, `round ${round}`).not.toBeNull();
      seen.errors += 1;
    } else {
      expect(check.damage, `round ${round}`).toBeNull();
      const beginning = stringifyPlain(written.slice(0, read.length));
      expect(stringifyPlain(read) === beginning, `round ${round}`).toBe(true);
      if (read.length === ENTRIES) seen.whole += 1;
      else seen.shorter += 1;
    }
    copyFileSync(join(original, 'journal', name), join(spoilt, 'journal', name));
  }
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(5);
});
