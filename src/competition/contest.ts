/**
 * The competition as a fold of what the venue applies: the same entries give the same scores, here
 * and wherever the published journal is replayed. It follows the entrants of the season that is not
 * closed, and keeps the results of those before. Cost per event is constant; once a minute every
 * entrant is looked at.
 */
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import { type FineTicks, type Millis, millis, type Seq, seq, type Ticks } from '../domain/units.ts';
import type { EntrantRecord, SeasonRecord } from './season-record.ts';

export interface Contest {
  /** The last entry folded, and its time. */
  seq: Seq;
  at: Millis;
  /** By contract id: its terms, its prices, and what one lot is worth at the mark. */
  readonly contracts: Contract[];
  readonly marks: Ticks[];
  readonly indexes: FineTicks[];
  readonly lotValues: bigint[];
  /** Oldest first. Only the last can be anything but closed. */
  readonly seasons: SeasonRecord[];
  /** The entrants of the last season; worked out again when a contest is restored. */
  readonly entrants: Map<AccountId, EntrantRecord>;
}

export const createContest = (): Contest => ({
  seq: seq(0),
  at: millis(0),
  contracts: [],
  marks: [],
  indexes: [],
  lotValues: [],
  seasons: [],
  entrants: new Map(),
});
