import { expect, test } from 'vitest';
import { createDriver, eventOf, eventsOf, orderIdOf, rejectOf } from '../../test/kit/driver.ts';
import type { TriggerOptions } from '../domain/order.ts';
import { ticks } from '../domain/units.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';
import type { LiveOrder } from './state.ts';
import { stopOf } from './trailing-stops.ts';

/** Traders with trailing stops on the index, which moves as the test says; depth on both sides. */
function openTrails() {
  const driver = createDriver();
  const house = driver.house();
  const trader = driver.trader(100_000);
  const trail = (
    intention: 'open short' | 'open long',
    callback: number,
    activation: number | null,
    more: TriggerOptions = {},
  ) =>
    driver.trigger(trader, intention, 0, {
      triggerSource: 'index',
      options: {
        trailing: { callback, activation: activation === null ? null : ticks(activation) },
        ...more,
      },
    });
  const order = (id: number): LiveOrder => {
    const found = [...driver.state.orders.values()].find((one) => one.id === id);
    if (found === undefined) throw new Error(`no order ${id}`);
    return found;
  };
  const firedAt = (price: number) =>
    eventsOf(driver.index(price), 'trigger-fired').map((event) => event.order);
  return { driver, house, trader, trail, order, firedAt };
}

test('[TRL-1] a sale follows the highest price and fires once it came back by the callback', () => {
  const { driver, trail, order, firedAt } = openTrails();
  const id = orderIdOf(trail('open short', 10, null));
  expect(stopOf(order(id))).toBe(891_000);
  driver.index(910_000);
  expect(stopOf(order(id))).toBe(900_900);
  driver.index(905_000);
  expect(stopOf(order(id))).toBe(900_900);
  expect(firedAt(900_901)).toEqual([]);
  expect(firedAt(900_900)).toEqual([id]);
});

test('[TRL-1] stops by distance and by callback follow the same price, each as far behind', () => {
  const { driver, trail, order, firedAt } = openTrails();
  const distance = (by: number): TriggerOptions => ({
    trailing: { callback: 0, activation: null, distance: ticks(by) },
  });
  const near = orderIdOf(trail('open short', 0, null, distance(500)));
  const far = orderIdOf(trail('open short', 0, null, distance(20_000)));
  const part = orderIdOf(trail('open short', 10, null));
  driver.index(910_000);
  expect([near, far, part].map((id) => stopOf(order(id)))).toEqual([909_500, 890_000, 900_900]);
  const restored = recoverSnapshot(takeSnapshot(driver.state));
  expect(stateHash(restored)).toBe(stateHash(driver.state));
  expect(firedAt(909_501)).toEqual([]);
  expect(firedAt(909_500)).toEqual([near]);
  expect(firedAt(890_001)).toEqual([part]);
  expect(firedAt(890_000)).toEqual([far]);
  const buy = orderIdOf(trail('open long', 0, null, distance(700)));
  expect(stopOf(order(buy))).toBe(890_700);
  expect(firedAt(890_700)).toEqual([buy]);
});

test('[TRL-1] a stop follows by a callback or by a distance, and not by nothing', () => {
  const { trail } = openTrails();
  const refused = (callback: number, by: number | undefined) =>
    rejectOf(
      trail('open short', 1, null, {
        trailing: {
          callback,
          activation: null,
          ...(by === undefined ? {} : { distance: ticks(by) }),
        },
      }),
    )?.reason;
  expect(refused(1, 500)).toBe('callback-invalid');
  expect(refused(0, 0)).toBe('callback-invalid');
  expect(refused(0, undefined)).toBe('callback-invalid');
});

test('[TRL-1] a distance beyond the price is never reached', () => {
  const { driver, trail, order } = openTrails();
  const trailing = { callback: 0, activation: null, distance: ticks(2_000_000) };
  const id = orderIdOf(trail('open short', 0, null, { trailing }));
  expect(stopOf(order(id))).toBe(0);
  driver.index(100_000);
  expect(order(id).status).toBe('untriggered');
});

test('[TRL-1] a purchase follows the lowest price and fires once it rose by the callback', () => {
  const { driver, trail, order, firedAt } = openTrails();
  const id = orderIdOf(trail('open long', 15, null));
  expect(stopOf(order(id))).toBe(913_500);
  driver.index(890_000);
  // 890,000 × 1.015 is 903,350.
  expect(stopOf(order(id))).toBe(903_350);
  expect(firedAt(903_349)).toEqual([]);
  expect(firedAt(903_350)).toEqual([id]);
});

test('[TRL-1] the event names the stop and the price that reached it', () => {
  const { driver, trail } = openTrails();
  trail('open short', 10, null);
  const fired = eventOf(driver.index(880_000), 'trigger-fired');
  expect(fired).toMatchObject({
    direction: 'falling',
    triggerPrice: 891_000,
    sourcePrice: 880_000,
  });
});

test.each([0, 201, 1.5, Number.NaN])('[TRL-1] a callback of %d tenths is refused', (callback) => {
  const { trail } = openTrails();
  expect(rejectOf(trail('open short', callback, null))).toMatchObject({
    reason: 'callback-invalid',
    limit: 200,
  });
});

test('[TRL-2] it follows from its activation on, which is an event', () => {
  const { driver, trail, order, firedAt } = openTrails();
  const id = orderIdOf(trail('open short', 10, 905_000));
  expect(order(id).trigger?.activatedAt).toBeUndefined();
  expect(eventsOf(driver.index(880_000), 'trigger-fired')).toEqual([]);
  const activated = eventOf(driver.index(906_000), 'trigger-activated');
  expect(activated).toMatchObject({
    order: id,
    source: 'index',
    sourcePrice: 90_600_000,
    stop: 896_940,
  });
  expect(order(id).trigger?.activatedAt).toBe(driver.at);
  expect(stopOf(order(id))).toBe(896_940);
  expect(firedAt(896_940)).toEqual([id]);
});

test.each([
  ['open short', 900_000],
  ['open short', 899_999],
  ['open long', 900_000],
  ['open long', 900_001],
] as const)('[TRL-2] %s with the activation behind it, at %i, is refused', (intention, price) => {
  const { trail } = openTrails();
  expect(rejectOf(trail(intention, 10, price))).toMatchObject({
    reason: 'trigger-already-satisfied',
    given: price,
    limit: 900_000,
  });
});

test('[TRL-2] those that one price activates are told in the order of their ids', () => {
  const { driver, trail } = openTrails();
  const ids = [10, 20, 30, 40].map((callback) => orderIdOf(trail('open short', callback, 920_000)));
  const told = eventsOf(driver.index(920_000), 'trigger-activated');
  expect(told.map((event) => event.order)).toEqual(ids);
});

test('[TRL-3] it follows nothing while its contract is halted', () => {
  const { driver, trail, order } = openTrails();
  const id = orderIdOf(trail('open short', 10, null));
  driver.run({ kind: 'halt-contract', contract: order(id).contract });
  driver.index(950_000);
  driver.index(910_000);
  expect(stopOf(order(id))).toBe(891_000);
  driver.run({ kind: 'resume-contract', contract: order(id).contract });
  expect(stopOf(order(id))).toBe(900_900);
});

test('[TRL-4] it has no limit, no trigger price of its own, and is not amended', () => {
  const { driver, trader, trail } = openTrails();
  const trailing = { callback: 10, activation: null };
  const limit = driver.trigger(trader, 'open short', 0, {
    price: ticks(880_000),
    options: { trailing },
  });
  expect(rejectOf(limit).reason).toBe('price-invalid');
  const priced = driver.trigger(trader, 'open short', 880_000, { options: { trailing } });
  expect(rejectOf(priced).reason).toBe('trigger-price-invalid');
  const id = orderIdOf(trail('open short', 10, null));
  const amended = driver.run({
    kind: 'amend-trigger',
    account: trader,
    target: { by: 'id', order: id },
    triggerPrice: ticks(880_000),
    triggerSource: 'index',
    price: null,
  });
  expect(rejectOf(amended)).toMatchObject({ reason: 'trigger-trails', order: id });
});

test('[TRL-5] a restored state has followed as far, and fires at the same price', () => {
  const { driver, trail, order } = openTrails();
  const ids = [5, 10, 20].map((callback) => {
    driver.index(900_000 + callback * 100);
    return orderIdOf(trail('open short', callback, null));
  });
  driver.index(901_000);
  const rising = orderIdOf(trail('open long', 7, null));
  driver.index(900_500);
  orderIdOf(trail('open short', 30, null));
  const waiting = orderIdOf(trail('open short', 30, 950_000));
  const restored = recoverSnapshot(takeSnapshot(driver.state));
  expect(stateHash(restored)).toBe(stateHash(driver.state));
  for (const id of [...ids, rising])
    expect(stopOf(restored.orders.get(order(id).id)!)).toBe(stopOf(order(id)));
  expect(restored.orders.get(order(waiting).id)!.trail).toBeNull();
});

/** A naive copy: every stop is kept and looked at by itself. */
test('[TRL-1] thousands of stops move and fire as if each were followed alone', () => {
  const { driver, trail, firedAt } = openTrails();
  const waiting = new Map<number, { sell: boolean; callback: number; extreme: number }>();
  let seed = 7;
  const roll = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  let price = 900_000;
  let fires = 0;
  for (let step = 0; step < 3_000; step += 1) {
    if (roll(3) === 0 && waiting.size < 40) {
      const sell = roll(2) === 0;
      const callback = 1 + roll(30);
      const id = orderIdOf(trail(sell ? 'open short' : 'open long', callback, null));
      waiting.set(id, { sell, callback, extreme: price });
      continue;
    }
    if (roll(20) === 0 && waiting.size > 0) {
      const id = [...waiting.keys()][roll(waiting.size)]!;
      const live = [...driver.state.orders.values()].find((one) => one.id === id)!;
      driver.cancel(live.account, live.id);
      waiting.delete(id);
      continue;
    }
    price += roll(2_001) - 1_000;
    const expected: number[] = [];
    for (const [id, one] of waiting) {
      one.extreme = one.sell ? Math.max(one.extreme, price) : Math.min(one.extreme, price);
      const reached = one.sell
        ? price * 1_000 <= one.extreme * (1_000 - one.callback)
        : price * 1_000 >= one.extreme * (1_000 + one.callback);
      if (!reached) continue;
      expected.push(id);
      waiting.delete(id);
    }
    const settled = firedAt(price);
    expect(
      [...settled].sort((a, b) => a - b),
      `step ${step}`,
    ).toEqual(expected.sort((a, b) => a - b));
    fires += settled.length;
    driver.at += 10;
  }
  expect(fires).toBeGreaterThan(200);
});
