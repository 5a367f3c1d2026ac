/**
 * The effects of passing time: a sample of equity at each full minute since the start, and the
 * final equity at the end. Both are taken when the first entry at or after their moment arrives,
 * before it is applied, so they do not depend on how often the venue ticks.
 */
import { divideHalfEven, minus, wholeDown } from '../domain/money.ts';
import {
  type Millis,
  type Money,
  millis,
  money,
  NO_MONEY,
  PPM_SCALE,
  toBigInt,
} from '../domain/units.ts';
import { MINUTE } from '../views/interval.ts';
import type { Contest } from './contest.ts';
import { extendCurve, MINUTES_PER_HOUR } from './curve.ts';
import { noteExposure, noteLeverage } from './fold-fill.ts';
import { equityAt } from './holding.ts';
import { keepBoard } from './leaderboard.ts';
import { createMarkWindow, integrateMarks, newestMark, noteMark, WINDOW } from './mark-window.ts';
import { ELIMINATION_PPM, RETURN_SCALE, type Score } from './score.ts';
import type { EntrantRecord, SeasonRecord } from './season-record.ts';
import { watchMinuteEnd } from './surveillance/watch-changes.ts';
import { settleMarkOuts, settleOccasions } from './surveillance/watch-occasions.ts';

export function advanceSeason(contest: Contest, season: SeasonRecord, at: Millis): void {
  if (season.startedAt === null || season.isScored) return;
  settleMarkOuts(contest, season, at);
  settleOccasions(contest, season, at);
  const { endAt } = season.rules;
  sampleMinutes(contest, season, millis(Math.min(at, endAt - 1)));
  if (at >= endAt) finishSeason(contest, season, endAt);
}

/** Every full minute up to a moment. No entry lies between them, so they share one state. */
function sampleMinutes(contest: Contest, season: SeasonRecord, upTo: Millis): void {
  if (upTo < season.sampleAt) return;
  const count = wholeDown(upTo - season.sampleAt, MINUTE) + 1;
  const first = season.sampleAt;
  season.sampleAt = millis(first + count * MINUTE);
  for (const entrant of season.entrants) {
    const equity = equityAt(entrant.holding, contest.lotValues);
    noteLeverage(entrant, contest.lotValues, equity);
    sampleEntrant(entrant, { equity, at: first, count });
    noteExposure(entrant, millis(season.sampleAt - MINUTE));
  }
  watchMinuteEnd(season);
  keepBoard(season, millis(season.sampleAt - MINUTE));
}

interface Minutes {
  readonly equity: Money;
  readonly at: Millis;
  /** How many in a row; none if the season ends between two. */
  readonly count: number;
}

function sampleEntrant({ score, curve }: EntrantRecord, { equity, at, count }: Minutes): void {
  const hoursBefore = wholeDown(curve.count, MINUTES_PER_HOUR);
  extendCurve(curve, equity, count);
  const hours = wholeDown(curve.count, MINUTES_PER_HOUR) - hoursBefore;
  takeSample(score, { equity, at, hours });
}

/**
 * Final equity: positions at the mean of the mark over the last minute, weighted by time, so that
 * nobody gains from pushing the mark at the last moment. It is the last sample, and it ends the
 * current minute and hour.
 */
export function finishSeason(contest: Contest, season: SeasonRecord, endedAt: Millis): void {
  const { lotValues, shares } = finalValues(contest, season, endedAt);
  const isFullMinute = season.sampleAt === endedAt;
  for (const entrant of season.entrants) {
    noteExposure(entrant, endedAt);
    const count = isFullMinute ? 1 : 0;
    const equity = equityAt(entrant.holding, lotValues, shares);
    sampleEntrant(entrant, { equity, at: endedAt, count });
  }
  season.isScored = true;
  season.marks = [];
  keepBoard(season, endedAt);
}

/** What a lot of each contract is worth in final equity, in so many shares of a unit of money. */
export function finalValues(contest: Contest, season: SeasonRecord, endedAt: Millis) {
  const startedAt = season.startedAt ?? endedAt;
  const from = millis(Math.max(startedAt, endedAt - WINDOW));
  const lotValues = season.marks.map((window, id) => {
    const each = contest.contracts[id]?.tickLotValue ?? NO_MONEY;
    if (endedAt <= from) return toBigInt(each) * BigInt(newestMark(window));
    return toBigInt(each) * integrateMarks(window, from, endedAt);
  });
  return { lotValues, shares: BigInt(Math.max(1, endedAt - from)) };
}

/** The season runs from here on: marks are tracked, and the first minute begins. */
export function startMarks(contest: Contest, season: SeasonRecord, at: Millis): void {
  season.marks = contest.marks.map((mark) => {
    const window = createMarkWindow();
    noteMark(window, mark, at);
    return window;
  });
}

/**
 * Equity, once a minute: peak, fall, hourly returns. Minutes in which nothing happened at all come
 * together as one sample that counts several times.
 */
export interface Sample {
  readonly equity: Money;
  /** When the first of these minutes was full. */
  readonly at: Millis;
  /** Whole hours among these minutes, the start of the season being the first hour's beginning. */
  readonly hours: number;
}

export function takeSample(score: Score, sample: Sample): void {
  const { equity, at, hours } = sample;
  score.equity = equity;
  if (toBigInt(equity) - toBigInt(score.transfers) > toBigInt(score.peak)) {
    score.peak = minus(equity, score.transfers);
    score.improvedAt = at;
  }
  noteFall(score);
  if (hours > 0) noteHours(score, hours);
  if (isNearlyGone(score)) score.eliminatedAt ??= at;
}

function noteFall(score: Score): void {
  const { peak, fall, fallFrom } = score;
  const now = toBigInt(peak) - (toBigInt(score.equity) - toBigInt(score.transfers));
  if (now <= 0n || peak <= NO_MONEY) return;
  const isDeeper =
    fallFrom === NO_MONEY || now * toBigInt(fallFrom) > toBigInt(fall) * toBigInt(peak);
  if (!isDeeper) return;
  score.fall = money(now);
  score.fallFrom = peak;
}

/** Nobody can lose a part of nothing: an hour that began without equity has no return. */
function noteHours(score: Score, hours: number): void {
  const { hourEquity, equity } = score;
  score.hourEquity = equity;
  if (hourEquity > NO_MONEY) {
    const earned = divideHalfEven(
      (toBigInt(equity) - toBigInt(hourEquity)) * RETURN_SCALE,
      toBigInt(hourEquity),
    );
    score.hours += 1;
    score.returnSum += earned;
    score.returnSquares += earned * earned;
    if (earned < 0n) score.fallingSquares += earned * earned;
  }
  if (equity > NO_MONEY) score.hours += hours - 1;
}

const isNearlyGone = ({ equity, transfers, initial }: Score): boolean =>
  (toBigInt(equity) - toBigInt(transfers)) * PPM_SCALE < toBigInt(initial) * ELIMINATION_PPM;
