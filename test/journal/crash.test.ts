/** A real process, killed at moments of its own choosing, over and over on the same folder. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import { endingWithUs } from '../../proof/cluster/nats-servers.ts';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { checkJournal } from '../../src/journal/check-journal.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import type { appendForever } from './append-forever.ts';
import { createFolder } from './data-folder.ts';
import { entriesFrom, readList } from './entries.ts';

const KILLS = 12;
const SEED = 21;
const program = new URL('./append-forever.ts', import.meta.url).href;
const verb: (typeof appendForever)['name'] = 'appendForever';

/** Kills it after so many acknowledgements; returns the last that it could tell us of. */
async function runAndKill(dataFolder: string, seed: number, acks: number): Promise<number> {
  const words = `const { ${verb} } = await import(${JSON.stringify(program)});
    await ${verb}(${JSON.stringify(dataFolder)}, ${seed});`;
  const line = endingWithUs('KILL', process.execPath, ['--input-type=module', '--eval', words]);
  const child = spawn(...line, { stdio: ['ignore', 'pipe', 'inherit'] });
  let acked = 0;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    acked = Number(line);
    seen += 1;
    if (seen === acks) child.kill('SIGKILL');
  }
  return acked;
}

test(`[JRN-1] ${KILLS} kills lose nothing that was acknowledged, seed ${SEED}`, {
  timeout: 300_000,
}, async () => {
  const random = seedRandom(SEED);
  const dataFolder = createFolder();
  let lastBefore = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const acked = await runAndKill(dataFolder, SEED + kill, nextWhole(random, 1, 80));
    expect(acked, `kill ${kill}`).toBeGreaterThan(lastBefore);
    const journal = await openJournal({ dataFolder, version: 'crash' });
    expect(journal.lastSeq, `kill ${kill}`).toBeGreaterThanOrEqual(acked);
    const entries = await readList(journal);
    const { firstSeq, lastSeq } = journal;
    const expected = stringifyPlain(entriesFrom(firstSeq, lastSeq - firstSeq + 1));
    expect(stringifyPlain(entries) === expected, `kill ${kill}`).toBe(true);
    const snapshot = await journal.loadSnapshot();
    if (snapshot !== undefined) expect(snapshot.hash).toBe(String(snapshot.seq));
    lastBefore = lastSeq;
    await journal.close();
    const check = await checkJournal(nodeFiles, dataFolder);
    expect([check.damage, check.torn]).toEqual([null, null]);
  }
});
