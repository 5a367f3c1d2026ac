/** The real program on a machine whose clock is set while it runs, by libfaketime. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { findCredentials } from '../../src/gateway/data-files.ts';
import { untilOpen, withScene } from '../cli/venue-process.ts';
import { openClient } from './signed-call.ts';

const HOUR_SECONDS = 3_600;
const LIBRARIES = '/usr/lib';

/** Where Debian's package puts it; LIBFAKETIME names another place. */
function findLibrary(): string | undefined {
  const { LIBFAKETIME: chosen } = process.env;
  if (chosen !== undefined) return chosen;
  if (process.platform !== 'linux') return undefined;
  return ['', ...readdirSync(LIBRARIES)]
    .map((folder) => join(LIBRARIES, folder, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path));
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test('[GATE-52] a clock set back and on shuts nobody out and lets nobody in', async (context) => {
  const library = findLibrary();
  if (library === undefined) {
    if (process.env['CI'] === 'true') throw new Error('no libfaketime to set the clock with');
    process.stderr.write('skipped: install libfaketime (apt-get install libfaketime)\n');
    return context.skip();
  }
  await withScene(async ({ folder, run }) => {
    const path = join(folder, 'set-by');
    let byMillis = 0;
    const setClock = (seconds: number): void => {
      writeFileSync(path, `${seconds < 0 ? '' : '+'}${seconds}\n`);
      byMillis = seconds * 1_000;
    };
    setClock(0);
    const faked = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    for (const [name, value] of Object.entries(faked)) vi.stubEnv(name, value);
    const start = ['start', '--port', '0', '--admin-port', '0', '--page', 'off'];
    const venue = run(...start, ...oneMarket(folder));
    vi.unstubAllEnvs();
    const baseUrl = /http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '';
    const [holder] = findCredentials(join(folder, 'data/credentials.json')) ?? [];
    if (holder === undefined) throw new Error('a sandbox has keys');
    const client = openClient(baseUrl, () => Date.now() + byMillis);
    const untilSet = () =>
      expect
        .poll(async () => {
          const text = await (await fetch(`${baseUrl}/capi/v2/market/time`)).text();
          return Math.abs(JSON.parse(text).timestamp - Date.now() - byMillis) < 20_000;
        })
        .toBe(true);
    const passes = async (): Promise<void> => {
      for (let n = 0; n < 60; n += 1) expect((await client.ask(holder)).status).toBe(200);
    };
    await passes();
    setClock(-HOUR_SECONDS);
    await untilSet();
    expect((await client.ask(holder)).status).toBe(200);

    for (let n = 0; n < 10; n += 1)
      expect((await client.ask(holder, { passphrase: 'wrongone' })).code).toBe('40012');
    setClock(HOUR_SECONDS);
    await untilSet();
    const locked = await client.ask(holder);
    expect(locked.status).toBe(429);
    expect(Number(locked.retryAfter)).toBeGreaterThan(100);
    expect(Number(locked.retryAfter)).toBeLessThanOrEqual(300);
    client.close();
  });
}, 120_000);
