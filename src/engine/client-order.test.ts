import { describe, expect, test } from 'vitest';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  rejectOf,
  usdt,
} from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { COMMANDS, type PlaceOrder } from '../domain/command.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import type { OrderOptions } from '../domain/order.ts';
import { LOTS, optional } from '../domain/shape.ts';
import { lots, millis, money, ticks } from '../domain/units.ts';
import { tellBy } from './client-order.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const order = (account: AccountId, changes: Partial<PlaceOrder> = {}): PlaceOrder => ({
  kind: 'place-order',
  account,
  contract: contractId(0),
  positionSide: 'long',
  effect: 'open',
  size: lots(5),
  price: ticks(890_000),
  timeInForce: 'normal',
  clientOrderId: 'test',
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  ...changes,
});

/** Runs a command at an exact moment, with a fresh index so that orders may open. */
function runAt(driver: Driver, at: number, command: PlaceOrder) {
  driver.wait(at - 2 - driver.at);
  driver.index(900_000);
  const events = driver.run(command);
  expect(driver.at).toBe(at);
  return events;
}

test('[CID-1] the same id and content within a minute answers with the first order', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const first = orderIdOf(driver.run(order(trader)));
  driver.wait(50_000);
  driver.index(900_000);
  const events = driver.run(order(trader));
  expect(events).toEqual([
    { kind: 'order-repeated', account: trader, order: first, clientOrderId: 'test' },
  ]);
  expect(driver.state.orders.size).toBe(1);
});

test('[CID-1] a repeat is answered before anything else is looked at', () => {
  const driver = createDriver();
  const trader = driver.trader();
  driver.run(order(trader));
  driver.run({ kind: 'halt-contract', contract: contractId(0) });
  expect(driver.run(order(trader)).map(({ kind }) => kind)).toEqual(['order-repeated']);
});

test('[CID-1] also once the order is filled or canceled', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const first = orderIdOf(driver.run(order(trader)));
  driver.cancel(trader, first);
  expect(eventOf(driver.run(order(trader)), 'order-repeated').order).toBe(first);
});

test('[CID-1] each account has its own ids, and no id is never repeated', () => {
  const driver = createDriver();
  const [one, other] = [driver.trader(), driver.trader()];
  const first = orderIdOf(driver.run(order(one)));
  expect(orderIdOf(driver.run(order(other)))).toBeGreaterThan(first);
  const unnamed = order(one, { clientOrderId: null });
  driver.run(unnamed);
  eventOf(driver.run(unnamed), 'order-accepted');
});

test('[CID-1] a refused order leaves its id free', () => {
  const driver = createDriver();
  const trader = driver.trader();
  expectRefused(driver, order(trader, { size: lots(0) }));
  eventOf(driver.run(order(trader)), 'order-accepted');
});

test.each([
  ['size', { size: lots(6) }],
  ['price', { price: ticks(890_001) }],
  ['market', { price: null }],
  ['time in force', { timeInForce: 'ioc' as const }],
  ['side', { positionSide: 'short' as const }],
  ['effect', { effect: 'close' as const }],
  ['contract', { contract: contractId(1) }],
  ['take-profit', { takeProfit: ticks(950_000) }],
  ['stop-loss', { stopLoss: ticks(850_000) }],
  ['margin mode', { marginMode: 'cross' as const }],
])('[CID-2] another %s under the same id is refused and told the first order', (_, changes) => {
  const driver = createDriver();
  const trader = driver.trader();
  const first = orderIdOf(driver.run(order(trader)));
  expect(expectRefused(driver, order(trader, changes))).toEqual({
    reason: 'client-order-id-taken',
    given: 'test',
    order: first,
  });
});

test('[CID-2] an order and a trigger share their ids', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const first = orderIdOf(
    driver.trigger(trader, 'open long', 950_000, { clientOrderId: 'test', size: lots(5) }),
  );
  expect(expectRefused(driver, order(trader))).toMatchObject({ order: first });
  const again = { clientOrderId: 'test', size: lots(5) };
  const events = driver.trigger(trader, 'open long', 950_000, again);
  expect(eventOf(events, 'order-repeated').order).toBe(first);
});

describe('memory', () => {
  /** Places an order, cancels it so much later, and says when it was placed. */
  function setUp(finalAfter: number) {
    const driver = createDriver();
    const trader = driver.trader();
    const first = orderIdOf(driver.run(order(trader)));
    const placedAt = driver.at;
    driver.wait(finalAfter - 1);
    driver.cancel(trader, first);
    expect(driver.at).toBe(placedAt + finalAfter);
    return { driver, trader, first, placedAt };
  }

  test.each([
    { name: 'a day after it was placed', finalAfter: 1_000, end: DAY },
    { name: 'ten minutes after it was final', finalAfter: DAY - 1_000, end: DAY + 599_000 },
    { name: 'the later of both, ten minutes short of a day', finalAfter: DAY - 600_000, end: DAY },
  ])('[CID-3] ends with the millisecond: $name', ({ finalAfter, end }) => {
    const before = setUp(finalAfter);
    const last = runAt(before.driver, before.placedAt + end, order(before.trader));
    expect(eventOf(last, 'order-repeated').order).toBe(before.first);
    const after = setUp(finalAfter);
    const free = runAt(after.driver, after.placedAt + end + 1, order(after.trader));
    expect(orderIdOf(free)).toBeGreaterThan(after.first);
  });

  test('[CID-3] an id is remembered while its order lives, however long', () => {
    const driver = createDriver();
    const trader = driver.trader();
    const first = orderIdOf(driver.run(order(trader)));
    const events = runAt(driver, driver.at + 30 * DAY, order(trader));
    expect(eventOf(events, 'order-repeated').order).toBe(first);
  });

  test('[CID-3] what is forgotten leaves nothing behind', () => {
    const { driver, trader, placedAt } = setUp(1_000);
    expect(driver.account(trader).clientOrders.size).toBe(1);
    driver.wait(placedAt + DAY + 2 * MINUTE - driver.at);
    expect(driver.account(trader).clientOrders.size).toBe(0);
    expect(driver.state.expiring.size).toBe(0);
  });

  test('[CID-3] an id used again is not forgotten with the first order', () => {
    const { driver, trader, placedAt } = setUp(1_000);
    const second = orderIdOf(runAt(driver, placedAt + DAY + 1, order(trader)));
    const events = runAt(driver, placedAt + DAY + 2 * MINUTE, order(trader));
    expect(eventOf(events, 'order-repeated').order).toBe(second);
  });

  test('[CID-3] a reset frees every id, and what was before does not end it early', () => {
    const { driver, trader, first, placedAt } = setUp(1_000);
    driver.index(900_000);
    driver.run({ kind: 'reset-account', account: trader, wallet: money(usdt(1_000)) });
    const second = orderIdOf(driver.run(order(trader)));
    expect(second).toBeGreaterThan(first);
    const events = runAt(driver, placedAt + DAY + 2 * MINUTE, order(trader));
    expect(eventOf(events, 'order-repeated').order).toBe(second);
    expect(eventsOf(events, 'order-accepted')).toEqual([]);
  });
});

test.each(['a', 'A9._:#/-', 'x'.repeat(40)])('[CID-4] "%s" is an id', (clientOrderId) => {
  const driver = createDriver();
  const events = driver.run(order(driver.trader(), { clientOrderId }));
  expect(eventOf(events, 'order-accepted').clientOrderId).toBe(clientOrderId);
});

test.each(['', ' ', 'a b', 'a\n', 'ü', 'a+b', 'a,b', '\u0000', 'x'.repeat(41)])(
  '[CID-4] "%s" is none',
  (clientOrderId) => {
    const driver = createDriver();
    const reject = expectRefused(driver, order(driver.trader(), { clientOrderId }));
    expect(reject).toEqual({ reason: 'client-order-id-invalid', given: clientOrderId, limit: 40 });
  },
);

const OPEN_ONLY = { options: { clientIds: 'open-only' } } as const;

test('[CID-5] an id that is unique among open orders is free once its order has ended', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  const place = (size: number, more = {}) =>
    driver.place(trader, 'open long', size, 890_000, { clientOrderId: 'grid-1', ...more });
  const first = orderIdOf(place(1, OPEN_ONLY));
  for (const more of [OPEN_ONLY, {}])
    expect(rejectOf(place(1, more))).toEqual({
      reason: 'client-order-id-taken',
      given: 'grid-1',
      order: first,
    });
  driver.cancel(trader, first);
  const second = orderIdOf(place(1, OPEN_ONLY));
  expect(second).toBeGreaterThan(first);
  expect(driver.account(trader).clientOrders.get('grid-1')?.order).toBe(second);
});

test('[CID-5] an id that was remembered does not stand in its way, nor the other way round', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  const place = (more = {}) =>
    driver.place(trader, 'open long', 1, 890_000, { clientOrderId: 'both', ...more });
  const remembered = orderIdOf(place());
  driver.cancel(trader, remembered);
  expect(eventOf(place(), 'order-repeated').order).toBe(remembered);
  const free = orderIdOf(place(OPEN_ONLY));
  driver.cancel(trader, free);
  const again = orderIdOf(place());
  expect(again).toBeGreaterThan(free);
  expect(eventOf(place(), 'order-repeated').order).toBe(again);
});

test('[CID-1] [CID-2] options are part of the content, in whatever order they come', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  const place = (options: OrderOptions) =>
    driver.place(trader, 'open long', 1, 890_000, { clientOrderId: 'same', options });
  const expiresAt = millis(driver.at + 60_000);
  const first = orderIdOf(place({ expiresAt, selfTrade: 'cancel-both' }));
  const again = eventOf(place({ selfTrade: 'cancel-both', expiresAt }), 'order-repeated');
  expect(again.order).toBe(first);
  expect(rejectOf(place({ expiresAt })).reason).toBe('client-order-id-taken');
});

test('[CID-2] a field that only a table has makes another request of it', () => {
  const table = { ...COMMANDS['place-order'], visible: optional(LOTS, 3) };
  const told = (command: object): string => {
    const words: string[] = [];
    tellBy(table)(command, words);
    return words.join('|');
  };
  expect(told({ size: 5 })).toBe(told({ size: 5 }));
  expect(told({ size: 5, visible: 2 })).toBe(`${told({ size: 5 })}|visible=2`);
  expect(told({ size: 5, visible: 2 })).not.toBe(told({ size: 5, visible: 3 }));
});
