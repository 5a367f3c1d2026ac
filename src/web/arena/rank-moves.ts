/** Which teams moved up or down since the leaderboard last changed. */
import { signal } from '@preact/signals';
import type { LeaderboardRecord } from '../../wire/competition/standings.ts';

/** By team: how many places up; negative is down. */
export type Moves = ReadonlyMap<string, number>;

type Board = Pick<LeaderboardRecord, 'season' | 'shownAt'> & {
  readonly standings: readonly Pick<LeaderboardRecord['standings'][number], 'team' | 'rank'>[];
};

export const moves = signal<Moves>(new Map());
let before: Board | undefined;

export function noteRanks(next: Board): void {
  const found = before?.season === next.season ? movesBetween(before, next) : new Map();
  // Moves stay marked until the next change.
  if (found.size > 0 || before?.season !== next.season) moves.value = found;
  before = next;
}

export function movesBetween(from: Board, to: Board): Moves {
  const ranks = new Map(from.standings.map(({ team, rank }) => [team, rank]));
  const found = new Map<string, number>();
  for (const { team, rank } of to.standings) {
    const old = ranks.get(team);
    if (old === undefined || old === null || rank === null || old === rank) continue;
    found.set(team, old - rank);
  }
  return found;
}
