/**
 * What working orders to open freeze. In hedge mode all lots of an order open. In net mode those
 * come first that shrink the position of the other side: they freeze nothing, and the oldest orders
 * claim them. Only the lots beyond them open.
 */

import { assert } from '../domain/assert.ts';
import { notionalOf } from '../domain/contract.ts';
import { orderFreeze } from '../domain/margin.ts';
import { minus, plus } from '../domain/money.ts';
import { openingPart } from '../domain/position.ts';
import { oppositePositionSide, type PositionSide } from '../domain/side.ts';
import { type Lots, lots, type Money, NO_LOTS, NO_MONEY } from '../domain/units.ts';
import { positionSize } from './risk.ts';
import {
  type Desk,
  type DeskSide,
  emit,
  type LiveOrder,
  sideAt,
  type VenueState,
} from './state.ts';

export const freezeOf = (order: LiveOrder, opening: Lots): Money =>
  orderFreeze(order.desk.listing.contract, order, opening, order.leverage, order.takerFee);

/**
 * Whether the lots of an order count among those that shrink or open the position of a net desk.
 * Those of a recorded market do not: there are thousands, and their account is good for all.
 */
export const sharesPosition = ({ positionMode, origin }: LiveOrder): boolean =>
  positionMode === 'net' && origin !== 'tape';

export function setFrozen(order: LiveOrder, frozen: Money): void {
  const { account } = order.desk;
  account.frozen = minus(plus(account.frozen, frozen), order.frozen);
  order.frozen = frozen;
  assert(account.frozen >= NO_MONEY, 'frozen money is negative', account.id);
}

/** The position that a net order of this side shrinks. */
export const otherSide = (desk: Desk, side: PositionSide): DeskSide =>
  sideAt(desk, oppositePositionSide(side));

/**
 * How many lots of a new order to open would open a position. `released` are the lots that it held
 * before an amendment.
 */
export function openingLots(
  desk: Desk,
  positionSide: PositionSide,
  size: Lots,
  released: Lots = NO_LOTS,
): Lots {
  if (desk.account.positionMode === 'hedge') return size;
  const { ordered } = sideAt(desk, positionSide);
  return openingPart(size, positionSize(otherSide(desk, positionSide)), ordered - released);
}

/** A net order starts to work, as the newest of its desk. Its freeze is the caller's. */
export function claimOpening(order: LiveOrder, side: DeskSide, remaining: Lots): Lots {
  order.opening = openingLots(order.desk, order.positionSide, remaining);
  side.ordered = lots(side.ordered + remaining);
  return order.opening;
}

/** Some lots of a net order stop working. What is left is settled by `turnOrders`. */
export function releaseOrdered(
  order: LiveOrder,
  side: DeskSide,
  released: Lots,
  remaining: Lots,
): void {
  side.ordered = lots(side.ordered - released);
  assert(side.ordered >= 0, 'an order releases more than it ordered', order.id);
  if (remaining === 0) setOpening(order, side, NO_LOTS);
}

function setOpening(order: LiveOrder, side: DeskSide, opening: Lots): void {
  const { contract } = order.desk.listing;
  const before = notionalOf(contract, order.freezePrice, order.opening);
  side.opening = lots(side.opening + opening - order.opening);
  side.openingNotional = minus(
    plus(side.openingNotional, notionalOf(contract, order.freezePrice, opening)),
    before,
  );
  order.opening = opening;
  setFrozen(order, freezeOf(order, opening));
}

/**
 * Shares out anew which lots of a net desk's orders would open: newest first, until what is left
 * shrinks the other position. `mayTurn` judges an order that would open more than before, and
 * cancels it otherwise; without it nothing can come to open more.
 */
export function turnOrders(
  state: VenueState,
  desk: Desk,
  positionSide: PositionSide,
  mayTurn: (order: LiveOrder, opening: Lots) => boolean = neverTurns,
): void {
  const side = sideAt(desk, positionSide);
  let left = Math.max(0, side.ordered - positionSize(otherSide(desk, positionSide)));
  let canceled = false;
  let order = desk.working.last;
  while (order !== null) {
    const older: LiveOrder | null = order.previous;
    if (order.effect === 'open' && order.positionSide === positionSide) {
      const remaining = order.size - order.filled;
      const opening = lots(Math.min(left, remaining));
      const stays = opening <= order.opening || mayTurn(order, opening);
      if (stays && opening !== order.opening) {
        setOpening(order, side, opening);
        announceTurn(state, order);
      }
      if (!stays) canceled = true;
      left = Math.max(0, left - (stays ? opening : remaining));
    }
    order = older;
  }
  // A canceled order may have claimed lots too, which newer ones get now.
  if (canceled) turnOrders(state, desk, positionSide, mayTurn);
}

function neverTurns(order: LiveOrder): boolean {
  assert(false, 'an order opens more than it froze for', order.id);
}

function announceTurn(state: VenueState, order: LiveOrder): void {
  emit(state, {
    kind: 'order-turned',
    order: order.id,
    account: order.account,
    contract: order.contract,
    opening: order.opening,
    frozen: order.frozen,
  });
}

/** The same shares, found again for orders that come from a snapshot. */
export function recallOpenings(desk: Desk, positionSide: PositionSide): void {
  const side = sideAt(desk, positionSide);
  let left = side.opening;
  for (let order = desk.working.last; order !== null; order = order.previous) {
    if (order.effect !== 'open' || order.positionSide !== positionSide) continue;
    if (!sharesPosition(order)) continue;
    const remaining = lots(order.size - order.filled);
    order.opening = lots(Math.min(left, remaining));
    side.ordered = lots(side.ordered + remaining);
    left = lots(left - order.opening);
  }
}
