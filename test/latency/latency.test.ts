/** Latency over the real doors: calls, frames and dialects, in venue time. */
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { FillPayload } from '../../src/client/calls.ts';
import { createClient } from '../../src/client/client.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/perpetua.ts';
import { openCcxt, PAIR } from '../binance/clients/ccxt-seat.ts';
import { createBot } from '../sandbox/signed-bot.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});
const open = async (options: SandboxOptions): Promise<Sandbox> => {
  const venue = await openSandbox({ accounts: 2, oneway: 1, markets: ['BTC'], ...options });
  opened.push(venue);
  return venue;
};
const fillsOf = async (venue: Sandbox, place: number) => (await venue.account(place)).fills;

test('[LAT-3] a call takes its latency of venue time, where time waits for the bot', async () => {
  const venue = await open({ latency: 'entry=40ms,answer=20ms' });
  const before = venue.now().getTime();
  const bot = createBot(venue);
  await bot.trade('0.0100');
  expect(venue.now().getTime()).toBe(before + 60);
  const [fill] = await fillsOf(venue, 0);
  expect(fill!.at.getTime()).toBe(before + 40);
  // Reading takes as long.
  await bot.get('perpetua/latency');
  expect(venue.now().getTime()).toBe(before + 120);
  expect(await bot.get('perpetua/latency')).toEqual({ latency: 'entry 40ms, answer 20ms' });
});

test('[LAT-3] the market goes on while a call is under way', async () => {
  const venue = await open({});
  await venue.setLatency(0, 'entry=3s');
  const { index } = venue.prices('BTC');
  await createBot(venue).trade('0.0100');
  expect(venue.prices('BTC').index).not.toBe(index);
  const before = venue.now().getTime();
  await createBot(venue, 1).trade('0.0100');
  expect(venue.now().getTime()).toBe(before);
});

test('[LAT-3] one call after the other takes its time, none of it is lost', async () => {
  const venue = await open({ latency: 'entry=50ms,answer=50ms', ordersPerSecond: 1_000 });
  const bot = createBot(venue);
  const before = venue.now().getTime();
  for (let call = 1; call <= 60; call += 1) {
    await bot.trade('0.0100', { type: call % 2 === 1 ? '1' : '3' });
    expect(venue.now().getTime()).toBe(before + call * 100);
  }
});

test('[LAT-3] it is the same in every dialect', async () => {
  const venue = await open({ latency: 'entry=40ms,answer=20ms' });
  const { apiKey: key, secretKey: secret } = venue.accounts[2]!;
  const door = { http: venue.url, ws: venue.url.replace('http', 'ws'), key, secret };
  const exchange = await openCcxt(door as Parameters<typeof openCcxt>[0]);
  try {
    const before = venue.now().getTime();
    await exchange.createOrder(PAIR, 'market', 'buy', 0.001);
    expect(venue.now().getTime()).toBe(before + 60);
    const [fill] = await fillsOf(venue, 2);
    expect(fill!.at.getTime()).toBe(before + 40);
    await createBot(venue, 0, 'v3').post('order', {
      ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET' },
      ...{ quantity: '0.01', newClientOrderId: 'third' },
    });
    expect(venue.now().getTime()).toBe(before + 120);
    expect((await fillsOf(venue, 0))[0]!.at.getTime()).toBe(before + 100);
  } finally {
    await exchange.close();
  }
});

test('[LAT-4] frames come as late as the account sees', async () => {
  const venue = await open({});
  await venue.setLatency(0, 'feed=700ms');
  const seenBy = async (place: number) => {
    const headers = { 'X-MBX-APIKEY': venue.accounts[place]!.apiKey };
    const address = `${venue.url.replace('http', 'ws')}/ws/btcusdt@depth@100ms`;
    const socket = new WebSocket(address, { headers });
    const times: number[] = [];
    socket.on('message', (data) => times.push((JSON.parse(String(data)) as { T: number }).T));
    await once(socket, 'open');
    return { times, socket };
  };
  const late = await seenBy(0);
  const prompt = await seenBy(1);
  const lag: number[] = [];
  // As many turns as a slow machine needs to tell of some.
  for (let turn = 0; turn < 200 && lag.length < 4; turn += 1) {
    await venue.advance('500ms');
    await new Promise((resolve) => setTimeout(resolve, 150));
    const now = venue.now().getTime();
    if (late.times.length > 0) lag.push(now - late.times.at(-1)!);
  }
  expect(lag).toHaveLength(4);
  await expect.poll(() => prompt.times.length).toBeGreaterThan(late.times.length);
  expect(Math.min(...lag)).toBeGreaterThanOrEqual(700);
  late.socket.close();
  prompt.socket.close();
});

test('[LAT-4] frames of own fills come as late as the account is told', async () => {
  const venue = await open({});
  await venue.setLatency(0, 'answer=700ms');
  const toldOf = async (place: number) => {
    const client = createClient({ baseUrl: venue.url, ...venue.accounts[place]! });
    const fills: number[] = [];
    const socket = client.privateSocket();
    const hear = ({ msg }: FillPayload): void => {
      fills.push(...msg.data.orderFillTransaction.map(({ createdTime }) => Number(createdTime)));
    };
    socket.subscribe('fill', { hear });
    await expect.poll(() => socket.state).toBe('live');
    return { fills, socket };
  };
  const [late, prompt] = [await toldOf(0), await toldOf(1)];
  const { bid } = venue.prices('BTC');
  const rest = { match_price: '0', order_type: '0', price: bid!.toFixed(1) };
  for (const place of [0, 1]) await createBot(venue, place).trade('0.0010', rest);
  let early = 0;
  for (let turn = 0; turn < 600 && late.fills.length === 0; turn += 1) {
    await venue.advance('200ms');
    const [own] = await fillsOf(venue, 0);
    if (own === undefined) continue;
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (venue.now().getTime() >= own.at.getTime() + 700) continue;
    // Until the answer is due, nothing is told; the other account knows of its own at once.
    early += 1;
    expect(late.fills).toEqual([]);
    if ((await fillsOf(venue, 1)).length > 0)
      await expect.poll(() => prompt.fills.length).toBeGreaterThan(0);
  }
  expect(late.fills.length).toBeGreaterThan(0);
  expect(early).toBeGreaterThan(1);
  late.socket.close();
  prompt.socket.close();
});

test('[LAT-5] the same bot and the same seed twice: the same fills at the same times', async () => {
  const live = async () => {
    const venue = await open({ latency: 'entry=30ms~0.8,answer=30ms~0.8,hold=2s' });
    const bot = createBot(venue);
    for (let turn = 0; turn < 5; turn += 1) {
      await bot.trade('0.0100');
      await venue.advance('3s');
    }
    return (await fillsOf(venue, 0)).map(({ at, price }) => [at.getTime(), price]);
  };
  const [first, second] = [await live(), await live()];
  expect(first.length).toBeGreaterThanOrEqual(5);
  expect(second).toEqual(first);
});

test('[LAT-6] a running clock delays too, and where time stands still nobody waits', async () => {
  const venue = await open({ latency: 'entry=200ms', clock: 'running', speed: 10 });
  const before = venue.now().getTime();
  await createBot(venue).trade('0.0100');
  const [fill] = await fillsOf(venue, 0);
  expect(fill!.at.getTime()).toBeGreaterThanOrEqual(before + 200);
  await venue.pause();
  const standing = venue.now().getTime();
  await createBot(venue, 1).trade('0.0100', { client_oid: 'other' });
  expect(venue.now().getTime()).toBe(standing);
});

test('[LAT-6] a new one is refused where it makes no sense', async () => {
  const venue = await open({});
  const bot = createBot(venue);
  expect(await bot.post('perpetua/latency', { latency: '15ms' })).toEqual({
    latency: 'feed 15ms, entry 15ms, answer 15ms',
  });
  await expect(bot.post('perpetua/latency', { latency: 'soon' })).rejects.toThrow('no delay');
  await expect(bot.post('perpetua/latency', { latency: '@/etc/passwd' })).rejects.toThrow(
    'network',
  );
  await expect(venue.setLatency(0, '9s')).rejects.toThrow('at most 5s');
  await expect(open({ latency: 'later' })).rejects.toThrow('latency');
  expect(await bot.post('perpetua/latency', { latency: 'none' })).toEqual({ latency: 'none' });
});
