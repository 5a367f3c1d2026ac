import { expect, test } from 'vitest';
import { fineTicks } from '../../src/domain/units.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { type Anything, openClient } from '../sockets/socket-kit.ts';
import { BTC, MIDDLE, orderOf, traderAt } from '../venue/market.ts';
import { openBinanceKit } from './binance-kit.ts';
import { expectShape, openStreamKit, streamClient } from './stream-kit.ts';

const trade = async (venue: Venue, price = MIDDLE): Promise<void> => {
  await venue.submit(orderOf(traderAt(0), 'long', price));
  await venue.submit(orderOf(traderAt(1), 'short', price));
};

const mark = (venue: Venue, price = MIDDLE) =>
  venue.submit({ kind: 'set-index-price', contract: BTC, price: fineTicks(price * 100) });

const PATHS = [
  '/ws/btcusdt@trade',
  '/public/ws/btcusdt@trade',
  '/market/ws/7/btcusdt@trade',
  '/private/ws/btcusdt@trade/0',
  '/ws?streams=btcusdt@trade',
];

const COMBINED = [
  '/stream?streams=btcusdt@trade',
  '/public/stream?streams=btcusdt@trade/btcusdt@bookTicker',
  '/market/stream?streams=btcusdt%40trade',
  '/private/stream/btcusdt@trade?streams=',
];

test('[BNC-60] [BNC-61] streams stand in the path and in the query, on any route', async () => {
  const { venue, open } = await openStreamKit();
  const raw = await Promise.all(PATHS.map(open));
  const combined = await Promise.all(COMBINED.map(open));
  await trade(venue);
  for (const client of raw) expect(await client.heard(({ e }) => e === 'trade')).toBeDefined();
  for (const client of combined) {
    const frame = await client.heard(({ stream }) => stream === 'btcusdt@trade');
    expect(frame.data).toMatchObject({ e: 'trade', s: 'BTCUSDT', X: 'MARKET', m: true });
  }
});

test('[BNC-60] an unknown stream or listen key of an address is told, others go on', async () => {
  const { refusal, open, venue } = await openStreamKit();
  for (const path of [
    '/ws/nonesuch@trade',
    '/ws/btcusdt@nonesuch',
    '/ws/btcusdt@depth7',
    '/private/ws?listenKey=short',
    `/private/ws?listenKey=${'a'.repeat(64)}`,
    `/ws/${'a'.repeat(64)}`,
  ]) {
    const client = await open(path);
    expect(await client.call('LIST_SUBSCRIPTIONS')).toEqual({ result: [], id: 1 });
    const [name = ''] = /[^/=]+$/.exec(path) ?? [];
    const told = { code: 2, msg: expect.stringContaining(`there is no ${name}`) };
    expect(client.frames[0], path).toEqual({ error: told, ...told, id: null });
  }
  const mixed = await open('/stream?streams=btcusdt@trade/btcusdt@kline_7m/nonesuch@trade');
  const { msg } = await mixed.heard(({ code }) => code === 2);
  expect(msg).toContain('there is no btcusdt@kline_7m, nonesuch@trade');
  await trade(venue);
  expect(await mixed.heard(({ stream }) => stream === 'btcusdt@trade')).toBeDefined();
  expect((await refusal('/wsx')).status).toBe(404);
  for (const path of ['/ws', '/ws/', '/stream', '/stream?streams=', '/public/ws/7', '/ws/x/y']) {
    const client = await open(path);
    expect(await client.call('LIST_SUBSCRIPTIONS')).toEqual({ result: [], id: 1 });
  }
});

test('[BNC-61] the form can be changed, and names come back as they were written', async () => {
  const { venue, open } = await openStreamKit();
  const client = await open('/ws');
  expect(await client.call('GET_PROPERTY', ['combined'])).toEqual({ result: false, id: 1 });
  expect(await client.call('SET_PROPERTY', ['combined', true])).toEqual({ result: null, id: 2 });
  expect(await client.call('GET_PROPERTY', ['combined'])).toEqual({ result: true, id: 3 });
  const names = ['BTCUSDT_perpetual@continuousKline_1m', 'BtcUsdt@AggTrade', 'btcusdt@kline_1M'];
  expect(await client.call('SUBSCRIBE', names)).toEqual({ result: null, id: 4 });
  await trade(venue);
  for (const name of names) await client.heard(({ stream }) => stream === name);
  const month = await client.heard(({ stream }) => stream === 'btcusdt@kline_1M');
  expect(month.data.k.i).toBe('1M');
  expect((await client.call('LIST_SUBSCRIPTIONS')).result).toEqual(names);
  await client.call('UNSUBSCRIBE', ['btcusdt@aggtrade']);
  expect((await client.call('LIST_SUBSCRIPTIONS')).result).toEqual([names[0], names[2]]);
});

test('[BNC-62] ids come back with their type, errors in both forms', async () => {
  const { open } = await openStreamKit();
  const client = await open();
  const ids = [7, 'a1b2', null, undefined, 4_503_599_627_370_496];
  for (const id of ids) client.say({ method: 'LIST_SUBSCRIPTIONS', id });
  await client.heard(({ id }) => id === 4_503_599_627_370_496);
  expect(client.frames.map(({ id }) => id)).toEqual([7, 'a1b2', null, null, 4_503_599_627_370_496]);
  const wrong: [string | object, number][] = [
    ['{', 3],
    ['[]', 3],
    [{ method: 'SUBSCRIBE', id: 'x' }, 2],
    [{ method: 'SUBSCRIBE', params: [], id: 'x' }, 2],
    [{ method: 'SUBSCRIBE', params: ['btcusdt@nonesuch'], id: 'x' }, 2],
    [{ method: 'SUBSCRIBE', params: ['btcusdt@trade', 7], id: 'x' }, 2],
    [{ method: 'SUBSCRIBE', params: ['a'.repeat(64)], id: 'x' }, 2],
    [{ method: 'SET_PROPERTY', params: ['combined', 1], id: 'x' }, 2],
    [{ method: 'NONESUCH', id: 'x' }, 2],
  ];
  for (const [frame, code] of wrong) {
    const other = await open();
    other.say(frame);
    const answer = await other.heard(({ error }) => error !== undefined);
    expect(answer).toEqual({
      error: { code, msg: answer.msg },
      code,
      msg: expect.any(String),
      id: typeof frame === 'string' ? null : 'x',
    });
    expect((await other.call('LIST_SUBSCRIPTIONS')).result).toEqual([]);
  }
  client.say(Buffer.from([1, 2]));
  await client.heard(({ code }) => code === 3);
});

test('[BNC-63] a connection has 1024 streams and ten frames a second', async () => {
  const { open, refusal, clock } = await openStreamKit();
  const many = Array.from({ length: 1_025 }, (_, at) => `a${at}@assetIndex`);
  const client = await open();
  const refused = await client.call('SUBSCRIBE', many);
  expect(refused.error.msg).toContain('1024');
  expect((await client.call('SUBSCRIBE', many.slice(1))).result).toBe(null);
  const more = await client.call('SUBSCRIBE', ['btcusdt@kline_1m']);
  expect(more.error.msg).toContain('1024');
  for (let at = 0; at < 7; at += 1) await client.call('LIST_SUBSCRIPTIONS');
  const haste = await client.call('LIST_SUBSCRIPTIONS');
  expect(haste.error).toEqual({ code: 429, msg: expect.stringContaining('10 operations') });
  clock.advance(1_000);
  expect((await client.call('LIST_SUBSCRIPTIONS')).result).toHaveLength(1_024);
  const short = Array.from({ length: 1_025 }, (_, at) => `${at}@assetIndex`).join('/');
  expect((await refusal(`/stream?streams=${short}`)).status).toBe(400);
});

test('[BNC-63] pings of the protocol, and an end after a day', async () => {
  const { open, clock } = await openStreamKit({ pingEveryMillis: 10, lifeMillis: 900_000 });
  const client = await open();
  let pings = 0;
  client.socket.on('ping', () => {
    pings += 1;
  });
  const silent = await open();
  silent.socket.pong = () => undefined;
  clock.advance(180_000);
  await expect.poll(() => pings).toBe(1);
  clock.advance(180_000);
  await expect.poll(() => pings).toBe(2);
  for (let at = 0; at < 2; at += 1) {
    clock.advance(180_000);
    await expect.poll(() => pings).toBe(3 + at);
  }
  expect(await silent.closed).toEqual({ code: 1_008, reason: 'pings were not answered' });
  expect(client.frames).toEqual([]);
  clock.advance(180_000);
  expect((await client.closed).code).toBe(1_001);
});

test('[BNC-64] what comes by itself, and what comes with its first event', async () => {
  const { venue, open } = await openStreamKit();
  await mark(venue);
  const client = await open('/stream');
  const periodic = ['btcusdt@ticker', 'btcusdt@miniTicker', 'btcusdt@markPrice', '!ticker@arr'];
  const eventful = ['btcusdt@trade', 'btcusdt@depth', 'btcusdt@bookTicker', 'btcusdt@kline_1m'];
  await client.call('SUBSCRIBE', [...eventful, ...periodic, 'btcusdt@depth5', '!markPrice@arr@1s']);
  await client.heard(({ stream }) => stream === '!markPrice@arr@1s');
  const heard = () => new Set(client.frames.flatMap(({ stream }) => stream ?? []));
  expect(heard()).toEqual(new Set([...periodic, 'btcusdt@depth5', '!markPrice@arr@1s']));
  // What a trade leaves in the book may be nothing, so an order stays there.
  await venue.submit(orderOf(traderAt(2), 'long', MIDDLE - 100));
  await trade(venue);
  for (const name of eventful) await client.heard(({ stream }) => stream === name);
});

test('[BNC-64] periodic streams come while nothing happens', async () => {
  const { open, venue } = await openStreamKit();
  await venue.submit(orderOf(traderAt(2), 'long', MIDDLE - 100));
  const names = ['btcusdt@markPrice@1s', '!markPrice@arr@1s', 'btcusdt@depth5@100ms'];
  const client = await open(`/stream?streams=${[...names, 'btcusdt@miniTicker'].join('/')}`);
  for (const name of [...names, 'btcusdt@miniTicker'])
    await client.heard(() => client.frames.filter(({ stream }) => stream === name).length > 2);
});

test('[BNC-32] trades of a symbol have consecutive ids, in streams as over HTTP', async () => {
  const kit = await openBinanceKit({ sockets: { flushEveryMillis: 1 } });
  const market = (symbol: string, quantity: string) =>
    kit.does('POST', 'order', {
      ...{ symbol, side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity },
    });
  await market('ETHUSDT', '0.1');
  await market('BTCUSDT', '0.001');
  const path = '/ws/btcusdt@trade/btcusdt@aggTrade/btcusdt@kline_1m';
  const client = streamClient(await openClient(`ws://127.0.0.1:${kit.port}${path}`));
  await client.call('LIST_SUBSCRIPTIONS');
  for (let round = 0; round < 3; round += 1) {
    await market('BTCUSDT', '0.001');
    await market('ETHUSDT', '0.1');
  }
  await client.event('trade', ({ t }) => t === 4);
  await client.event('aggTrade', ({ l }) => l === 4);
  expect(client.events('trade').map(({ t }) => t)).toEqual([2, 3, 4]);
  expect(client.events('aggTrade').map(({ a, f, l }) => [a, f, l])).toEqual(
    [2, 3, 4].map((id) => [id, id, id]),
  );
  await client.event('kline', ({ k }) => k.f === 1 && k.L === 4);
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    const trades = await kit.does('GET', 'trades', { symbol });
    expect(trades.map(({ id }: Anything) => id)).toEqual([1, 2, 3, 4]);
    const [, ...later] = await kit.does('GET', 'aggTrades', { symbol, fromId: 1 });
    expect(later.map(({ a, f, l }: Anything) => [a, f, l])).toEqual(
      [2, 3, 4].map((id) => [id, id, id]),
    );
    const day = await kit.does('GET', 'ticker/24hr', { symbol });
    expect([day.firstId, day.lastId, day.count]).toEqual([1, 4, 4]);
  }
});

test('[BNC-64] the events have the fields that programs read', async () => {
  const { venue, open } = await openStreamKit();
  const client = await open();
  await client.call('SUBSCRIBE', [
    ...['btcusdt@aggTrade', 'btcusdt@trade', 'btcusdt@markPrice@1s', 'btcusdt@kline_1m'],
    ...['btcusdt_perpetual@continuousKline_1m', 'btcusdt@miniTicker', 'btcusdt@ticker'],
    ...['btcusdt@bookTicker', 'btcusdt@depth@0ms', '!bookTicker', '!contractInfo'],
    ...['!forceOrder@arr', '!assetIndex@arr', 'tradingSession', 'btcusdt@compositeIndex'],
  ]);
  await mark(venue);
  await venue.submit(orderOf(traderAt(2), 'long', MIDDLE - 100));
  await trade(venue);
  const aggregate = await client.event('aggTrade');
  const { a, E, T } = aggregate;
  const price = '90000.0';
  const size = '0.0001';
  expect(aggregate).toEqual({
    ...{ e: 'aggTrade', E, s: 'BTCUSDT', a, p: price, q: size, nq: size, f: a, l: a, T, m: true },
    st: 1,
  });
  expect(await client.event('trade')).toEqual({
    ...{ e: 'trade', E, T, s: 'BTCUSDT', t: a, p: price, q: size, X: 'MARKET', m: true },
  });
  const marked = await client.event('markPriceUpdate');
  expect(marked).toMatchObject({ s: 'BTCUSDT', p: '90000.00000000', i: '90000.00000000', st: 1 });
  expect(marked.r).toMatch(/^-?\d+\.\d{8}$/);
  expect(marked.T).toBeGreaterThan(marked.E);
  const { k } = await client.event('kline', (event) => event.k.n > 0);
  expect(k).toMatchObject({
    ...{ s: 'BTCUSDT', i: '1m', f: a, L: a, o: price, c: price, h: price, l: price, v: size },
    ...{ n: 1, x: false, q: '9.00000', V: '0', Q: '0', B: '0' },
  });
  expect(k.T - k.t).toBe(59_999);
  expect(await client.event('continuous_kline')).toMatchObject({ ps: 'BTCUSDT', ct: 'PERPETUAL' });
  expect(await client.event('24hrMiniTicker')).toMatchObject({ s: 'BTCUSDT', st: 1 });
  const ticker = await client.event('24hrTicker');
  expect(ticker).toMatchObject({ s: 'BTCUSDT', P: '0.000', ps: 'BTCUSDT', st: 1 });
  const best = await client.event('bookTicker', ({ b }) => b === '89990.0');
  expect(best).toMatchObject({ s: 'BTCUSDT', B: size, a: '0', A: '0.0000' });
  const change = await client.event('depthUpdate');
  expect(change).toMatchObject({ s: 'BTCUSDT', U: 2, pu: 1, a: [] });
  // A level that came and went since the last frame may be told as gone, too.
  expect(change.b).toContainEqual(['89990.0', size]);
  expect(change.u % 2).toBe(1);
  await venue.submit({ kind: 'halt-contract', contract: BTC });
  const halted = await client.event('contractInfo');
  expect(halted).toMatchObject({ s: 'BTCUSDT', ct: 'PERPETUAL', cs: 'HALT', st: 1 });
  expect(halted.bks[0]).toMatchObject({ bs: 1, bnf: 0 });
});

test('[BNC-64] lists hold all symbols at first, and then those that changed', async () => {
  const kit = await openBinanceKit({ sockets: { flushEveryMillis: 1 } });
  const client = streamClient(await openClient(`ws://127.0.0.1:${kit.port}/stream`));
  const lists = ['!ticker@arr', '!miniTicker@arr', '!markPrice@arr@1s'];
  await client.call('SUBSCRIBE', [...lists, '!bookTicker']);
  for (const name of lists) {
    const { data } = await client.heard(({ stream }) => stream === name);
    expect(data).toHaveLength(8);
    for (const event of data) expectShape(event);
  }
  const order = { symbol: 'ETHUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET' };
  await kit.does('POST', 'order', { ...order, quantity: '0.1' });
  for (const name of lists.slice(0, 2)) {
    const { data } = await client.heard((frame) => frame.stream === name && frame.data.length < 8);
    expect(data.map(({ s }: Anything) => s)).toEqual(['ETHUSDT']);
  }
  const best = await client.heard(({ stream }) => stream === '!bookTicker');
  expect(best.data).toMatchObject({ e: 'bookTicker', s: 'ETHUSDT' });
});

test('[BNC-66] a candle that is over is sent once more', async () => {
  const { venue, clock, open } = await openStreamKit();
  await trade(venue);
  const client = await open('/ws/btcusdt@kline_1m');
  await client.call('LIST_SUBSCRIPTIONS');
  await mark(venue, MIDDLE + 10);
  const forming = await client.event('kline', ({ k }) => !k.x);
  clock.advance(60_000);
  await mark(venue, MIDDLE + 20);
  const ended = await client.event('kline', ({ k }) => k.x);
  expect(ended.k.t).toBe(forming.k.t);
  await client.event('kline', ({ k }) => !k.x && k.t === forming.k.t + 60_000);
});
