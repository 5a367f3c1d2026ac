import { readFileSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Scene, untilOpen, type VenueProcess, withScene } from './venue-process.ts';

const START = ['start', '--port', '0', '--admin-port', '0', '--page', 'off'] as const;

const baseUrlOf = (said: string): string => /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '';

interface Status {
  readonly seq: number;
  readonly contracts: readonly { symbol: string; indexPrice: string; markPrice: string }[];
}

async function statusOf(folder: string): Promise<Status> {
  const { address, token } = JSON.parse(readFileSync(join(folder, 'data/admin.json'), 'utf8'));
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${address}/status`, { headers });
  return (await response.json()) as Status;
}

async function stop(venue: VenueProcess): Promise<number | null> {
  venue.child.kill('SIGINT');
  return venue.ended;
}

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Whether somebody answers at another address of this machine. */
async function isReached(address: string, baseUrl: string): Promise<boolean> {
  const host = address.includes(':') ? `[${address}]` : address;
  return fetch(`http://${host}:${new URL(baseUrl).port}/healthz`).then(
    () => true,
    () => false,
  );
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('[CLI-4] [CLI-5] [CLI-7] [CLI-8] [CLI-22] [GATE-55] a start, and the next', async () => {
  await withScene(async ({ folder, run }) => {
    const first = run(...START);
    const said = await untilOpen(first);
    expect(said).toContain('Perpetua is open: 8 markets');
    expect(said).toContain('data/credentials.json');
    const time = await fetch(`${baseUrlOf(said)}/capi/v2/market/time`);
    expect(time.status).toBe(200);
    expect(said).not.toContain('Other machines');
    for (const { address, internal } of Object.values(networkInterfaces()).flat().filter(isThere))
      if (!internal) expect(await isReached(address, baseUrlOf(said)), address).toBe(false);
    const before = await statusOf(folder);
    expect(before.contracts).toHaveLength(8);
    expect(modeOf(join(folder, 'data'))).toBe(0o700);
    const secrets = ['credentials.json', 'admin.json', 'keys.json', 'key-encryption.key'];
    for (const name of [...secrets, 'venue.lock', '.gitignore'])
      expect(modeOf(join(folder, 'data', name)), name).toBe(0o600);
    expect(readFileSync(join(folder, 'data/.gitignore'), 'utf8')).toBe('*\n');
    const credentials = readFileSync(join(folder, 'data/credentials.json'), 'utf8');
    expect(JSON.parse(credentials)).toHaveLength(7);
    expect(await stop(first)).toBe(0);
    expect(first.complained()).toBe('');

    const second = run(...START);
    expect(await untilOpen(second)).toContain('goes on after entry');
    const after = await statusOf(folder);
    expect(after.seq).toBeGreaterThan(before.seq);
    after.contracts.forEach(({ symbol, indexPrice }, at) => {
      const was = Number(before.contracts[at]?.indexPrice);
      expect(Math.abs(Number(indexPrice) / was - 1), symbol).toBeLessThan(0.01);
    });
    expect(readFileSync(join(folder, 'data/credentials.json'), 'utf8')).toBe(credentials);
    await manageAccounts(run);
    expect(await stop(second)).toBe(0);
    const unheard = run('qualify', '--base-url', 'http://127.0.0.1:1');
    expect(await unheard.ended).toBe(3);
    expect([unheard.said(), unheard.complained()]).toEqual([
      '',
      'perpetua: nothing answers at http://127.0.0.1:1: is the venue running?\n',
    ]);
  });
});

/** Accounts are opened, listed and qualify while the venue runs. */
async function manageAccounts(run: Scene['run']): Promise<void> {
  const created = run('account', 'create', '--name', 'ann', '--deposit', '500', '--save');
  expect(await created.ended).toBe(0);
  const again = run('account', 'create', '--name', 'ann', '--save');
  expect(await again.ended).toBe(1);
  expect(again.complained()).toMatch(/"ann" is the name of account \d+; choose another/);
  const qualified = run('qualify', '--name', 'ann');
  expect(await qualified.ended).toBe(0);
  expect(qualified.said()).toContain('Qualified.');
  expect(await run('account', 'create', '--name', 'usual').ended).toBe(0);
  const listed = run('account', 'list');
  expect(await listed.ended).toBe(0);
  expect(listed.said()).toMatch(/\d+ +usual +trader +active +10000\.0{8}/);
  expect(listed.said()).toMatch(/\d+ +ann +trader +active +49\d\.\d{8}/);
}

test('[CLI-2] a start with a wrong setting names it and exits with 2', async () => {
  await withScene(async ({ run }) => {
    const venue = run('start', '--port', 'eighty');
    expect(await venue.ended).toBe(2);
    expect(venue.complained()).toContain('--port is "eighty"; it must be a whole number from 0');
  });
});
