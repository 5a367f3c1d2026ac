/** Open interest: the lots of all longs, which are the lots of all shorts, counted once. */
import type { ContractListed, FillSettled } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import type { ContractId } from '../domain/ids.ts';
import { type Lots, lots, NO_LOTS } from '../domain/units.ts';
import { getRow } from './contracts.ts';

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
