/** Books that strict clients keep from the sockets of the Bybit v5 dialect. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDice, roll } from '../../proof/sim/dice.ts';
import { type Anything, BTC } from '../gateway-v2/rest-kit.ts';
import { type BybitKit, LINEAR, openBybitKit, openWire } from './bybit-kit.ts';

let kit: BybitKit;
beforeAll(async () => {
  kit = await openBybitKit({ sockets: { flushEveryMillis: 1 } });
});
afterAll(() => kit.close());

/** As strict clients keep it: a level is named by its text, and only one that is there may go. */
function bookOf(frames: readonly Anything[], topic: string) {
  const sides = { b: new Map<string, string>(), a: new Map<string, string>() };
  let last = { u: 0, seq: 0 };
  const faults: string[] = [];
  for (const { topic: name, type, data } of frames) {
    if (name !== topic) continue;
    if (data.u < last.u || data.seq < last.seq) faults.push(`u ${data.u} after ${last.u}`);
    last = data;
    if (type === 'snapshot') for (const side of Object.values(sides)) side.clear();
    for (const at of ['b', 'a'] as const)
      for (const [price, size] of data[at]) {
        if (Number(size) > 0) sides[at].set(price, size);
        else if (!sides[at].delete(price)) faults.push(`${price} was not there`);
      }
  }
  const sorted = (at: 'b' | 'a') =>
    [...sides[at]].sort(([one], [other]) =>
      at === 'b' ? Number(other) - Number(one) : Number(one) - Number(other),
    );
  return { b: sorted('b'), a: sorted('a'), faults, u: last.u };
}

test('[BYB-20] after 10,000 changes every window is the book', async () => {
  const { say, frames, socket } = await openWire(`ws://127.0.0.1:${kit.port}/v5/public/linear`);
  const depths = [1, 50, 200, 1_000];
  say({ op: 'subscribe', args: depths.map((depth) => `orderbook.${depth}.BTCUSDT`) });
  await expect.poll(() => frames.length, { timeout: 60_000 }).toBeGreaterThan(depths.length);
  const dice = createDice(11);
  await kit.setIndex(BTC, '90000.0');
  for (let change = 0; change < 10_000; change += 1) {
    const isBuy = roll(dice, 0, 1) === 0;
    const away = roll(dice, 1, 900);
    const price = isBuy ? 90_000 - away : 90_000 + away;
    await kit.quote(BTC, isBuy ? 'buy' : 'sell', '0.001', `${price}.0`);
    // Somebody takes the best of either side away, level by level.
    if (change % 8 === 0) await kit.quote(BTC, isBuy ? 'sell' : 'buy', '0.003', `${price}.0`);
    if (change % 500 === 0) await kit.memory.advance(1);
  }
  const http = await kit.does('GET', 'market/orderbook', { ...LINEAR, limit: 1_000 });
  for (const depth of depths) {
    const topic = `orderbook.${depth}.BTCUSDT`;
    const shown = { b: http.b.slice(0, depth), a: http.a.slice(0, depth), faults: [], u: http.u };
    await expect.poll(() => bookOf(frames, topic), { timeout: 60_000 }).toEqual(shown);
  }
  expect(frames.length).toBeGreaterThan(50);
  socket.terminate();
});
