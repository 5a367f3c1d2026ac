import { expect, test } from 'vitest';
import { drawWords, isApartFrom, rankField } from './rank-field.ts';

/** About normal, from a seed. */
function drawScores(seed: number, heats: number, shift = 0): number[] {
  const word = drawWords(seed);
  const unit = (): number => word() / 2 ** 32;
  return Array.from({ length: heats }, () => {
    const sum = Array.from({ length: 12 }, unit).reduce((total, each) => total + each, -6);
    return Math.round((sum + shift) * 1e6);
  });
}

const ARENAS = Array.from({ length: 200 }, (_, at) => at);
const partOf = (called: (arena: number) => boolean): number =>
  ARENAS.filter(called).length / ARENAS.length;

test('[LUCK-1] two that are alike are called different in at most one arena of twenty', () => {
  const found = partOf((arena) =>
    isApartFrom(drawScores(2 * arena + 1, 50), drawScores(2 * arena + 2, 50)),
  );
  expect(found).toBeLessThanOrEqual(0.05);
});

test('[LUCK-2] a better one is found at 50 seeds', () => {
  const found = partOf((arena) =>
    isApartFrom(drawScores(2 * arena + 1, 50, 0.8), drawScores(2 * arena + 2, 50)),
  );
  expect(found).toBeGreaterThanOrEqual(0.95);
});

test('[LUCK-3] the same scores are the same rank, and who came first is listed first', () => {
  const scores = drawScores(1, 30);
  const [first, second, third] = rankField([drawScores(2, 30, -9), scores, scores]);
  expect([first?.place, second?.place, third?.place]).toEqual([1, 2, 0]);
  expect([first?.rank, second?.rank, third?.rank]).toEqual([1, 1, 3]);
  expect([first?.isApart, second?.isApart, third?.isApart]).toEqual([false, true, true]);
  expect([first?.rankFrom, first?.rankTo, third?.rankFrom, third?.rankTo]).toEqual([1, 1, 3, 3]);
});

test('[LUCK-4] the interval of the mean holds it, and is narrower with more heats', () => {
  const width = (heats: number): number => {
    const [row] = rankField([drawScores(3, heats)]);
    expect(row?.meanFrom).toBeLessThanOrEqual(row?.mean ?? 0);
    expect(row?.meanTo).toBeGreaterThanOrEqual(row?.mean ?? 0);
    return (row?.meanTo ?? 0) - (row?.meanFrom ?? 0);
  };
  expect(width(400)).toBeLessThan(width(25) / 2);
});
