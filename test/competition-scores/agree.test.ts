import { expect, test } from 'vitest';
import { createContest } from '../../src/competition/contest.ts';
import { foldContest } from '../../src/competition/fold-contest.ts';
import { liveLeaderboard } from '../../src/competition/leaderboard.ts';
import type { Standing } from '../../src/competition/standing.ts';
import { contractId } from '../../src/domain/ids.ts';
import { DEFAULT_SEASON_RULES } from '../../src/domain/season.ts';
import { millis, toBigInt } from '../../src/domain/units.ts';
import { createNaiveBook } from './naive-scores.ts';
import { playSeason, SEASON_START, type Temper } from './scripted-season.ts';

const TEMPERS: Temper[] = [
  'careful',
  'reckless',
  'gambler',
  'idle',
  'giver',
  'taker',
  'copier',
  'gambler',
];

interface Race {
  readonly seed: number;
  readonly hours: number;
  readonly tempers: readonly Temper[];
}

/** Plays a season with both beside it, compares every figure, and hands out the standings. */
function compareSeason({ seed, hours, tempers }: Race): readonly Standing[] {
  const contest = createContest();
  const naive = createNaiveBook({
    ...DEFAULT_SEASON_RULES,
    name: '',
    contracts: [contractId(0)],
    startAt: millis(SEASON_START),
    endAt: millis(SEASON_START + hours * 3_600_000),
  });
  const stage = playSeason({
    seed,
    hours,
    tempers,
    stepMillis: 25_000,
    wildness: 4,
    before: naive.before,
    after(state, entry, events) {
      naive.after(state, entry, events);
      foldContest(contest, { ...entry, events });
    },
  });
  const season = contest.seasons[0]!;
  expect(season.isScored).toBe(true);
  const { rows } = liveLeaderboard(season);
  expect(rows).toHaveLength(tempers.length);
  for (const row of rows) {
    const expected = naive.scoreOf(row.account);
    const { score } = row;
    const name = `${row.team}`;
    const near = (value: bigint | null, other: number | null, scale: number, digits = 6) => {
      if (other === null) expect(value, name).toBeNull();
      else expect(Number(value) / scale, name).toBeCloseTo(other, digits);
    };
    near(toBigInt(score.equity), expected.final, 1e8);
    near(row.roi, expected.roi, 1e8, 7);
    near(row.drawdown, expected.drawdown, 1e8, 7);
    near(row.sharpe, expected.sharpe, 1e8, 4);
    near(row.sortino, expected.sortino, 1e8, 4);
    near(toBigInt(score.turnover), expected.turnover, 1e8);
    near(toBigInt(score.fees), expected.fees, 1e8);
    near(toBigInt(score.funding), expected.funding, 1e8);
    expect(score.roundTrips, name).toBe(expected.roundTrips);
    expect(score.wins, name).toBe(expected.wins);
    expect(score.activeDays, name).toBe(expected.activeDays);
    expect(score.exposedMillis, name).toBe(expected.exposedMillis);
    if (expected.holdingMillis === null) expect(row.holdingMillis, name).toBeNull();
    else expect(Math.abs((row.holdingMillis ?? 0) - expected.holdingMillis)).toBeLessThan(2);
  }
  expect(stage.state.season?.phase).toBe('ended');
  return rows;
}

const total = (rows: readonly Standing[], field: 'liquidations' | 'roundTrips'): number =>
  rows.reduce((sum, { score }) => sum + score[field], 0);

test('[SCO-1] the fold agrees with an obvious reckoning over fifty hours', () => {
  const rows = compareSeason({ seed: 2, hours: 50, tempers: TEMPERS });
  expect(total(rows, 'liquidations')).toBeGreaterThan(0);
  expect(total(rows, 'roundTrips')).toBeGreaterThan(20);
  expect(rows.filter(({ sharpe }) => sharpe !== null).length).toBeGreaterThan(4);
});

test('[SCO-1] the standings of thirty teams are exact', () => {
  const tempers = Array.from({ length: 30 }, (_, place) => TEMPERS[place % TEMPERS.length]!);
  const rows = compareSeason({ seed: 11, hours: 4, tempers });
  expect(total(rows, 'roundTrips')).toBeGreaterThan(100);
  // Below those who traded are those who did not, and then those who lost everything.
  const returns = rows.map(({ roi, state, isIdle }) => {
    if (state !== 'trading') return -2_000_000_000n;
    return isIdle ? -1_000_000_000n : roi;
  });
  expect(returns).toEqual([...returns].sort((one, other) => Number(other - one)));
});
