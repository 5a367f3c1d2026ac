import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/perpetua.ts';
import { createBot } from './signed-bot.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

const open = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const venue = await openSandbox({ markets: ['BTC'], accounts: 2, ...options });
  opened.push(venue);
  return venue;
};
const forkOf = async (venue: Sandbox, seed?: string): Promise<Sandbox> => {
  const fork = await venue.fork(seed === undefined ? {} : { seed });
  opened.push(fork);
  return fork;
};
const readJson = async (url: string): Promise<unknown> => (await fetch(url)).json();

test('[LIB-1] a whole venue answers in the process of its test', async () => {
  const venue = await open({ markets: ['BTC', 'ETH'] });
  expect(venue.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(venue.markets).toEqual(['BTC', 'ETH']);
  expect(venue.accounts.map(({ name }) => name)).toEqual(['sandbox-1', 'sandbox-2']);
  expect(await readJson(`${venue.url}/capi/v2/market/ticker?symbol=cmt_ethusdt`)).toMatchObject({
    symbol: 'cmt_ethusdt',
  });
  expect(await readJson(`${venue.url}/capi/v3/market/symbolPrice?symbol=BTCUSDT`)).toBeDefined();
  expect((await fetch(`${venue.url}/docs`)).status).toBe(200);
  expect(await createBot(venue).get('account/assets')).toMatchObject([
    { equity: '10000.00000000' },
  ]);

  const socket = new WebSocket(`${venue.url.replace('http', 'ws')}/v2/ws/public`, {
    headers: { 'User-Agent': 'a test' },
  });
  await once(socket, 'open');
  const heard = new Promise((resolve) => {
    socket.on('message', (data) => String(data).includes('"trades.cmt_btcusdt"') && resolve(data));
  });
  socket.send(JSON.stringify({ event: 'subscribe', channel: 'trades.cmt_btcusdt' }));
  await venue.advance('10s');
  await heard;
  const ended = once(socket, 'close');
  await venue.close();
  await ended;
});

test('[LIB-2] the same options give the same market, another seed another', async () => {
  const [one, other, third] = await Promise.all([
    open({ seed: 'rally' }),
    open({ seed: 'rally' }),
    open({ seed: 'slump' }),
  ]);
  await Promise.all([one, other, third].map((venue) => venue.advance('1m')));
  expect(one.prices('BTC')).toEqual(other.prices('BTC'));
  expect(one.prices('BTC')).not.toEqual(third.prices('BTC'));
});

test('[LIB-3] time by hand stands still, and goes exactly as far as it is told', async () => {
  const venue = await open({ startAt: '2026-02-01T00:00:00Z' });
  const begun = venue.now();
  expect(begun).toEqual(new Date('2026-02-01T00:00:00Z'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(venue.now()).toEqual(begun);
  expect(await venue.advance('1m30s')).toEqual(new Date('2026-02-01T00:01:30Z'));
  expect(await venue.advance(250)).toEqual(new Date('2026-02-01T00:01:30.250Z'));
  const noon = new Date('2026-02-01T00:02:00Z');
  expect(await venue.advanceTo(noon)).toEqual(noon);
  expect(await venue.advanceTo(noon.getTime())).toEqual(noon);
  expect(venue.now()).toEqual(noon);
});

test('[LIB-3] each call that changes the market goes on to its next beat', async () => {
  const venue = await open();
  const passed = async (act: () => Promise<unknown>): Promise<number> => {
    const from = venue.now().getTime();
    await act();
    return venue.now().getTime() - from;
  };
  // All markets act at once: a millisecond later, where one of them has just acted.
  const atOnce = async (act: () => Promise<unknown>): Promise<void> =>
    expect(await passed(act)).toBeLessThanOrEqual(1);
  await atOnce(() => venue.shock('BTC', -0.1));
  await atOnce(() => venue.outage('BTC'));
  await atOnce(() => venue.calm());
  await venue.advance(200);
  await atOnce(() => venue.halt('BTC'));
  await atOnce(() => venue.resumeTrading('BTC'));
  expect(await passed(() => venue.createAccount())).toBe(0);
  expect(await passed(() => venue.faults.begin({ kind: 'delay', account: 0 }))).toBe(0);
});

test('[LIB-3] a running clock has a speed, pauses, and runs on after an advance', async () => {
  const venue = await open({ clock: 'running', speed: 100, startAt: '2026-02-01T00:00:00Z' });
  const passed = async (): Promise<number> => {
    const from = venue.now().getTime();
    await new Promise((resolve) => setTimeout(resolve, 60));
    return venue.now().getTime() - from;
  };
  await expect.poll(() => venue.now().getTime()).toBeGreaterThan(Date.UTC(2026, 1, 1, 0, 0, 2));
  await venue.pause();
  expect(await passed()).toBe(0);
  await venue.resume();
  await venue.setSpeed(1);
  const before = venue.now().getTime();
  await venue.advance('10m');
  expect(venue.now().getTime()).toBeGreaterThanOrEqual(before + 600_000);
  await expect.poll(passed).toBeGreaterThan(0);
});

test('[LIB-4] a shock moves the price, and a price can be set', async () => {
  const venue = await open();
  const { index } = venue.prices('BTC');
  await venue.shock('BTC', -0.12);
  expect(venue.prices('BTC').index / index).toBeCloseTo(0.88, 2);
  await venue.setPrice('cmt_btcusdt', 100_000);
  expect(venue.prices('BTC').index / 100_000).toBeCloseTo(1, 2);
  await venue.shock('all', 0.1, { over: '1m' });
  expect(venue.prices('BTC').index / 100_000).toBeCloseTo(1, 2);
  await venue.advance('1m');
  expect(venue.prices('BTC').index / 110_000).toBeCloseTo(1, 1);
});

test('[LIB-4] the book, the index and trading can be troubled, and calmed', async () => {
  const venue = await open();
  await venue.regime('stress', { for: '1h' });
  await venue.thin('BTC', 0.1);
  await venue.funding('BTC', 0.0005);
  await venue.basis('BTC', 0.005, { for: '10m' });
  await venue.halt('BTC');
  const kinds = venue.chaos().map(({ kind }) => kind);
  expect(kinds).toEqual(['regime', 'thin', 'funding', 'basis', 'halt']);
  await expect(createBot(venue).trade('0.0100')).rejects.toThrow('not open for trading');
  await venue.resumeTrading('BTC');
  await venue.calm();
  expect(venue.chaos()).toEqual([]);
  const spread = (): number => {
    const { ask, bid } = venue.prices('BTC');
    return (ask ?? 0) - (bid ?? 0);
  };
  await venue.oneSided('BTC', 'asks');
  const wide = spread();
  await venue.calm();
  await venue.advance('2s');
  expect(spread()).toBeLessThan(wide / 2);
  await venue.outage('BTC', { for: '30s' });
  const { index } = venue.prices('BTC');
  await venue.advance('20s');
  expect(venue.prices('BTC').index).toBe(index);
  await venue.advance('30s');
  expect(venue.prices('BTC').index).not.toBe(index);
});

test('[LIB-5] an account tells what it has, did and owes', async () => {
  const venue = await open();
  const bot = createBot(venue);
  await bot.trade('0.1000');
  await bot.trade('0.0500', { match_price: '0', price: '50000.0', client_oid: 'low' });
  const { index } = venue.prices('BTC');
  const state = await venue.account(0);
  const [assets] = (await bot.get('account/assets')) as [{ equity: string }];
  expect(state).toMatchObject({ name: 'sandbox-1', liquidations: 0, funding: 0 });
  expect(state.equity).toBe(Number(assets.equity));
  expect(state.positions).toMatchObject([{ market: 'BTC', side: 'long', size: 0.1 }]);
  expect(state.positions[0]!.entryPrice / index).toBeCloseTo(1, 2);
  expect(state.openOrders).toMatchObject([
    { clientOrderId: 'low', side: 'buy', price: 50_000, size: 0.05, filled: 0 },
  ]);
  const filled = state.fills.reduce((sum, { size }) => sum + size, 0);
  expect(filled).toBeCloseTo(0.1, 10);
  expect(state.fees).toBeCloseTo(
    state.fills.reduce((sum, { fee }) => sum + fee, 0),
    8,
  );
  expect(state.balance).toBeCloseTo(10_000 - state.fees, 8);
  expect(await venue.account(1)).toMatchObject({
    equity: 10_000,
    available: 10_000,
    fills: [],
    positions: [],
  });
});

test('[LIB-5] a liquidation is counted', async () => {
  const venue = await open({ wallet: 1_000 });
  const bot = createBot(venue);
  await bot.trade('0.1500');
  await venue.shock('BTC', -0.3);
  await venue.advance('10s');
  const { liquidations, equity, fills } = await venue.account(0);
  expect(liquidations).toBe(1);
  expect(equity).toBeLessThan(100);
  expect(fills.some(({ isForced }) => isForced)).toBe(true);
});

test('[LIB-6] accounts are opened, given money, and reset', async () => {
  const venue = await open();
  const made = await venue.createAccount(250.5);
  expect(venue.accounts[2]).toEqual(made);
  expect(await venue.account(2)).toMatchObject({ name: 'sandbox-3', equity: 250.5 });
  await venue.deposit(2, 99.5);
  expect(await venue.account(2)).toMatchObject({ balance: 350 });
  await venue.createAccount();
  expect(await venue.account(3)).toMatchObject({ balance: 10_000 });
  await createBot(venue, 3).trade('0.0100');
  await venue.resetAccount(3, 777);
  expect(await venue.account(3)).toMatchObject({ equity: 777, positions: [], openOrders: [] });
});

test('[LIB-7] a fork has the same past and future, until somebody acts', async () => {
  const venue = await open();
  const bot = createBot(venue);
  await bot.trade('0.1000');
  await venue.createAccount(100);
  await venue.advance('1m');
  const fork = await forkOf(venue);
  expect(fork.url).not.toBe(venue.url);
  expect(fork.now()).toEqual(venue.now());
  expect(fork.accounts).toEqual(venue.accounts);
  expect(await fork.account(0)).toEqual(await venue.account(0));
  await Promise.all([venue.advance('2m'), fork.advance('2m')]);
  expect(fork.prices('BTC')).toEqual(venue.prices('BTC'));
  expect(await fork.account(0)).toEqual(await venue.account(0));

  const other = await forkOf(fork, 'elsewhere');
  const same = await forkOf(fork, 'elsewhere');
  await createBot(fork, 2).trade('0.0010');
  await fork.createAccount();
  await Promise.all([venue, fork, other, same].map(({ advance }) => advance('2m')));
  expect(other.prices('BTC')).not.toEqual(venue.prices('BTC'));
  expect(same.prices('BTC')).toEqual(other.prices('BTC'));
  expect((await fork.account(2)).positions).toHaveLength(1);
  expect((await venue.account(2)).positions).toHaveLength(0);
  expect(venue.accounts).toHaveLength(3);
  await venue.close();
  await fork.advance('1s');
});

test('[LIB-7] a shock that is under way goes on in a fork', async () => {
  const venue = await open();
  const { index } = venue.prices('BTC');
  await venue.shock('BTC', -0.4, { over: '2m' });
  await venue.halt('BTC', { for: '5m' });
  await venue.advance('1m');
  const fork = await forkOf(venue);
  expect(fork.chaos().map(({ kind }) => kind)).toEqual(['shock', 'halt']);
  await Promise.all([venue.advance('90s'), fork.advance('90s')]);
  expect(venue.prices('BTC').index / index).toBeCloseTo(0.6, 1);
  expect(fork.prices('BTC').index / venue.prices('BTC').index).toBeCloseTo(1, 2);
});

test('[LIB-11] candles begin with the sandbox, or a week before', async () => {
  const candles = async (venue: Sandbox): Promise<number> => {
    const path = '/capi/v2/market/candles?symbol=cmt_btcusdt&granularity=1h&limit=100';
    const rows = await readJson(venue.url + path);
    return Array.isArray(rows) ? rows.length : 0;
  };
  const [bare, full] = [await open(), await open({ history: true })];
  expect(await candles(bare)).toBe(1);
  expect(await candles(full)).toBe(100);
  await full.advance('1m');
  const fork = await forkOf(full);
  expect(await candles(fork)).toBe(100);
  const ticker = '/capi/v2/market/ticker?symbol=cmt_btcusdt';
  const { base_volume: day } = (await readJson(full.url + ticker)) as { base_volume: string };
  expect(await readJson(fork.url + ticker)).toMatchObject({ base_volume: day });
});

test('[LIB-13] the interface fails one account on request, until it is told to stop', async () => {
  const venue = await open();
  const [bot, other] = [createBot(venue), createBot(venue, 1)];
  const fault = await venue.faults.begin({
    ...{ kind: 'rate-limit', account: 0, for: '30s', calls: 9, retryAfter: 7 },
  });
  expect(fault).toMatchObject({ kind: 'rate-limit', account: 0, callsLeft: 9, hits: 0 });
  await venue.faults.begin({ kind: 'delay', account: 'everyone', delay: '20ms', jitter: 5 });
  await expect(bot.get('account/assets')).rejects.toThrow('"429"');
  await other.get('account/assets');
  expect(venue.faults.list()).toMatchObject([
    { id: fault.id, account: 0, retryAfterSeconds: 7, callsLeft: 8, hits: 1 },
    { kind: 'delay', account: 'everyone', delayMillis: 20, jitterMillis: 5, hits: 2 },
  ]);
  const fork = await forkOf(venue);
  expect(fork.faults.list()).toEqual([]);
  await createBot(fork).get('account/assets');

  expect(await venue.faults.end(fault.id)).toMatchObject([{ kind: 'rate-limit', hits: 1 }]);
  await bot.get('account/assets');
  expect(await venue.faults.end('all')).toMatchObject([{ kind: 'delay', hits: 3 }]);
  expect(venue.faults.list()).toEqual([]);
  await venue.createAccount();
  await venue.faults.begin({ kind: 'maintenance', account: 2, for: '1s' });
  await expect(createBot(venue, 2).get('account/assets')).rejects.toThrow('maintenance');
  await expect.poll(() => venue.faults.list()).toEqual([]);
});
