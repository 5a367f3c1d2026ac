import { expect, test } from 'vitest';
import { exampleContract, exampleContracts } from '../../test/kit/contracts.ts';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  rejectOf,
} from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import type { PlaceOrder } from '../domain/command.ts';
import { type AccountId, accountId, contractId } from '../domain/ids.ts';
import { lots, ticks } from '../domain/units.ts';
import { trimCloses } from './close-positions.ts';

const BTC = contractId(0);

/** A trader with a long of this size, and a house to trade with. */
function setUp(size: number, changes: Parameters<typeof exampleContract>[0] = {}) {
  const driver = createDriver([exampleContract(changes)]);
  const [house, trader] = [driver.house(), driver.trader(1_000)];
  driver.place(house, 'open short', size, 900_000);
  driver.place(trader, 'open long', size, 900_000);
  return { driver, house, trader };
}

const close = (account: AccountId, size: number, changes: Partial<PlaceOrder> = {}) => ({
  kind: 'place-order' as const,
  account,
  contract: BTC,
  positionSide: 'long' as const,
  effect: 'close' as const,
  size: lots(size),
  price: ticks(950_000),
  timeInForce: 'normal' as const,
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  ...changes,
});

const closeAll = (account: AccountId, contract: number | null = null) => ({
  kind: 'close-positions' as const,
  account,
  contract: contract === null ? null : contractId(contract),
});

const bids = (driver: Driver, house: AccountId, size: number) =>
  driver.place(house, 'open long', size, 900_000);

test('[CLS-1] closes lock at most the position, each side by itself', () => {
  const { driver, trader } = setUp(100);
  driver.run(close(trader, 60));
  driver.run(close(trader, 40));
  expect(driver.desk(trader).long.closing).toBe(100);
  const short = close(trader, 1, { positionSide: 'short', price: ticks(850_000) });
  expect(expectRefused(driver, short).reason).toBe('position-missing');
});

test.each(['normal', 'post-only', 'fok'] as const)(
  '[CLS-2] a %s close of too much is refused with what is closable and what stands in the way',
  (timeInForce) => {
    const { driver, trader } = setUp(100);
    driver.run(close(trader, 20));
    const newest = orderIdOf(driver.run(close(trader, 30)));
    driver.place(trader, 'open long', 1, 890_000);
    expect(expectRefused(driver, close(trader, 51, { timeInForce }))).toEqual({
      reason: 'close-size-locked',
      given: 51,
      limit: 50,
      order: newest,
    });
  },
);

test('[CLS-2] without a working close there is no order to name', () => {
  const { driver, trader } = setUp(100);
  const refused = { reason: 'close-size-locked', given: 101, limit: 100 };
  expect(expectRefused(driver, close(trader, 101))).toEqual(refused);
});

test.each([
  { name: 'ioc', changes: { timeInForce: 'ioc' as const, price: ticks(900_000) } },
  { name: 'market', changes: { price: null } },
])('[CLS-2] a close by $name of too much is trimmed', ({ changes }) => {
  const { driver, house, trader } = setUp(100);
  driver.run(close(trader, 30));
  bids(driver, house, 100);
  const events = driver.run(close(trader, 500, changes));
  expect(eventOf(events, 'order-accepted').size).toBe(70);
  expect(eventOf(events, 'fill-settled').size).toBe(70);
  expect(driver.desk(trader).long.position?.size).toBe(30);
});

test('[CLS-2] with everything spoken for even a market close is refused', () => {
  const { driver, trader } = setUp(100);
  const order = orderIdOf(driver.run(close(trader, 100)));
  const refused = { reason: 'close-size-locked', given: 5, limit: 0, order };
  expect(expectRefused(driver, close(trader, 5, { price: null }))).toEqual(refused);
});

test('[CLS-3] a remainder below the smallest order is closed by exactly that size', () => {
  const limits = { minOrderSize: '0.002' };
  const { driver, house, trader } = setUp(27, limits);
  bids(driver, house, 27);
  driver.run(close(trader, 20, { price: ticks(900_000) }));
  expect(driver.desk(trader).long.position?.size).toBe(7);
  for (const size of [6, 8, 19])
    expect(expectRefused(driver, close(trader, size)).reason).toBe('size-below-minimum');
  eventOf(driver.run(close(trader, 7, { price: ticks(900_000) })), 'fill-settled');
  expect(driver.desk(trader).long.position).toBeNull();
});

test('[CLS-3] a remainder is what working closes have left', () => {
  const { driver, trader } = setUp(27, { minOrderSize: '0.002' });
  driver.run(close(trader, 20));
  expect(expectRefused(driver, close(trader, 6)).reason).toBe('size-below-minimum');
  eventOf(driver.run(close(trader, 7)), 'order-accepted');
});

test('[CLS-3] a larger market close is trimmed to the remainder', () => {
  const { driver, house, trader } = setUp(27, { minOrderSize: '0.002' });
  bids(driver, house, 27);
  driver.run(close(trader, 20, { price: null }));
  const events = driver.run(close(trader, 20, { price: null }));
  expect(eventOf(events, 'order-accepted').size).toBe(7);
});

test('[CLS-3] nothing of the kind opens', () => {
  const { driver, trader } = setUp(27, { minOrderSize: '0.002' });
  const open = close(trader, 7, { effect: 'open' });
  expect(expectRefused(driver, open).reason).toBe('size-below-minimum');
});

test('[CLS-4] closing everything cancels working closes and closes at market', () => {
  const { driver, house, trader } = setUp(100);
  const [first, second] = [60, 40].map((size) => orderIdOf(driver.run(close(trader, size))));
  const opening = orderIdOf(driver.place(trader, 'open long', 1, 890_000));
  bids(driver, house, 100);
  const events = driver.run(closeAll(trader));
  const canceled = eventsOf(events, 'order-canceled');
  expect(canceled.map(({ order, reason }) => [order, reason])).toEqual([
    [second, 'user'],
    [first, 'user'],
  ]);
  const sent = { size: 100, price: 0, effect: 'close', timeInForce: 'ioc', origin: 'trader' };
  expect(eventOf(events, 'order-accepted')).toMatchObject(sent);
  expect(driver.desk(trader).long.position).toBeNull();
  expect(driver.state.orders.get(opening)?.status).toBe('open');
});

test('[CLS-4] both sides of every contract, or of the one named', () => {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  driver.index(900_000, 1);
  const [house, trader] = [driver.house(), driver.trader(5_000)];
  for (const contract of [BTC, contractId(1)]) {
    driver.place(house, 'open short', 100, 900_000, { contract });
    driver.place(trader, 'open long', 100, 900_000, { contract });
    driver.place(house, 'open long', 50, 900_000, { contract });
    driver.place(trader, 'open short', 50, 900_000, { contract });
    driver.place(house, 'open long', 100, 900_000, { contract });
    driver.place(house, 'open short', 50, 900_100, { contract });
  }
  const closed = (contract: number | null) =>
    eventsOf(driver.run(closeAll(trader, contract)), 'fill-settled').map(({ taker, ...fill }) => [
      fill.contract,
      taker.positionSide,
      fill.size,
    ]);
  expect(closed(1)).toEqual([
    [1, 'long', 100],
    [1, 'short', 50],
  ]);
  expect(closed(null)).toEqual([
    [0, 'long', 100],
    [0, 'short', 50],
  ]);
  expect(closed(null)).toEqual([]);
});

test('[CLS-4] what the book cannot take stays', () => {
  const { driver, house, trader } = setUp(100);
  bids(driver, house, 30);
  const events = driver.run(closeAll(trader));
  expect(eventOf(events, 'order-canceled').reason).toBe('ioc-remainder');
  expect(driver.desk(trader).long.position?.size).toBe(70);
});

test('[CLS-4] a position larger than the largest order is closed by several', () => {
  const limits = { minOrderSize: '0.0005', maxOrderSize: '0.001', marketOpenLimitSize: '0.001' };
  const { driver, house, trader } = setUp(10, limits);
  driver.place(house, 'open short', 10, 900_000);
  driver.place(trader, 'open long', 10, 900_000);
  driver.place(house, 'open short', 6, 900_000);
  driver.place(trader, 'open long', 6, 900_000);
  for (const size of [10, 10, 6]) bids(driver, house, size);
  const sizes = eventsOf(driver.run(closeAll(trader)), 'order-accepted').map(({ size }) => size);
  expect(sizes).toEqual([10, 10, 6]);
  expect(driver.desk(trader).long.position).toBeNull();
});

test('[CLS-4] of several orders none follows one that the book could not fill', () => {
  const limits = { minOrderSize: '0.0005', maxOrderSize: '0.001', marketOpenLimitSize: '0.001' };
  const { driver, trader } = setUp(10, limits);
  const house = driver.house();
  driver.place(house, 'open short', 7, 900_000);
  driver.place(trader, 'open long', 7, 900_000);
  driver.place(house, 'open short', 5, 900_000);
  driver.place(trader, 'open long', 5, 900_000);
  const events = driver.run(closeAll(trader));
  expect(eventsOf(events, 'command-rejected')).toEqual([]);
  expect(driver.desk(trader).long.position?.size).toBe(22);
});

test('[CHK-2] [CLS-4] where it is refused the working closes stay', () => {
  const { driver, trader } = setUp(100);
  driver.run(close(trader, 60));
  driver.run({ kind: 'halt-contract', contract: BTC });
  expect(expectRefused(driver, closeAll(trader)).reason).toBe('contract-halted');
});

test('[CHK-9] [CLS-4] with 200 orders working nothing more may rest, but closing works', () => {
  const { driver, house, trader } = setUp(100);
  bids(driver, house, 100);
  for (let count = 0; count < 200; count += 1) driver.place(trader, 'open long', 1, 1);
  expect(expectRefused(driver, close(trader, 60)).reason).toBe('orders-too-many');
  driver.run(closeAll(trader));
  expect(driver.desk(trader).long.position).toBeNull();
});

test('[CLS-4] nobody and nothing unknown is closed', () => {
  const { driver, trader } = setUp(100);
  expect(expectRefused(driver, closeAll(accountId(9))).reason).toBe('account-unknown');
  expect(expectRefused(driver, closeAll(trader, 5)).reason).toBe('contract-unknown');
});

test('[CLS-5] trimming takes the newest closes first and shrinks the last in its place', () => {
  const { driver, trader } = setUp(100);
  const [first, second, third] = [50, 30, 20].map((size) =>
    orderIdOf(driver.run(close(trader, size))),
  );
  driver.place(trader, 'open long', 5, 890_000);
  driver.state.eventCount = 0;
  trimCloses(driver.state, driver.desk(trader), 'long', lots(65));
  const orders = [first, second, third].map((id) => driver.state.orders.get(id!)?.size);
  expect(orders).toEqual([50, 15, undefined]);
  const events = driver.state.events.slice(0, driver.state.eventCount);
  const gone = { order: third, reason: 'deleveraging', removed: 20 };
  expect(eventOf(events, 'order-canceled')).toMatchObject(gone);
  expect(eventOf(events, 'order-amended')).toMatchObject({ order: second, size: 15 });
  expect(driver.desk(trader).long).toMatchObject({ closing: 65, opening: 5 });
});

test('[CLS-5] trimming counts what is left of a close, not what it began with', () => {
  const { driver, house, trader } = setUp(100);
  const order = orderIdOf(driver.run(close(trader, 100, { price: ticks(905_000) })));
  driver.place(house, 'open long', 40, 905_000);
  trimCloses(driver.state, driver.desk(trader), 'long', lots(25));
  expect(driver.state.orders.get(order)).toMatchObject({ size: 65, filled: 40 });
  trimCloses(driver.state, driver.desk(trader), 'long', lots(0));
  expect(driver.state.orders.has(order)).toBe(false);
});

test('[CLS-5] a deleveraged position keeps closes of at most its size', () => {
  const driver = createDriver([exampleContract()], { fund: 0 });
  const [winner, loser] = [driver.trader(50_000), driver.trader(1_000)];
  driver.place(winner, 'open short', 2_000, 900_000);
  driver.place(loser, 'open long', 2_000, 900_000);
  driver.place(driver.house(), 'open long', 500, 900_000);
  driver.place(winner, 'open short', 500, 900_000);
  driver.place(winner, 'close short', 1_500, 500_000);
  driver.place(winner, 'close short', 600, 500_001);
  const events = driver.index(700_000);
  expect(eventOf(events, 'deleveraged')).toMatchObject({ account: winner, size: 2_000 });
  const { short, working } = driver.desk(winner);
  expect([short.position?.size, short.closing, working.count]).toEqual([500, 500, 1]);
  expect(rejectOf(driver.place(winner, 'close short', 1, 500_000)).limit).toBe(0);
});
