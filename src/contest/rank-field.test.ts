import { expect, test } from 'vitest';
import { createDraws } from '../verdict/draws.ts';
import { rankField } from './rank-field.ts';

/** About normal, from a word. */
function drawScores(word: string, heats: number, shift = 0): number[] {
  const draws = createDraws(word);
  const unit = (): number => draws.below(2 ** 32) / 2 ** 32;
  return Array.from({ length: heats }, () => {
    const sum = Array.from({ length: 12 }, unit).reduce((total, each) => total + each, -6);
    return Math.round((sum + shift) * 1e6);
  });
}

const ARENAS = Array.from({ length: 200 }, (_, at) => at);
const partOf = (called: (arena: number) => boolean): number =>
  ARENAS.filter(called).length / ARENAS.length;

test('[LUCK-1] any of those that are alike are told apart in at most one arena of twenty', () => {
  for (const [programs, heats] of [
    [2, 50],
    [6, 11],
    [6, 8],
  ] as const) {
    const found = partOf((arena) =>
      rankField(
        Array.from({ length: programs }, (_, at) => drawScores(`${arena} ${at}`, heats)),
      ).some(({ ahead }) => ahead.size > 0),
    );
    expect(found, `${programs} on ${heats}`).toBeLessThanOrEqual(0.05);
  }
});

test('[LUCK-2] a better one is found at 50 seeds', () => {
  const found = partOf((arena) => {
    const [first] = rankField([
      drawScores(`one ${arena}`, 50, 0.8),
      drawScores(`two ${arena}`, 50),
    ]);
    return first?.place === 0 && first.isApart;
  });
  expect(found).toBeGreaterThanOrEqual(0.95);
});

test('[LUCK-3] the same scores are the same rank, and who came first is listed first', () => {
  const scores = drawScores('alike', 30);
  const [first, second, third] = rankField([drawScores('worse', 30, -9), scores, scores]);
  expect([first?.place, second?.place, third?.place]).toEqual([1, 2, 0]);
  expect([first?.rank, second?.rank, third?.rank]).toEqual([1, 1, 3]);
  expect([first?.isApart, second?.isApart, third?.isApart]).toEqual([false, true, true]);
  expect([first?.rankFrom, first?.rankTo, third?.rankFrom, third?.rankTo]).toEqual([1, 2, 3, 3]);
});

test('[LUCK-4] the interval of the mean holds the true one, and narrows with more heats', () => {
  const width = (heats: number): number => {
    const [row] = rankField([drawScores('width', heats)]);
    return row!.meanTo - row!.meanFrom;
  };
  expect(width(200)).toBeLessThan(width(12) / 2);
  for (const heats of [6, 11]) {
    const held = partOf((arena) => {
      const [row] = rankField([drawScores(`held ${arena}`, heats)]);
      return row!.meanFrom <= 0 && row!.meanTo >= 0;
    });
    expect(held, `${heats} heats`).toBeGreaterThan(0.92);
  }
});

test('[LUCK-5] what the words of a board say, its intervals of ranks say too', () => {
  const draws = createDraws('boards');
  const counts = { apart: 0, alike: 0 };
  const wrong: unknown[] = [];
  for (let board = 0; board < 1_000; board += 1) {
    const heats = 1 + draws.below(12);
    const rows = rankField(
      Array.from({ length: 1 + draws.below(7) }, (_, at) =>
        drawScores(`${board} ${at}`, heats, draws.below(3) * draws.below(3)),
      ),
    );
    for (const [at, row] of rows.entries()) {
      const next = rows[at + 1];
      const isWithin = row.rankFrom <= row.rank && row.rank <= row.rankTo;
      if (!isWithin || row.isApart !== (next === undefined || row.ahead.has(next.place)))
        wrong.push({ board, row });
      if (next !== undefined) counts[row.isApart ? 'apart' : 'alike'] += 1;
      for (const other of rows.slice(at + 1)) {
        const isBefore = row.rankFrom < other.rankFrom && row.rankTo < other.rankTo;
        const overlaps = row.rankTo >= other.rankFrom;
        const isTold = row.ahead.has(other.place);
        if (isTold ? !isBefore : !overlaps) wrong.push({ board, row, other });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(counts.apart).toBeGreaterThan(200);
  expect(counts.alike).toBeGreaterThan(200);
});

test('[LUCK-4] six seeds or fewer tell nobody apart, and seven tell who is far ahead', () => {
  const ranksAt = (heats: number): string[] =>
    rankField([0, 50].map((shift) => drawScores(`far ${shift}`, heats, shift))).map(
      ({ rankFrom, rankTo }) => `${rankFrom}-${rankTo}`,
    );
  expect(ranksAt(6)).toEqual(['1-2', '1-2']);
  expect(ranksAt(7)).toEqual(['1-1', '2-2']);
});
