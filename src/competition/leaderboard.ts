/** The leaderboard for a viewer: the organiser sees all of it at once, the public sees it later. */
import type { Millis } from '../domain/units.ts';
import { findShown } from './board.ts';
import { rankScores } from './rank-scores.ts';
import type { BoardMoment, SeasonRecord } from './season-record.ts';
import type { Standing } from './standing.ts';

export interface Leaderboard {
  /** The moment that is shown; null if there is nothing to show. */
  readonly at: Millis | null;
  /** Frozen until the season is closed. */
  readonly isFrozen: boolean;
  /** Every figure is final. */
  readonly isFinal: boolean;
  readonly rows: readonly Standing[];
}

/** The last sample of everyone, including disqualified entrants. */
export const liveLeaderboard = (season: SeasonRecord): Leaderboard => ({
  at: season.startedAt === null ? null : lastSampleAt(season),
  isFrozen: false,
  isFinal: season.phase === 'closed',
  rows: rankScores(
    season,
    season.entrants.map(({ score }) => score),
  ),
});

/** By the moment that is shown; by the season where there is none to show. */
const kept = new WeakMap<BoardMoment | SeasonRecord, { mark: string; board: Leaderboard }>();

/**
 * Delayed by the rules' delay, frozen during their freeze, and without disqualified entrants. The
 * same one is returned, however often it is read, until anything that the public may see of the
 * season changes.
 */
export function publicLeaderboard(season: SeasonRecord, now: Millis): Leaderboard {
  const { rules, phase, sanctions } = season;
  const shown = findShown(season, now);
  const isFrozen =
    phase !== 'closed' &&
    rules.leaderboardFreeze > 0 &&
    season.startedAt !== null &&
    now > rules.endAt - rules.leaderboardFreeze;
  const mark = `${phase} ${sanctions.length} ${isFrozen} ${rules.name}`;
  const known = kept.get(shown ?? season);
  if (known?.mark === mark) return known.board;
  const board: Leaderboard = {
    at: shown?.at ?? null,
    isFrozen,
    isFinal: phase === 'closed' && shown !== undefined,
    rows: rankScores(season, shown?.scores ?? []).filter(({ rank }) => rank !== null),
  };
  kept.set(shown ?? season, { mark, board });
  return board;
}

const lastSampleAt = (season: SeasonRecord): Millis | null =>
  season.board.at(-1)?.at ?? season.startedAt;
