/**
 * Scores one account as a season of the competition is scored: equity at every full minute, hourly
 * returns, and final equity at the mean mark of the last minute. The fold is the competition's own.
 * It is told of a season with this account as its only entrant, of which the engine knows nothing.
 */
import { finalValues } from '../competition/advance-season.ts';
import type { Contest } from '../competition/contest.ts';
import { foldContest } from '../competition/fold-contest.ts';
import { RATIO_SCALE, type Score } from '../competition/score.ts';
import { drawdownOf, roiOf, sharpeOf } from '../competition/standing.ts';
import { assert } from '../domain/assert.ts';
import { DEFAULT_SEASON_RULES } from '../domain/season.ts';
import { MONEY_SCALE, type Money, NO_MONEY, seq, toBigInt } from '../domain/units.ts';
import type { Venue } from '../venue/venue.ts';
import { leavingCost } from './leave.ts';
import type { LifeFigures } from './life.ts';
import type { LifeRecord } from './life-record.ts';
import { type LifeRecorder, type RecordedLife, recordLife } from './record-life.ts';

const SEASON = 1;

/** Calls back once, with the first entry at or after the end. It starts with money alone. */
export function scoreLife(
  venue: Pick<Venue, 'contest' | 'listen'>,
  life: RecordedLife,
  tellOver: (figures: LifeFigures, record: LifeRecord) => void,
): LifeRecorder {
  const contest = beginContest(venue.contest, life);
  const season = contest.seasons[0];
  const entrant = contest.entrants.get(life.account);
  assert(season !== undefined && entrant !== undefined, 'the life has begun');
  const { score } = entrant;
  const recorder = recordLife(life, { contest, score, holding: () => entrant.holding });
  const stop = venue.listen((applied) => {
    recorder.pass(applied.at);
    const isOver = applied.at >= life.endAt;
    const { lotValues, shares } = isOver ? finalValues(contest, season, life.endAt) : NO_VALUES;
    foldContest(contest, applied);
    if (!isOver) return recorder.fold(applied);
    stop();
    const left = { contest, holding: entrant.holding, lotValues, shares };
    const cost = leavingCost({ ...left, levelsOf: life.levelsOf });
    tellOver(figuresOf(score, life, cost), recorder.finish(lotValues, shares));
  });
  return recorder;
}

const NO_VALUES = { lotValues: [], shares: 1n };

/** A contest of its own, which knows the prices of the venue's. */
function beginContest(known: Contest, { account, wallet, startAt, endAt }: RecordedLife): Contest {
  const contest: Contest = {
    seq: seq(known.seq - 1),
    at: startAt,
    contracts: [...known.contracts],
    marks: [...known.marks],
    indexes: [...known.indexes],
    lotValues: [...known.lotValues],
    market: known.market,
    seasons: [],
    entrants: new Map(),
  };
  const contracts = contest.contracts.map(({ id }) => id);
  const rules = { ...DEFAULT_SEASON_RULES, name: 'life', startAt, endAt, contracts, wallet };
  const none = { ordersCanceled: 0, positionsCleared: 0, transferred: NO_MONEY };
  foldContest(contest, {
    seq: known.seq,
    at: startAt,
    events: [
      { kind: 'season-opened', season: SEASON, rules },
      { kind: 'account-enrolled', season: SEASON, account, team: 'bot' },
      { kind: 'account-reset', account, wallet, ...none },
      { kind: 'season-started', season: SEASON, startedAt: startAt, entrants: 1 },
    ],
  });
  return contest;
}

const figuresOf = (score: Score, { wallet }: RecordedLife, cost: Money): LifeFigures => {
  const sharpe = sharpeOf(score);
  const gained = ratioOf(roiOf(score));
  return {
    return: gained,
    closed: gained - Number(cost) / Number(wallet),
    drawdown: ratioOf(drawdownOf(score)),
    sharpe: sharpe === null ? null : ratioOf(sharpe),
    fees: amountOf(toBigInt(score.fees) + toBigInt(score.liquidationFees)),
    funding: amountOf(toBigInt(score.funding)),
    fills: score.fills,
    liquidations: score.liquidations,
    late: 0,
    equity: amountOf(toBigInt(score.equity)),
  };
};

const ratioOf = (ratio: bigint): number => Number(ratio) / Number(RATIO_SCALE);
const amountOf = (amount: bigint): number => Number(amount) / Number(MONEY_SCALE);
