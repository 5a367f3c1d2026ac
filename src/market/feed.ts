/**
 * The port of outside prices. A feed is asked for the index of every contract it knows at a venue
 * time, and says where its prices come from. The source may change while it runs.
 */
import type { ContractId } from '../domain/ids.ts';
import type { FineTicks, Millis } from '../domain/units.ts';

export interface IndexPrice {
  readonly contract: ContractId;
  readonly price: FineTicks;
}

export interface Feed {
  /** For people: where the prices come from. */
  readonly source: () => string;
  /** Times never go back. A contract it has no price for is left out. */
  readonly next: (at: Millis) => readonly IndexPrice[];
}
