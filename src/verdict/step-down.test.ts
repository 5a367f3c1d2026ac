import { expect, test } from 'vitest';

import { createDraws } from './draws.ts';
import { stepDown } from './step-down.ts';

/** Nearly normal: the sum of twelve even draws. */
function createNormal(word: string): () => number {
  const draws = createDraws(word);
  return () => {
    let sum = -6;
    for (let at = 0; at < 12; at += 1) sum += draws.below(1e6) / 1e6;
    return sum;
  };
}

test('[LIFE-14] the best of many columns of luck is no find, an edge is', () => {
  const draw = createNormal('columns');
  let named = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const rows = Array.from({ length: 20 }, () => Array.from({ length: 32 }, draw));
    if (stepDown(rows, 0.05).found.length > 0) named += 1;
    const planted = rows.map((row) => row.with(7, (row[7] ?? 0) + 2));
    expect(stepDown(planted, 0.05).found[0]).toBe(7);
  }
  expect(named).toBeLessThanOrEqual(2);
});

test('[LIFE-14] a level that no resample stands for names nothing, a small one takes more', () => {
  const draw = createNormal('levels');
  const rows = Array.from({ length: 12 }, () => [10 + draw(), draw()]);
  expect(stepDown(rows, 0.05).found).toEqual([0]);
  expect(stepDown(rows, 1e-3).bar).toBeGreaterThan(stepDown(rows, 0.05).bar);
  expect(stepDown(rows, 1e-9).found).toEqual([]);
});

test('[LIFE-14] columns without spread are never named', () => {
  const rows = Array.from({ length: 10 }, () => [0, 5]);
  expect(stepDown(rows, 0.05).found).toEqual([]);
});

test('[LIFE-14] a column that hardly ever trades is not named, and hides no other', () => {
  const draw = createNormal('rare');
  const rows = Array.from({ length: 20 }, (_, at) => [
    2 + draw(),
    at === 4 ? 3 : 0,
    at === 7 ? -3 : 0,
    at % 10 === 1 ? 1 : 0,
  ]);
  expect(stepDown(rows, 0.05).found).toEqual([0]);
});

test('[LIFE-14] what fell far once warns of columns like it that have not', () => {
  const draw = createNormal('disaster');
  const rows = Array.from({ length: 20 }, (_, at) => [
    1 + 0.1 * draw(),
    (at === 9 ? -19 : 1) + 0.1 * draw(),
  ]);
  expect(stepDown(rows, 0.05).found).toEqual([]);
});
