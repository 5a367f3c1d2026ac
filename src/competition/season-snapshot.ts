/**
 * A season as plain data that shares nothing mutable, and back again. Large parts are written field
 * by field for speed, because taking a snapshot holds up trading. A closed season never changes, so
 * its data is taken once.
 */

import { assert } from '../domain/assert.ts';
import type { Contest } from './contest.ts';
import type { Holding } from './holding.ts';
import type { MarkWindow } from './mark-window.ts';
import type { EntrantRecord, SeasonRecord } from './season-record.ts';
import {
  createSums,
  type FollowRow,
  type MirrorRow,
  type NetChange,
  type Occasion,
  type PairRow,
  pairKey,
  type Watch,
  type WatchRow,
} from './surveillance/watch.ts';

export type StoredSeason = Omit<SeasonRecord, 'watch'> & { readonly watch: WatchData };

type Tables = 'pairs' | 'follows' | 'mirrors' | 'entry' | 'minute' | 'aheads' | 'moves';
export interface WatchData extends Omit<Watch, Tables> {
  readonly pairs: readonly PairRow[];
  readonly follows: readonly FollowRow[];
  readonly mirrors: readonly MirrorRow[];
  readonly minute: readonly NetChange[];
  /** Seasons of earlier versions have none. */
  readonly aheads?: readonly Occasion[];
  readonly moves?: readonly Occasion[];
}

const taken = new WeakMap<SeasonRecord, StoredSeason>();

export function snapshotSeason(season: SeasonRecord): StoredSeason {
  const known = taken.get(season);
  if (known !== undefined) return known;
  const { watch, ...rest } = season;
  const data: StoredSeason = { ...copySeason(rest), watch: snapshotWatch(watch) };
  if (season.phase === 'closed') taken.set(season, data);
  return data;
}

export function recoverSeason({ watch, ...rest }: StoredSeason): SeasonRecord {
  return { ...copySeason(rest), watch: recoverWatch(watch) };
}

type Rest = Omit<SeasonRecord, 'watch'>;

/** Moments of the board and sanctions are never changed, only added. */
const copySeason = (season: Rest): Rest => ({
  ...season,
  market: season.market ?? null,
  entrants: season.entrants.map(copyEntrant),
  marks: season.marks.map(copyWindow),
  board: [...season.board],
  sanctions: [...season.sanctions],
});

const copyEntrant = (entrant: EntrantRecord): EntrantRecord => ({
  ...entrant,
  score: { ...entrant.score },
  holding: copyHolding(entrant.holding),
  curve: {
    ...entrant.curve,
    minutes: entrant.curve.minutes.slice(),
    hours: entrant.curve.hours.slice(),
  },
  watch: copyRow(entrant.watch),
});

const copyHolding = (holding: Holding): Holding => ({
  ...holding,
  positions: holding.positions.map((held) => ({ ...held })),
});

const copyRow = (row: WatchRow): WatchRow => ({
  ...row,
  times: row.times.slice(),
  contracts: row.contracts.slice(),
  values: row.values.slice(),
  lastFills: row.lastFills.slice(),
  // What earlier versions did not count begins at nothing.
  aheads: { ...createSums(), ...row.aheads },
  moves: { ...createSums(), ...row.moves },
});

const copyWindow = ({ times, marks, lag }: MarkWindow): MarkWindow => ({
  times: times.slice(),
  marks: marks.slice(),
  lag,
});

const copyPair = (row: PairRow): PairRow => ({ ...row, evidence: row.evidence.slice() });
const copyOccasion = (one: Occasion): Occasion => ({ ...one, stakes: one.stakes.slice() });
const restoreOccasions = (rows: readonly Occasion[] = []): Map<number, Occasion> =>
  new Map(rows.map((row) => [pairKey(row.account, row.contract), copyOccasion(row)]));
const copyOf = <Row extends object>(row: Row): Row => ({ ...row });

/** What an entry collects is empty between entries. */
const snapshotWatch = ({ entry: _, ...watch }: Watch): WatchData => ({
  ...watch,
  pairs: Array.from(watch.pairs.values(), copyPair),
  follows: Array.from(watch.follows.values(), copyOf),
  mirrors: Array.from(watch.mirrors.values(), copyOf),
  minute: Array.from(watch.minute.values(), copyOf),
  aheads: Array.from(watch.aheads.values(), copyOccasion),
  moves: Array.from(watch.moves.values(), copyOccasion),
  recent: watch.recent.map((changes) => changes.slice()),
  jumps: watch.jumps.slice(),
  markOuts: watch.markOuts.slice(),
});

const recoverWatch = (data: WatchData): Watch => ({
  ...data,
  pairs: new Map(data.pairs.map((row) => [pairKey(row.first, row.second), copyPair(row)])),
  follows: new Map(data.follows.map((row) => [pairKey(row.leader, row.follower), { ...row }])),
  mirrors: new Map(data.mirrors.map((row) => [pairKey(row.first, row.second), { ...row }])),
  minute: new Map(data.minute.map((row) => [pairKey(row.account, row.contract), { ...row }])),
  entry: new Map(),
  aheads: restoreOccasions(data.aheads),
  moves: restoreOccasions(data.moves),
  recent: data.recent.map((changes) => changes.slice()),
  jumps: data.jumps.slice(),
  markOuts: data.markOuts.slice(),
});

/** Increased when the meaning of a field changes: older data is then refused. */
export const CONTEST_VERSION = 1;

export interface ContestData extends Omit<Contest, 'entrants' | 'seasons'> {
  readonly version: number;
  readonly seasons: readonly StoredSeason[];
}

/**
 * Saved next to a snapshot of the engine, so that standings survive a restart without replaying
 * from the beginning.
 */
export const snapshotContest = (contest: Contest): ContestData => ({
  version: CONTEST_VERSION,
  seq: contest.seq,
  at: contest.at,
  contracts: contest.contracts.slice(),
  marks: contest.marks.slice(),
  indexes: contest.indexes.slice(),
  lotValues: contest.lotValues.slice(),
  market: contest.market,
  seasons: contest.seasons.map(snapshotSeason),
});

export function recoverContest(data: ContestData): Contest {
  assert(data.version === CONTEST_VERSION, 'the saved contest is of another version', data.version);
  const seasons = data.seasons.map(recoverSeason);
  const entrants = seasons.at(-1)?.entrants ?? [];
  return {
    seq: data.seq,
    at: data.at,
    contracts: data.contracts.slice(),
    marks: data.marks.slice(),
    indexes: data.indexes.slice(),
    lotValues: data.lotValues.slice(),
    // A contest of before the market said its commitment has none.
    market: data.market ?? null,
    seasons,
    entrants: new Map(entrants.map((entrant) => [entrant.account, entrant])),
  };
}
