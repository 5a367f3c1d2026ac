/** Sockets of the third dialect under clients that mean ill, or do not know what they do. */

import { expect, test } from 'vitest';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import { openClient } from '../sockets/socket-kit.ts';
import { openBinanceKit } from './binance-kit.ts';
import { streamClient } from './stream-kit.ts';

const PLENTY = { capacity: 100_000, refillPerSecond: 100_000 };
const SOCKETS = { flushEveryMillis: 1, messages: PLENTY };
const PIECES = ['{', '}', '"', ':', ',', '[', ']', '\\', 'method', '\u0000', '1e999', 'null'];

const GOOD = [
  { method: 'SUBSCRIBE', params: ['btcusdt@depth@100ms'], id: 1 },
  { method: 'SET_PROPERTY', params: ['combined', true], id: 'a' },
  { id: 7, method: 'order.place', params: { symbol: 'BTCUSDT', side: 'BUY', timestamp: 1 } },
  { id: 'b', method: 'userDataStream.start', params: { apiKey: 'perp_none' } },
].map((frame) => JSON.stringify(frame));

type Random = ReturnType<typeof seedRandom>;

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[nextWhole(random, 0, items.length - 1)]!;

/** A good frame with wrong bytes, with something in its place, or torn. */
function spoil(random: Random): string | Buffer {
  const good = pick(random, GOOD);
  const bytes = Buffer.from(good);
  for (let change = nextWhole(random, 1, 4); change > 0; change -= 1)
    bytes[nextWhole(random, 0, bytes.length - 1)] = nextWhole(random, 32, 126);
  const at = nextWhole(random, 0, good.length - 1);
  const spliced = good.slice(0, at) + pick(random, PIECES);
  return pick(random, [bytes.toString('latin1'), spliced + good.slice(at + 1), spliced, bytes]);
}

test('[BNC-62] [BNC-77] two thousand malformed frames change nothing, seed 11', async () => {
  const kit = await openBinanceKit({ sockets: SOCKETS });
  const random = seedRandom(11);
  const { seq } = kit.venue.health();
  for (const path of ['/ws', '/stream', '/ws-fapi/v1']) {
    const client = streamClient(await openClient(`ws://127.0.0.1:${kit.port}${path}`));
    for (let at = 0; at < 700; at += 1) client.say(spoil(random));
    kit.memory.clock.advance(60_000);
    client.say({ id: 'last', method: path === '/ws-fapi/v1' ? 'ticker.price' : 'GET_PROPERTY' });
    await client.heard(({ id }) => id === 'last');
    const errors = client.frames.filter(({ error }) => error !== undefined);
    expect(errors.length, path).toBeGreaterThan(400);
    for (const { error } of errors) expect(typeof error.code).toBe('number');
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  }
  expect(kit.venue.health().seq).toBe(seq);
});

test('[BNC-60] strange addresses are refused or opened, and nothing breaks, seed 12', async () => {
  const kit = await openBinanceKit({ sockets: { ...SOCKETS, attempts: PLENTY } });
  const random = seedRandom(12);
  const parts = ['ws', 'stream', 'public', 'private', 'btcusdt@trade', '!ticker@arr', '%', '%40'];
  const more = ['?streams=', '&listenKey=', '&events=', '/', '//', '@', '!', 'x'.repeat(64)];
  for (let at = 0; at < 150; at += 1) {
    const path = Array.from({ length: nextWhole(random, 1, 6) }, () =>
      pick(random, [...parts, ...more]),
    ).join(pick(random, ['/', '']));
    const opened = await openClient(`ws://127.0.0.1:${kit.port}/${path}`).catch((error) => error);
    if (opened instanceof Error) expect(opened.message, path).toMatch(/ 40[04]$/);
    else opened.socket.terminate();
  }
  const { status } = await kit.send({ method: 'GET', path: '/fapi/v1/ping' });
  expect(status).toBe(200);
});
