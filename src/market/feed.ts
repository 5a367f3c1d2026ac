/**
 * The port of outside prices. A feed is asked for the index of every contract it knows at a venue
 * time, and says where its prices come from. It may change its mind about that while it runs.
 */
import type { ContractId } from '../domain/ids.ts';
import type { FineTicks, Millis } from '../domain/units.ts';

export interface IndexPrice {
  readonly contract: ContractId;
  readonly price: FineTicks;
}

export interface Feed {
  /** For people: what the prices are made of. */
  readonly source: () => string;
  /** Times never go back. A contract it has no price for is left out. */
  readonly next: (at: Millis) => readonly IndexPrice[];
}
