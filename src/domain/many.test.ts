import { expect, test } from 'vitest';
import { many } from './many.ts';

test('what there is one of is told as one', () => {
  expect([0, 1, 2, 1_000, 1_234_567].map((count) => many(count, 'order'))).toEqual([
    '0 orders',
    '1 order',
    '2 orders',
    '1,000 orders',
    '1,234,567 orders',
  ]);
  expect(many(1, 'life', 'lives')).toBe('1 life');
  expect(many(-1_500, 'life', 'lives')).toBe('-1,500 lives');
});
