import { expect, test } from 'vitest';
import { moves, movesBetween, noteRanks } from './rank-moves.ts';

const boardOf = (season: number, ...teams: string[]) => ({
  season,
  shownAt: 1,
  standings: teams.map((team, place) => ({ team, rank: place + 1 })),
});

test('[ARENA-2] who went up or down is told by how many places, newcomers by none', () => {
  const found = movesBetween(boardOf(1, 'a', 'b', 'c'), boardOf(1, 'c', 'a', 'b', 'd'));
  expect([...found]).toEqual([
    ['c', 2],
    ['a', -1],
    ['b', -1],
  ]);
});

test('[ARENA-2] marks stay until somebody moves again, and end with another season', () => {
  noteRanks(boardOf(1, 'a', 'b'));
  noteRanks(boardOf(1, 'b', 'a'));
  noteRanks(boardOf(1, 'b', 'a'));
  expect(moves.value.get('b')).toBe(1);
  noteRanks(boardOf(2, 'a', 'b'));
  expect(moves.value.size).toBe(0);
});
