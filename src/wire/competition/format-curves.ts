/**
 * Equity curves of the leaders side by side, for drawing: one list of moments, and for each team
 * its equity at these. Thinned to so many points, the last one always kept.
 */
import { findShown } from '../../competition/board.ts';
import { listPoints } from '../../competition/curve.ts';
import { publicLeaderboard } from '../../competition/leaderboard.ts';
import type { SeasonRecord } from '../../competition/season-record.ts';
import { wholeDown } from '../../domain/rounding.ts';
import type { Millis } from '../../domain/units.ts';
import { formatDecimal } from '../quantity.ts';
import type { CurvesRecord } from './standing-records.ts';

export interface CurvesAsked {
  readonly top: number;
  readonly points: number;
}

/** As late as the public leaderboard. */
export function formatCurves(
  season: SeasonRecord,
  { top, points }: CurvesAsked,
  now: Millis,
): CurvesRecord {
  const { at, rows } = publicLeaderboard(season, now);
  const { startedAt } = season;
  if (at === null || startedAt === null)
    return { season: season.season, shownAt: null, at: [], curves: [] };
  const entrants = new Map(season.entrants.map((entrant) => [entrant.account, entrant]));
  const whole = rows.slice(0, top).flatMap(({ account, team }) => {
    const entrant = entrants.get(account);
    return entrant === undefined
      ? []
      : [{ team, points: listPoints(entrant.curve, startedAt, at) }];
  });
  // Everyone is sampled at the same moments, so one choice of them serves all.
  const moments = whole[0]?.points ?? [];
  const places = thin(
    moments.map((point) => point.at),
    points,
  );
  return {
    season: season.season,
    shownAt: at,
    at: places.flatMap((place) => moments[place]?.at ?? []),
    curves: whole.map((one) => ({
      team: one.team,
      equity: places.map((place) => {
        const point = one.points[place] ?? one.points.at(-1);
        return formatDecimal(BigInt(point?.hundredths ?? 0), 2);
      }),
    })),
  };
}

/** The moment that the public leaderboard shows, to know whether there is something new. */
export const findShownAt = (season: SeasonRecord, now: Millis): Millis | null =>
  findShown(season, now)?.at ?? null;

/** Places of moments, evenly spread in time, with the first and the last. */
function thin(moments: readonly Millis[], most: number): number[] {
  const last = moments.length - 1;
  if (moments.length <= most) return moments.map((_, place) => place);
  const [from = 0] = moments;
  const length = (moments[last] ?? 0) - from;
  const places: number[] = [];
  let place = 0;
  for (let step = 0; step < most; step += 1) {
    const until = from + wholeDown(length * step, most - 1);
    while (place < last && (moments[place + 1] ?? 0) <= until) place += 1;
    if (places.at(-1) !== place) places.push(place);
  }
  return places;
}
