/** The program that the crash test kills: appends batches and says which are acknowledged. */

import { flushCompileCache } from 'node:module';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { entriesFrom } from './entries.ts';

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
      waiting.push(appended.then(() => tell(last)));
    }
    await Promise.all(waiting);
    const place = journal.durableSeq;
    if (nextWhole(random, 0, 15) > 0) continue;
    const payload = Buffer.from(`state at ${place}`);
    await journal.saveSnapshot({ seq: place, hash: String(place), payload });
    await journal.trim(place);
  }
}

/** A pipe that nobody reads for a while is full: who waits for it is still there to be killed. */
const tell = (seq: number): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(`${seq}\n`, () => resolve());
  });
