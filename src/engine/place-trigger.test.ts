import { expect, test } from 'vitest';
import { createDriver, eventOf, eventsOf, orderIdOf, rejectOf } from '../../test/kit/driver.ts';
import type { Command } from '../domain/command.ts';
import { type AccountId, contractId, type OrderId } from '../domain/ids.ts';
import type { TriggerSource } from '../domain/order.ts';
import { ticks } from '../domain/units.ts';

/** A trader who is long 0.1 at 90,000 against another, last price and mark 90,000. */
function holdLong() {
  const driver = createDriver();
  const maker = driver.trader(100_000);
  const trader = driver.trader(100_000);
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  return { driver, maker, trader };
}

test.each(['last', 'mark', 'index'] as const)(
  '[TRG-1] a trigger on the %s price waits and holds no money and no lots',
  (triggerSource) => {
    const { driver, trader } = holdLong();
    const before = driver.account(trader).frozen;
    driver.trigger(trader, 'open long', 890_000, { triggerSource, price: null });
    const placed = driver.trigger(trader, 'close long', 910_000, { triggerSource });
    const { trigger, frozen } = eventOf(placed, 'order-accepted');
    expect(trigger).toMatchObject({ source: triggerSource, price: 910_000, firedAt: null });
    expect(frozen).toBe(0);
    expect(driver.account(trader).frozen).toBe(before);
    expect(driver.desk(trader).long).toMatchObject({ opening: 0, closing: 0 });
    expect(driver.desk(trader).untriggered.count).toBe(2);
    expect(driver.desk(trader).working.count).toBe(0);
  },
);

test.each([
  ['long', 'take-profit', 900_001, 'rising'],
  ['long', 'stop-loss', 899_999, 'falling'],
  ['short', 'take-profit', 899_999, 'falling'],
  ['short', 'stop-loss', 900_001, 'rising'],
] as const)('[TRG-2] the %s %s at %i waits for a %s price', (side, purpose, price, direction) => {
  const { driver, maker, trader } = holdLong();
  const owner = side === 'long' ? trader : maker;
  const placed = driver.trigger(owner, `close ${side}`, price, { purpose });
  expect(eventOf(placed, 'order-accepted').trigger?.direction).toBe(direction);
});

test.each([
  [900_001, 'rising'],
  [899_999, 'falling'],
] as const)('[TRG-2] a plan at %i waits for a %s price', (price, direction) => {
  const { driver, trader } = holdLong();
  const placed = driver.trigger(trader, 'open long', price);
  expect(eventOf(placed, 'order-accepted').trigger?.direction).toBe(direction);
});

test.each([
  ['take-profit', 899_999],
  ['take-profit', 900_000],
  ['stop-loss', 900_000],
  ['stop-loss', 900_001],
  ['plan', 900_000],
] as const)('[TRG-3] a %s that 90,000 already satisfies, at %i, is refused', (purpose, price) => {
  const { driver, trader } = holdLong();
  const refused = rejectOf(driver.trigger(trader, 'close long', price, { purpose }));
  expect(refused).toMatchObject({ reason: 'trigger-already-satisfied', limit: 900_000 });
  expect(driver.desk(trader).untriggered.count).toBe(0);
});

test('[TRG-3] satisfied is judged by the source that was named', () => {
  const { driver, trader } = holdLong();
  driver.index(905_000);
  const exit = { purpose: 'take-profit', triggerSource: 'index' } as const;
  expect(rejectOf(driver.trigger(trader, 'close long', 905_000, exit)).limit).toBe(905_000);
  expect(orderIdOf(driver.trigger(trader, 'close long', 905_001, exit))).toBeGreaterThan(0);
});

test.each(['take-profit', 'stop-loss'] as const)(
  '[TRG-13] a %s without a position, or one that opens, is refused',
  (purpose) => {
    const { driver, trader } = holdLong();
    const missing = rejectOf(driver.trigger(trader, 'close short', 890_000, { purpose }));
    expect(missing.reason).toBe('position-missing');
    const opening = rejectOf(driver.trigger(trader, 'open long', 910_000, { purpose }));
    expect(opening.reason).toBe('position-missing');
  },
);

test('[TRG-13] a plan may close what is not there yet', () => {
  const { driver, trader } = holdLong();
  expect(orderIdOf(driver.trigger(trader, 'close short', 890_000))).toBeGreaterThan(0);
});

test('[TRG-10] a new whole-position exit replaces the old one of its kind and side only', () => {
  const { driver, maker, trader } = holdLong();
  const whole = { purpose: 'stop-loss', size: null } as const;
  const first = orderIdOf(driver.trigger(trader, 'close long', 890_000, whole));
  const profit = { purpose: 'take-profit', size: null } as const;
  const other = orderIdOf(driver.trigger(trader, 'close long', 910_000, profit));
  const fixed = orderIdOf(driver.trigger(trader, 'close long', 889_000, { purpose: 'stop-loss' }));
  driver.trigger(maker, 'close short', 910_000, whole);
  const replacing = driver.trigger(trader, 'close long', 891_000, whole);
  expect(eventsOf(replacing, 'order-canceled')).toMatchObject([
    { order: first, reason: 'replaced' },
  ]);
  const left = [other, fixed, orderIdOf(replacing)];
  expect(left.every((id) => driver.state.orders.has(id))).toBe(true);
  expect(driver.desk(trader).untriggered.count).toBe(3);
});

test('[TRG-10] a plan has a size of its own', () => {
  const { driver, trader } = holdLong();
  expect(rejectOf(driver.trigger(trader, 'close long', 890_000, { size: null })).reason).toBe(
    'size-invalid',
  );
});

/** Amends an untriggered order of the trader's. */
const amendCommand = (
  account: AccountId,
  order: OrderId,
  to: { readonly trigger: number; readonly source?: TriggerSource; readonly limit?: number },
): Command => ({
  kind: 'amend-trigger',
  account,
  target: { by: 'id', order },
  triggerPrice: ticks(to.trigger),
  triggerSource: to.source ?? 'last',
  price: to.limit === undefined ? null : ticks(to.limit),
});

/** A stop-loss of the trader's long at 89,000, ready to be amended. */
function holdStop(limit: number | null = null) {
  const { driver, trader } = holdLong();
  const price = limit === null ? null : ticks(limit);
  const stop = { purpose: 'stop-loss', price } as const;
  const order = orderIdOf(driver.trigger(trader, 'close long', 890_000, stop));
  return { driver, trader, order };
}

test('[TRG-12] amending moves trigger price, source and limit, and the order fires there', () => {
  const { driver, trader, order } = holdStop();
  const to = { trigger: 895_000, source: 'index', limit: 894_000 } as const;
  const amended = eventOf(driver.run(amendCommand(trader, order, to)), 'trigger-amended');
  expect(amended).toMatchObject({
    order,
    price: 894_000,
    trigger: { price: 895_000, source: 'index', direction: 'falling' },
  });
  expect(eventsOf(driver.index(895_001), 'trigger-fired')).toEqual([]);
  expect(eventOf(driver.index(895_000), 'trigger-fired')).toMatchObject({
    order,
    workingPrice: 894_000,
  });
});

test('[TRG-12] a stop-loss may not be amended to where it would fire at once', () => {
  const { driver, trader, order } = holdStop();
  const refused = rejectOf(driver.run(amendCommand(trader, order, { trigger: 900_000 })));
  expect(refused.reason).toBe('trigger-already-satisfied');
  expect(driver.state.orders.get(order)?.trigger?.price).toBe(890_000);
});

test('[TRG-12] an amended plan takes its direction from where its price lies now', () => {
  const { driver, trader } = holdLong();
  const order = orderIdOf(driver.trigger(trader, 'open long', 890_000));
  const events = driver.run(amendCommand(trader, order, { trigger: 910_000 }));
  expect(eventOf(events, 'trigger-amended').trigger.direction).toBe('rising');
});

test('[TRG-12] an amendment without a limit makes a market order, which never rests', () => {
  const { driver, trader, order } = holdStop(889_000);
  driver.run(amendCommand(trader, order, { trigger: 895_000, source: 'index' }));
  const fired = driver.index(895_000);
  expect(eventOf(fired, 'order-canceled').reason).toBe('ioc-remainder');
  expect(driver.desk(trader).working.count).toBe(0);
});

test('[TRG-12] an amendment with a limit makes a limit order, which rests', () => {
  const { driver, trader, order } = holdStop();
  const to = { trigger: 895_000, source: 'index', limit: 896_000 } as const;
  driver.run(amendCommand(trader, order, to));
  expect(eventOf(driver.index(895_000), 'order-rested')).toMatchObject({ order, price: 896_000 });
  expect(driver.desk(trader).long.closing).toBe(1);
});

test('[TRG-12] only an untriggered order can be amended as a trigger', () => {
  const { driver, trader } = holdLong();
  const order = orderIdOf(driver.place(trader, 'open long', 10, 890_000));
  const refused = rejectOf(driver.run(amendCommand(trader, order, { trigger: 910_000 })));
  expect(refused.reason).toBe('order-not-open');
});

test('[CON-4] while the contract is halted no trigger is placed or amended', () => {
  const { driver, trader, order } = holdStop();
  driver.run({ kind: 'halt-contract', contract: contractId(0) });
  const amended = driver.run(amendCommand(trader, order, { trigger: 895_000 }));
  expect(rejectOf(amended).reason).toBe('contract-halted');
  expect(rejectOf(driver.trigger(trader, 'open long', 890_000)).reason).toBe('contract-halted');
});
