import { expect, test } from 'vitest';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  usdt,
} from '../../test/kit/driver.ts';
import type { Event } from '../domain/event.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { lots, money, ticks } from '../domain/units.ts';

/** A trader who is long 0.1 at 90,000 against another, last price and mark 90,000. */
function holdLong() {
  const driver = createDriver();
  const maker = driver.trader(100_000);
  const trader = driver.trader(100_000);
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  return { driver, maker, trader };
}

const firedIn = (events: readonly Event[]) =>
  eventsOf(events, 'trigger-fired').map(({ order }) => order);

const onIndex = { triggerSource: 'index' } as const;

test.each([
  ['long', 'take-profit', 901_000, 1],
  ['long', 'stop-loss', 899_000, -1],
  ['short', 'take-profit', 899_000, -1],
  ['short', 'stop-loss', 901_000, 1],
] as const)('[TRG-2] the %s %s fires at %i and not a tick before', (side, purpose, price, away) => {
  const { driver, maker, trader } = holdLong();
  const owner = side === 'long' ? trader : maker;
  const exit = orderIdOf(
    driver.trigger(owner, `close ${side}`, price, { ...onIndex, purpose, size: lots(10) }),
  );
  expect(firedIn(driver.index(price - away))).toEqual([]);
  expect(firedIn(driver.index(price))).toEqual([exit]);
});

test.each(['last', 'mark', 'index'] as const)(
  '[TRG-1] a trigger on %s fires on that price alone',
  (triggerSource) => {
    const { driver, maker, trader } = holdLong();
    const plan = driver.trigger(trader, 'open long', 901_000, { triggerSource });
    const byIndex = driver.index(902_000);
    driver.place(maker, 'open short', 10, 902_000);
    const byTrade = driver.place(driver.trader(), 'open long', 10, 902_000);
    const fired = [...firedIn(byIndex), 'then', ...firedIn(byTrade)];
    const order = orderIdOf(plan);
    expect(fired).toEqual(triggerSource === 'last' ? ['then', order] : [order, 'then']);
  },
);

test('[TRG-4] those passed furthest fire first, those passed alike by id', () => {
  const { driver, trader } = holdLong();
  const plan = (price: number) => orderIdOf(driver.trigger(trader, 'open long', price, onIndex));
  const near = plan(903_000);
  const far = plan(901_000);
  const middle = plan(902_000);
  const alsoFar = plan(901_000);
  expect(firedIn(driver.index(905_000))).toEqual([far, alsoFar, middle, near]);
});

test('[TRG-4] each sees the book as the one before left it', () => {
  const { driver, maker } = holdLong();
  const first = driver.trader();
  const second = driver.trader();
  driver.place(maker, 'open short', 5, 902_000);
  const size = { ...onIndex, size: lots(4) };
  const late = orderIdOf(driver.trigger(second, 'open long', 901_500, size));
  const early = orderIdOf(driver.trigger(first, 'open long', 901_000, size));
  const events = driver.index(902_000);
  expect(firedIn(events)).toEqual([early, late]);
  expect(driver.desk(first).long.position?.size).toBe(4);
  expect(driver.desk(second).long.position?.size).toBe(1);
});

/** Accounts with fifty plans each, all waiting for the index to reach 90,100. */
function armMany(driver: Driver, accounts: number): void {
  for (let opened = 0; opened < accounts; opened += 1) {
    const account = driver.trader();
    for (let plan = 0; plan < 50; plan += 1) driver.trigger(account, 'open long', 901_000, onIndex);
  }
}

test('[TRG-4] at most 10,000 fire with one entry, the rest with the next', () => {
  const driver = createDriver();
  armMany(driver, 401);
  // Nothing else happens: the index goes stale only after thirty seconds.
  expect(firedIn(driver.index(901_000)).length).toBe(10_000);
  // A second passes, so time-driven work and the entry itself both look at triggers.
  const next = firedIn(driver.wait(1_000));
  expect(next.length).toBe(10_000);
  expect(firedIn(driver.wait(1)).length).toBe(50);
  expect(firedIn(driver.wait(1)).length).toBe(0);
  expect(driver.state.orders.size).toBe(0);
});

test('[TRG-5] while last is more than 2 % from the mark, triggers on last look at the mark', () => {
  const { driver, trader } = holdLong();
  const plan = orderIdOf(driver.trigger(trader, 'open long', 910_000));
  expect(firedIn(driver.index(918_367))).toEqual([]);
  const fired = eventOf(driver.index(918_368), 'trigger-fired');
  expect(fired).toMatchObject({ order: plan, source: 'last', sourcePrice: 918_368 });
});

test('[TRG-6] a fired order keeps its id and works like any other', () => {
  const { driver, trader } = holdLong();
  const plan = { ...onIndex, size: lots(10), price: ticks(898_000), clientOrderId: 'mine' };
  const order = orderIdOf(driver.trigger(trader, 'open long', 899_000, plan));
  const events = driver.index(899_000);
  expect(eventOf(events, 'trigger-fired')).toMatchObject({ order, frozen: money(usdt('4.54388')) });
  expect(eventOf(events, 'order-rested')).toMatchObject({ order, price: 898_000, remaining: 10 });
  expect(driver.account(trader).frozen).toBe(money(usdt('4.54388')));
});

test('[TRG-6] a fired order that fails a check is canceled with the reason', () => {
  const { driver } = holdLong();
  const trader = driver.trader(1_000);
  const plan = { ...onIndex, size: lots(2_000) };
  const order = orderIdOf(driver.trigger(trader, 'open long', 901_000, plan));
  driver.run({ kind: 'withdraw', account: trader, amount: money(usdt(500)) });
  const events = driver.index(901_000);
  expect(firedIn(events)).toEqual([]);
  expect(eventOf(events, 'order-canceled')).toMatchObject({
    order,
    reason: 'trigger-check-failed',
    reject: { reason: 'margin-insufficient', limit: usdt(500) },
  });
  expect(driver.account(trader).frozen).toBe(0);
});

/** Resting take-profits of the trader's long: 400, 300 and 200 of its 1,000 lots, oldest first. */
const restCloses = (driver: Driver, trader: AccountId) =>
  [400, 300, 200].map((size, step) =>
    orderIdOf(driver.place(trader, 'close long', size, 905_000 + step)),
  );

test('[TRG-7] a fired exit cancels resting closes, newest first, until it has room', () => {
  const { driver, maker, trader } = holdLong();
  const [oldest, middle, newest] = restCloses(driver, trader);
  driver.place(maker, 'open long', 700, 895_000);
  const stop = { ...onIndex, purpose: 'stop-loss', size: lots(500) } as const;
  driver.trigger(trader, 'close long', 898_000, stop);
  const events = driver.index(897_000);
  expect(eventsOf(events, 'order-canceled')).toMatchObject([
    { order: newest, reason: 'protective-exit' },
    { order: middle, reason: 'protective-exit' },
  ]);
  expect(driver.state.orders.has(oldest!)).toBe(true);
  expect(driver.desk(trader).long).toMatchObject({ closing: 400, position: { size: 500 } });
});

test('[TRG-7] a fired plan cancels nothing: it closes what is still closable', () => {
  const { driver, maker, trader } = holdLong();
  restCloses(driver, trader);
  driver.place(maker, 'open long', 700, 895_000);
  driver.trigger(trader, 'close long', 898_000, { ...onIndex, size: lots(500) });
  const events = driver.index(897_000);
  expect(eventsOf(events, 'order-canceled')).toEqual([]);
  expect(eventOf(events, 'trigger-fired').size).toBe(100);
});

test('[TRG-7] a fired exit is trimmed to the position', () => {
  const { driver, maker, trader } = holdLong();
  const stop = { ...onIndex, purpose: 'stop-loss', size: lots(1_000) } as const;
  driver.trigger(trader, 'close long', 898_000, stop);
  driver.place(maker, 'close short', 400, 900_000);
  driver.place(trader, 'close long', 400, 900_000);
  expect(eventOf(driver.index(897_000), 'trigger-fired').size).toBe(600);
});

test('[TRG-7] an order that would close what is not there is canceled', () => {
  const { driver, trader } = holdLong();
  driver.trigger(trader, 'close short', 898_000, onIndex);
  const events = driver.index(897_000);
  expect(firedIn(events)).toEqual([]);
  expect(eventOf(events, 'order-canceled').reason).toBe('no-position');
});

test('[TRG-10] a whole-position exit closes whatever the position has become', () => {
  const { driver, maker, trader } = holdLong();
  const whole = { ...onIndex, purpose: 'stop-loss', size: null } as const;
  driver.trigger(trader, 'close long', 898_000, whole);
  driver.place(maker, 'open short', 700, 900_000);
  driver.place(trader, 'open long', 700, 900_000);
  driver.place(maker, 'open long', 5_000, 895_000);
  expect(eventOf(driver.index(897_000), 'trigger-fired').size).toBe(1_700);
  expect(driver.desk(trader).long).toMatchObject({ position: null, wholeStopLoss: 0 });
});

test('[CON-4] nothing fires in a halted contract; what is due then fires when it resumes', () => {
  const { driver, trader } = holdLong();
  const plan = orderIdOf(driver.trigger(trader, 'open long', 901_000, onIndex));
  driver.run({ kind: 'halt-contract', contract: contractId(0) });
  expect(firedIn(driver.index(902_000))).toEqual([]);
  const resumed = driver.run({ kind: 'resume-contract', contract: contractId(0) });
  expect(firedIn(resumed)).toEqual([plan]);
});

test('[MRK-5] nothing fires on a stale index; when it is back, whatever is due does', () => {
  const { driver, maker, trader } = holdLong();
  driver.place(maker, 'close short', 10, 899_000);
  const plan = orderIdOf(driver.trigger(maker, 'open short', 899_500));
  driver.wait(30_001);
  const stale = driver.place(trader, 'close long', 10, 899_000);
  expect(eventOf(stale, 'fill-settled').price).toBe(899_000);
  expect(firedIn(stale)).toEqual([]);
  expect(firedIn(driver.index(900_000))).toEqual([plan]);
});
