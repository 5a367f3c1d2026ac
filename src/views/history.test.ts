import { expect, test } from 'vitest';
import { createDriver, orderIdOf, usdt } from '../../test/kit/driver.ts';
import { createFolded } from '../../test/views/folded.ts';
import { accountId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';
import { findNotes } from './accounts.ts';

test('[VIEW-11] a fill is one bill with its fee inside and beside; the pool has one row', () => {
  const { driver, fold } = createFolded(createDriver());
  const maker = driver.house(1_000_000);
  const taker = driver.trader(1_000);
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(taker, 'open long', 1_000, 900_000);
  const { seq, bills } = fold().at(-1)!.rows;
  expect(bills.map(({ account, kind, amount, fee }) => [account, kind, amount, fee])).toEqual([
    [maker, 'open-short', money(usdt('8998.2')), money(usdt('1.8'))],
    [taker, 'open-long', money(usdt('-9005.4')), money(usdt('5.4'))],
    [accountId(1), 'fee-income', money(usdt('7.2')), 0],
  ]);
  expect(bills.map(({ id }) => id - seq * 2 ** 20)).toEqual([0, 1, 2]);
  expect(bills[1]).toMatchObject({
    wallet: money(usdt('994.6')),
    collateral: money(usdt('-8005.4')),
  });
});

test("[VIEW-11] the pool's income stands before what is taken from it in the same entry", () => {
  const { driver, fold } = createFolded(createDriver());
  const maker = driver.house(1_000_000);
  const taker = driver.trader(1_000);
  driver.place(maker, 'open short', 1_000, 900_000);
  const account = accountId(1);
  const order = driver.place(taker, 'open long', 10, 900_000);
  const { command } = driver.entries.at(-1)!;
  expect(orderIdOf(order)).toBeGreaterThan(0);
  driver.run({
    kind: 'batch',
    commands: [command, { kind: 'withdraw', account, amount: money(1n) }, command] as never,
  });
  const bills = fold()
    .at(-1)!
    .rows.bills.filter((row) => row.account === account);
  expect(bills.map(({ kind }) => kind)).toEqual(['fee-income', 'withdrawal', 'fee-income']);
  expect(bills[1]!.collateral).toBe(money(toBigInt(bills[0]!.collateral) - 1n));
  expect(bills[2]!.collateral).toBe(
    money(toBigInt(bills[1]!.collateral) + toBigInt(bills[2]!.amount)),
  );
});

test('[VIEW-9] an order that ends is handed out whole, with its fills and the reason', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house(1_000_000);
  const taker = driver.trader(10_000);
  driver.place(maker, 'open short', 300, 900_000);
  driver.place(maker, 'open short', 300, 900_500);
  const placed = driver.place(taker, 'open long', 1_000, 901_000, {
    takeProfit: 950_000 as never,
    stopLoss: 850_000 as never,
  });
  fold();
  const tracked = views.orders.live.get(orderIdOf(placed))!;
  expect(tracked).toMatchObject({ latestFill: 900_500, highestFill: 900_500, lowestFill: 900_000 });
  const exits = [tracked.order.takeProfitOrder, tracked.order.stopLossOrder];
  expect(exits.map((id) => views.orders.live.get(id)?.order.size)).toEqual([600, 600]);
  driver.cancel(taker, orderIdOf(placed));
  const [ended] = fold().at(-1)!.rows.orders;
  expect(ended).toMatchObject({ cancelReason: 'user', finishedAt: driver.at });
  expect(ended!.order).toMatchObject({ status: 'canceled', filled: 600, size: 1_000, frozen: 0 });
  expect(views.orders.live.has(orderIdOf(placed))).toBe(false);
});

test('[VIEW-17] an account is known since it was opened, with the margin moved by hand', () => {
  const { driver, views, fold } = createFolded(createDriver());
  const maker = driver.house(1_000_000);
  const openedAt = driver.at + 1;
  const trader = driver.trader(1_000);
  const contract = 0 as never;
  const leverage = { longLeverage: 10, shortLeverage: 10 };
  const isolated = { account: trader, contract, marginMode: 'isolated' } as const;
  driver.run({ kind: 'set-leverage', ...isolated, ...leverage });
  driver.place(maker, 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
  const margin = { kind: 'adjust-isolated-margin', account: trader, contract } as const;
  driver.run({ ...margin, positionSide: 'long', amount: money(usdt(50)) });
  driver.run({ ...margin, positionSide: 'long', amount: money(usdt(-20)) });
  fold();
  expect(findNotes(views.accounts, trader)).toEqual({
    account: trader,
    openedAt,
    updatedAt: driver.at,
    marginMovedIn: money(usdt(50)),
    marginMovedOut: money(usdt(20)),
  });
});
