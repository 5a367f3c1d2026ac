import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addId, createIdIndex, findId, NO_ENTRY, takeId } from './id-index.ts';

const id = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 64 }).map((step) => step * 2 ** 40),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
);

test('the index of ids agrees with a map over additions and removals', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 400 }), (ids) => {
      const index = createIdIndex();
      const plain = new Map<number, number>();
      ids.forEach((key, slot) => {
        if (plain.delete(key)) takeId(index, key);
        else {
          plain.set(key, slot);
          addId(index, key, slot);
        }
      });
      expect(index.count).toBe(plain.size);
      for (const key of ids) expect(findId(index, key)).toBe(plain.get(key) ?? NO_ENTRY);
    }),
  );
});

test('ids in steps of a power of two do not pile up', () => {
  const index = createIdIndex();
  for (let step = 1; step <= 50_000; step += 1) addId(index, step * 4096, step);
  for (let step = 1; step <= 50_000; step += 1) takeId(index, step * 4096);
  expect(index.count).toBe(0);
  expect(index.entries.every((_, at) => at % 2 === 1 || index.entries[at] === 0)).toBe(true);
});
