import { expect, test } from 'vitest';
import { createRing, listRing, newestItems, pushItem, recoverRing } from './ring.ts';

test('[VIEW-16] a ring keeps the newest so many', () => {
  const ring = createRing<number>(3);
  expect(newestItems(ring, 5)).toEqual([]);
  pushItem(ring, 1);
  pushItem(ring, 2);
  expect(newestItems(ring, 5)).toEqual([2, 1]);
  for (const item of [3, 4, 5]) pushItem(ring, item);
  expect(newestItems(ring, 5)).toEqual([5, 4, 3]);
  expect(newestItems(ring, 2)).toEqual([5, 4]);
  expect(ring.items).toHaveLength(3);
});

test('[VIEW-13] a restored ring goes on where the saved one stood', () => {
  const ring = createRing<number>(3);
  for (const item of [1, 2, 3, 4]) pushItem(ring, item);
  const restored = recoverRing(3, listRing(ring));
  for (const one of [ring, restored]) pushItem(one, 5);
  expect(newestItems(restored, 3)).toEqual(newestItems(ring, 3));
});
