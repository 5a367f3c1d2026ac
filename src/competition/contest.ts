/**
 * The competition as a fold of the applied entries: the same entries give the same scores, here and
 * wherever the published journal is replayed. It follows the entrants of the season that is not
 * closed, and keeps the results of earlier seasons. The cost per event is constant; once a minute
 * every entrant is sampled.
 */
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import { type FineTicks, type Millis, millis, type Seq, seq, type Ticks } from '../domain/units.ts';
import type { MarketNote } from '../views/market-memory.ts';
import type { EntrantRecord, SeasonRecord } from './season-record.ts';

export interface Contest {
  /** The last entry folded, and its time. */
  seq: Seq;
  at: Millis;
  /** By contract id: its terms, its prices, and the value of one lot at the mark. */
  readonly contracts: Contract[];
  readonly marks: Ticks[];
  readonly indexes: FineTicks[];
  readonly lotValues: bigint[];
  /** What the market is drawn from now; null if it is off or never said. */
  market: MarketNote | null;
  /** Oldest first. All but the last are closed. */
  readonly seasons: SeasonRecord[];
  /** The entrants of the last season; derived again when a contest is recovered. */
  readonly entrants: Map<AccountId, EntrantRecord>;
}

export const createContest = (): Contest => ({
  seq: seq(0),
  at: millis(0),
  contracts: [],
  marks: [],
  indexes: [],
  lotValues: [],
  market: null,
  seasons: [],
  entrants: new Map(),
});
