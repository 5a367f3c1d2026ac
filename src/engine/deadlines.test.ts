import { expect, test } from 'vitest';
import { createDriver, eventOf, eventsOf, orderIdOf, rejectOf } from '../../test/kit/driver.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { millis, money, ticks } from '../domain/units.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';

function openDesk() {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  const goodFor = (duration: number) => ({
    options: { expiresAt: millis(driver.at + 1 + duration) },
  });
  const count = (account: AccountId, wait: number) =>
    driver.run({
      kind: 'set-countdown',
      account,
      contract: contractId(0),
      millis: millis(wait),
    });
  return { driver, trader, goodFor, count };
}

test('[GTD-1] an order is canceled with the first entry at its moment or later', () => {
  const { driver, trader, goodFor } = openDesk();
  const order = orderIdOf(driver.place(trader, 'open long', 10, 890_000, goodFor(700)));
  expect(driver.desk(trader).working.count).toBe(1);
  expect(eventsOf(driver.wait(699), 'order-canceled')).toEqual([]);
  const canceled = eventOf(driver.wait(1), 'order-canceled');
  expect(canceled).toMatchObject({ order, reason: 'expired', removed: 10, removedFrom: 890_000 });
  expect(driver.account(trader).frozen).toBe(0);
  expect(driver.state.deadlines).toEqual([]);
});

test('[GTD-1] an expired order does not trade with the entry that ends it', () => {
  const { driver, trader, goodFor } = openDesk();
  const taker = driver.trader(100_000);
  driver.place(trader, 'open long', 10, 890_000, goodFor(5));
  driver.at += 5;
  const events = driver.place(taker, 'open short', 10, 890_000);
  expect(eventsOf(events, 'fill-settled')).toEqual([]);
  expect(events[0]).toMatchObject({ kind: 'order-canceled', reason: 'expired' });
});

test('[GTD-1] what ends together ends in the order of its moments, then of its ids', () => {
  const { driver, trader, goodFor } = openDesk();
  const late = orderIdOf(driver.place(trader, 'open long', 10, 890_000, goodFor(900)));
  const early = orderIdOf(driver.place(trader, 'open long', 10, 890_000, goodFor(100)));
  const same = orderIdOf(driver.place(trader, 'open long', 10, 890_000, goodFor(99)));
  const ended = eventsOf(driver.wait(10_000), 'order-canceled').map(({ order }) => order);
  expect(ended).toEqual([early, same, late]);
});

test('[GTD-2] it holds while an order waits for its trigger, and after it has fired', () => {
  const { driver, trader, goodFor } = openDesk();
  const mark = { triggerSource: 'mark', price: ticks(880_000) } as const;
  const waits = driver.trigger(trader, 'open long', 950_000, { ...mark, ...goodFor(2_000) });
  const fires = driver.trigger(trader, 'open long', 901_000, { ...mark, ...goodFor(2_000) });
  eventOf(driver.index(902_000), 'trigger-fired');
  expect(driver.desk(trader).working.count).toBe(1);
  const ended = eventsOf(driver.wait(2_000), 'order-canceled');
  expect(ended).toMatchObject([
    { order: orderIdOf(waits), reason: 'expired', removed: 0 },
    { order: orderIdOf(fires), reason: 'expired', removed: 1 },
  ]);
});

test('[GTD-2] a filled or canceled order leaves no deadline behind', () => {
  const { driver, trader, goodFor } = openDesk();
  const maker = driver.trader(100_000);
  const order = orderIdOf(driver.place(maker, 'open short', 10, 900_000, goodFor(500)));
  driver.place(trader, 'open long', 5, 900_000, goodFor(500));
  driver.cancel(maker, order);
  expect(driver.state.deadlines).toEqual([]);
});

test.each([0, -5, 0.5])('[GTD-3] a moment %d milliseconds away is refused', (duration) => {
  const { driver, trader, goodFor } = openDesk();
  const expected = { reason: 'expiry-invalid', limit: driver.at + 1 };
  expect(rejectOf(driver.place(trader, 'open long', 1, 890_000, goodFor(duration)))).toEqual({
    ...expected,
    given: driver.at + duration,
  });
  const late = driver.trigger(trader, 'open long', 910_000, goodFor(duration));
  expect(rejectOf(late).reason).toBe('expiry-invalid');
});

test('[CDN-1] a countdown cancels the working orders of its desk, and no others', () => {
  const { driver, trader, count } = openDesk();
  const other = driver.trader(100_000);
  const orders = [890_000, 880_000].map((price) =>
    orderIdOf(driver.place(trader, 'open long', 10, price)),
  );
  driver.place(other, 'open long', 10, 890_000);
  driver.trigger(trader, 'open long', 950_000);
  const set = eventOf(count(trader, 3_000), 'countdown-set');
  expect(set).toMatchObject({ account: trader, contract: 0, endsAt: driver.at + 3_000 });
  expect(eventsOf(driver.wait(2_999), 'order-canceled')).toEqual([]);
  const ended = eventsOf(driver.wait(1), 'order-canceled');
  expect(ended.map(({ order, reason }) => [order, reason])).toEqual(
    orders.map((order) => [order, 'countdown']),
  );
  expect(driver.desk(trader).untriggered.count).toBe(1);
  expect(driver.desk(other).working.count).toBe(1);
});

test('[CDN-2] it starts anew, stops at zero, and ends once', () => {
  const { driver, trader, count } = openDesk();
  driver.place(trader, 'open long', 10, 890_000);
  count(trader, 1_000);
  driver.wait(900);
  count(trader, 1_000);
  expect(eventsOf(driver.wait(900), 'order-canceled')).toEqual([]);
  expect(eventOf(count(trader, 0), 'countdown-set').endsAt).toBeNull();
  expect(eventsOf(driver.wait(5_000), 'order-canceled')).toEqual([]);
  count(trader, 1_000);
  expect(eventsOf(driver.wait(1_000), 'order-canceled')).toHaveLength(1);
  driver.place(trader, 'open long', 10, 890_000);
  expect(eventsOf(driver.wait(60_000), 'order-canceled')).toEqual([]);
});

test('[CDN-3] a restored state ends countdowns and orders at the same moments', () => {
  const { driver, trader, goodFor, count } = openDesk();
  driver.place(trader, 'open long', 10, 890_000, goodFor(7_000));
  count(trader, 5_000);
  const restored = recoverSnapshot(takeSnapshot(driver.state));
  expect(stateHash(restored)).toBe(stateHash(driver.state));
  const moments = (state: typeof restored) => state.deadlines.map(({ key }) => key).sort();
  expect(moments(restored)).toEqual(moments(driver.state));
});

test('[CDN-3] a reset forgets it', () => {
  const { driver, trader, count } = openDesk();
  count(trader, 5_000);
  driver.run({ kind: 'reset-account', account: trader, wallet: money(10n) });
  expect(driver.desk(trader).countdown).toBeNull();
  expect(driver.state.deadlines).toEqual([]);
});

test.each([-1, 0.5, 86_400_001, Number.NaN])('[CDN-4] a countdown of %d is refused', (wait) => {
  const { trader, count } = openDesk();
  expect(rejectOf(count(trader, wait))).toMatchObject({
    reason: 'countdown-invalid',
    limit: 86_400_000,
  });
});
