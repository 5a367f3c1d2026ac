import { describe, expect, test } from 'vitest';
import { createDriver, type Driver, eventOf, eventsOf, orderIdOf } from '../../test/kit/driver.ts';
import type { SelfTradePolicy } from '../domain/account.ts';
import type { Event } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';

/** Fills as [maker's order, price, lots]. */
const fillsOf = (events: readonly Event[]): number[][] =>
  eventsOf(events, 'fill-settled').map(({ maker, price, size }) => [maker.order, price, size]);

const reasonOf = (events: readonly Event[]): string => eventOf(events, 'order-canceled').reason;

const statusOf = (driver: Driver, order: number): string | undefined =>
  [...driver.state.orders.values()].find(({ id }) => id === order)?.status;

/** Rests sells of a house at these prices and sizes; returns their ids. */
const offer = (driver: Driver, ...rows: readonly (readonly [number, number])[]): number[] => {
  const house = driver.house();
  return rows.map(([price, size]) => orderIdOf(driver.place(house, 'open short', size, price)));
};

test('[ORD-1] the best price first, then who came first, at the maker\u2019s price', () => {
  const driver = createDriver();
  const [late, best, first, second] = offer(
    driver,
    [900_200, 5],
    [900_000, 5],
    [900_100, 5],
    [900_100, 5],
  );
  const events = driver.place(driver.trader(), 'open long', 17, 900_300);
  expect(fillsOf(events)).toEqual([
    [best, 900_000, 5],
    [first, 900_100, 5],
    [second, 900_100, 5],
    [late, 900_200, 2],
  ]);
});

test('[ORD-1] a sale meets the highest bid first', () => {
  const driver = createDriver();
  const house = driver.house();
  const low = orderIdOf(driver.place(house, 'open long', 5, 899_000));
  const high = orderIdOf(driver.place(house, 'open long', 5, 899_500));
  const events = driver.place(driver.trader(), 'open short', 8, 898_000);
  expect(fillsOf(events)).toEqual([
    [high, 899_500, 5],
    [low, 899_000, 3],
  ]);
});

test('[ORD-1] a partly filled maker keeps its place', () => {
  const driver = createDriver();
  const [first, second] = offer(driver, [900_000, 5], [900_000, 5]);
  const trader = driver.trader();
  driver.place(trader, 'open long', 2, 900_000);
  expect(fillsOf(driver.place(trader, 'open long', 5, 900_000))).toEqual([
    [first, 900_000, 3],
    [second, 900_000, 2],
  ]);
});

test('[ORD-3] normal trades what it can and rests with the remainder', () => {
  const driver = createDriver();
  offer(driver, [900_000, 5], [900_100, 5]);
  const events = driver.place(driver.trader(), 'open long', 20, 900_050);
  expect(fillsOf(events)).toHaveLength(1);
  expect(eventOf(events, 'order-rested')).toMatchObject({ price: 900_050, remaining: 15 });
  expect(statusOf(driver, orderIdOf(events))).toBe('open');
});

test('[ORD-3] normal that fills whole does not rest', () => {
  const driver = createDriver();
  offer(driver, [900_000, 5]);
  const events = driver.place(driver.trader(), 'open long', 5, 900_000);
  expect(eventsOf(events, 'order-rested')).toEqual([]);
  expect(statusOf(driver, orderIdOf(events))).toBeUndefined();
});

describe('post-only', () => {
  const options = { timeInForce: 'post-only' as const };

  test('[ORD-4] is canceled where it would take', () => {
    const driver = createDriver();
    offer(driver, [900_000, 5]);
    const events = driver.place(driver.trader(), 'open long', 5, 900_000, options);
    expect(reasonOf(events)).toBe('post-only-would-take');
    expect(fillsOf(events)).toEqual([]);
  });

  test('[ORD-4] rests one tick away', () => {
    const driver = createDriver();
    offer(driver, [900_000, 5]);
    const events = driver.place(driver.trader(), 'open long', 5, 899_999, options);
    expect(eventOf(events, 'order-rested').price).toBe(899_999);
  });

  test('[ORD-4] is canceled where it meets only its own order, which stays', () => {
    const driver = createDriver();
    const trader = driver.trader();
    const own = orderIdOf(driver.place(trader, 'open short', 5, 900_000));
    const events = driver.place(trader, 'open long', 5, 900_000, options);
    expect(reasonOf(events)).toBe('post-only-would-take');
    expect(statusOf(driver, own)).toBe('open');
  });
});

describe('fok', () => {
  const options = { timeInForce: 'fok' as const };

  test('[ORD-5] fills completely over several levels', () => {
    const driver = createDriver();
    offer(driver, [900_000, 5], [900_100, 5]);
    const events = driver.place(driver.trader(), 'open long', 10, 900_100, options);
    expect(fillsOf(events)).toHaveLength(2);
    expect(eventsOf(events, 'order-canceled')).toEqual([]);
  });

  test.each([
    { why: 'the book is a lot short', size: 11, price: 900_100 },
    { why: 'its price is a tick short', size: 10, price: 900_099 },
  ])('[ORD-5] is canceled untouched where $why', ({ size, price }) => {
    const driver = createDriver();
    offer(driver, [900_000, 5], [900_100, 5]);
    const events = driver.place(driver.trader(), 'open long', size, price, options);
    expect(reasonOf(events)).toBe('fok-short');
    expect(fillsOf(events)).toEqual([]);
  });

  test('[ORD-5] fills only within the band', () => {
    const driver = createDriver();
    offer(driver, [900_000, 5], [909_001, 5]);
    const events = driver.place(driver.trader(), 'open long', 10, 950_000, options);
    expect(reasonOf(events)).toBe('fok-short');
  });

  test('[ORD-5] does not count orders of its own account or team', () => {
    const driver = createDriver();
    const trader = driver.trader(1_000, { team: 'red' });
    const mate = driver.trader(1_000, { team: 'red' });
    driver.place(trader, 'open short', 5, 900_000);
    driver.place(mate, 'open short', 5, 900_000);
    offer(driver, [900_000, 5]);
    const short = driver.place(trader, 'open long', 6, 900_000, options);
    expect(reasonOf(short)).toBe('fok-short');
    expect(driver.desk(trader).working.count).toBe(1);
    const enough = driver.place(trader, 'open long', 5, 900_000, options);
    expect(fillsOf(enough)).toHaveLength(1);
  });

  test.each(['cancel-taker', 'cancel-both'] as const)(
    '[ORD-5] with %s nothing behind an own order counts',
    (selfTrade) => {
      const driver = createDriver();
      const trader = driver.trader(1_000, { selfTrade });
      driver.place(trader, 'open short', 5, 900_000);
      offer(driver, [900_000, 5]);
      const events = driver.place(trader, 'open long', 5, 900_000, options);
      expect(reasonOf(events)).toBe('fok-short');
      expect(driver.desk(trader).working.count).toBe(1);
    },
  );
});

test.each([
  { name: 'ioc', price: 900_050, options: { timeInForce: 'ioc' as const } },
  { name: 'a market order', price: null, options: {} },
  { name: 'a market fok', price: null, options: { timeInForce: 'fok' as const } },
])('[ORD-6] $name trades what it can and never rests', ({ price, options }) => {
  const driver = createDriver();
  offer(driver, [900_000, 5], [950_000, 5]);
  const events = driver.place(driver.trader(), 'open long', 20, price, options);
  expect(fillsOf(events)).toHaveLength(1);
  expect(eventOf(events, 'order-canceled')).toMatchObject({ reason: 'ioc-remainder', removed: 0 });
  expect(eventsOf(events, 'order-rested')).toEqual([]);
});

test('[ORD-6] with nothing to meet it is canceled empty', () => {
  const driver = createDriver();
  const events = driver.place(driver.trader(), 'open long', 20, null);
  expect(events.map(({ kind }) => kind)).toEqual(['order-accepted', 'order-canceled']);
});

/** Whose order gives way: [maker canceled, taker canceled, fills]. */
const POLICIES: readonly [SelfTradePolicy, boolean, boolean, number][] = [
  ['cancel-maker', true, false, 1],
  ['cancel-taker', false, true, 0],
  ['cancel-both', true, true, 0],
];

interface Meeting {
  readonly maker: AccountId;
  readonly taker: AccountId;
}

const MEETINGS: readonly [string, (driver: Driver, policy: SelfTradePolicy) => Meeting][] = [
  [
    'one account',
    (driver, selfTrade) => {
      const both = driver.trader(1_000, { selfTrade });
      return { maker: both, taker: both };
    },
  ],
  [
    'one team, the maker wishing otherwise',
    (driver, selfTrade) => ({
      maker: driver.trader(1_000, {
        team: 'red',
        selfTrade: selfTrade === 'cancel-maker' ? 'cancel-taker' : 'cancel-maker',
      }),
      taker: driver.trader(1_000, { team: 'red', selfTrade }),
    }),
  ],
];

describe.each(MEETINGS)('%s', (_, meet) => {
  test.each(POLICIES)('[ORD-7] %s: the taker decides', (policy, makerGone, takerGone, fills) => {
    const driver = createDriver();
    const { maker, taker } = meet(driver, policy);
    const resting = orderIdOf(driver.place(maker, 'open short', 5, 900_000));
    offer(driver, [900_000, 5]);
    const events = driver.place(taker, 'open long', 8, 900_000);
    const canceled = eventsOf(events, 'order-canceled');
    expect(canceled.every(({ reason }) => reason === 'self-trade')).toBe(true);
    const gone = canceled.map(({ order }) => order);
    expect(gone.includes(resting)).toBe(makerGone);
    expect(gone.includes(orderIdOf(events))).toBe(takerGone);
    expect(fillsOf(events)).toHaveLength(fills);
    expect(driver.desk(maker).short.opening).toBe(makerGone ? 0 : 5);
  });
});

test('[ORD-7] a taker that gives way keeps what it filled before', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000, { selfTrade: 'cancel-taker' });
  offer(driver, [899_900, 5]);
  driver.place(trader, 'open short', 5, 900_000);
  const events = driver.place(trader, 'open long', 8, 900_000);
  expect(fillsOf(events)).toHaveLength(1);
  expect(reasonOf(events)).toBe('self-trade');
  expect(driver.desk(trader).long.position?.size).toBe(5);
});

test('[ORD-7] accounts without a team, or of different teams, trade', () => {
  const driver = createDriver();
  const red = driver.trader(1_000, { team: 'red' });
  const blue = driver.trader(1_000, { team: 'blue' });
  const [one, other] = [driver.trader(), driver.trader()];
  driver.place(red, 'open short', 5, 900_000);
  expect(fillsOf(driver.place(blue, 'open long', 5, 900_000))).toHaveLength(1);
  driver.place(one, 'open short', 5, 900_000);
  expect(fillsOf(driver.place(other, 'open long', 5, 900_000))).toHaveLength(1);
});

test('[ORD-7] opening and closing of one account do not meet either', () => {
  const driver = createDriver();
  const trader = driver.trader();
  offer(driver, [900_000, 5]);
  driver.place(trader, 'open long', 5, 900_000);
  const close = orderIdOf(driver.place(trader, 'close long', 5, 900_500));
  const events = driver.place(trader, 'open long', 5, 900_500);
  expect(eventOf(events, 'order-canceled')).toMatchObject({ order: close, reason: 'self-trade' });
  expect(fillsOf(events)).toEqual([]);
});
