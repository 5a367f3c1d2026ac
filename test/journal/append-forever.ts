/** The program that the crash test kills: appends batches and says which are acknowledged. */

import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { entriesFrom } from './entries.ts';

const STDOUT = 1;

export async function appendForever(dataFolder: string, seed: number): Promise<never> {
  // A process that is killed would not keep it for the next.
  flushCompileCache();
  const random = seedRandom(seed);
  const journal = await openJournal({ dataFolder, version: 'crash', segmentBytes: 128 * 1024 });
  for (;;) {
    const waiting: Promise<void>[] = [];
    for (let appends = nextWhole(random, 1, 8); appends > 0; appends -= 1) {
      const count = nextWhole(random, 1, 40);
      const appended = journal.append(entriesFrom(journal.lastSeq + 1, count));
      const last = journal.lastSeq;
      waiting.push(appended.then(() => void writeSync(STDOUT, `${last}\n`)));
    }
    await Promise.all(waiting);
    const place = journal.durableSeq;
    if (nextWhole(random, 0, 15) > 0) continue;
    const payload = Buffer.from(`state at ${place}`);
    await journal.saveSnapshot({ seq: place, hash: String(place), payload });
    await journal.trim(place);
  }
}
