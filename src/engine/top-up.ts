/**
 * An isolated position with automatic top-up takes from the wallet what brings it back to its
 * margin.
 */
import { initialMargin } from '../domain/margin.ts';
import type { Position } from '../domain/position.ts';
import { money } from '../domain/units.ts';
import { moveIsolated } from './change-position.ts';
import {
  freeCollateral,
  isolatedEquity,
  isolatedRequirement,
  leverageOf,
  notionalAtMark,
} from './risk.ts';
import { type Desk, emit, type VenueState } from './state.ts';

/** Moves what is needed, or all that is free if that is less. Returns whether it moved any. */
export function topUp(state: VenueState, desk: Desk, position: Position): boolean {
  const leverage = leverageOf(desk, position.side);
  const initial = initialMargin(notionalAtMark(desk, position.size), leverage);
  // A position that grew into a higher tier may have to keep more than its leverage once asked.
  const alive = isolatedRequirement(desk, position) + 1n;
  const wanted = (initial > alive ? initial : alive) - isolatedEquity(desk, position);
  const free = freeCollateral(desk.account);
  const amount = money(free < wanted ? free : wanted);
  if (amount <= 0n) return false;
  moveIsolated(desk, position, amount);
  emit(state, {
    kind: 'isolated-margin-moved',
    account: desk.account.id,
    contract: desk.listing.contract.id,
    positionSide: position.side,
    cause: 'top-up',
    amount,
    isolatedMargin: position.isolatedMargin,
  });
  return true;
}
