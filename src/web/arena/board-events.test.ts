import { expect, test } from 'vitest';
import {
  eventsBetween,
  leadsIn,
  moves,
  movesBetween,
  noteBoard,
  risersIn,
} from './board-events.ts';

const row = (team: string, rank: number, changes = {}) => ({
  team,
  rank,
  idle: false,
  liquidations: 0,
  state: 'trading' as const,
  ...changes,
});

test('[ARENA-7] a new leader, a rise, a liquidation and who is out are told', () => {
  const from = {
    season: 1,
    shownAt: 1,
    disqualified: [],
    standings: ['a', 'b', 'c', 'd', 'e'].map((team, at) => row(team, at + 1)),
  };
  const to = {
    season: 1,
    shownAt: 2,
    disqualified: [{ team: 'b', reason: 'two accounts' }],
    standings: [
      row('e', 1),
      row('a', 2),
      row('c', 3, { liquidations: 1 }),
      row('d', 4, { state: 'eliminated' as const }),
    ],
  };
  expect(eventsBetween(from, to)).toEqual([
    { at: 2, kind: 'leader', team: 'e', more: '' },
    { at: 2, kind: 'disqualified', team: 'b', more: 'two accounts' },
    { at: 2, kind: 'rise', team: 'e', more: '4' },
    { at: 2, kind: 'liquidated', team: 'c', more: '' },
    { at: 2, kind: 'eliminated', team: 'd', more: '' },
  ]);
  expect(eventsBetween(to, to)).toEqual([]);
});

test('[ARENA-7] curves tell who led before, and who rose in the last hour', () => {
  const at = [0, 1_800_000, 3_600_000, 7_200_000];
  const curves = [
    { team: 'a', equity: ['1000', '1010', '1010', '1005'] },
    { team: 'b', equity: ['1000', '1010', '1020', '1040.40'] },
    { team: 'c', equity: ['1000', '900', '900', '945'] },
  ];
  expect(leadsIn({ at, curves })).toEqual([{ at: at[2], kind: 'leader', team: 'b', more: '' }]);
  const risers = risersIn({ at, curves });
  expect(risers.map(({ team }) => team)).toEqual(['c', 'b']);
  expect(risers[0]?.gain).toBeCloseTo(0.05);
  expect(risersIn({ at: [], curves: [] })).toEqual([]);
});

const boardOf = (season: number, ...teams: string[]) => ({
  season,
  shownAt: 1,
  standings: teams.map((team, place) => row(team, place + 1)),
  disqualified: [],
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
  const note = (season: number, ...teams: string[]): void =>
    noteBoard(boardOf(season, ...teams), { at: [], curves: [] });
  note(1, 'a', 'b');
  note(1, 'b', 'a');
  note(1, 'b', 'a');
  expect(moves.value.get('b')).toBe(1);
  note(2, 'a', 'b');
  expect(moves.value.size).toBe(0);
});
