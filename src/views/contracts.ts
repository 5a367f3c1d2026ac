/**
 * The contracts with their terms, as they were listed, and whether they are trading. Other views
 * too keep one row per contract, indexed by contract id, from the moment it is listed.
 */
import { getRow } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { ContractListed, EventOf, FillSettled, PricesMarked } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import type { ContractId } from '../domain/ids.ts';
import {
  type FineTicks,
  fineTicks,
  type Lots,
  lots,
  type Millis,
  millis,
  NO_LOTS,
  NO_TICKS,
  type Ticks,
} from '../domain/units.ts';

export interface ListedContract {
  readonly contract: Contract;
  halted: boolean;
}

export interface ContractsView {
  readonly rows: ListedContract[];
}

export const createContractsView = (): ContractsView => ({ rows: [] });

export function foldContracts(
  view: ContractsView,
  event: ContractListed | EventOf<'contract-status-changed'>,
): void {
  if (event.kind === 'contract-listed') view.rows.push({ contract: event.contract, halted: false });
  else getRow(view.rows, event.contract).halted = event.halted;
}

export const contractOf = (view: ContractsView, contract: ContractId): Contract =>
  getRow(view.rows, contract).contract;

/** Open interest: the lots of all longs, which are the lots of all shorts, counted once. */
export interface OpenInterestView {
  /** Indexed by contract id. */
  readonly longLots: Lots[];
}

export const createOpenInterestView = (): OpenInterestView => ({ longLots: [] });

export function foldOpenInterest(
  view: OpenInterestView,
  event: ContractListed | FillSettled,
): void {
  if (event.kind === 'contract-listed') view.longLots.push(NO_LOTS);
  else
    view.longLots[event.contract] = lots(
      openInterestOf(view, event.contract) +
        longChange(event, event.maker) +
        longChange(event, event.taker),
    );
}

export const openInterestOf = (view: OpenInterestView, contract: ContractId): Lots =>
  getRow(view.longLots, contract);

function longChange({ size }: FillSettled, { positionSide, effect, closed }: FillSide): number {
  if (closed !== null) return positionSide === 'long' ? size - closed.size : -closed.size;
  if (positionSide === 'short') return 0;
  return effect === 'open' ? size : -size;
}

/** The three prices of each contract, and when it was marked last. */
export interface Prices {
  readonly contract: ContractId;
  /** Zero until first known, like the time. */
  index: FineTicks;
  mark: Ticks;
  last: Ticks;
  markedAt: Millis;
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
});
