/**
 * The public leaderboard, which is delayed on purpose: copies of the scores, as few as the delay
 * needs. With a long delay it is updated in steps of a tenth of the delay, so that a week's delay
 * needs no more memory than a minute's. Copying a score is cheap; ranking happens on request.
 */
import { wholeDown } from '../domain/money.ts';
import { type Millis, millis } from '../domain/units.ts';
import { MINUTE } from '../views/interval.ts';
import type { BoardMoment, SeasonRecord } from './season-record.ts';

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
