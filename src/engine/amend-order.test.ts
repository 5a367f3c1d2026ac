import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  usdt,
} from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { DEFAULT_TERMS } from '../domain/account.ts';
import type { AmendOrder } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import { type AccountId, contractId, type OrderId } from '../domain/ids.ts';
import { lots, millis, money, ticks } from '../domain/units.ts';

const BTC = contractId(0);

const amendment = (
  account: AccountId,
  order: OrderId,
  change: { readonly size?: number; readonly price?: number },
): AmendOrder => ({
  kind: 'amend-order',
  account,
  target: { by: 'id', order },
  size: change.size === undefined ? null : lots(change.size),
  price: change.price === undefined ? null : ticks(change.price),
});

const bid = (driver: Driver, trader: AccountId, size: number, price: number): OrderId =>
  orderIdOf(driver.place(trader, 'open long', size, price));

/** Who is filled, in which order, when a house sells this much at any price. */
const soldTo = (driver: Driver, size: number): number[] =>
  eventsOf(driver.place(driver.house(), 'open short', size, null), 'fill-settled').map(
    ({ maker }) => maker.order,
  );

const orderOf = (driver: Driver, id: OrderId) => driver.state.orders.get(id)!;

function hold(driver: Driver, trader: AccountId, size: number): void {
  driver.place(driver.house(), 'open short', size, 900_000);
  driver.place(trader, 'open long', size, 900_000);
}

test('[AMD-1] shrinking keeps the place in the queue and releases money', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const first = bid(driver, trader, 100, 899_000);
  const second = bid(driver, driver.trader(), 100, 899_000);
  const events = driver.run(amendment(trader, first, { size: 40 }));
  expect(eventOf(events, 'order-amended')).toMatchObject({
    order: first,
    size: 40,
    removed: 60,
    removedFrom: 899_000,
    frozen: money(usdt('17.98') + usdt('0.21576')),
  });
  expect(driver.account(trader).frozen).toBe(money(usdt('18.19576')));
  expect(soldTo(driver, 50)).toEqual([first, second]);
});

test('[AMD-1] shrinking keeps freeze prices and works though the mark has moved', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = bid(driver, trader, 1_000, 905_000);
  driver.index(950_000);
  driver.run(amendment(trader, order, { size: 500 }));
  expect(orderOf(driver, order)).toMatchObject({
    frozen: money(usdt('253.965')),
    workingPrice: 905_000,
  });
});

test.each([
  ['a larger size', { size: 101 }],
  ['a new price', { price: 899_001 }],
  ['a new price and a smaller size', { size: 50, price: 899_001 }],
  ['the old price after another', { price: 899_000 }],
])('[AMD-2] %s goes behind everyone at its price, under the same id', (_, change) => {
  const driver = createDriver();
  const trader = driver.trader();
  const start = 'price' in change && change.price === 899_000 ? 898_000 : 899_000;
  const order = bid(driver, trader, 100, start);
  const price = 'price' in change ? change.price : 899_000;
  const other = bid(driver, driver.trader(), 100, price);
  const events = driver.run(amendment(trader, order, change));
  const { size } = eventOf(events, 'order-amended');
  expect(eventOf(events, 'order-rested')).toMatchObject({ order, price, remaining: size });
  expect(soldTo(driver, 150)).toEqual([other, order]);
});

test('[AMD-2] an amendment into the market trades at once and rests with what remains', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = bid(driver, trader, 100, 890_000);
  driver.place(driver.house(), 'open short', 30, 900_000);
  const events = driver.run(amendment(trader, order, { price: 900_000 }));
  expect(eventOf(events, 'fill-settled')).toMatchObject({
    price: 900_000,
    taker: { order, remaining: 70 },
  });
  expect(eventOf(events, 'order-rested')).toMatchObject({ order, remaining: 70 });
});

test('[AMD-2] an amended order pays the taker fee and is clipped to the band of the moment', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = bid(driver, trader, 100, 890_000);
  driver.place(driver.house(), 'open short', 100, 900_000);
  const events = driver.run(amendment(trader, order, { price: 1_000_000 }));
  expect(eventOf(events, 'order-amended')).toMatchObject({
    price: 1_000_000,
    workingPrice: 909_000,
    removed: 100,
    removedFrom: 890_000,
  });
  expect(eventOf(events, 'fill-settled').taker.fee).toBe(money(usdt('0.54')));
  expect(driver.account(trader).frozen).toBe(0);
});

test('[AMD-2] nothing new changes nothing', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const first = bid(driver, trader, 100, 899_000);
  const second = bid(driver, driver.trader(), 100, 899_000);
  const same: Event[] = [];
  for (const change of [{}, { size: 100 }, { price: 899_000 }, { size: 100, price: 899_000 }])
    same.push(...driver.run(amendment(trader, first, change)));
  expect(same).toEqual([]);
  expect(soldTo(driver, 150)).toEqual([first, second]);
});

test('[AMD-3] what the order holds is given back before the new freeze is asked for', () => {
  const driver = createDriver();
  const trader = driver.trader('46');
  const order = bid(driver, trader, 100, 890_000);
  driver.run(amendment(trader, order, { price: 899_000 }));
  expect(orderOf(driver, order).frozen).toBe(money(usdt('44.95') + usdt('0.5394')));
  const refused = expectRefused(driver, amendment(trader, order, { size: 102 }));
  expect(refused).toEqual({
    reason: 'margin-insufficient',
    given: usdt('45.849') + usdt('0.550188'),
    limit: usdt(46),
  });
});

test.each([
  ['size-invalid', { size: 0 }],
  ['size-above-maximum', { size: 501 }],
  ['size-below-minimum', { size: 9 }],
  ['price-invalid', { price: 0 }],
  ['price-too-far', { price: 9_000_001 }],
  ['position-limit', { size: 401 }],
  ['margin-insufficient', { size: 400 }],
])('[AMD-3] %s leaves the order as it was', (reason, change) => {
  const limits = { minOrderSize: '0.001', maxOrderSize: '0.05', maxPositionSize: '0.04' };
  const driver = createDriver([exampleContract({ ...limits, marketOpenLimitSize: '0.05' })]);
  const trader = driver.trader(100);
  const first = bid(driver, trader, 100, 899_000);
  const second = bid(driver, driver.trader(), 100, 899_000);
  expect(expectRefused(driver, amendment(trader, first, change)).reason).toBe(reason);
  expect(soldTo(driver, 150)).toEqual([first, second]);
});

test('[AMD-3] a higher price alone can pass the cap of the tier', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  const leverage = { marginMode: 'cross' as const, longLeverage: 125, shortLeverage: 125 };
  driver.run({ kind: 'set-leverage', account: trader, contract: BTC, ...leverage });
  const order = bid(driver, trader, 10_000, 450_000);
  expect(expectRefused(driver, amendment(trader, order, { price: 500_001 }))).toEqual({
    reason: 'tier-limit',
    given: usdt('50000.1'),
    limit: usdt(50_000),
  });
  driver.run(amendment(trader, order, { price: 500_000 }));
  expect(orderOf(driver, order).price).toBe(500_000);
});

test('[AMD-3] [ISO-4] an isolated order cannot be amended into a position too thin', () => {
  const driver = createDriver([exampleContract({ buyLimitPriceRatio: '0.05' })]);
  const trader = driver.trader(10_000);
  const leverage = { marginMode: 'isolated' as const, longLeverage: 50, shortLeverage: 50 };
  driver.run({ kind: 'set-leverage', account: trader, contract: BTC, ...leverage });
  const order = bid(driver, trader, 100, 900_000);
  const refused = expectRefused(driver, amendment(trader, order, { price: 914_077 }));
  expect(refused.reason).toBe('isolated-margin-too-thin');
});

test('[AMD-3] the new price must still lie between the presets', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const presets = { takeProfit: ticks(895_000), stopLoss: ticks(880_000) };
  const order = orderIdOf(driver.place(trader, 'open long', 100, 890_000, presets));
  const at = (price: number) => expectRefused(driver, amendment(trader, order, { price })).reason;
  expect(at(895_000)).toBe('take-profit-wrong-side');
  expect(at(880_000)).toBe('stop-loss-wrong-side');
});

test('[AMD-3] not while halted, stale or not permitted', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = bid(driver, trader, 100, 890_000);
  const smaller = amendment(trader, order, { size: 50 });
  driver.run({ kind: 'halt-contract', contract: BTC });
  expect(expectRefused(driver, smaller).reason).toBe('contract-halted');
  driver.run({ kind: 'resume-contract', contract: BTC });
  driver.wait(millis(30_001));
  expect(expectRefused(driver, smaller).reason).toBe('index-stale');
  driver.index(900_000);
  const terms = { ...DEFAULT_TERMS, contracts: [] };
  driver.run({ kind: 'set-account-terms', account: trader, terms });
  expect(expectRefused(driver, smaller).reason).toBe('contract-not-permitted');
  driver.run({ kind: 'set-account-terms', account: trader, terms: DEFAULT_TERMS });
  expect(eventOf(driver.run(smaller), 'order-amended').size).toBe(50);
});

test('[AMD-3] unknown, final, untriggered and others\u2019 orders are not amended', () => {
  const driver = createDriver();
  const [trader, other] = [driver.trader(), driver.trader()];
  const order = bid(driver, trader, 100, 890_000);
  expect(expectRefused(driver, amendment(other, order, { size: 5 })).reason).toBe('order-unknown');
  driver.cancel(trader, order);
  expect(expectRefused(driver, amendment(trader, order, { size: 5 })).reason).toBe('order-unknown');
  const waiting = orderIdOf(driver.trigger(trader, 'open long', 950_000));
  expect(expectRefused(driver, amendment(trader, waiting, { size: 5 }))).toEqual({
    reason: 'order-not-open',
    order: waiting,
  });
});

test('[AMD-3] an order is also found by its client order id', () => {
  const driver = createDriver();
  const trader = driver.trader();
  driver.place(trader, 'open long', 100, 890_000, { clientOrderId: 'mine' });
  const target = { by: 'client-order-id' as const, clientOrderId: 'mine' };
  const events = driver.run({
    kind: 'amend-order',
    account: trader,
    target,
    size: lots(5),
    price: null,
  });
  expect(eventOf(events, 'order-amended').size).toBe(5);
});

test('[AMD-3] [CLS-1] a close grows only into what its side can still close', () => {
  const driver = createDriver();
  const trader = driver.trader();
  hold(driver, trader, 100);
  const close = orderIdOf(driver.place(trader, 'close long', 50, 950_000));
  driver.place(trader, 'close long', 30, 951_000);
  expect(expectRefused(driver, amendment(trader, close, { size: 71 }))).toMatchObject({
    reason: 'close-size-locked',
    given: 71,
    limit: 70,
  });
  driver.run(amendment(trader, close, { size: 70 }));
  expect(driver.desk(trader).long.closing).toBe(100);
});

test.each([{ size: 40 }, { size: 39 }, { size: 40, price: 891_000 }])(
  '[AMD-4] a new size of $size with 40 filled ends the order',
  (change) => {
    const driver = createDriver();
    const trader = driver.trader();
    const order = bid(driver, trader, 100, 899_000);
    soldTo(driver, 40);
    const canceled = eventOf(driver.run(amendment(trader, order, change)), 'order-canceled');
    expect(canceled).toMatchObject({ order, reason: 'amended-to-filled', removed: 60 });
    expect(driver.account(trader).frozen).toBe(0);
    expect(driver.desk(trader).long.position?.size).toBe(40);
  },
);

test('[AMD-4] one lot more than is filled leaves one lot working', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = bid(driver, trader, 100, 899_000);
  soldTo(driver, 40);
  driver.run(amendment(trader, order, { size: 41 }));
  expect(orderOf(driver, order)).toMatchObject({ size: 41, filled: 40, status: 'open' });
  expect(driver.desk(trader).long.opening).toBe(1);
});

test('[AMD-5] a post-only order amended into the opposite side is refused', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const options = { timeInForce: 'post-only' as const };
  const order = orderIdOf(driver.place(trader, 'open long', 100, 890_000, options));
  driver.place(driver.house(), 'open short', 100, 900_000);
  expect(expectRefused(driver, amendment(trader, order, { price: 900_000 }))).toEqual({
    reason: 'post-only-would-take',
    given: 900_000,
    limit: 900_000,
  });
  const events = driver.run(amendment(trader, order, { price: 899_999 }));
  expect(eventOf(events, 'order-rested').price).toBe(899_999);
});
