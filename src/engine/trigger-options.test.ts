import { expect, test } from 'vitest';
import { createDriver, eventOf, eventsOf, orderIdOf, rejectOf } from '../../test/kit/driver.ts';
import type { TriggerOptions } from '../domain/order.ts';
import { lots, ticks } from '../domain/units.ts';

/** A trader who is long 0.1 at 90,000 against another, last price and mark 90,000. */
function holdLong() {
  const driver = createDriver();
  const maker = driver.trader(100_000);
  const trader = driver.trader(100_000);
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  return { driver, maker, trader };
}

test.each([
  ['rising', 900_001],
  ['falling', 899_999],
] as const)('[TRG-14] a plan that names %s waits beyond the price only', (direction, price) => {
  const { driver, trader } = holdLong();
  const options: TriggerOptions = { direction };
  const placed = driver.trigger(trader, 'open long', price, { options });
  expect(eventOf(placed, 'order-accepted').trigger?.direction).toBe(direction);
  const behind = 1_800_000 - price;
  for (const satisfied of [900_000, behind])
    expect(rejectOf(driver.trigger(trader, 'open long', satisfied, { options }))).toEqual({
      reason: 'trigger-already-satisfied',
      given: satisfied,
      limit: 900_000,
    });
});

test('[TRG-14] an amendment keeps the direction that was named', () => {
  const { driver, trader } = holdLong();
  const placed = driver.trigger(trader, 'open long', 901_000, { options: { direction: 'rising' } });
  const amend = (price: number) =>
    driver.run({
      kind: 'amend-trigger',
      account: trader,
      target: { by: 'id', order: orderIdOf(placed) },
      triggerPrice: ticks(price),
      triggerSource: 'last',
      price: null,
    });
  expect(rejectOf(amend(899_000)).reason).toBe('trigger-already-satisfied');
  expect(eventOf(amend(902_000), 'trigger-amended').trigger.direction).toBe('rising');
});

test.each([
  ['post-only', 900_500, 'post-only-would-take'],
  ['fok', 900_500, 'fok-short'],
  ['ioc', 900_500, 'ioc-remainder'],
] as const)('[TRG-15] a fired %s limit at %i ends as %s', (timeInForce, price, reason) => {
  const { driver, maker, trader } = holdLong();
  driver.place(maker, 'open short', 1, 900_400);
  driver.trigger(trader, 'open long', 901_000, {
    triggerSource: 'index',
    size: lots(2),
    price: ticks(price),
    options: { timeInForce },
  });
  const events = driver.index(901_000);
  eventOf(events, 'trigger-fired');
  expect(eventOf(events, 'order-canceled').reason).toBe(reason);
  expect(eventsOf(events, 'fill-settled')).toHaveLength(timeInForce === 'ioc' ? 1 : 0);
});

test('[TRG-15] an amended trigger keeps it as long as there is a limit', () => {
  const { driver, trader } = holdLong();
  const placed = driver.trigger(trader, 'open long', 901_000, {
    price: ticks(900_000),
    options: { timeInForce: 'post-only' },
  });
  const amend = (price: number | null) =>
    driver.run({
      kind: 'amend-trigger',
      account: trader,
      target: { by: 'id', order: orderIdOf(placed) },
      triggerPrice: ticks(902_000),
      triggerSource: 'last',
      price: price === null ? null : ticks(price),
    });
  expect(eventOf(amend(899_000), 'trigger-amended').timeInForce).toBe('post-only');
  expect(eventOf(amend(null), 'trigger-amended').timeInForce).toBe('ioc');
});

test('[TRG-16] a plan that closes waits without a position, and ends where none has come', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  const options: TriggerOptions = { direction: 'falling' };
  driver.trigger(trader, 'close long', 890_000, { triggerSource: 'index', options });
  expect(eventOf(driver.index(890_000), 'order-canceled').reason).toBe('no-position');
});

test('[TRG-16] it closes the position that came after it', () => {
  const driver = createDriver();
  const [maker, trader] = [driver.trader(100_000), driver.trader(100_000)];
  driver.trigger(trader, 'close long', 895_000, { triggerSource: 'index', size: lots(70) });
  driver.place(maker, 'open short', 50, 900_000);
  driver.place(trader, 'open long', 50, 900_000);
  driver.place(maker, 'open long', 100, 895_000);
  const events = driver.index(895_000);
  expect(eventOf(events, 'trigger-fired').size).toBe(50);
  expect(driver.desk(trader).long.position).toBeNull();
});

test('[TRG-17] an exit that does not replace is refused where there is one of its kind', () => {
  const { driver, trader } = holdLong();
  const whole = (purpose: 'stop-loss' | 'take-profit', price: number) =>
    driver.trigger(trader, 'close long', price, {
      purpose,
      size: null,
      options: { replaces: false },
    });
  const first = orderIdOf(whole('stop-loss', 890_000));
  expect(rejectOf(whole('stop-loss', 895_000))).toEqual({ reason: 'exit-exists', order: first });
  expect(orderIdOf(whole('take-profit', 910_000))).toBeGreaterThan(first);
  driver.cancel(trader, first);
  expect(orderIdOf(whole('stop-loss', 895_000))).toBeGreaterThan(first);
});

test('[TRG-18] a protected trigger waits while the last price is far from the mark', () => {
  const { driver, maker, trader } = holdLong();
  const far = { triggerSource: 'mark', options: { priceProtect: true } } as const;
  const guarded = orderIdOf(driver.trigger(trader, 'open long', 930_000, far));
  const plain = orderIdOf(driver.trigger(trader, 'open long', 930_000, { triggerSource: 'mark' }));
  // The last trade was at 900,000: more than 2 % below.
  const fired = eventsOf(driver.index(930_000), 'trigger-fired');
  expect(fired.map(({ order }) => order)).toEqual([plain]);
  driver.place(maker, 'open short', 1, 929_000);
  const close = eventsOf(driver.place(trader, 'open long', 1, 929_000), 'trigger-fired');
  expect(close.map(({ order }) => order)).toEqual([guarded]);
});

test('[TRG-18] a protected trailing stop follows the price all the while', () => {
  const { driver, maker, trader } = holdLong();
  const options: TriggerOptions = {
    priceProtect: true,
    trailing: { callback: 10, activation: null },
  };
  const trail = driver.trigger(trader, 'close long', 0, { triggerSource: 'mark', options });
  eventOf(trail, 'trigger-activated');
  driver.index(950_000);
  expect(eventsOf(driver.index(930_000), 'trigger-fired')).toEqual([]);
  driver.place(maker, 'open short', 1, 929_000);
  const [fired] = eventsOf(driver.place(trader, 'open long', 1, 929_000), 'trigger-fired');
  expect(fired).toMatchObject({ order: orderIdOf(trail), triggerPrice: 940_500 });
});
