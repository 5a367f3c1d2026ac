import { expect, test } from 'vitest';
import { contractId } from '../../domain/ids.ts';
import { lots, ticks } from '../../domain/units.ts';
import { createDepth, setLevel } from '../../views/depth.ts';
import { groupLevels } from './group-levels.ts';

function bookOf() {
  const depth = createDepth(contractId(0));
  for (const [price, size] of [
    [103, 1],
    [104, 2],
    [112, 4],
  ] as const)
    setLevel(depth.asks, ticks(price), lots(size));
  for (const [price, size] of [
    [99, 1],
    [95, 2],
    [89, 4],
  ] as const)
    setLevel(depth.bids, ticks(price), lots(size));
  return depth;
}

test('[WEB-4] grouped levels keep every lot, bids gathered downwards and asks upwards', () => {
  const { asks, bids } = bookOf();
  expect(groupLevels(asks, 10, 9)).toEqual([
    { price: 110, size: 3, total: 3 },
    { price: 120, size: 4, total: 7 },
  ]);
  expect(groupLevels(bids, 10, 9)).toEqual([
    { price: 90, size: 3, total: 3 },
    { price: 80, size: 4, total: 7 },
  ]);
});

test('[WEB-4] a step of one tick shows the levels as they are, at most so many', () => {
  const { asks } = bookOf();
  expect(groupLevels(asks, 1, 2).map(({ price, size }) => [price, size])).toEqual([
    [103, 1],
    [104, 2],
  ]);
});
