/** Files of keys that are lost, damaged or mixed up, on the real program. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openKeys } from '../../src/assembly/open-keys.ts';
import { dataFilesOf, findCredentials } from '../../src/gateway/data-files.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { untilOpen, type VenueProcess, withScene } from '../cli/venue-process.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { type Holder, openClient } from './signed-call.ts';

const START = ['start', '--port', '0', '--admin-port', '0', '--page', 'off', '--market', 'off'];

const holderIn = (folder: string): Holder => {
  const [first] = findCredentials(join(folder, 'credentials.json')) ?? [];
  if (first === undefined) throw new Error('a sandbox has keys');
  return first;
};

async function answerOf(venue: VenueProcess, holder: Holder): Promise<string> {
  const client = openClient(/http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '');
  const { status, code = '' } = await client.ask(holder);
  client.close();
  return `${status} ${code}`.trim();
}

/** What is done to a good data folder, and what the start says about it. */
const LOST: Readonly<Record<string, { harm: (folder: string) => void; says: string }>> = {
  'no-kek': {
    harm: (folder) => rmSync(join(folder, 'key-encryption.key')),
    says: 'key-encryption.key is missing, and the 14 keys of',
  },
  'other-kek': {
    harm: (folder) => writeFileSync(join(folder, 'key-encryption.key'), 'ab'.repeat(32)),
    says: 'key-encryption.key is another key than the one that',
  },
  'broken-kek': {
    harm: (folder) => writeFileSync(join(folder, 'key-encryption.key'), ''),
    says: 'key-encryption.key: a key-encryption key is 64 hexadecimal digits',
  },
  'no-keys': {
    harm: (folder) => rmSync(join(folder, 'keys.json')),
    says: 'keys.json is missing, but 7 accounts in the journal had keys',
  },
  'moved-secret': {
    harm: (folder) => {
      const path = join(folder, 'keys.json');
      const file = JSON.parse(readFileSync(path, 'utf8'));
      [file.keys[0].secret, file.keys[1].secret] = [file.keys[1].secret, file.keys[0].secret];
      writeFileSync(path, JSON.stringify(file));
    },
    says: 'is damaged: its secret does not open',
  },
};

const keyFilesIn = (data: string): (string | false)[] =>
  ['keys.json', 'key-encryption.key']
    .map((name) => join(data, name))
    .map((file) => existsSync(file) && readFileSync(file, 'utf8'));

test('[GATE-53] [GATE-54] lost keys stop the start, and the remedy it names works', async () => {
  await withScene(async ({ folder, run }) => {
    const good = join(folder, 'good');
    const first = run(...START, '--data', 'good');
    const old = await untilOpen(first).then(() => holderIn(good));
    expect(await answerOf(first, old)).toBe('200');
    const busy = run('keys', 'renew', '--data', 'good');
    expect(await busy.ended).toBe(1);
    expect(busy.complained()).toContain('is in use by process');
    first.child.kill('SIGKILL');
    await first.ended;

    for (const [name, { harm }] of Object.entries(LOST)) {
      cpSync(good, join(folder, name), { recursive: true });
      harm(join(folder, name));
    }
    const { read, close } = await openFileVenue({ dataFolder: good });
    for (const [name, { says }] of Object.entries(LOST)) {
      const data = join(folder, name);
      const before = keyFilesIn(data);
      const settings = { data, keyFile: 'data' };
      const open = openKeys(settings, dataFilesOf(data), createManualClock(0), read.account);
      const said = await open.catch((error: Error) => error.message);
      expect(said).toContain(says);
      expect(said).toContain(`npx perpetua keys renew --data ${data}`);
      expect(keyFilesIn(data), name).toEqual(before);
    }
    await close();

    await Promise.all(
      ['broken-kek', 'no-keys'].map(async (name) => {
        const before = keyFilesIn(join(folder, name));
        const start = run(...START, '--data', name);
        expect(await start.ended, name).toBe(1);
        expect(start.complained()).toContain(LOST[name]?.says);
        expect(start.complained()).toContain(`npx perpetua keys renew --data ${name}\n`);
        // One line; what is logged beside it is of the process that was killed.
        expect(start.complained().match(/^perpetua: /gm)).toHaveLength(1);
        expect(keyFilesIn(join(folder, name)), name).toEqual(before);
        const renew = run('keys', 'renew', '--data', name);
        expect(await renew.ended).toBe(0);
        expect(renew.said()).toContain('credentials.json.old');
        const again = run(...START, '--data', name);
        await untilOpen(again);
        expect(await answerOf(again, holderIn(join(folder, name)))).toBe('200');
        expect(await answerOf(again, old)).toBe('400 40006');
      }),
    );
  });
}, 240_000);

test('[GATE-53] a venue killed while its keys are made starts again unasked', async () => {
  await withScene(async ({ folder, run }) => {
    const data = join(folder, 'data');
    const first = run(...START);
    while (!existsSync(join(data, 'keys.json'))) {
      if (first.child.exitCode !== null) throw new Error(first.complained());
      await pause(1);
    }
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run(...START);
    await untilOpen(second);
    expect(await answerOf(second, holderIn(data))).toBe('200');
  });
}, 120_000);
