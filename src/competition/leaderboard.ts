/**
 * The leaderboard for a viewer: the organiser sees all of it at once, the public sees it later,
 * from copies of the scores, as few as the delay needs. With a long delay it is updated in steps of
 * a tenth of the delay, so that a week's delay needs no more memory than a minute's. Copying a
 * score is cheap; ranking happens on request.
 */

import { wholeDown } from '../domain/money.ts';
import { type Millis, millis } from '../domain/units.ts';
import { MINUTE } from '../views/interval.ts';
import type { BoardMoment, SeasonRecord } from './season-record.ts';
import { rankScores, type Standing } from './standing.ts';

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

/** How many steps a delay is divided into. */
const STEPS = 10;

/** Called with each minute's scores. */
export function keepBoard(season: SeasonRecord, at: Millis): void {
  const { rules, startedAt, board, isScored } = season;
  if (!isScored && at > rules.endAt - rules.leaderboardFreeze) return;
  const minutes = Math.max(1, wholeDown(rules.leaderboardDelay, MINUTE * STEPS));
  const newest = board.at(-1);
  const since = at - (newest?.at ?? startedAt ?? at);
  if (newest !== undefined && !isScored && since < minutes * MINUTE) return;
  board.push({ at, scores: season.entrants.map(({ score }) => ({ ...score })) });
  // The frozen standings are shown until the season is closed.
  if (isScored && rules.leaderboardFreeze > 0) return;
  const shownAt = at - rules.leaderboardDelay;
  while ((board[1]?.at ?? Number.MAX_SAFE_INTEGER) <= shownAt) board.shift();
}

/** What the public may see now; undefined if nothing is old enough. */
export function findShown(season: SeasonRecord, now: Millis): BoardMoment | undefined {
  const { rules, board, phase } = season;
  if (phase === 'closed') return board.at(-1);
  const frozenAt = rules.endAt - rules.leaderboardFreeze;
  const isFrozen = rules.leaderboardFreeze > 0 && now > frozenAt;
  const upTo = millis(Math.min(now - rules.leaderboardDelay, isFrozen ? frozenAt : now));
  return board.findLast(({ at }) => at <= upTo);
}
