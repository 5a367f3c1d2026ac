/** Closes every position at market, working closes out of the way first. */
import type { ClosePositions } from '../domain/command.ts';
import type { CancelReason } from '../domain/order.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Lots, lots } from '../domain/units.ts';
import { shrinkInPlace } from './amend-order.ts';
import { cancelOrder, remainingLots } from './order-life.ts';
import { placeMarketClose } from './place-order.ts';
import { checkListing, checkStatus } from './prepare-order.ts';
import { type Desk, emit, findAccount, type LiveOrder, sideAt, type VenueState } from './state.ts';

export function closePositions(state: VenueState, command: ClosePositions): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  if (command.contract !== null && state.listings[command.contract] === undefined)
    return reject('contract-unknown', { given: command.contract });
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    if (command.contract !== null && desk.listing.contract.id !== command.contract) continue;
    closeSide(state, desk, 'long');
    closeSide(state, desk, 'short');
  }
  return undefined;
}

function closeSide(state: VenueState, desk: Desk, positionSide: PositionSide): void {
  const { position } = sideAt(desk, positionSide);
  if (position === null) return;
  // Before its closes are canceled for it: a refusal changes nothing.
  const refused = checkListing(state, desk, { effect: 'close' }) ?? checkStatus(desk.account);
  if (refused !== undefined) {
    announceRefusal(state, desk, refused);
    return;
  }
  freeClosable(state, desk, positionSide, { wanted: position.size, reason: 'user' });
  // A position larger than the largest order is closed by several.
  let left = position.size;
  while (left > 0) {
    const size = lots(Math.min(left, desk.listing.contract.orderLotsMax));
    const outcome = placeMarketClose(state, desk, positionSide, size);
    if ('reason' in outcome) {
      announceRefusal(state, desk, outcome);
      return;
    }
    // The book has no more to give: another order would find nothing either.
    if (outcome.status !== 'filled') return;
    left = lots(left - size);
  }
}

function announceRefusal(state: VenueState, desk: Desk, refused: Reject): void {
  emit(state, {
    kind: 'command-rejected',
    command: 'close-positions',
    account: desk.account.id,
    reject: refused,
  });
}

/** Cancels working closes of a side, newest first, until as much as wanted can be closed. */
export function freeClosable(
  state: VenueState,
  desk: Desk,
  positionSide: PositionSide,
  goal: { readonly wanted: Lots; readonly reason: CancelReason },
): void {
  const side = sideAt(desk, positionSide);
  let order = desk.working.last;
  while (order !== null && (side.position?.size ?? 0) - side.closing < goal.wanted) {
    const before: LiveOrder | null = order.previous;
    if (order.effect === 'close' && order.positionSide === positionSide && order.status === 'open')
      cancelOrder(state, order, goal.reason);
    order = before;
  }
}

/** Trims working closes of a side, newest first, until they lock no more than this. */
export function trimCloses(
  state: VenueState,
  desk: Desk,
  positionSide: PositionSide,
  allowed: Lots,
): void {
  const side = sideAt(desk, positionSide);
  let order = desk.working.last;
  while (order !== null && side.closing > allowed) {
    const before: LiveOrder | null = order.previous;
    if (
      order.effect === 'close' &&
      order.positionSide === positionSide &&
      order.status === 'open'
    ) {
      const excess = side.closing - allowed;
      if (excess >= remainingLots(order)) cancelOrder(state, order, 'deleveraging');
      else shrinkInPlace(state, order, lots(order.size - excess));
    }
    order = before;
  }
}
