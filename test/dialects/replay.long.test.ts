/**
 * Somebody who saw one signed request sends it at every address of every dialect, as it was and
 * dressed up in that dialect's words, and again after the venue was killed: nothing changes, and
 * each interface refuses in its own form.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { untilOpen, withScene } from '../cli/venue-process.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { type Access, type Captured, DOORS } from './placements.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(url: string, { path, query, headers, body }: Captured): Promise<Answer> {
  const response = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
    method: 'POST',
    headers: { ...headers },
    ...(body === '' ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** Told by an address, which needs no signature. */
async function openOrders(url: string, address: string): Promise<number> {
  const response = await fetch(`${url}/hl/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'openOrders', user: address }),
  });
  const orders: Anything = await response.json();
  return orders.length;
}

/** Each request at each other door, as it came and with its proof in that door's words. */
async function tryEverywhere(url: string, access: Access, seen: Record<string, Captured>) {
  for (const [from, captured] of Object.entries(seen))
    for (const [to, door] of Object.entries(DOORS)) {
      if (from === to) continue;
      for (const sent of [{ ...captured, path: door.path }, door.disguise(access, captured)]) {
        const { status, text } = await send(url, sent);
        expect(door.isRefusal(status, text), `${from} at ${to}: ${status} ${text}`).toBe(true);
      }
    }
}

test('[DIA-22] a captured request changes nothing elsewhere, nor after a kill', async () => {
  expect(Object.keys(DOORS).sort()).toEqual(DIALECTS.map(({ id }) => id).sort());
  await withScene(async ({ folder, run }) => {
    const quiet = ['--admin-port', '0', '--page', 'off', '--log-level', 'error'];
    const start = async (port: string) => {
      const venue = run('start', '--port', port, ...quiet);
      return { venue, url: /http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '' };
    };
    const { venue, url } = await start('0');
    const file = readFileSync(join(folder, 'data/credentials.json'), 'utf8');
    const access: Access & { address: string } = JSON.parse(file).find(
      ({ name }: { name: string }) => name === 'oneway-1',
    );
    const seen: Record<string, Captured> = {};
    for (const [name, door] of Object.entries(DOORS)) {
      const captured = await door.capture(access, Date.now(), `seen-${name}`);
      const { status, text } = await send(url, captured);
      expect(door.isRefusal(status, text), `${name}: ${text}`).toBe(false);
      seen[name] = captured;
    }
    const placed = Object.keys(DOORS).length;
    expect(await openOrders(url, access.address)).toBe(placed);
    await tryEverywhere(url, access, seen);
    for (const captured of Object.values(seen)) await send(url, captured);
    expect(await openOrders(url, access.address)).toBe(placed);

    venue.child.kill('SIGKILL');
    await venue.ended;
    const again = await start(new URL(url).port);
    await tryEverywhere(again.url, access, seen);
    for (const captured of Object.values(seen)) await send(again.url, captured);
    expect(await openOrders(again.url, access.address)).toBe(placed);
    const spent = await send(again.url, seen['hyperliquid']!);
    expect(spent.text).toContain('Invalid nonce');
  });
});
