/**
 * A contest as plain data, saved next to a snapshot of the engine, so that standings survive a
 * restart without replaying from the beginning.
 */
import { assert } from '../domain/assert.ts';
import type { Contest } from './contest.ts';
import { dumpSeason, restoreSeason, type StoredSeason } from './dump-season.ts';

/** Increased when the meaning of a field changes: older dumps are then refused. */
export const CONTEST_VERSION = 1;

export interface ContestData extends Omit<Contest, 'entrants' | 'seasons'> {
  readonly version: number;
  readonly seasons: readonly StoredSeason[];
}

export const dumpContest = (contest: Contest): ContestData => ({
  version: CONTEST_VERSION,
  seq: contest.seq,
  at: contest.at,
  contracts: contest.contracts.slice(),
  marks: contest.marks.slice(),
  indexes: contest.indexes.slice(),
  lotValues: contest.lotValues.slice(),
  market: contest.market,
  seasons: contest.seasons.map(dumpSeason),
});

export function restoreContest(data: ContestData): Contest {
  assert(data.version === CONTEST_VERSION, 'the saved contest is of another version', data.version);
  const seasons = data.seasons.map(restoreSeason);
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
