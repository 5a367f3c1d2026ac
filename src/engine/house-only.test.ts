import { expect, test } from 'vitest';
import { checkBook } from '../../proof/check-book.ts';
import { createDriver, type Driver, eventOf, eventsOf, orderIdOf } from '../../test/kit/driver.ts';
import { enrol, openSeason, startSeason } from '../../test/kit/season.ts';
import type { Event } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';
import { orderFreeze } from '../domain/margin.ts';
import type { SeasonRules } from '../domain/season.ts';
import { lots, ticks } from '../domain/units.ts';
import { remainingLots } from './order-life.ts';
import { areApart } from './season.ts';

interface Scene {
  readonly driver: Driver;
  readonly house: AccountId;
  readonly fox: AccountId;
  readonly owl: AccountId;
}

function scene(matching: SeasonRules['matching'] = 'house-only'): Scene {
  const driver = createDriver();
  openSeason(driver, { matching });
  const fox = enrol(driver, 'Foxes');
  const owl = enrol(driver, 'Owls');
  startSeason(driver);
  return { driver, house: driver.house(), fox, owl };
}

const fillsOf = (events: readonly Event[]): readonly string[] =>
  eventsOf(events, 'fill-settled').map(
    ({ maker, size, price }) => `${maker.account} ${size} @ ${price}`,
  );

const bestOf = (driver: Driver): readonly [number, number] => {
  const { book } = driver.state.listings[0]!;
  checkBook(book);
  return [book.bids.best, book.asks.best];
};

test('[SEA-11] an entrant passes other traders by and meets the house behind them', () => {
  const { driver, house, fox, owl } = scene();
  driver.place(fox, 'open short', 10, 900_100);
  driver.place(house, 'open short', 5, 900_100);
  driver.place(fox, 'open short', 10, 900_200);
  driver.place(house, 'open short', 5, 900_300);
  const events = driver.place(owl, 'open long', 20, 900_300, { timeInForce: 'ioc' });
  expect(fillsOf(events)).toEqual([`${house} 5 @ 900100`, `${house} 5 @ 900300`]);
  expect(driver.desk(fox).working.count).toBe(2);
});

test('[SEA-11] the house and the venue meet everyone, other traders do not', () => {
  const { driver, house, fox, owl } = scene();
  driver.place(fox, 'open short', 10, 900_100);
  const outsider = driver.trader(1_000);
  expect(fillsOf(driver.place(outsider, 'open long', 5, null))).toEqual([]);
  expect(fillsOf(driver.place(house, 'open long', 5, null))).toEqual([`${fox} 5 @ 900100`]);
  driver.place(outsider, 'open long', 5, 899_900);
  expect(fillsOf(driver.place(owl, 'open short', 5, null))).toEqual([]);
  const account = (id: AccountId) => driver.account(id);
  expect(areApart(account(fox), account(owl))).toBe(true);
  expect(areApart(account(fox), account(house))).toBe(false);
  expect(areApart(account(outsider), account(house))).toBe(false);
});

test('[SEA-11] in an open season entrants meet each other', () => {
  const { driver, fox, owl } = scene('open');
  driver.place(fox, 'open short', 10, 900_100);
  expect(fillsOf(driver.place(owl, 'open long', 10, null))).toEqual([`${fox} 10 @ 900100`]);
});

test('[SEA-11] fill-or-kill counts only what the order may meet', () => {
  const { driver, house, fox, owl } = scene();
  driver.place(fox, 'open short', 10, 900_100);
  driver.place(house, 'open short', 5, 900_200);
  const short = driver.place(owl, 'open long', 6, 900_300, { timeInForce: 'fok' });
  expect(eventOf(short, 'order-canceled').reason).toBe('fok-short');
  const whole = driver.place(owl, 'open long', 5, 900_300, { timeInForce: 'fok' });
  expect(fillsOf(whole)).toEqual([`${house} 5 @ 900200`]);
});

test('[SEA-11] post-only takes no fright at an order it cannot meet', () => {
  const { driver, house, fox, owl } = scene();
  driver.place(fox, 'open short', 10, 900_100);
  const rested = driver.place(owl, 'open long', 5, 900_150, { timeInForce: 'post-only' });
  expect(eventOf(rested, 'order-rested').price).toBe(900_099);
  driver.place(house, 'open short', 5, 900_200);
  const taking = driver.place(owl, 'open long', 5, 900_200, { timeInForce: 'post-only' });
  expect(eventOf(taking, 'order-canceled').reason).toBe('post-only-would-take');
});

test('[SEA-11] a liquidation passes other traders by as well', () => {
  const { driver, house, fox, owl } = scene();
  driver.place(house, 'open short', 2_000, 900_000);
  driver.place(owl, 'open long', 2_000, 900_000);
  driver.place(fox, 'open long', 10, 860_000);
  driver.place(house, 'open long', 3_000, 850_000);
  const events = driver.index(852_000);
  expect(eventsOf(events, 'liquidation-started')).toHaveLength(1);
  expect(eventsOf(events, 'fill-settled').every(({ maker }) => maker.account !== fox)).toBe(true);
});

test('[SEA-12] a remainder rests one tick away from an order it passed by', () => {
  const { driver, house, fox, owl } = scene();
  driver.place(fox, 'open short', 10, 900_100);
  driver.place(house, 'open short', 5, 900_150);
  const events = driver.place(owl, 'open long', 8, 900_200);
  expect(fillsOf(events)).toEqual([`${house} 5 @ 900150`]);
  expect(eventOf(events, 'order-rested')).toMatchObject({ price: 900_099, remaining: 3 });
  expect(eventOf(events, 'order-amended')).toMatchObject({ price: 900_200, workingPrice: 900_099 });
  expect(driver.state.orders.get(orderIdOf(events))).toMatchObject({ price: 900_200 });
  expect(bestOf(driver)).toEqual([900_099, 900_100]);
});

test('[SEA-12] below an order at the lowest price a remainder cannot rest', () => {
  const { driver, fox, owl } = scene();
  driver.index(1);
  const lowest = orderIdOf(driver.place(fox, 'open short', 1, 1));
  const events = driver.place(owl, 'open long', 1, 1);
  expect(eventOf(events, 'order-canceled').reason).toBe('ioc-remainder');
  driver.cancel(fox, lowest);
  driver.place(fox, 'open short', 1, 2);
  expect(eventOf(driver.place(owl, 'open long', 1, 2), 'order-rested').price).toBe(1);
});

test('[SEA-12] a sale that rests higher freezes the difference', () => {
  const { driver, fox, owl } = scene();
  driver.place(fox, 'open long', 10, 905_000);
  const events = driver.place(owl, 'open short', 10, 900_000);
  const order = driver.state.orders.get(orderIdOf(events))!;
  expect(order).toMatchObject({ price: 900_000, workingPrice: 905_001, freezePrice: 905_001 });
  const { desk, leverage, takerFee } = order;
  const needed = orderFreeze(
    desk.listing.contract,
    order,
    remainingLots(order),
    leverage,
    takerFee,
  );
  expect(order.frozen).toBe(needed);
  expect(driver.account(owl).frozen).toBe(order.frozen);
  expect(bestOf(driver)).toEqual([905_000, 905_001]);
});

test('[SEA-12] an amendment to a crossing price rests behind too', () => {
  const { driver, fox, owl } = scene();
  driver.place(fox, 'open short', 10, 900_100);
  const order = orderIdOf(driver.place(owl, 'open long', 5, 899_000));
  const target = { by: 'id', order } as const;
  driver.run({
    kind: 'amend-order',
    account: owl,
    target,
    size: lots(5),
    price: ticks(900_500),
  });
  expect(driver.state.orders.get(order)).toMatchObject({ price: 900_500, workingPrice: 900_099 });
  expect(bestOf(driver)).toEqual([900_099, 900_100]);
});

test.each(['open', 'house-only'] as const)(
  '[SEA-15] a team does not trade with itself, %s',
  (matching) => {
    const { driver, house, fox } = scene(matching);
    const second = driver.trader(1_000, { team: 'Foxes' });
    const resting = orderIdOf(driver.place(second, 'open short', 10, 900_100));
    driver.place(house, 'open short', 10, 900_200);
    const events = driver.place(fox, 'open long', 10, null);
    expect(eventsOf(events, 'order-canceled')).toMatchObject([
      { order: resting, reason: 'self-trade' },
    ]);
    expect(fillsOf(events)).toEqual([`${house} 10 @ 900200`]);
  },
);
