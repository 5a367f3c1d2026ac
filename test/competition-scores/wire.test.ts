import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { createContest } from '../../src/competition/contest.ts';
import { foldContest } from '../../src/competition/fold-contest.ts';
import { snapshotContest } from '../../src/competition/season-snapshot.ts';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { millis } from '../../src/domain/units.ts';
import { CURVE_RECORD, formatCurve } from '../../src/wire/competition/curves.ts';
import {
  formatSeasonRules,
  RULES_RECORD,
  selectSeason,
} from '../../src/wire/competition/season.ts';
import {
  formatLeaderboard,
  formatTeam,
  LEADERBOARD_RECORD,
  STANDING_RECORD,
} from '../../src/wire/competition/standings.ts';
import {
  formatSurveillance,
  SURVEILLANCE_RECORD,
} from '../../src/wire/competition/surveillance.ts';
import { playSeason } from './scripted-season.ts';

function play(seasons: number) {
  const contest = createContest();
  const stage = playSeason({
    seed: 3,
    hours: 2,
    tempers: ['careful', 'reckless', 'giver', 'taker', 'idle'],
    after: (_, entry, events) => foldContest(contest, { ...entry, events }),
  });
  stage.run({ kind: 'close-season', season: 1 }, stage.at + 1_000);
  for (let season = 2; season <= seasons; season += 1) {
    const startAt = millis(stage.at + 60_000);
    const rules = { ...stage.rules, startAt, endAt: millis(startAt + 60_000) };
    stage.run({ kind: 'open-season', season, rules }, stage.at + 1);
    stage.run({ kind: 'close-season', season }, stage.at + 1);
  }
  return { contest, stage };
}

test('[SCO-10] every answer about a season is as its schema says', () => {
  const { contest, stage } = play(1);
  const season = selectSeason(contest, null)!;
  const now = millis(stage.at + 600_000);
  for (const reader of ['public', 'organiser'] as const) {
    const board = formatLeaderboard(season, reader, now);
    expect([...Value.Errors(LEADERBOARD_RECORD, board)]).toEqual([]);
    expect(board.standings).toHaveLength(5);
    const { team } = board.standings[0]!;
    expect(Value.Check(STANDING_RECORD, formatTeam(season, team, reader, now))).toBe(true);
    const curve = formatCurve(season, team, reader, now)!;
    expect(Value.Check(CURVE_RECORD, curve)).toBe(true);
    expect(curve.points).toHaveLength(121);
  }
  expect(Value.Check(RULES_RECORD, formatSeasonRules(contest, season))).toBe(true);
  const review = formatSurveillance(contest, season);
  expect(Value.Check(SURVEILLANCE_RECORD, review)).toBe(true);
  expect(review.flagged).toBeGreaterThan(0);
  expect(formatTeam(season, 'nobody', 'public', now)).toBeUndefined();
  expect(selectSeason(contest, 9)).toBeUndefined();
  const again = formatLeaderboard(season, 'public', now).standings;
  expect(again).toBe(formatLeaderboard(season, 'public', now).standings);
});

test('[SCO-9] old seasons keep their standings and hours, and only so many stay', () => {
  const { contest } = play(4);
  const first = selectSeason(contest, 1)!;
  expect(first.entrants[0]!.curve).toMatchObject({ minutes: [], count: 120 });
  expect(first.entrants[0]!.curve.hours).toHaveLength(3);
  const board = formatLeaderboard(first, 'public', contest.at);
  expect(board).toMatchObject({ final: true, phase: 'closed' });
  expect(board.standings).toHaveLength(5);
  const { contest: longer } = play(14);
  expect(longer.seasons.map(({ season }) => season)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect(stringifyPlain(snapshotContest(longer)).length).toBeLessThan(20_000);
});
