import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addPrice,
  createPriceSet,
  highestPrice,
  lowestPrice,
  priceAbove,
  priceBelow,
  removePrice,
} from './price-set.ts';

/** Dense clusters and lonely prices, the largest of a book among them. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 70 }),
  fc.integer({ min: 907_000, max: 907_100 }),
  fc.integer({ min: 1, max: 2 ** 27 - 1 }),
);

test('[VIEW-1] a price set finds neighbours and ends like a sorted list', () => {
  const change = fc.record({ price, isAdded: fc.boolean(), asked: price });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const set = createPriceSet();
      const plain = new Set<number>();
      for (const { price: changed, isAdded, asked } of changes) {
        if (isAdded) addPrice(set, changed);
        else removePrice(set, changed);
        if (isAdded) plain.add(changed);
        else plain.delete(changed);
        const sorted = [...plain].sort((first, second) => first - second);
        expect(lowestPrice(set)).toBe(sorted[0] ?? 0);
        expect(highestPrice(set)).toBe(sorted.at(-1) ?? 0);
        expect(priceAbove(set, asked)).toBe(sorted.find((one) => one > asked) ?? 0);
        expect(priceBelow(set, asked)).toBe(sorted.findLast((one) => one < asked) ?? 0);
      }
    }),
    { numRuns: 60, seed: 7 },
  );
});

test('[VIEW-16] an empty price set keeps no memory of what was in it', () => {
  const set = createPriceSet();
  for (let one = 1; one < 5_000; one += 7) addPrice(set, one);
  for (let one = 1; one < 5_000; one += 7) removePrice(set, one);
  expect(set.every((words) => words.size === 0)).toBe(true);
});
