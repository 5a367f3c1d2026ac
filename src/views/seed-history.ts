/** Generated history from before a venue's first entry: minutes and their funding. */
import type { FundingRow } from '../domain/history.ts';
import { contractId } from '../domain/ids.ts';
import { type CandlesView, type ContractMinutes, seedContract } from './candles.ts';
import { type FundingView, seedFunding } from './funding.ts';

export type ContractHistory = ContractMinutes & {
  /** Oldest first. */
  readonly funding: readonly FundingRow[];
};

/** Adds the history of every contract before everything else. */
export function seedHistory(
  views: { readonly candles: CandlesView; readonly funding: FundingView },
  history: Iterable<ContractHistory>,
): void {
  let place = 0;
  for (const made of history) {
    seedContract(views.candles, contractId(place), made);
    seedFunding(views.funding, contractId(place), made.funding);
    place += 1;
  }
}
