/** What every home of the archive promises of its lists: order, windows, filters. */
import { expect, test } from 'vitest';
import { LIST_START } from '../../src/archive/archive.ts';
import { orderId, tradeId } from '../../src/domain/ids.ts';
import { lots, millis, money } from '../../src/domain/units.ts';
import { HOMES } from './homes.ts';
import {
  ALICE,
  BOB,
  BTC,
  bill,
  deleveraged,
  ETH,
  entry,
  fill,
  finished,
  settlement,
  trigger,
} from './rows.ts';

const all = { account: ALICE, limit: 100 };
const fired = trigger({ firedAt: millis(3), firedPrice: finished(1).order.price });

test.each(HOMES)('[ARC-1] a row comes back whole, money exact ($home)', async ({ open }) => {
  const archive = await open();
  const least = money(-(2n ** 63n));
  const most = money(2n ** 63n - 1n);
  const mode = { positionMode: 'net' } as const;
  const end = { status: 'canceled', clientOrderId: null, filledValue: most } as const;
  const canceled = finished(1, { ...end, ...mode });
  const turned = { ...mode, closedSize: lots(2) };
  const triggered = finished(2, {
    trigger: { ...fired, activatedAt: millis(2) },
    realisedPnl: least,
    takeProfit: fired.price,
    options: {
      expiresAt: millis(9),
      priceMatch: { of: 'queue', level: 5 },
      trailing: { callback: 10, activation: fired.price },
    },
  });
  const rows = {
    orders: [canceled, triggered],
    fills: [
      fill(1, { value: most, realisedPnl: least, isMaker: true, venue: 'takeover', ...turned }),
    ],
    bills: [bill(1, { contract: null, kind: 'deposit', amount: least, collateral: most })],
    funding: [settlement(1)],
    liquidations: [deleveraged(1)],
  };
  await archive.write([entry(1, rows)]);
  expect((await archive.orders(all)).rows).toEqual([triggered, canceled]);
  expect((await archive.fills(all)).rows).toEqual(rows.fills);
  expect((await archive.bills(all)).rows).toEqual(rows.bills);
  expect((await archive.funding({ contract: BTC, limit: 1 })).rows).toEqual(rows.funding);
  expect((await archive.liquidations(all)).rows).toEqual(rows.liquidations);
});

test.each(HOMES)('[ARC-4] newest first, the higher id first in a tie ($home)', async ({ open }) => {
  const archive = await open();
  const at = millis(5);
  const orders = [4, 2, 3].map((id) => finished(id, { createdAt: at }));
  const fills = [fill(1, { at, isMaker: true }), fill(1, { at }), fill(2, { at: millis(1) })];
  await archive.write([
    entry(1, { orders: [finished(9, { createdAt: millis(4) }), ...orders], fills }),
    entry(2, { orders: [finished(1, { createdAt: millis(6) })], bills: [bill(2), bill(3)] }),
  ]);
  const ids = (await archive.orders(all)).rows.map(({ order }) => order.id);
  expect(ids).toEqual([1, 4, 3, 2, 9]);
  const sides = (await archive.fills(all)).rows.map((row) => [row.trade, row.isMaker]);
  expect(sides).toEqual([
    [1, false],
    [1, true],
    [2, false],
  ]);
  expect((await archive.bills(all)).rows.map(({ id }) => id)).toEqual([3, 2]);
});

test.each(HOMES)('[ARC-22] a list reads from its old end too ($home)', async ({ open }) => {
  const archive = await open();
  const ended = { origin: 'liquidation' } as const;
  const orders = [1, 2, 3, 4].map((id) => finished(id, id === 3 ? ended : {}));
  await archive.write([
    entry(1, { orders, fills: [2, 4, 7].map((id, place) => fill(id, { number: place + 1 })) }),
  ]);
  const oldest = { ...all, after: LIST_START };
  const ids = async (query: object) => {
    const { rows, next } = await archive.orders({ ...oldest, ...query });
    return [rows.map(({ order }) => order.id), next !== null];
  };
  expect(await ids({})).toEqual([[1, 2, 3, 4], false]);
  expect(await ids({ limit: 2 })).toEqual([[1, 2], true]);
  expect(await ids({ limit: 2, idFrom: 3 })).toEqual([[3, 4], false]);
  expect(await ids({ from: millis(2), limit: 1 })).toEqual([[2], true]);
  expect(await ids({ to: millis(2) })).toEqual([[1, 2], false]);
  expect(await ids({ origin: 'liquidation' })).toEqual([[3], false]);
  const { rows } = await archive.fills({ ...oldest, idFrom: 2 });
  expect(rows.map(({ trade, number }) => [trade, number])).toEqual([
    [4, 2],
    [7, 3],
  ]);
});

test.each(HOMES)('[ARC-6] both ends of a window belong to it ($home)', async ({ open }) => {
  const archive = await open();
  const orders = [1, 2, 3, 4, 5].map((id) => finished(id));
  const rows = { bills: [bill(1), bill(2), bill(3)], liquidations: [deleveraged(1)] };
  await archive.write([
    entry(1, { orders, ...rows, funding: [1, 2, 3].map((at) => settlement(at)) }),
  ]);
  const ids = async (from?: number, to?: number) => {
    const [start, end] = [from, to].map((at) => (at === undefined ? at : millis(at)));
    return (await archive.orders({ ...all, from: start ?? null, to: end ?? null })).rows.map(
      ({ order }) => order.id,
    );
  };
  expect(await ids(2, 4)).toEqual([4, 3, 2]);
  expect(await ids(4)).toEqual([5, 4]);
  expect(await ids(undefined, 2)).toEqual([2, 1]);
  expect(await ids(4, 2)).toEqual([]);
  const two = { from: millis(2), to: millis(2) };
  expect((await archive.bills({ ...all, ...two })).rows).toEqual([bill(2)]);
  const settled = await archive.funding({ contract: BTC, limit: 5, ...two });
  expect(settled.rows).toEqual([settlement(2)]);
  expect((await archive.liquidations({ ...all, ...two })).rows).toEqual([]);
});

test.each(HOMES)(
  '[ARC-7] fired triggers are in both lists, unfired in one ($home)',
  async ({ open }) => {
    const archive = await open();
    const plain = finished(1);
    const worked = finished(2, { trigger: fired });
    const never = finished(3, { status: 'canceled', trigger: trigger() });
    await archive.write([entry(1, { orders: [plain, worked, never] })]);
    expect((await archive.orders(all)).rows).toEqual([worked, plain]);
    expect((await archive.triggerOrders(all)).rows).toEqual([never, worked]);
  },
);

test.each(HOMES)('[ARC-7] triggers are chosen by their words ($home)', async ({ open }) => {
  const archive = await open();
  const shapes = [
    { effect: 'open', positionSide: 'long', trigger: trigger() },
    { effect: 'close', positionSide: 'long', trigger: trigger({ purpose: 'stop-loss' }) },
    { effect: 'close', positionSide: 'short', trigger: trigger({ purpose: 'take-profit' }) },
    { effect: 'close', positionSide: 'short', trigger: trigger(), contract: ETH },
    { effect: 'close', positionSide: 'short', trigger: trigger(), account: BOB },
  ] as const;
  await archive.write([entry(1, { orders: shapes.map((shape, at) => finished(at + 1, shape)) })]);
  const ids = async (query: Partial<Parameters<typeof archive.triggerOrders>[0]>) =>
    (await archive.triggerOrders({ ...all, ...query })).rows.map(({ order }) => order.id);
  expect(await ids({ effect: 'close' })).toEqual([4, 3, 2]);
  expect(await ids({ effect: 'close', positionSide: 'short', contract: BTC })).toEqual([3]);
  expect(await ids({ purpose: 'plan' })).toEqual([4, 1]);
  expect(await ids({ purpose: 'stop-loss', contract: ETH })).toEqual([]);
});

test.each(HOMES)('[ARC-8] an order is found by either id ($home)', async ({ open }) => {
  const archive = await open();
  const first = finished(1, { clientOrderId: 'again', status: 'canceled' });
  const second = finished(2, { clientOrderId: 'again' });
  const other = finished(3, { clientOrderId: 'again', account: BOB });
  await archive.write([entry(1, { orders: [second, first, other] })]);
  expect(await archive.findOrder(orderId(1))).toEqual(first);
  expect(await archive.findOrder(orderId(4))).toBeUndefined();
  expect(await archive.findClientOrder(ALICE, 'again')).toEqual(second);
  expect(await archive.findClientOrder(BOB, 'again')).toEqual(other);
  expect(await archive.findClientOrder(BOB, 'never')).toBeUndefined();
});

test.each(HOMES)('[ARC-9] fills are chosen and counted ($home)', async ({ open }) => {
  const archive = await open();
  const order = orderId(50);
  const fills = [
    fill(1, { order }),
    fill(2, { contract: ETH }),
    fill(3, { order }),
    fill(4, { account: BOB, order: orderId(51) }),
  ];
  await archive.write([entry(1, { fills })]);
  const trades = async (query: object) =>
    (await archive.fills({ ...all, ...query })).rows.map(({ trade }) => trade);
  expect(await trades({})).toEqual([3, 2, 1].map(tradeId));
  expect(await trades({ contract: ETH })).toEqual([tradeId(2)]);
  expect(await trades({ order })).toEqual([3, 1].map(tradeId));
  expect(await trades({ order, contract: ETH })).toEqual([]);
  expect(await trades({ order: orderId(51) })).toEqual([]);
  expect(await archive.countFills({ account: ALICE }, 100)).toBe(3);
  expect(await archive.countFills({ account: ALICE, from: millis(2), order }, 100)).toBe(1);
  expect(await archive.countFills({ account: ALICE }, 2)).toBe(2);
});

test.each(HOMES)('[ARC-10] bills are chosen by contract and kind ($home)', async ({ open }) => {
  const archive = await open();
  const bills = [
    bill(1, { kind: 'deposit', contract: null }),
    bill(2),
    bill(3, { kind: 'funding' }),
    bill(4, { kind: 'funding', contract: ETH }),
    bill(5, { account: BOB }),
  ];
  await archive.write([entry(1, { bills })]);
  const ids = async (query: object) =>
    (await archive.bills({ ...all, ...query })).rows.map(({ id }) => id);
  expect(await ids({})).toEqual([4, 3, 2, 1]);
  expect(await ids({ contract: BTC })).toEqual([3, 2]);
  expect(await ids({ kind: 'funding' })).toEqual([4, 3]);
  expect(await ids({ kind: 'funding', contract: BTC })).toEqual([3]);
});

test.each(HOMES)('[ARC-11] funding and liquidations are listed ($home)', async ({ open }) => {
  const archive = await open();
  const funding = [settlement(1), settlement(1, { contract: ETH }), settlement(2)];
  const liquidations = [deleveraged(1), deleveraged(2, { account: BOB }), deleveraged(3)];
  await archive.write([entry(1, { funding, liquidations })]);
  const settled = await archive.funding({ contract: BTC, limit: 1 });
  expect(settled).toEqual({ rows: [settlement(2)], next: { at: 2, id: 0 } });
  const earlier = await archive.funding({ contract: BTC, limit: 1, before: settled.next! });
  expect(earlier).toEqual({ rows: [settlement(1)], next: null });
  const explained = await archive.liquidations(all);
  expect(explained.rows).toEqual([deleveraged(3), deleveraged(1)]);
});
