import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDriver } from '../../test/kit/driver.ts';
import { type OrderId, orderId } from '../domain/ids.ts';
import { OrderTable } from './order-table.ts';
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
          table.add(added);
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
  expect(() => driver.state.orders.add(order!)).toThrow('in the table already');
});
