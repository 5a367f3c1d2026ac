/** `perpetua fork` as people type it, beside the real program. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findCredentials } from '../../src/gateway/data-files.ts';
import { openClient } from '../keys/signed-call.ts';
import { untilOpen, type VenueProcess, withScene } from './venue-process.ts';

const START = ['start', '--port', '0', '--admin-port', '0', '--page', 'off'];

async function answerOf(venue: VenueProcess, folder: string, place = 0): Promise<number> {
  const holder = findCredentials(join(folder, 'credentials.json'))?.at(place);
  if (holder === undefined) throw new Error('a sandbox has keys');
  const client = openClient(/http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '');
  const { status } = await client.ask(holder);
  client.close();
  return status;
}

test('[FORK-1] [FORK-6] keys open both venues; tokens and people stay behind', async () => {
  await withScene(async ({ folder, run }) => {
    const first = run(...START, '--data', 'first');
    await untilOpen(first);
    const made = run('fork', '--from', 'first', '--data', 'second');
    expect(await made.ended).toBe(0);
    // On a slow machine it tells how long it has been at it.
    expect(made.complained()).toMatch(/^(?:forking, \d+ s\n)*$/);
    expect(made.said()).toMatch(/^second goes on from entry \d+, \S+Z, of \S+first\. Made in/);
    expect(made.said()).toContain('npx perpetua start --port 8710 --admin-port 8711 --data second');
    expect(readdirSync(join(folder, 'second')).sort()).toEqual([
      '.gitignore',
      'archive.sqlite',
      'credentials.json',
      'generated-history.json',
      'journal',
      'key-encryption.key',
      'keys.json',
      'market.seed',
      'snapshots',
      'venue.lock',
    ]);
    const isPrivate = (name: string): boolean =>
      (statSync(join(folder, 'second', name)).mode & 0o077) === 0;
    expect(['.', 'keys.json', 'key-encryption.key', 'archive.sqlite'].every(isPrivate)).toBe(true);
    const verified = run('journal', 'verify', '--data', 'second');
    expect(await verified.ended, verified.said()).toBe(0);
    const second = run(...START, '--data', 'second');
    for (const venue of [first, second])
      expect(await answerOf(venue, join(folder, 'first'))).toBe(200);
    const tokenOf = (name: string): string =>
      readFileSync(join(folder, name, 'admin.token'), 'utf8');
    expect(tokenOf('second')).not.toBe(tokenOf('first'));
    expect(first.complained()).toBe('');
  });
});

test('[FORK-6] a key of an account that is opened later opens nothing in the fork', async () => {
  await withScene(async ({ folder, run }) => {
    const first = run(...START, '--market', 'off', '--data', 'first');
    await untilOpen(first);
    const create = ['account', 'create', '--name', 'ann', '--save', '--data', 'first'];
    expect(await run(...create).ended).toBe(0);
    expect(await answerOf(first, join(folder, 'first'), -1)).toBe(200);
    expect(await run('fork', '--at', '1', '--from', 'first', '--data', 'second').ended).toBe(0);
    const second = run(...START, '--market', 'off', '--data', 'second');
    expect(await answerOf(second, join(folder, 'second'))).toBe(200);
    expect(await answerOf(second, join(folder, 'second'), -1)).toBe(400);
  });
});

test('[FORK-5] words that are not understood exit 2, and a refusal exits 1', async () => {
  await withScene(async ({ folder, run }) => {
    const cases: readonly (readonly [number, string, readonly string[]])[] = [
      [2, '--data names the folder to make', []],
      [2, '--at takes now, the number of an entry or a time', ['--data', 'a', '--at', 'noon']],
      [2, '"b" is not understood here', ['--data', 'a', 'b']],
      [2, '--form is not known here; did you mean --from?', ['--data', 'a', '--form', 'b']],
      [1, 'nothing is forked: ', ['--data', 'a', '--from', 'none']],
    ];
    for (const [code, says, words] of cases) {
      const { ended, complained } = run('fork', ...words);
      expect([await ended, complained()]).toEqual([code, expect.stringContaining(says)]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('[FORK-5] killed at any moment, a fork leaves nothing that looks like a venue', async () => {
  await withScene(async ({ folder, run }) => {
    const venue = run(...START, '--data', 'first');
    await untilOpen(venue);
    let killed = 0;
    for (let after = 0; after < 24; after += 3) {
      const fork = run('fork', '--from', 'first', '--data', 'second');
      const isBegun = (): boolean => readdirSync(folder).some((name) => name.includes('.forking-'));
      while (!isBegun() && fork.child.exitCode === null) await pause(1);
      await pause(after);
      fork.child.kill('SIGKILL');
      await fork.ended;
      if (existsSync(join(folder, 'second'))) break;
      killed += 1;
      for (const name of readdirSync(folder).filter((one) => one.includes('.forking-')))
        expect(readdirSync(join(folder, name))).not.toContain('journal');
    }
    expect(killed).toBeGreaterThan(0);
    if (!existsSync(join(folder, 'second')))
      expect(await run('fork', '--from', 'first', '--data', 'second').ended).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['first', 'second']);
    const verified = run('journal', 'verify', '--data', 'second');
    expect(await verified.ended, verified.said()).toBe(0);
    expect(venue.complained()).toBe('');
  });
});
