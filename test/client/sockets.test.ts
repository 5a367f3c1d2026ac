import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  followAccount,
  followTrades,
  LocalBook,
  type PerpetuaClient,
  PerpetuaError,
  type SocketTerms,
  type ToldFill,
  type ToldOrder,
  type ToldTrade,
} from '../../src/client/client.ts';
import { BTC, openRestKit, type RestKit } from '../gateway-v2/rest-kit.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { type ClientKit, openClientKit } from './client-kit.ts';

const symbol = BTC;
const FAST = {
  flushEveryMillis: 1,
  mergeMillis: { ticker: 0, kline: 0, depth: 0, trades: 0 },
  pingEveryMillis: 100,
};
const wait = (millis: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, millis);
  });

/** Everything that can be followed, and what was told of it. */
function followAll(client: PerpetuaClient, terms: SocketTerms = {}) {
  const fills: ToldFill[] = [];
  const orders: ToldOrder[] = [];
  const trades: ToldTrade[] = [];
  const open = client.publicSocket(terms);
  const own = client.privateSocket(terms);
  /** What of the past has been read. */
  const past = { fills: false, trades: false };
  const { detail, fills: readFills } = client.order;
  const calls = {
    detail,
    fills: async (asked: Parameters<typeof readFills>[0]) => {
      const answer = await readFills(asked);
      past.fills = true;
      return answer;
    },
  };
  const account = followAccount({ order: calls }, own, {
    fill: (fill) => fills.push(fill),
    order: (order) => orders.push(order),
  });
  const book = new LocalBook(open, { symbol });
  followTrades(client, open, { symbol }, (more) => {
    past.trades = true;
    trades.push(...more);
  });
  onTestFinished(() => {
    open.close();
    own.close();
  });
  return { fills, orders, trades, account, book, open, own, past };
}

const ready = async (seen: ReturnType<typeof followAll>): Promise<void> => {
  const { account, book, open, own, past } = seen;
  await expect.poll(() => [open.state, own.state]).toEqual(['live', 'live']);
  await expect.poll(() => account.collateral() !== undefined && book.isLive).toBe(true);
  await expect.poll(() => past).toEqual({ fills: true, trades: true });
};

/** Alice buys and sells at the market and leaves a limit order now and then. */
async function trade(rest: RestKit, count: number, each: (at: number) => Promise<void>) {
  const resting: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const type = at % 2 === 0 ? '1' : '3';
    await rest.ok('orderPlaceOrder', { symbol, size: '0.0010', type, match_price: '1' });
    if (at % 5 === 0) {
      const limit = { symbol, size: '0.0001', type: '1', match_price: '0', price: '80000.0' };
      resting.push((await rest.ok('orderPlaceOrder', limit)).order_id);
    }
    if (at % 10 === 9) await rest.ok('orderCancelOrder', { orderId: resting.shift() });
    await each(at);
  }
}

/** What was told is exactly what happened since, and what is shown is how things are. */
async function expectWhole(
  rest: RestKit,
  seen: ReturnType<typeof followAll>,
  before: { readonly fills: number; readonly trades: number },
): Promise<void> {
  const { list } = await rest.ok('orderFills', { limit: 100 });
  const expected = list.slice(0, list.length - before.fills).map((fill: { tradeId: number }) => {
    return String(fill.tradeId);
  });
  await expect.poll(() => seen.fills.length).toBeGreaterThanOrEqual(expected.length);
  const rows = await rest.ok('marketTrades', { symbol, limit: 1_000 });
  const prints = rows.slice(0, rows.length - before.trades).reverse();
  await expect.poll(() => seen.trades.length).toBeGreaterThanOrEqual(prints.length);
  await wait(200);
  expect(seen.fills.map(({ id }) => id)).toEqual(expected.reverse());
  expect(seen.trades.map(({ time, price, size }) => [Number(time), price, size])).toEqual(
    prints.map((row: { time: number; price: string; size: string }) => [
      row.time,
      row.price,
      row.size,
    ]),
  );
  const current = await rest.ok('orderCurrent', { symbol });
  const ids = current.map((order: { order_id: string }) => order.order_id).sort();
  await expect
    .poll(() =>
      seen.account
        .orders()
        .map(({ id }) => id)
        .sort(),
    )
    .toEqual(ids);
  const depth = await rest.ok('marketDepth', { symbol, limit: 200 });
  await expect.poll(() => [seen.book.asks(), seen.book.bids()]).toEqual([depth.asks, depth.bids]);
}

test('[CLT-7] [CLT-8] cut in the middle, nothing is missed and nothing is doubled', async () => {
  const kit = await openClientKit({ sockets: FAST });
  onTestFinished(() => kit.close());
  const { rest, proxy } = kit;
  await trade(rest, 3, () => wait(1));
  const seen = followAll(await kit.clientOf());
  await ready(seen);
  await trade(rest, 40, async (at) => {
    if (at % 8 === 4) proxy.cut();
    await wait(60);
  });
  await expectWhole(rest, seen, { fills: 3, trades: 3 });
  // Orders that were canceled are told once, also those that ended while nobody was listening.
  const over = seen.orders.filter(({ status, type }) => status === 'CANCELED' && type === 'LIMIT');
  expect(new Set(over.map(({ id }) => id)).size).toBe(4);
});

test('[CLT-7] a connection that is silent is lost, and opened again', async () => {
  const kit = await openClientKit({ sockets: FAST });
  onTestFinished(() => kit.close());
  const states: string[] = [];
  const terms = { silenceMillis: 1_000, onState: (state: string) => states.push(state) };
  const seen = followAll(await kit.clientOf({ timeoutMillis: 500 }), terms);
  await ready(seen);
  kit.proxy.hold(true);
  await trade(kit.rest, 3, () => wait(1));
  await expect.poll(() => states.includes('lost')).toBe(true);
  expect(seen.book.isLive).toBe(false);
  // Long enough for attempts that are never answered.
  await wait(2_500);
  kit.proxy.hold(false);
  await expectWhole(kit.rest, seen, { fills: 0, trades: 0 });
});

test('[CLT-9] the venue may be restarted underneath', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-client-'));
  const settings = { dataFolder: folder, keysPath: join(folder, 'keys.json'), sockets: FAST };
  const kit: ClientKit = await openClientKit(settings);
  let second: RestKit | undefined;
  onTestFinished(async () => {
    await kit.proxy.close();
    await second?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let { rest } = kit;
  const client = await kit.clientOf({ now: () => rest.memory.clock.wallNow() });
  const seen = followAll(client);
  await ready(seen);
  await trade(rest, 5, () => wait(20));
  const start = rest.memory.clock.wallNow() + 1_000;
  await rest.close();
  second = await openRestKit({ ...settings, start });
  rest = second;
  kit.proxy.lead(rest.port);
  await rest.setIndex(BTC, '90000.0');
  await trade(rest, 6, () => wait(20));
  await expectWhole(rest, seen, { fills: 0, trades: 0 });
});

test('[CLT-7] a wrong clock is set at login, and a wrong key closes the socket', async () => {
  const kit = await openClientKit({ sockets: FAST });
  onTestFinished(() => kit.close());
  const wall = createManualClock(kit.rest.memory.clock.wallNow() + 3_600_000);
  const late = await kit.clientOf({ now: () => wall.wallNow() });
  const socket = late.privateSocket();
  onTestFinished(() => socket.close());
  await expect.poll(() => socket.state).toBe('live');
  const errors: PerpetuaError[] = [];
  const refused = await kit.clientOf({ secretKey: 'guess' });
  const shut = refused.privateSocket({ onError: (error) => errors.push(error) });
  await expect.poll(() => errors).toMatchObject([{ code: '40009' }]);
  expect(shut.state).toBe('closed');
  expect(() => shut.subscribe('orders', () => undefined)).toThrow(PerpetuaError);
  const open = late.publicSocket({ onError: (error) => errors.push(error) });
  onTestFinished(() => open.close());
  open.subscribe('ticker.cmt_nonesuch', () => undefined);
  await expect.poll(() => errors[1]).toMatchObject({ code: '40020' });
  expect(open.state).toBe('live');
});
