/** What followers make of frames and answers, with a socket and calls of the test's. */
import { expect, test } from 'vitest';
import { followAccount } from './follow-account.ts';
import { type DepthFrame, followDepth, LocalBook } from './follow-depth.ts';
import { followTrades } from './follow-trades.ts';
import type { ChannelListener, LiveSocket } from './live-socket.ts';

/** Everything that is given to a follower is what the test says it is. */
const loose = (fields: object) => Object.assign(Object.create(null), fields);

function openSocket() {
  const listeners = new Map<string, ChannelListener<unknown>>();
  const renewed: string[] = [];
  const socket: LiveSocket<never> = loose({
    subscribe: (channel: string, listener: ChannelListener<unknown>) => {
      listeners.set(channel, listener);
      return () => listeners.delete(channel);
    },
    renew: (channel: string) => renewed.push(channel),
  });
  return {
    socket: loose(socket),
    renewed,
    channels: () => [...listeners.keys()],
    begin: (channel: string) => listeners.get(channel)?.begin?.(),
    lose: (channel: string) => listeners.get(channel)?.lose?.(),
    hear: (channel: string, payload: object) => listeners.get(channel)?.hear(payload),
  };
}

const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const BOOK = 'depth.x.200';
const levels = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([price, size]) => ({ price, size }));
const frame = (
  depthType: string,
  [start, end]: readonly [number, number],
  bids: readonly (readonly [string, string])[] = [],
  asks: readonly (readonly [string, string])[] = [],
): DepthFrame =>
  loose({
    ...{ depthType, startVersion: `${start}`, endVersion: `${end}` },
    ...{ bids: levels(bids), asks: levels(asks) },
  });

test('[CLT-8] a book begins with a snapshot, goes on with changes and begins anew at a gap', () => {
  const { socket, renewed, hear, begin, lose } = openSocket();
  const heard: string[] = [];
  const listener = {
    hear: ({ endVersion }: DepthFrame) => heard.push(endVersion),
    lose: () => heard.push('lost'),
  };
  followDepth(socket, { symbol: 'x' }, listener);
  const tell = (...frames: DepthFrame[]) => hear(BOOK, { data: frames });
  tell(frame('CHANGED', [1, 1]));
  lose(BOOK);
  expect(heard).toEqual([]);
  tell(frame('SNAPSHOT', [1, 5]), frame('CHANGED', [4, 5]), frame('CHANGED', [6, 8]));
  tell(frame('CHANGED', [7, 8]), frame('CHANGED', [9, 9]));
  expect(heard).toEqual(['5', '8', '9']);
  tell(frame('CHANGED', [11, 12]), frame('SNAPSHOT', [1, 20]));
  expect([heard.splice(0), renewed]).toEqual([['5', '8', '9', 'lost'], [BOOK]]);
  tell(frame('CHANGED', [13, 13]));
  begin(BOOK);
  expect(heard).toEqual([]);
  tell(frame('SNAPSHOT', [1, 20]));
  begin(BOOK);
  expect(heard).toEqual(['20', 'lost']);
});

test('[CLT-8] a local book has its best levels first, and none while it is lost', () => {
  const { socket, hear, lose, channels } = openSocket();
  const states: boolean[] = [];
  const book = new LocalBook(socket, { symbol: 'x', limit: 15 }, ({ isLive }) =>
    states.push(isLive),
  );
  const tell = (...frames: DepthFrame[]) => hear('depth.x.15', { data: frames });
  const bids = [
    ['9', '1'],
    ['10', '2'],
    ['8', '3'],
  ] as const;
  const asks = [
    ['12', '1'],
    ['11', '2'],
    ['100', '3'],
  ] as const;
  tell(frame('SNAPSHOT', [1, 1], bids, asks));
  expect(book.bids().map(([price]) => price)).toEqual(['10', '9', '8']);
  expect(book.asks().map(([price]) => price)).toEqual(['11', '12', '100']);
  tell(
    frame(
      'CHANGED',
      [2, 2],
      [
        ['10', '0'],
        ['9', '7'],
      ],
      [['11', '0.0']],
    ),
  );
  expect([book.bids(), book.asks()[0]]).toEqual([
    [
      ['9', '7'],
      ['8', '3'],
    ],
    ['12', '1'],
  ]);
  tell(frame('SNAPSHOT', [1, 3], [['5', '1']]));
  expect([book.bids(), book.asks()]).toEqual([[['5', '1']], []]);
  lose('depth.x.15');
  expect([book.isLive, book.bids()]).toEqual([false, []]);
  tell(frame('SNAPSHOT', [1, 4], [['5', '1']]));
  expect(states).toEqual([true, true, true, false, true]);
  book.close();
  expect([book.isLive, book.bids(), channels()]).toEqual([false, [], []]);
});

const TRADES = 'trades.x';
const row = (time: number) => ({
  ...{ time, price: '1', size: `${time}`, value: '1', isBuyerMaker: false },
});
const told = ({ isBuyerMaker, time, ...rest }: ReturnType<typeof row>) => ({
  ...{ ...rest, time: String(time), buyerMaker: isBuyerMaker },
});

function openTrades(past: number | undefined, answer: (limit: number) => number[] | Error) {
  const link = openSocket();
  const heard: { readonly times: number[]; readonly hasGap: boolean }[] = [];
  const limits: number[] = [];
  const market = {
    trades: async ({ limit }: { limit: number }) => {
      limits.push(limit);
      const times = answer(limit);
      if (times instanceof Error) throw times;
      return times.toReversed().map(row);
    },
  };
  const wanted = past === undefined ? { symbol: 'x' } : { symbol: 'x', past };
  const end = followTrades(loose({ market }), link.socket, wanted, (trades, hasGap) =>
    heard.push({ times: trades.map(({ time }) => Number(time)), hasGap }),
  );
  const tell = (...times: number[]) => link.hear(TRADES, { data: times.map(row).map(told) });
  const times = () => heard.splice(0).map((each) => each.times);
  return { ...link, tell, heard, times, limits, end };
}

test('[CLT-8] trades of the past come first, then each once, whichever way it came', async () => {
  const past = [1, 2, 3];
  const { begin, tell, times, limits, end, channels } = openTrades(2, () => past);
  begin(TRADES);
  tell(3, 4);
  await flush();
  expect([times(), limits]).toEqual([[[2, 3, 4]], [2]]);
  tell(5);
  expect(times()).toEqual([[5]]);
  past.push(4, 5, 6, 7);
  begin(TRADES);
  tell(7, 8);
  await flush();
  expect([times(), limits]).toEqual([[[6, 7, 8]], [2, 1_000]]);
  tell(9);
  tell();
  expect(times()).toEqual([[9]]);
  end();
  expect(channels()).toEqual([]);
});

test('[CLT-8] without a past the first news is that there is none', async () => {
  const { begin, tell, times, limits } = openTrades(undefined, () => [1]);
  begin(TRADES);
  await flush();
  expect([times(), limits]).toEqual([[[]], [1]]);
  tell(1);
  expect(times()).toEqual([]);
  tell(2);
  expect(times()).toEqual([[2]]);
});

test('[CLT-8] a gap of more than can be read is told, a smaller one is not there', async () => {
  let rows = [1, 2];
  const { begin, heard } = openTrades(5, () => rows);
  begin(TRADES);
  await flush();
  rows = Array.from({ length: 1_000 }, (_, at) => at + 2);
  begin(TRADES);
  await flush();
  expect(heard.splice(0).map(({ hasGap, times }) => [hasGap, times.length])).toEqual([
    [false, 2],
    [false, 999],
  ]);
  rows = Array.from({ length: 1_000 }, (_, at) => at + 5_000);
  begin(TRADES);
  await flush();
  expect(heard.map(({ hasGap, times }) => [hasGap, times.length])).toEqual([[true, 1_000]]);
});

test('[CLT-8] what cannot be read is asked for again, and not after the end', async () => {
  let fails = 1;
  const { begin, times, limits, end } = openTrades(3, () =>
    fails-- > 0 ? new Error('away') : [1, 2],
  );
  begin(TRADES);
  await expect.poll(times).toEqual([[1, 2]]);
  expect(limits).toEqual([3, 3]);
  begin(TRADES);
  end();
  await flush();
  expect(times()).toEqual([]);
});

const own = (version: number, msgEvent: string, data: object) => ({
  msg: { msgEvent, version, data, time: 1 },
});
const fillRow = (tradeId: number, createdTime = tradeId) => ({
  ...{ tradeId, orderId: 7, symbol: 'x', createdTime, fillSize: '1' },
  ...{ liquidateType: null, legacyOrdeDirection: 'OPEN_LONG' },
});

function openAccount(
  fills: (asked: { limit: number; endTime?: number; startTime?: number }) => object,
) {
  const link = openSocket();
  const news: string[] = [];
  const ended = new Map<string, string>();
  const order = {
    detail: async ({ orderId }: { orderId: string }) => ({
      ...{ status: ended.get(orderId) ?? 'open', filled_qty: '3' },
    }),
    fills: async (asked: { limit: number }) => fills(asked),
  };
  const account = followAccount(loose({ order }), link.socket, {
    order: ({ id, status, cumFillSize }) => news.push(`order ${id} ${status} ${cumFillSize}`),
    fill: ({ id }) => news.push(`fill ${id}`),
  });
  const snapshots = (version: number, orders: readonly object[] = []): void => {
    link.hear('account', own(version, 'Snapshot', { collateral: [{ amount: `${version}` }] }));
    link.hear('positions', own(version, 'Snapshot', { position: [{ id: 'p', size: '1' }] }));
    link.hear('orders', own(version, 'Snapshot', { order: orders }));
  };
  return { ...link, account, news, snapshots, ended };
}

const nothing = () => ({ list: [], nextFlag: false, totals: 0 });

test('[CLT-8] an account is what its snapshots and the changes after them say', async () => {
  const { account, hear, snapshots, news, renewed } = openAccount(nothing);
  expect(account.collateral()).toBeUndefined();
  hear('orders', own(1, 'OrderUpdate', { order: [{ id: '1', status: 'OPEN' }] }));
  expect(account.orders()).toEqual([]);
  snapshots(10, [{ id: '1', status: 'OPEN' }]);
  expect(account.collateral()).toEqual({ amount: '10' });
  hear('account', own(11, 'AccountUpdate', { collateral: [] }));
  expect(account.collateral()).toEqual({ amount: '10' });
  hear('account', own(12, 'AccountUpdate', { collateral: [{ amount: '12' }] }));
  hear('positions', own(13, 'PositionUpdate', { position: [{ id: 'q', size: '2' }] }));
  hear('positions', own(14, 'PositionUpdate', { position: [{ id: 'p', size: '0' }] }));
  expect([account.collateral(), account.positions()]).toEqual([
    { amount: '12' },
    [{ id: 'q', size: '2' }],
  ]);
  for (const [version, status] of [
    [15, 'OPEN'],
    [15, 'CANCELED'],
    [16, 'CANCELED'],
  ] as const)
    hear('orders', own(version, 'OrderUpdate', { order: [{ id: '2', status }] }));
  expect(news).toEqual(['order 2 OPEN undefined', 'order 2 CANCELED undefined']);
  hear('orders', own(17, 'OrderUpdate', { order: [{ id: '1', status: 'FILLED' }] }));
  expect([account.orders(), renewed]).toEqual([[], []]);
});

test('[CLT-8] a missing event renews all channels, and until then nothing is believed', () => {
  const { account, hear, snapshots, renewed } = openAccount(nothing);
  snapshots(10);
  hear('account', own(12, 'AccountUpdate', { collateral: [{ amount: '12' }] }));
  expect(renewed).toEqual(['account', 'positions', 'orders', 'fill']);
  hear('account', own(13, 'AccountUpdate', { collateral: [{ amount: '13' }] }));
  expect(account.collateral()).toEqual({ amount: '10' });
  // After a restart the venue counts from elsewhere.
  snapshots(3);
  hear('account', own(4, 'AccountUpdate', { collateral: [{ amount: '4' }] }));
  expect(account.collateral()).toEqual({ amount: '4' });
  expect(renewed).toHaveLength(4);
});

test('[CLT-8] an event that is ahead of a snapshot still under way is no gap', () => {
  const { account, hear, lose, renewed, begin } = openAccount(nothing);
  hear('account', own(5, 'Snapshot', { collateral: [{ amount: '5' }] }));
  hear('account', own(8, 'AccountUpdate', { collateral: [{ amount: '8' }] }));
  expect([account.collateral(), renewed]).toEqual([{ amount: '8' }, []]);
  lose('account');
  hear('account', own(9, 'AccountUpdate', { collateral: [{ amount: '9' }] }));
  begin('account');
  expect(account.collateral()).toEqual({ amount: '8' });
});

test('[CLT-8] orders that a snapshot has no more are asked for one by one', async () => {
  const { account, snapshots, news, ended } = openAccount(nothing);
  const rows = ['1', '2', '3'].map((id) => ({ id, status: 'OPEN' }));
  snapshots(10, rows);
  for (const [id, status] of [
    ['1', 'filled'],
    ['2', 'canceled'],
  ] as const)
    ended.set(id, status);
  snapshots(20, [{ id: '4', status: 'OPEN' }]);
  await flush();
  expect(news).toEqual(['order 1 FILLED 3', 'order 2 CANCELED 3', 'order 3 OPEN 3']);
  expect(account.orders().map(({ id }) => id)).toEqual(['4', '3']);
});

test('[CLT-8] a fill is told once, one before the start never, one of a gap later', async () => {
  const all = [fillRow(1), fillRow(2)];
  const asked: object[] = [];
  const { begin, hear, news, account, channels } = openAccount(
    ({ limit, startTime = 0, endTime }) => {
      asked.push({ limit, startTime, endTime });
      const found = all.filter(
        ({ createdTime }) => createdTime >= startTime && createdTime <= (endTime ?? Infinity),
      );
      const list = found.toReversed().slice(0, Math.min(limit, 2));
      return { list, nextFlag: found.length > list.length, totals: 0 };
    },
  );
  const tell = (...ids: number[]) =>
    hear('fill', {
      ...own(0, 'FillUpdate', {
        orderFillTransaction: ids.map((id) => ({
          id: `${id}`,
          orderId: '7',
          createdTime: `${id}`,
        })),
      }),
    });
  begin('fill');
  tell(3);
  await flush();
  expect([news.splice(0), asked.splice(0)]).toEqual([
    ['fill 3'],
    [{ limit: 1, startTime: 0, endTime: undefined }],
  ]);
  tell(3, 4);
  expect(news.splice(0)).toEqual(['fill 4']);
  all.push(...[3, 4, 5, 6, 7, 8].map((id) => fillRow(id)));
  begin('fill');
  tell(8, 9);
  await flush();
  await flush();
  await flush();
  expect(news.splice(0)).toEqual(['fill 5', 'fill 6', 'fill 7', 'fill 8', 'fill 9']);
  expect(asked[0]).toEqual({ limit: 100, startTime: 4, endTime: undefined });
  account.close();
  expect(channels()).toEqual([]);
});

test('[CLT-8] without any fill before it, whatever a gap has is new', async () => {
  const all: object[] = [];
  const { begin, news } = openAccount(() => ({ list: all, nextFlag: false, totals: 0 }));
  begin('fill');
  await flush();
  all.push(fillRow(1));
  begin('fill');
  await flush();
  expect(news).toEqual(['fill 1']);
});
