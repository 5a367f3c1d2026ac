import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import {
  createDriver,
  eventOf,
  eventsOf,
  orderIdOf,
  rejectOf,
  usdt,
} from '../../test/kit/driver.ts';
import type { SelfTradePolicy } from '../domain/account.ts';
import type { PriceMatch } from '../domain/order.ts';
import { lots, money, ticks } from '../domain/units.ts';

test.each([
  ['cancel-maker', ['maker']],
  ['cancel-taker', ['taker']],
  ['cancel-both', ['maker', 'taker']],
] as const)('[ORD-12] an order with %s decides for itself who gives way', (selfTrade, ended) => {
  const own: SelfTradePolicy = selfTrade === 'cancel-taker' ? 'cancel-maker' : 'cancel-taker';
  const driver = createDriver();
  const trader = driver.trader(100_000, { selfTrade: own });
  const maker = orderIdOf(driver.place(trader, 'open short', 10, 900_000));
  const events = driver.place(trader, 'open long', 10, 900_000, { options: { selfTrade } });
  const ids = { maker, taker: orderIdOf(events) };
  const canceled = eventsOf(events, 'order-canceled');
  expect(canceled.map(({ order }) => order)).toEqual(ended.map((name) => ids[name]));
  expect(new Set(canceled.map(({ reason }) => reason))).toEqual(new Set(['self-trade']));
});

test('[ORD-12] [ORD-5] fill-or-kill counts beyond its own orders only where those give way', () => {
  const driver = createDriver();
  const other = driver.trader(100_000);
  const trader = driver.trader(100_000);
  driver.place(trader, 'open short', 10, 900_000);
  driver.place(other, 'open short', 10, 900_100);
  const kill = (selfTrade: SelfTradePolicy) =>
    driver.place(trader, 'open long', 10, 900_100, { timeInForce: 'fok', options: { selfTrade } });
  expect(eventOf(kill('cancel-taker'), 'order-canceled').reason).toBe('fok-short');
  expect(eventsOf(kill('cancel-maker'), 'fill-settled')).toHaveLength(1);
});

/** Bids at 899,990 and below, asks at 900,010 and above, ten of each, ten ticks apart. */
function openLadder() {
  const driver = createDriver();
  const house = driver.house();
  const trader = driver.trader(100_000);
  for (let level = 1; level <= 10; level += 1) {
    driver.place(house, 'open long', 10, 900_000 - 10 * level);
    driver.place(house, 'open short', 10, 900_000 + 10 * level);
  }
  const buy = (priceMatch: PriceMatch, price: number | null = null) =>
    driver.place(trader, 'open long', 5, price, { options: { priceMatch } });
  return { driver, house, trader, buy };
}

test.each([
  ['opponent', 1, 900_010],
  ['opponent', 5, 900_050],
  ['opponent', 10, 900_100],
  ['queue', 1, 899_990],
  ['queue', 5, 899_950],
  ['queue', 10, 899_900],
] as const)('[ORD-13] a purchase at the %s price %i is a limit at %i', (of, level, price) => {
  const { driver, buy } = openLadder();
  const accepted = eventOf(buy({ of, level }), 'order-accepted');
  expect(accepted).toMatchObject({ price, workingPrice: price, timeInForce: 'normal' });
  expect(accepted.options).toEqual({ priceMatch: { of, level } });
  const rests = driver.state.orders.has(accepted.order);
  expect(rests).toBe(of === 'queue');
});

test('[ORD-13] a price that the book does not have refuses the order', () => {
  const { driver, house, trader, buy } = openLadder();
  const refused = rejectOf(buy({ of: 'opponent', level: 20 }));
  expect(refused).toEqual({ reason: 'price-match-empty', given: 20 });
  expect(rejectOf(buy({ of: 'queue', level: 2 })).reason).toBe('price-match-invalid');
  expect(rejectOf(buy({ of: 'queue', level: 1 }, 890_000)).reason).toBe('price-invalid');
  const options = { priceMatch: { of: 'queue', level: 20 } } as const;
  driver.trigger(trader, 'open long', 901_000, { triggerSource: 'index', options });
  const fired = eventOf(driver.index(901_000), 'order-canceled');
  expect(fired).toMatchObject({
    reason: 'trigger-check-failed',
    reject: { reason: 'price-match-empty' },
  });
  expect(driver.desk(house).working.count).toBe(20);
});

test('[ORD-13] an amendment takes the price that the book has then', () => {
  const { driver, house, trader, buy } = openLadder();
  const order = orderIdOf(buy({ of: 'queue', level: 5 }));
  driver.place(house, 'open long', 10, 899_995);
  const amend = (priceMatch: PriceMatch, price: number | null) =>
    driver.run({
      kind: 'amend-order',
      account: trader,
      target: { by: 'id', order },
      size: null,
      price: price === null ? null : ticks(price),
      priceMatch,
    });
  const amended = eventOf(amend({ of: 'queue', level: 1 }, null), 'order-amended');
  expect(amended).toMatchObject({ order, price: 899_995, size: 5 });
  expect(rejectOf(amend({ of: 'queue', level: 1 }, 890_000)).reason).toBe('price-invalid');
  expect(rejectOf(amend({ of: 'opponent', level: 20 }, null)).reason).toBe('price-match-empty');
});

test('[ORD-13] a trigger takes the price that the book has when it fires', () => {
  const { driver, trader } = openLadder();
  const placed = driver.trigger(trader, 'open long', 901_000, {
    triggerSource: 'index',
    options: { priceMatch: { of: 'queue', level: 1 }, timeInForce: 'post-only' },
  });
  expect(eventOf(placed, 'order-accepted')).toMatchObject({ price: 0, timeInForce: 'post-only' });
  const events = driver.index(901_000);
  expect(eventOf(events, 'trigger-fired')).toMatchObject({ price: 899_990 });
  expect(eventOf(events, 'order-rested')).toMatchObject({ price: 899_990, remaining: 1 });
});

/** At least 50 USDT: 55.6 lots of 0.0001 at 90,000. */
function openCostly() {
  const driver = createDriver([{ ...exampleContract(), notionalMin: money(usdt(50)) }]);
  return { driver, trader: driver.trader(100_000), maker: driver.trader(100_000) };
}

test('[CHK-13] an order that opens less than the smallest notional is refused', () => {
  const { driver, trader, maker } = openCostly();
  expect(rejectOf(driver.place(trader, 'open long', 5, 900_000))).toEqual({
    reason: 'notional-below-minimum',
    given: usdt(45),
    limit: usdt(50),
  });
  expect(rejectOf(driver.place(trader, 'open long', 5, null)).reason).toBe(
    'notional-below-minimum',
  );
  const order = orderIdOf(driver.place(trader, 'open long', 6, 900_000));
  const amended = driver.run({
    kind: 'amend-order',
    account: trader,
    target: { by: 'id', order },
    size: lots(6),
    price: ticks(800_000),
  });
  expect(rejectOf(amended).reason).toBe('notional-below-minimum');
  driver.place(maker, 'open short', 6, 900_000);
  expect(driver.desk(trader).long.position?.size).toBe(6);
  // The smallest itself: 5 lots at 100,000.
  expect(eventsOf(driver.place(maker, 'open short', 5, 1_000_000), 'order-rested')).toHaveLength(1);
  driver.place(maker, 'open long', 6, 899_000);
  expect(eventsOf(driver.place(trader, 'close long', 1, 899_000), 'fill-settled')).toHaveLength(1);
});

test('[CHK-13] a trigger meets it when it fires', () => {
  const { driver, trader } = openCostly();
  driver.trigger(trader, 'open long', 901_000, { triggerSource: 'index' });
  expect(eventOf(driver.index(901_000), 'order-canceled').reject?.reason).toBe(
    'notional-below-minimum',
  );
});
