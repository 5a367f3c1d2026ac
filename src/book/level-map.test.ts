import { expect, test } from 'vitest';
import { createLevelMap, levelAt, putLevel } from './level-map.ts';

test('[BOOK-16] room for pages doubles, so that a page more costs the same on average', () => {
  const map = createLevelMap();
  const rooms = new Set([map.levels]);
  for (let page = 0; page < 100; page += 1) {
    putLevel(map, page << 10, page + 1);
    rooms.add(map.levels);
  }
  // Four pages, then 8, 16, 32, 64 and 128.
  expect(rooms.size).toBe(6);
  expect([levelAt(map, 0), levelAt(map, 99 << 10), levelAt(map, 1)]).toEqual([1, 100, 0]);
});
