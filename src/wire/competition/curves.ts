/**
 * Equity over time, for charts: of one team, or of several leaders. Several teams share one list of
 * moments, and each has its equity at these moments. The list is thinned to a number of points; the
 * last one is always kept.
 */
import { type Static, Type } from 'typebox';
import { listPoints } from '../../competition/curve.ts';
import { findShown, publicLeaderboard } from '../../competition/leaderboard.ts';
import type { SeasonRecord } from '../../competition/season-record.ts';
import { TEAM_NAME_LENGTH_MAX } from '../../domain/limits.ts';
import { wholeDown } from '../../domain/money.ts';
import { type Millis, millis } from '../../domain/units.ts';
import { invalid } from '../caller.ts';
import type { WireError } from '../errors.ts';
import { ifSent, integerField, textField } from '../field.ts';
import { formatDecimal } from '../quantity.ts';
import type { Fields } from '../read-request.ts';
import {
  decimal,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
} from '../record-field.ts';
import { BOARD_WEIGHT, LATE, publicGet, seasonField } from './endpoint.ts';
import { leaderboardFor, type Reader } from './standings.ts';

export const CURVE_RECORD = record({
  season: integer('Number of the season', 1),
  team: text('The team', 'careful-owls'),
  /** Pairs instead of objects, because there are many. */
  points: list(
    Type.Unsafe<[number, string]>({
      type: 'array',
      description: 'Moment and equity: hours, then the minutes of the last day',
      examples: [[1_767_225_600_000, '1000.00']],
    }),
  ),
});
export type CurveRecord = Static<typeof CURVE_RECORD>;

export const EQUITY = publicGet('/competition/teams/{team}/equity', BOARD_WEIGHT, {
  id: 'competitionEquity',
  response: CURVE_RECORD,
  summary: 'The equity of a team over time',
  text: LATE,
});

/** Returns the curve up to the moment that the reader's leaderboard shows. */
export function formatCurve(
  season: SeasonRecord,
  team: string,
  reader: Reader,
  now: Millis,
): CurveRecord | undefined {
  const { at, rows } = leaderboardFor(season, reader, now);
  const row = rows.find((standing) => standing.team === team);
  const entrant = season.entrants.find(({ account }) => account === row?.account);
  if (entrant === undefined) return undefined;
  const upTo = reader === 'organiser' ? millis(Number.MAX_SAFE_INTEGER) : (at ?? millis(0));
  const points = season.startedAt === null ? [] : listPoints(entrant.curve, season.startedAt, upTo);
  return {
    season: season.season,
    team,
    points: points.map(({ at: when, hundredths }) => [when, formatDecimal(BigInt(hundredths), 2)]),
  };
}

/** The highest number of teams and of moments. */
const CURVES_MAX = { top: 50, points: 500 };
const CURVES_DEFAULT = { top: 10, points: 200 };

const countField = (field: keyof typeof CURVES_DEFAULT, description: string) =>
  ifSent(
    integerField(description, { default: CURVES_DEFAULT[field], min: 2, max: CURVES_MAX[field] }),
  );

export const CURVES_RECORD = record({
  season: integer('Number of the season', 1),
  shownAt: nullable(moment('The moment that is shown; null before there is any')),
  at: list(moment('Moments, oldest first, the same for every team')),
  curves: records({
    team: text('The team; the leader first', 'careful-owls'),
    equity: list(decimal('Equity at each of the moments', '1000.00')),
  }),
});
export type CurvesRecord = Static<typeof CURVES_RECORD>;

export const CURVES = publicGet('/competition/curves', BOARD_WEIGHT, {
  id: 'competitionCurves',
  request: Type.Object({
    season: seasonField(),
    top: countField('top', 'How many teams, the leaders first.'),
    points: countField('points', 'How many moments, evenly spread.'),
    teams: ifSent(
      textField('Teams beside the leaders, with commas between them.', {
        lengthMax: 20 * TEAM_NAME_LENGTH_MAX,
      }),
    ),
  }),
  errors: ['40020', '404'],
  response: CURVES_RECORD,
  summary: 'Equity of the leaders, side by side',
  text: `For drawing. ${LATE}`,
});

export interface CurvesAsked {
  readonly top: number;
  readonly points: number;
  readonly teams: readonly string[];
}

export function readCurvesAsked(fields: Fields): CurvesAsked | WireError {
  const teams = String(fields.get('teams') ?? '').split(',');
  const asked = { ...CURVES_DEFAULT, teams };
  for (const field of ['top', 'points'] as const) {
    const sent = fields.get(field);
    const count = sent === undefined ? asked[field] : Number(String(sent));
    if (!Number.isSafeInteger(count) || count < 2 || count > CURVES_MAX[field])
      return invalid(field, `a whole number from 2 to ${CURVES_MAX[field]}`);
    asked[field] = count;
  }
  return asked;
}

/** Returns the curves of the leaders, with the delay of the public leaderboard. */
export function formatCurves(
  season: SeasonRecord,
  { top, points, teams }: CurvesAsked,
  now: Millis,
): CurvesRecord {
  const { at, rows } = publicLeaderboard(season, now);
  const { startedAt } = season;
  if (at === null || startedAt === null)
    return { season: season.season, shownAt: null, at: [], curves: [] };
  const entrants = new Map(season.entrants.map((entrant) => [entrant.account, entrant]));
  const wanted = rows.filter((row, place) => place < top || teams.includes(row.team));
  const whole = wanted.flatMap(({ account, team }) => {
    const entrant = entrants.get(account);
    return entrant === undefined
      ? []
      : [{ team, points: listPoints(entrant.curve, startedAt, at) }];
  });
  // All teams are sampled at the same moments, so one choice of moments serves all.
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

/** Returns the moment that the public leaderboard shows. A new moment means new rows. */
export const findShownAt = (season: SeasonRecord, now: Millis): Millis | null =>
  findShown(season, now)?.at ?? null;

/** Returns indexes of moments, evenly spread in time, with the first and the last. */
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
