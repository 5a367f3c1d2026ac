import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { PriceTable } from './price-table.ts';

/** Dense clusters and lonely prices, the largest of a book among them. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 70 }),
  fc.integer({ min: 907_000, max: 907_100 }),
  fc.integer({ min: 1, max: 2 ** 27 - 1 }),
);
const change = fc.record({ price, value: fc.integer({ min: 0, max: 3 }), asked: price });

test('[VIEW-1] a table of prices holds what a map does, and knows the neighbours', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 100 }), (changes) => {
      const table = new PriceTable();
      const plain = new Map<number, number>();
      for (const { price: changed, value, asked } of changes) {
        table.set(changed, value);
        if (value === 0) plain.delete(changed);
        else plain.set(changed, value);
        expect([table.get(changed), table.get(asked)]).toEqual([value, plain.get(asked) ?? 0]);
      }
      const sorted = [...plain].sort(([first], [second]) => first - second);
      expect([...table]).toEqual(sorted);
      expect(table.size).toBe(plain.size);
      for (const { asked } of changes) {
        expect(table.next(asked, 1)).toBe(sorted.find(([one]) => one > asked)?.[0] ?? 0);
        expect(table.next(asked, -1)).toBe(sorted.findLast(([one]) => one < asked)?.[0] ?? 0);
      }
      table.clear();
      expect([...table]).toEqual([]);
    }),
    { numRuns: 60, seed: 7 },
  );
});

test('[BOOK-16] room for pages doubles, so that a page more costs the same on average', () => {
  const rooms: number[] = [];
  const counted = new Proxy(Float64Array, {
    construct: (plain, [length]: [number]) => {
      rooms.push(length);
      return new plain(length);
    },
  });
  vi.stubGlobal('Float64Array', counted);
  try {
    const table = new PriceTable();
    for (let page = 0; page < 100; page += 1) table.set((page << 10) + 1, page + 1);
    expect(rooms).toEqual([4, 8, 16, 32, 64, 128].map((pages) => pages << 10));
    expect([table.get(1), table.get((99 << 10) + 1), table.get(2)]).toEqual([1, 100, 0]);
  } finally {
    vi.unstubAllGlobals();
  }
});
