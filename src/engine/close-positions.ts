/** Closes positions at market, after canceling the working closes that lock their lots. */
import type { ClosePositions } from '../domain/command.ts';
import type { CancelReason } from '../domain/order.ts';
import type { Position } from '../domain/position.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Lots, lots } from '../domain/units.ts';
import { shrinkInPlace } from './amend-order.ts';
import { cancelOrder, remainingLots } from './order-life.ts';
import { placeMarketClose } from './place-order.ts';
import { checkListing, checkStatus } from './prepare-order.ts';
import { closableLots } from './risk.ts';
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
  const became = closeWhole(state, desk, position);
  if ('reason' in became) announceRefusal(state, desk, became);
  const contract = desk.listing.contract.id;
  state.closed.push({
    position: position.id,
    contract,
    became: 'reason' in became ? became : became.id,
  });
}

/** The first of its orders, which represents them all, or the reason why there is none. */
function closeWhole(state: VenueState, desk: Desk, position: Position): LiveOrder | Reject {
  const { side, size: whole } = position;
  // Before its closes are canceled for it: a refusal changes nothing.
  const refused = checkListing(state, desk, { effect: 'close' }) ?? checkStatus(desk.account);
  if (refused !== undefined) return refused;
  freeClosable(state, desk, side, { wanted: whole, reason: 'user' });
  const sizeMax = desk.listing.contract.orderLotsMax;
  const first = placeMarketClose(state, desk, side, lots(Math.min(whole, sizeMax)));
  // A position larger than the largest order is closed by several.
  let last = first;
  for (let left = whole - sizeMax; left > 0; left -= sizeMax) {
    // The book is exhausted: another order would find nothing either.
    if ('reason' in last || last.status !== 'filled') return first;
    last = placeMarketClose(state, desk, side, lots(Math.min(left, sizeMax)));
    if ('reason' in last) announceRefusal(state, desk, last);
  }
  return first;
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
  while (order !== null && closableLots(desk, side) < goal.wanted) {
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
  if (desk.account.positionMode === 'net') return;
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
