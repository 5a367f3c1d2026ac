/**
 * Scores one account as a season of the competition is scored: equity at every full minute, hourly
 * returns, and final equity at the mean mark of the last minute. The fold is the competition's own.
 * It is told of a season with this account as its only entrant, of which the engine knows nothing.
 */
import type { Contest } from '../../competition/contest.ts';
import { foldContest } from '../../competition/fold-contest.ts';
import { drawdownOf, roiOf, sharpeOf } from '../../competition/ratios.ts';
import { RATIO_SCALE, type Score } from '../../competition/score.ts';
import { assert } from '../../domain/assert.ts';
import type { AccountId } from '../../domain/ids.ts';
import { DEFAULT_SEASON_RULES } from '../../domain/season.ts';
import { type Millis, MONEY_SCALE, type Money, NO_MONEY, seq } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';
import type { LifeFigures } from './life.ts';

export interface ScoredLife {
  readonly account: AccountId;
  /** What it holds at the start: money and no position. */
  readonly wallet: Money;
  readonly startAt: Millis;
  readonly endAt: Millis;
}

const SEASON = 1;
/** Two returns are the fewest that have a deviation. A season asks for more. */
const HOURS_MIN = 2;

/** Calls back once, with the first entry at or after the end. */
export function scoreLife(
  venue: Pick<Venue, 'contest' | 'listen'>,
  life: ScoredLife,
  tellOver: (figures: LifeFigures) => void,
): void {
  const contest = beginContest(venue.contest, life);
  const season = contest.seasons[0];
  const score = contest.entrants.get(life.account)?.score;
  assert(season !== undefined && score !== undefined, 'the life has begun');
  const stop = venue.listen((applied) => {
    foldContest(contest, applied);
    if (!season.isScored) return;
    stop();
    tellOver(figuresOf(score));
  });
}

/** A contest of its own, which knows the prices of the venue's. */
function beginContest(known: Contest, { account, wallet, startAt, endAt }: ScoredLife): Contest {
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

const figuresOf = (score: Score): LifeFigures => {
  const sharpe = sharpeOf(score, HOURS_MIN);
  return {
    return: ratioOf(roiOf(score)),
    drawdown: ratioOf(drawdownOf(score)),
    sharpe: sharpe === null ? null : ratioOf(sharpe),
    fees: amountOf(score.fees + score.liquidationFees),
    funding: amountOf(score.funding),
    fills: score.fills,
    liquidations: score.liquidations,
    equity: amountOf(score.equity),
  };
};

const ratioOf = (ratio: bigint): number => Number(ratio) / Number(RATIO_SCALE);
const amountOf = (amount: bigint): number => Number(amount) / Number(MONEY_SCALE);
