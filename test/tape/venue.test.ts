import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { chooseSettings } from '../../src/assembly/choose-settings.ts';
import type { QueuePayload } from '../../src/client/calls.ts';
import { createClient } from '../../src/client/client.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/perpetua.ts';
import { captureTape } from '../../src/tape/capture.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import { createTapeBook, setLevels } from '../../src/tape/tape-book.ts';
import { openCcxt, PAIR } from '../binance/clients/ccxt-seat.ts';
import { createBot } from '../sandbox/signed-bot.ts';
import { makeRecording } from './make-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'tape-venue-'));
const tape = makeRecording(join(folder, 'day.gz'), { changes: 400 });
const times = tape.lines.map((line) => Number(/"T":(\d+)/.exec(line)?.[1]));
const [firstAt, lastAt] = [Math.min(...times), Math.max(...times)];

const opened: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});
const open = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const venue = await openSandbox({ tape: tape.path, accounts: 1, oneway: 1, ...options });
  opened.push(venue);
  return venue;
};

const depthOf = async ({ url }: Sandbox): Promise<unknown> =>
  (await fetch(`${url}/fapi/v1/depth?symbol=BTCUSDT&limit=100`)).json();

test('[TAPE-12] a sandbox trades what was recorded, at the time of the recording', async () => {
  const venue = await open();
  expect(venue.markets).toEqual(['BTC']);
  const begun = venue.now().getTime();
  expect(begun).toBeGreaterThanOrEqual(firstAt);
  expect(begun).toBeLessThan(firstAt + 1_000);
  const { bid, ask, index } = venue.prices('BTC');
  expect(index).toBeCloseTo((bid! + ask!) / 2, 6);
  await venue.advance('5s');
  expect(venue.now().getTime()).toBe(begun + 5_000);
  expect(venue.prices('BTC').index).not.toBe(index);
});

test('[TAPE-12] a fork goes on with the same tape, as long as nobody acts', async () => {
  const venue = await open();
  await venue.advance('3s');
  const fork = await venue.fork();
  opened.push(fork);
  await Promise.all([venue.advance('4s'), fork.advance('4s')]);
  const [own, forked] = [await depthOf(venue), await depthOf(fork)];
  expect(forked).toMatchObject({ bids: (own as { bids: unknown }).bids });
});

test('[TAPE-12] an unmodified client of Binance trades a tape', async () => {
  const venue = await open();
  const { apiKey: key, secretKey: secret } = venue.accounts[1]!;
  const door = { http: venue.url, ws: venue.url.replace('http', 'ws'), key, secret };
  const exchange = await openCcxt(door as Parameters<typeof openCcxt>[0]);
  try {
    const { ask, bid } = venue.prices('BTC');
    const bought = await exchange.createOrder(PAIR, 'market', 'buy', 0.001);
    expect(bought).toMatchObject({ status: 'closed', average: ask });
    const resting = await exchange.createOrder(PAIR, 'limit', 'sell', 0.001, bid! + 400);
    await venue.advance('2s');
    expect(await exchange.fetchOrder(resting.id, PAIR)).toMatchObject({ status: 'open' });
    expect(await exchange.cancelOrder(resting.id, PAIR)).toMatchObject({ status: 'canceled' });
  } finally {
    await exchange.close();
  }
});

test('[TAPE-16] a resting order is told its place in the queue', async () => {
  const venue = await open({ queue: 'power-2' });
  const bot = createBot(venue);
  const { bid } = venue.prices('BTC');
  const stands = ((await depthOf(venue)) as { bids: [string, string][] }).bids[0]![1];
  const rest = { match_price: '0', order_type: '0', price: bid!.toFixed(1) };
  await bot.trade('0.0020', rest);
  await bot.trade('0.0030', rest);
  expect(await bot.get('perpetua/queue')).toMatchObject({
    model: 'power-2',
    list: [
      { size: '0.0030', side: 'buy', ahead: (Number(stands) + 0.002).toFixed(4), behind: '0.0000' },
      { size: '0.0020', side: 'buy', ahead: Number(stands).toFixed(4), behind: '0.0030' },
    ],
  });
  const simulated = await openSandbox({ markets: ['BTC'] });
  opened.push(simulated);
  expect(await createBot(simulated).get('perpetua/queue')).toEqual({ model: 'exact', list: [] });
});

test('[TAPE-23] a socket tells the place in the queue whenever it changes', async () => {
  const venue = await open({ queue: 'power-2' });
  const { bid } = venue.prices('BTC');
  const client = createClient({ baseUrl: venue.url, ...venue.accounts[0]! });
  const told: QueuePayload['msg']['data']['queue'][] = [];
  const socket = client.privateSocket();
  socket.subscribe('queue', { hear: ({ msg }) => void told.push(msg.data.queue) });
  await expect.poll(() => told).toEqual([[]]);
  await createBot(venue).trade('0.0020', {
    ...{ match_price: '0', order_type: '0', price: bid!.toFixed(1) },
  });
  await expect.poll(() => told.at(-1)).toHaveLength(1);
  const [first] = told.at(-1)!;
  expect(first).toMatchObject({ model: 'power-2', size: '0.0020', behind: '0.0000' });
  expect((await client.perpetua.queue()).list).toEqual(told.at(-1));
  await venue.advance('10s');
  await expect.poll(async () => (await client.perpetua.queue()).list).toEqual(told.at(-1));
  expect(told.length).toBeGreaterThan(3);
  const texts = told.map((rows) => JSON.stringify(rows));
  expect(texts.filter((text, at) => text === texts[at - 1])).toEqual([]);
  socket.close();
});

test('[TAPE-24] a contract gets the finer steps of a tape, if they fit', async () => {
  const finer = (name: string, digits: string): string =>
    makeRecording(join(folder, name), {
      changes: 60,
      sabotage: (lines) => lines.map((line) => line.replace(/"(\d{5}\.\d)0"/g, `"$1${digits}"`)),
    }).path;
  const fine = await open({ tape: finer('fine.gz', '5') });
  const { bid, ask } = fine.prices('BTC');
  expect([bid! % 0.1, ask! % 0.1].map((rest) => rest.toFixed(2))).toEqual(['0.05', '0.05']);
  const bot = createBot(fine);
  await bot.trade('0.0020', { match_price: '0', order_type: '0', price: bid!.toFixed(2) });
  expect(await bot.get('perpetua/queue')).toMatchObject({ list: [{ price: bid!.toFixed(2) }] });
  // Money has eight decimals, so prices with six and sizes with four do not fit.
  const rounded = await open({ tape: finer('finest.gz', '00004') });
  expect(rounded.prices('BTC').bid! * 10).toBeCloseTo(
    Math.round(rounded.prices('BTC').bid! * 10),
    6,
  );
});

test('[TAPE-13] at the end of the tape time stands still', async () => {
  const venue = await open();
  await venue.advanceTo(lastAt - 100);
  const over = (await venue.advance('5s')).getTime();
  expect(over).toBeGreaterThanOrEqual(lastAt - 100);
  expect(over).toBeLessThanOrEqual(lastAt + 500);
  expect(await venue.advance('5s')).toEqual(venue.now());
});

test('[TAPE-13] where a tape is damaged time stands still, and whoever waits is told', async () => {
  const { path } = makeRecording(join(folder, 'damaged'), {
    changes: 400,
    sabotage: (lines) => lines.with(-100, '1723161255030314667 {"e":"trade","T":17'),
  });
  const venue = await open({ tape: path });
  await expect(venue.advance('1m')).rejects.toThrow(/the tape is damaged: .*damaged, line \d+: /);
  expect(venue.now().getTime()).toBeLessThan(lastAt);
});

test('[TAPE-14] what does not go together with a tape is named', async () => {
  const faultsOf = (given: Record<string, unknown>) =>
    chooseSettings(
      new Map(Object.entries(given).map(([name, value]) => [name, { value, whence: name }])),
    ).faults;
  expect(faultsOf({ feed: 'tape' })).toEqual(['tape is missing; feed tape needs the path of one']);
  expect(faultsOf({ tape: 'a.gz' })).toEqual(['tape is given; it needs feed tape']);
  expect(faultsOf({ feed: 'tape', tape: 'a.gz', queue: 'fair' })).toEqual([
    expect.stringContaining('queue is "fair"'),
  ]);
  await expect(open({ tape: join(folder, 'none.gz') })).rejects.toThrow('none.gz');
  await expect(open({ markets: ['ETH'] })).rejects.toThrow('the tape has BTCUSDT, which');
});

test('[TAPE-21] the sockets of an exchange are recorded as a tape that can be played', async () => {
  const venue = await open({});
  const path = join(folder, 'captured.gz');
  const emit = vi.spyOn(WebSocket.prototype, 'emit');
  const heard = (event: string): unknown[] =>
    emit.mock.calls.filter(([name]) => name === event).map(([, data]) => data);
  const bestHeard = (): unknown => {
    const best = heard('message')
      .map(String)
      .findLast((text) => text.includes('"bookTicker"'));
    const { b, a } = JSON.parse(best ?? '{"data":{}}').data;
    return { bid: Number(b), ask: Number(a) };
  };
  const ending = new AbortController();
  const captured = captureTape({
    socketUrl: venue.url.replace('http', 'ws'),
    restUrl: venue.url,
    symbols: ['btcusdt'],
    path,
    stop: ending.signal,
    tell: () => undefined,
  });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 150));
  // At both ends.
  await expect.poll(() => heard('open')).toHaveLength(2);
  for (let turn = 0; turn < 12; turn += 1) {
    await venue.advance('250ms');
    await rest();
  }
  const { bid, ask } = venue.prices('BTC');
  await expect.poll(bestHeard).toEqual({ bid, ask });
  await rest();
  ending.abort();
  expect(await captured).toMatchObject({ connections: 1 });
  const { events, counts } = readTape(path);
  const book = createTapeBook();
  let trades = 0;
  for await (const piece of events)
    for (const event of piece) {
      if (event.kind === 'levels') setLevels(book, event);
      if (event.kind === 'trade') trades += 1;
    }
  expect(counts).toMatchObject({ gaps: 0, unread: 0 });
  expect([book.bestBid, book.bestAsk]).toEqual([bid, ask]);
  expect(trades).toBeGreaterThan(0);
});
