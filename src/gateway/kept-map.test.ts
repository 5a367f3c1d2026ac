import { expect, test } from 'vitest';
import { KeptMap } from './kept-map.ts';

const LIFE = 1_000;

test('[GATE-16] what is used stays, what is not goes, and never more than so many are kept', () => {
  const kept = new KeptMap<number, string>({ keptMax: 10, lifeMillis: LIFE });
  for (let key = 0; key < 1_000; key += 1) {
    kept.keep(key, `${key}`, 0);
    kept.keep(-1, 'busy', 0);
    expect(kept.size).toBeLessThanOrEqual(10);
  }
  expect([kept.find(-1), kept.find(999), kept.find(996)]).toEqual(['busy', '999', '996']);
  expect(kept.find(900)).toBeUndefined();
});

test('[GATE-16] what is unused for twice its life is forgotten', () => {
  const kept = new KeptMap<string, number>({ keptMax: 10, lifeMillis: LIFE });
  kept.keep('a', 1, 0);
  kept.keep('b', 2, LIFE);
  expect(kept.find('a')).toBe(1);
  kept.keep('c', 3, 2 * LIFE);
  expect([kept.find('a'), kept.find('b')]).toEqual([undefined, 2]);
  kept.keep('d', 4, 10 * LIFE);
  expect(kept.size).toBe(1);
});
