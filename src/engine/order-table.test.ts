import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDriver, orderIdOf } from '../../test/kit/driver.ts';
import { createHistory } from '../../test/kit/random-history.ts';
import type { Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import { type OrderId, orderId } from '../domain/ids.ts';
import { OrderRecords, OrderTable } from '../domain/order-table.ts';
import { apply } from './apply.ts';
import { createState } from './create-state.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';
import type { LiveOrder } from './state.ts';

/** Mostly one by one; a snapshot has gaps, and ids pass 32 bits. */
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.oneof(fc.constant(1), fc.nat(200)) }) },
    { weight: 5, arbitrary: fc.record({ drop: fc.nat() }) },
  ),
  { maxLength: 400, size: 'max' },
);

test('[ENG-3] orders are found by id, however many came and went before', () => {
  const driver = createDriver();
  driver.place(driver.trader(), 'open long', 5, 890_000);
  const [order] = driver.state.orders.values();
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 2 ** 31 - 70, 2 ** 40), (taken, first) => {
      const table = new OrderTable<LiveOrder>();
      const known = new Map<OrderId, LiveOrder>();
      const gone = new Set<OrderId>();
      let id = first;
      for (const step of taken) {
        if ('add' in step) {
          id += step.add + 1;
          const added = { ...order!, id: orderId(id) };
          table.add(added.id, added);
          known.set(added.id, added);
        } else if (known.size > 0) {
          const dropped = [...known.keys()][step.drop % known.size]!;
          table.delete(dropped);
          known.delete(dropped);
          gone.add(dropped);
        }
      }
      expect(table.size).toBe(known.size);
      expect(table.values()).toEqual([...known.values()]);
      for (const [each, kept] of known) expect(table.get(each)).toBe(kept);
      for (const each of gone) expect(table.has(each)).toBe(false);
      expect(table.has(orderId(id + 1))).toBe(false);
    }),
    { numRuns: 200 },
  );
  expect(() => driver.state.orders.add(order!.id, order!)).toThrow('in the table already');
});

test('[ENG-2] the record of an order that has ended serves the next entry, not its own', () => {
  const driver = createDriver();
  const { orders, records } = driver.state;
  const trader = driver.trader();
  const id = orderIdOf(driver.place(trader, 'open long', 5, 890_000));
  const order = orders.get(id)!;
  driver.run({ kind: 'cancel-order', account: trader, target: { by: 'id', order: id } });
  expect(order).toMatchObject({ id, status: 'canceled' });
  expect(records.take()).not.toBe(order);
  const next = orderIdOf(driver.place(trader, 'open short', 7, 910_000));
  expect(orders.get(next)).toBe(order);
  expect(order).toMatchObject({ id: next, status: 'open', side: 'sell', size: 7 });
});

test('[ENG-2] nothing of an order that has ended is left in the next one', () => {
  const driver = createDriver();
  const { orders } = driver.state;
  const trader = driver.trader();
  const id = orderIdOf(driver.place(trader, 'open long', 5, 890_000));
  const order = orders.get(id)!;
  driver.run({ kind: 'cancel-order', account: trader, target: { by: 'id', order: id } });
  const fields = Object.keys(order).filter((field) => field !== 'next');
  for (const field of fields) Reflect.set(order, field, 'of the order before');
  driver.place(trader, 'open short', 7, 910_000);
  expect(Object.values(order)).not.toContain('of the order before');
});

interface Item {
  next: Item | null;
}

test('[ENG-3] no more records wait than a few thousand, however many orders ended', () => {
  const records = new OrderRecords<Item>();
  const giveBack = (count: number): void => {
    for (let place = 0; place < count; place += 1) records.giveBack({ next: null });
    records.release();
  };
  giveBack(4_000);
  giveBack(100);
  for (let place = 0; place < 4_000; place += 1) expect(records.take()).not.toBeNull();
  expect(records.take()).toBeNull();
});

test.each([41, 42])(
  '[ENG-2] history of seed %i is the same with a record for each order',
  (seed) => {
    const { driver, step } = createHistory(seed);
    const twin = createState();
    const follow = (entry: Entry): readonly Event[] => {
      twin.records = new OrderRecords();
      return apply(twin, entry);
    };
    for (const entry of driver.entries) follow(entry);
    for (let place = 0; place < 3_000; place += 1) {
      const events = step();
      expect(follow(driver.entries.at(-1)!)).toEqual(events);
    }
    expect(takeSnapshot(twin)).toEqual(takeSnapshot(driver.state));
    expect(stateHash(twin)).toBe(stateHash(driver.state));
  },
);
