/** The judge of a torture finds each kind of broken promise. */
import { expect, test } from 'vitest';
import { WINDOW_MILLIS } from './replica-process.ts';
import { judgeWrites } from './torture-audit.ts';

const at = (after: number, times = 1) => ({ times, at: 1_000 + after });

test('the judge finds what was lost, doubled, late, and done although it was refused', () => {
  const told = {
    signedAt: new Map([1, 2, 3, 4, 5].map((number) => [number, 1_000] as const)),
    acknowledged: new Set([1, 2, 3]),
    refused: new Set([4, 5]),
  };
  const written = new Map([
    ['write 1', at(WINDOW_MILLIS)],
    ['write 2', at(100, 2)],
    ['write 4', at(WINDOW_MILLIS + 100)],
  ]);
  const found = { lost: 1, doubled: 1, late: 1, contradicted: 1 };
  expect(judgeWrites(told, written)).toEqual(found);
  const fair = new Map([1, 2, 3].map((number) => [`write ${number}`, at(number)] as const));
  expect(judgeWrites(told, fair)).toEqual({ lost: 0, doubled: 0, late: 0, contradicted: 0 });
});
