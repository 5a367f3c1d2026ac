import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY } from '../../src/domain/limits.ts';
import { type Anything, BOB, BTC, ETH, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeEach(async () => {
  kit = await openRestKit();
});
afterEach(() => kit.close());

const idsOf = (rows: readonly Anything[]): string[] => rows.map((row) => String(row.order_id));
const take = async (type = '1', symbol = BTC, size = '0.0001'): Promise<string> => {
  const order = { symbol, size, type, match_price: '1' };
  return (await kit.ok('orderPlaceOrder', order)).order_id;
};
const rest = async (price: string): Promise<string> => {
  const order = { symbol: BTC, size: '0.0001', type: '1', match_price: '0', price };
  return (await kit.ok('orderPlaceOrder', order)).order_id;
};
/** That many orders in one millisecond, all over at once. */
const takeTogether = async (count: number): Promise<string[]> => {
  const order = { size: '0.0001', type: '1', match_price: '1' };
  const orderDataList = Array.from({ length: count }, () => order);
  const { order_info } = await kit.ok('orderBatchOrders', { symbol: BTC, orderDataList });
  return idsOf(order_info);
};

test('[REST-13] history holds what is over, newest first, of one contract or all', async () => {
  const ids = [await take(), await take('2'), await take('1', ETH, '0.010')];
  const working = await rest('80000.0');
  await kit.ok('orderCancelOrder', { orderId: await rest('80000.1') });
  const history = await kit.ok('orderHistory');
  expect(idsOf(history).slice(1)).toEqual([...ids].reverse());
  expect(idsOf(history)).not.toContain(working);
  expect(history.map((row: Anything) => row.status)).toEqual([
    'canceled',
    'filled',
    'filled',
    'filled',
  ]);
  expect(idsOf(await kit.ok('orderHistory', { symbol: ETH }))).toEqual([ids[2]]);
  expect(await kit.ok('orderHistory', {}, BOB)).toEqual([]);
});

test('[REST-14] either end of the window may be given, and belongs to it', async () => {
  const rows: Anything[] = [];
  for (let count = 0; count < 3; count += 1) {
    await take();
    await kit.memory.advance(1_000);
  }
  rows.push(...(await kit.ok('orderHistory')));
  const [newest, middle, oldest] = rows.map((row) => Number(row.createTime));
  const between = async (window: object) => idsOf(await kit.ok('orderHistory', window as never));
  const all = idsOf(rows);
  expect(await between({ createDate: middle })).toEqual(all.slice(0, 2));
  expect(await between({ endCreateDate: middle })).toEqual(all.slice(1));
  expect(await between({ createDate: middle, endCreateDate: middle })).toEqual([all[1]]);
  expect(await between({ createDate: oldest, endCreateDate: newest })).toEqual(all);
  expect(await between({ createDate: newest! + 1 })).toEqual([]);
  const now = kit.memory.clock.venueNow();
  expect(await between({ createDate: now - 90 * DAY })).toEqual(all);
  expect(await between({ createDate: now + 1_000 })).toEqual([]);
});

test('[REST-14] the window is at most 90 days and not negative', async () => {
  const now = kit.memory.clock.venueNow();
  const fails = (window: object) => kit.fails('orderHistory', '40020', window as never);
  expect(await fails({ createDate: now, endCreateDate: now - 1 })).toContain('not be negative');
  expect(await fails({ createDate: now + 60_000 })).toContain('not be negative');
  expect(await fails({ createDate: now - 90 * DAY - 60_000 })).toContain('at most 90 days');
  const long = { createDate: now - 200 * DAY, endCreateDate: now - 109 * DAY };
  expect(await fails(long)).toContain('at most 90 days');
  await kit.ok('orderHistory', { ...long, endCreateDate: now - 110 * DAY });
  await fails({ createDate: -1 });
  await fails({ createDate: 'yesterday' });
  await fails({ endCreateDate: '1.5' });
});

test('[REST-13] a page has 100 orders where nothing is said, and never more', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.unshift(...(await takeTogether(20)).reverse());
  expect(idsOf(await kit.ok('orderHistory'))).toEqual(ids.slice(0, 100));
  expect(idsOf(await kit.ok('orderHistory', { pageSize: 100 }))).toEqual(ids.slice(0, 100));
  expect(idsOf(await kit.ok('orderHistory', { pageSize: 5 }))).toEqual(ids.slice(0, 5));
  await kit.fails('orderHistory', '40020', { pageSize: 101 });
  await kit.fails('orderHistory', '40020', { pageSize: 0 });
});

/** Reads on by moving the end of the window to the last row, as the interface intends. */
async function readAll(
  page: (end: number | undefined) => Promise<readonly Anything[]>,
  row: { readonly id: string; readonly at: string },
  between: () => Promise<unknown>,
): Promise<string[]> {
  const seen = new Map<string, Anything>();
  let end: number | undefined;
  for (;;) {
    const rows = await page(end);
    const fresh = rows.filter((each) => !seen.has(String(each[row.id])));
    for (const each of fresh) seen.set(String(each[row.id]), each);
    if (fresh.length === 0) return [...seen.keys()];
    end = Number(rows.at(-1)[row.at]);
    await between();
  }
}

test('[REST-15] moving the end of the window reads on while new rows arrive', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    ids.unshift(...(await takeTogether(3)).reverse());
    ids.unshift(await take());
  }
  const history = await readAll(
    (endCreateDate) =>
      kit.ok('orderHistory', {
        pageSize: 4,
        ...(endCreateDate === undefined ? {} : { endCreateDate }),
      }),
    { id: 'order_id', at: 'createTime' },
    () => take(),
  );
  expect(history).toEqual(ids);
  const known = idsOf(await kit.ok('orderHistory'));
  const fills = await readAll(
    async (endTime) =>
      (await kit.ok('orderFills', { limit: 4, ...(endTime === undefined ? {} : { endTime }) }))
        .list,
    { id: 'orderId', at: 'createdTime' },
    () => take(),
  );
  expect(fills).toEqual(known);
  const { items } = await kit.ok('accountBills', { limit: 100 });
  const bills = await readAll(
    async (endTime) => (await kit.ok('accountBills', { limit: 4, endTime: endTime ?? null })).items,
    { id: 'billId', at: 'ctime' },
    () => take(),
  );
  expect(bills).toEqual(items.map((bill: Anything) => String(bill.billId)));
});

test('[REST-15] history of plans pages the same way', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const plan = {
      symbol: BTC,
      size: '0.0001',
      type: '1',
      match_type: '1',
      trigger_price: '95000.0',
    };
    const { order_id: orderId } = await kit.ok('orderPlanOrder', plan);
    await kit.ok('orderCancelPlan', { orderId });
    ids.unshift(orderId);
  }
  const page = { symbol: BTC, pageSize: 2 };
  const first = await kit.ok('orderHistoryPlan', page);
  expect([idsOf(first.list), first.nextPage]).toEqual([ids.slice(0, 2), true]);
  const endTime = Number(first.list[1].createTime) - 1;
  const second = await kit.ok('orderHistoryPlan', { ...page, endTime });
  expect([idsOf(second.list), second.nextPage]).toEqual([ids.slice(2, 4), true]);
  const last = await kit.ok('orderHistoryPlan', {
    ...page,
    endTime: second.list[1].createTime - 1,
  });
  expect([idsOf(last.list), last.nextPage]).toEqual([ids.slice(4), false]);
});

test('[REST-15] numbered pages of living orders are those of the first page', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 7; count += 1) ids.unshift(await rest(`8000${count}.0`));
  const page = (at: number) => kit.ok('orderCurrent', { symbol: BTC, limit: 3, page: at });
  expect(idsOf(await page(0))).toEqual(ids.slice(0, 3));
  await rest('80008.0');
  await kit.ok('orderCancelOrder', { orderId: ids[4] });
  await kit.ok('orderCancelOrder', { orderId: ids[0] });
  expect(idsOf(await page(1))).toEqual([ids[3], ids[5]]);
  expect(idsOf(await page(2))).toEqual([ids[6]]);
  expect(await page(3)).toEqual([]);
  expect(idsOf(await page(0))).toHaveLength(3);
  const newest = (await kit.ok('orderCurrent'))[0];
  expect(newest.price).toBe('80008.0');
});

test('[REST-15] current and currentPlan take an id, a window, a limit and a page', async () => {
  const ids = [await rest('80000.0'), await rest('80001.0'), await rest('80002.0')];
  const [third, second] = await kit.ok('orderCurrent');
  const from = { startTime: second.createTime };
  expect(idsOf(await kit.ok('orderCurrent', from))).toEqual([ids[2], ids[1]]);
  const to = { endTime: second.createTime };
  expect(idsOf(await kit.ok('orderCurrent', to))).toEqual([ids[1], ids[0]]);
  expect(idsOf(await kit.ok('orderCurrent', { orderId: third.order_id }))).toEqual([ids[2]]);
  expect(idsOf(await kit.ok('orderCurrent', { limit: 1, page: 1 }))).toEqual([ids[1]]);
  expect(await kit.ok('orderCurrent', { symbol: ETH })).toEqual([]);
  await kit.fails('orderCurrent', '40020', { limit: 101 });
  await kit.fails('orderCurrent', '40020', { page: -1 });
  await kit.fails('orderCurrent', '40020', { orderId: 'x' });
  await kit.fails('orderCurrent', '40020', { startTime: 2, endTime: 1 });
  expect(await kit.ok('orderCurrentPlan', { orderId: 'x' })).toEqual([]);
});

test('[REST-13] fills count all that match, and say whether there are older ones', async () => {
  const ids = [await take(), await take(), await take()];
  await take('1', ETH, '0.010');
  const page = await kit.ok('orderFills', { symbol: BTC, limit: 2 });
  expect([page.list.length, page.nextFlag, page.totals]).toEqual([2, true, 3]);
  const one = await kit.ok('orderFills', { orderId: ids[0] });
  expect([one.list.length, one.nextFlag, one.totals]).toEqual([1, false, 1]);
  const startTime = one.list[0].createdTime + 1;
  expect(await kit.ok('orderFills', { startTime })).toMatchObject({ totals: 3 });
  expect(await kit.ok('orderFills', { orderId: ids[0] }, BOB)).toEqual({
    list: [],
    nextFlag: false,
    totals: 0,
  });
  await kit.fails('orderFills', '40020', { limit: 101 });
  await kit.fails('orderFills', '40020', { orderId: 'x' });
});
