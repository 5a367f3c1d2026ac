/**
 * The port of outside prices. A feed is asked for the index of every contract it knows at a venue
 * time, and says where its prices come from. The source may change while it runs.
 */
import type { ContractId } from '../domain/ids.ts';
import type { FineTicks, Millis } from '../domain/units.ts';

export interface IndexPrice {
  readonly contract: ContractId;
  readonly price: FineTicks;
  /** What it would be without what orders have moved, if they have; in fine ticks, not rounded. */
  readonly unmoved?: number;
  /** When it was seen outside, on a clock of the feed; a simulated price is of the present. */
  readonly learnedAt?: number;
  /** There if it is of files of the contract itself. */
  readonly recorded?: Recorded;
}

/** What files tell besides: how dear the contract is against its index, and what was traded. */
export interface Recorded {
  /** In ppm; zero if the files have no index, which is then the price itself. */
  readonly premium: number;
  /** All lots up to now, from the first line on; undefined if the files do not say. */
  readonly traded?: number;
}

export interface Feed {
  /** For people: where the prices come from. */
  readonly source: () => string;
  /** Times never go back. A contract it has no price for is left out. */
  readonly next: (at: Millis) => readonly IndexPrice[];
}
