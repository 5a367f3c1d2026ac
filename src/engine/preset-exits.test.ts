import { expect, test } from 'vitest';
import { createDriver, eventOf, eventsOf, orderIdOf } from '../../test/kit/driver.ts';
import type { Event } from '../domain/event.ts';
import { contractId, type OrderId } from '../domain/ids.ts';
import { fineTicks, lots, ticks } from '../domain/units.ts';

/**
 * An opening order for 1,000 lots at 90,000 with a take-profit at 91,000 and a stop-loss at 89,000.
 */
function placeWithPresets() {
  const driver = createDriver();
  const maker = driver.trader(1_000_000);
  const trader = driver.trader(100_000);
  const presets = { takeProfit: ticks(910_000), stopLoss: ticks(890_000) };
  const parent = orderIdOf(driver.place(trader, 'open long', 1_000, 900_000, presets));
  const fill = (size: number) => driver.place(maker, 'open short', size, 900_000);
  const exits = () => {
    const own = [...driver.state.orders.values()].filter((order) => order.parent === parent);
    return own.map(({ id, size, trigger }) => ({ id, size, purpose: trigger?.purpose }));
  };
  return { driver, maker, trader, parent, fill, exits };
}

const sizesIn = (events: readonly Event[]) =>
  eventsOf(events, 'trigger-amended').map(({ order, size }) => ({ order, size }));

test('[TRG-8] presets become exits with the first fill and grow with each further one', () => {
  const { parent, fill, exits } = placeWithPresets();
  expect(exits()).toEqual([]);
  const created = eventsOf(fill(300), 'order-accepted').filter((event) => event.parent === parent);
  expect(created).toMatchObject([
    { size: 300, effect: 'close', trigger: { purpose: 'take-profit', direction: 'rising' } },
    { size: 300, effect: 'close', trigger: { purpose: 'stop-loss', direction: 'falling' } },
  ]);
  const [profit, stop] = created.map(({ order }) => order);
  expect(sizesIn(fill(200))).toEqual([
    { order: profit, size: 500 },
    { order: stop, size: 500 },
  ]);
});

test('[TRG-8] exits survive the cancel of what remains of their order', () => {
  const { driver, trader, parent, fill, exits } = placeWithPresets();
  fill(300);
  driver.cancel(trader, parent);
  expect(exits()).toMatchObject([{ size: 300 }, { size: 300 }]);
});

test('[TRG-8] a stop-loss alone has no other half', () => {
  const driver = createDriver();
  const trader = driver.trader(100_000);
  driver.place(trader, 'open long', 10, 900_000, { stopLoss: ticks(890_000) });
  driver.place(driver.trader(100_000), 'open short', 10, 900_000);
  const [stop] = driver.state.orders.values();
  expect(stop).toMatchObject({ trigger: { purpose: 'stop-loss' }, sibling: 0 });
});

/**
 * The pair on a position of 1,000 lots; each half looks at the index, so that one price fires it.
 */
function holdPair() {
  const scene = placeWithPresets();
  const { driver, trader } = scene;
  scene.fill(1_000);
  const [profit, stop] = scene.exits().map(({ id }) => id);
  const move = (order: OrderId, trigger: number) =>
    driver.run({
      kind: 'amend-trigger',
      account: trader,
      target: { by: 'id', order },
      triggerPrice: ticks(trigger),
      triggerSource: 'index',
      price: null,
    });
  move(profit!, 905_000);
  move(stop!, 895_000);
  return { ...scene, profit: profit!, stop: stop!, move };
}

test('[TRG-9] what one half executes is taken off the other', () => {
  const { driver, profit, stop } = holdPair();
  driver.place(driver.trader(100_000), 'open long', 400, 905_000);
  const events = driver.index(905_000);
  expect(eventOf(events, 'trigger-fired').order).toBe(profit);
  expect(sizesIn(events)).toEqual([{ order: stop, size: 600 }]);
  expect(eventOf(events, 'order-canceled')).toMatchObject({
    order: profit,
    reason: 'ioc-remainder',
  });
});

test('[TRG-9] the other half is canceled once nothing is left of it', () => {
  const { driver, maker, trader, stop } = holdPair();
  // Another 500 lots, so that the position outlives the pair.
  driver.place(maker, 'open short', 500, 900_000);
  driver.place(trader, 'open long', 500, 900_000);
  driver.place(driver.trader(100_000), 'open long', 1_000, 905_000);
  const events = driver.index(905_000);
  expect(eventsOf(events, 'order-canceled')).toMatchObject([{ order: stop, reason: 'oco' }]);
  expect(driver.desk(trader).long.position?.size).toBe(500);
});

test('[TRG-9] where one event satisfies both halves, the stop-loss goes first', () => {
  const { driver, trader, profit, stop, maker } = holdPair();
  const target = { by: 'id', order: profit } as const;
  const amend = { kind: 'amend-trigger', account: trader, target, price: null } as const;
  driver.run({ ...amend, triggerPrice: ticks(901_000), triggerSource: 'last' });
  driver.place(maker, 'open short', 1, 904_000);
  driver.place(driver.trader(100_000), 'open long', 400, 894_000);
  const taker = driver.trader(100_000);
  // One batch: a trade at 904,000 passes the take-profit by more than the index passes the stop.
  const buy = driver.place(taker, 'open long', 1, 899_000);
  const amendBuy = {
    kind: 'amend-order',
    account: taker,
    target: { by: 'id', order: orderIdOf(buy) },
    size: null,
    price: ticks(904_000),
  } as const;
  const index = { kind: 'set-index-price', contract: contractId(0) } as const;
  const commands = [amendBuy, { ...index, price: fineTicks(89_480_000) }] as const;
  const events = driver.run({ kind: 'batch', commands });
  const fired = eventsOf(events, 'trigger-fired').map(({ order }) => order);
  expect(fired).toEqual([stop, profit]);
});

test('[TRG-9] a resting half gives way when the other half fires', () => {
  const { driver, trader, profit, stop } = holdPair();
  const target = { by: 'id', order: profit } as const;
  driver.run({
    kind: 'amend-trigger',
    account: trader,
    target,
    triggerPrice: ticks(905_000),
    triggerSource: 'index',
    price: ticks(906_000),
  });
  expect(eventOf(driver.index(905_000), 'order-rested').order).toBe(profit);
  const events = driver.index(895_000);
  expect(eventsOf(events, 'order-canceled')[0]).toMatchObject({ order: profit, reason: 'oco' });
  expect(eventOf(events, 'trigger-fired')).toMatchObject({ order: stop, size: 1_000 });
});

test('[TRG-11] when a position is gone its exits are canceled, and plans stay', () => {
  const { driver, trader, profit, stop } = holdPair();
  const whole = { purpose: 'stop-loss', size: null } as const;
  const third = orderIdOf(driver.trigger(trader, 'close long', 880_000, whole));
  const plan = orderIdOf(driver.trigger(trader, 'close long', 870_000));
  driver.place(driver.trader(100_000), 'open long', 1_000, 900_000);
  const events = driver.place(trader, 'close long', 1_000, 900_000);
  expect(eventsOf(events, 'order-canceled')).toMatchObject(
    [profit, stop, third].map((order) => ({ order, reason: 'position-closed' })),
  );
  expect(driver.state.orders.values().map(({ id }) => id)).toEqual([plan]);
});

test('[TRG-11] exits of the other side of a hedge stay', () => {
  const { driver, maker, trader } = holdPair();
  driver.place(maker, 'open long', 10, 900_000);
  driver.place(trader, 'open short', 10, 900_000);
  const stop = { purpose: 'stop-loss', size: lots(10) } as const;
  const other = orderIdOf(driver.trigger(trader, 'close short', 920_000, stop));
  driver.place(driver.trader(100_000), 'open long', 1_000, 900_000);
  driver.place(trader, 'close long', 1_000, 900_000);
  expect(driver.state.orders.values().map(({ id }) => id)).toEqual([other]);
});

test('[TRG-9] exits with a size that are placed together may be a pair, others stand alone', () => {
  const { driver, maker, trader, fill, exits } = placeWithPresets();
  fill(1_000);
  const terms = { account: trader, contract: contractId(0), positionSide: 'long' } as const;
  const exit = (purpose: 'take-profit' | 'stop-loss', price: number, size: number | null) =>
    ({
      ...terms,
      kind: 'place-trigger',
      effect: 'close',
      purpose,
      size: size === null ? null : lots(size),
      triggerPrice: ticks(price),
      price: null,
      triggerSource: 'index',
      clientOrderId: null,
      marginMode: null,
    }) as const;
  const pairing = { options: { pairs: true } } as const;
  const placed = (...commands: readonly ReturnType<typeof exit>[]) =>
    eventsOf(driver.run({ kind: 'batch', commands }), 'order-accepted').map(({ order }) => order);
  const siblingOf = (id: OrderId) => driver.state.orders.get(id)?.sibling;
  const [profit, stop] = placed(exit('take-profit', 905_000, 300), {
    ...exit('stop-loss', 895_000, 300),
    ...pairing,
  });
  expect([siblingOf(profit!), siblingOf(stop!)]).toEqual([stop, profit]);
  const alone = [
    // Of the same kind, of the whole position, of another side, of another moment.
    ...placed(exit('stop-loss', 890_100, 100), { ...exit('stop-loss', 890_200, 100), ...pairing }),
    ...placed(exit('take-profit', 906_000, null), {
      ...exit('stop-loss', 890_300, 100),
      ...pairing,
    }),
    ...placed(exit('take-profit', 907_000, 100)),
  ];
  driver.index(900_000);
  alone.push(...placed({ ...exit('stop-loss', 890_400, 100), ...pairing }));
  expect(alone.map(siblingOf)).toEqual(alone.map(() => 0));
  driver.place(driver.trader(100_000), 'open long', 300, 905_000);
  const canceled = eventsOf(driver.index(905_000), 'order-canceled');
  expect(canceled).toMatchObject([{ order: stop, reason: 'oco' }]);
  expect(exits()).toHaveLength(2);
  expect(driver.desk(maker).short.position?.size).toBe(1_000);
});
