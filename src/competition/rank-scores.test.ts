import { expect, test } from 'vitest';
import { accountId, contractId } from '../domain/ids.ts';
import { DEFAULT_SEASON_RULES, type Sanction, type SeasonRules } from '../domain/season.ts';
import { millis, money, seq } from '../domain/units.ts';
import { createCurve } from './curve.ts';
import { createHolding } from './holding.ts';
import { createScore, type Score } from './score.ts';
import type { SeasonRecord } from './season-record.ts';
import { rankScores } from './standing.ts';
import { createWatch, createWatchRow } from './surveillance/watch.ts';

interface Row {
  readonly pnl?: number;
  /** Fall below a peak of a hundred. */
  readonly fall?: number;
  /** Mean and spread of a hundred hourly returns, as their sums. */
  readonly returns?: readonly [number, number];
  readonly improved?: number;
  readonly sanction?: Sanction;
  readonly out?: boolean;
  readonly trips?: number;
  readonly fills?: number;
}

function seasonOf(rows: readonly Row[], changes: Partial<SeasonRules> = {}): SeasonRecord {
  return {
    season: 1,
    rules: {
      ...DEFAULT_SEASON_RULES,
      name: 'test',
      startAt: millis(0),
      endAt: millis(3_600_000),
      contracts: [contractId(0)],
      roundTripsMin: 3,
      activeDaysMin: 0,
      ...changes,
    },
    phase: 'ended',
    openedSeq: seq(1),
    closedSeq: null,
    reset: null,
    startedAt: millis(0),
    endedAt: millis(3_600_000),
    market: null,
    isScored: true,
    sampleAt: millis(0),
    entrants: rows.map((row, place) => ({
      account: accountId(1_001 + place),
      team: `team ${place}`,
      sanction: row.sanction ?? 'none',
      score: scoreOf(row, place),
      holding: createHolding(money(0n)),
      curve: createCurve(money(0n)),
      watch: createWatchRow(),
    })),
    marks: [],
    board: [],
    sanctions: [],
    watch: createWatch(),
  };
}

const scoreOf = (row: Row, place: number): Score => ({
  ...createScore(accountId(1_001 + place)),
  initial: money(1_000n),
  equity: money(1_000n + BigInt(row.pnl ?? 0)),
  fall: money(BigInt(row.fall ?? 0)),
  fallFrom: money(row.fall === undefined ? 0n : 100n),
  hours: row.returns === undefined ? 0 : 100,
  returnSum: BigInt(row.returns?.[0] ?? 0),
  returnSquares: BigInt(row.returns?.[1] ?? 0),
  improvedAt: millis(row.improved ?? 0),
  eliminatedAt: row.out === true ? millis(5) : null,
  roundTrips: row.trips ?? 3,
  fills: row.fills ?? 6,
});

function ranksOf(rows: readonly Row[]): (number | null)[] {
  const season = seasonOf(rows);
  const standings = rankScores(
    season,
    season.entrants.map(({ score }) => score),
  );
  return rows.map((_, place) => standings.find((row) => row.team === `team ${place}`)!.rank);
}

test('[SCO-5] return, then drawdown, then Sharpe, then who was earlier, then the account', () => {
  expect(ranksOf([{ pnl: 1 }, { pnl: 3 }, { pnl: 2 }])).toEqual([3, 1, 2]);
  expect(ranksOf([{ fall: 30 }, { fall: 20 }, {}])).toEqual([3, 2, 1]);
  const [weak, strong] = [{ returns: [10, 90] }, { returns: [20, 90] }] as const;
  expect(ranksOf([weak, strong, {}])).toEqual([2, 1, 3]);
  expect(ranksOf([{ improved: 9 }, { improved: 8 }])).toEqual([2, 1]);
  expect(ranksOf([{}, {}, {}])).toEqual([1, 2, 3]);
});

test('[SCO-4] the eliminated stand below everyone else and keep a rank', () => {
  expect(ranksOf([{ pnl: 900, out: true }, { pnl: -900 }, { pnl: 5, out: true }])).toEqual([
    2, 1, 3,
  ]);
});

test('[SCO-12] who never traded is below those who did, and not on the podium', () => {
  // Everyone who traded lost: without the rule the idle team would win with a return of nothing.
  const rows: Row[] = [
    { pnl: -10 },
    { fills: 0 },
    { pnl: -30 },
    { pnl: -999, out: true },
    { pnl: 50, sanction: 'disqualified' },
  ];
  const placesOf = (changes: Partial<SeasonRules>): string[] => {
    const season = seasonOf(rows, changes);
    const scores = season.entrants.map(({ score }) => score);
    return rankScores(season, scores).map(
      ({ team, rank, podium, isIdle }) => `${team} ${rank} ${podium}${isIdle ? ' idle' : ''}`,
    );
  };
  expect(placesOf({ ranksIdle: false })).toEqual([
    'team 0 1 1',
    'team 2 2 2',
    'team 1 3 null idle',
    'team 3 4 null',
    'team 4 null null',
  ]);
  expect(placesOf({ ranksIdle: true })).toEqual([
    'team 1 1 1 idle',
    'team 0 2 2',
    'team 2 3 3',
    'team 3 4 null',
    'team 4 null null',
  ]);
  const { ranksIdle: _, ...silent } = seasonOf(rows).rules;
  const season = { ...seasonOf(rows), rules: silent };
  const [first] = rankScores(
    season,
    season.entrants.map(({ score }) => score),
  );
  expect(first?.team).toBe('team 1');
});

test('[SCO-6] the disqualified have no rank, and the others move up', () => {
  expect(ranksOf([{ pnl: 9, sanction: 'disqualified' }, { pnl: 1 }, { pnl: 2 }])).toEqual([
    null,
    2,
    1,
  ]);
});

test('[SCO-7] the risk prize adds two ranks among the profitable and active', () => {
  const rows: Row[] = [
    { pnl: 50, fall: 40, returns: [30, 90] },
    { pnl: 20, fall: 10, returns: [25, 90] },
    { pnl: 10, fall: 20, returns: [10, 90] },
    { pnl: 90, fall: 1, returns: [60, 90], trips: 2 },
    { pnl: -5, fall: 1, returns: [60, 90] },
    { pnl: 5, fall: 1 },
    { pnl: 80, fall: 1, returns: [60, 90], sanction: 'disqualified' },
  ];
  const season = seasonOf(rows);
  const standings = rankScores(
    season,
    season.entrants.map(({ score }) => score),
  );
  const risks = rows.map((_, place) => {
    const { riskScore, riskRank } = standings.find((row) => row.team === `team ${place}`)!;
    return riskScore === null ? null : `${riskScore} place ${riskRank}`;
  });
  expect(risks).toEqual(['4 place 2', '3 place 1', '5 place 3', null, null, null, null]);
});
