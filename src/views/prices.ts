/** The three prices of each contract, and when each was last heard of. */
import type { ContractListed, FillSettled, PricesMarked } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import {
  type FineTicks,
  fineTicks,
  type Millis,
  millis,
  NO_TICKS,
  type Ticks,
} from '../domain/units.ts';
import { getRow } from './contracts.ts';

export interface Prices {
  readonly contract: ContractId;
  /** Zero until first known, like the times. */
  index: FineTicks;
  mark: Ticks;
  last: Ticks;
  markedAt: Millis;
  tradedAt: Millis;
}

export interface PricesView {
  readonly rows: Prices[];
}

export const createPricesView = (): PricesView => ({ rows: [] });

export function foldPrices(
  view: PricesView,
  event: ContractListed | PricesMarked | FillSettled,
  at: Millis,
): void {
  if (event.kind === 'contract-listed') view.rows.push(createPrices(event.contract.id));
  if (event.kind === 'prices-marked') {
    const row = pricesOf(view, event.contract);
    row.index = event.index;
    row.mark = event.mark;
    row.markedAt = at;
  }
  if (event.kind === 'fill-settled' && event.venue === 'book') {
    const row = pricesOf(view, event.contract);
    row.last = event.price;
    row.tradedAt = at;
  }
}

export const pricesOf = (view: PricesView, contract: ContractId): Prices =>
  getRow(view.rows, contract);

const createPrices = (contract: ContractId): Prices => ({
  contract,
  index: fineTicks(0),
  mark: NO_TICKS,
  last: NO_TICKS,
  markedAt: millis(0),
  tradedAt: millis(0),
});
