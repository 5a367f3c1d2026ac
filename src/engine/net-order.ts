/**
 * Orders of net accounts. An order to open shrinks the position of the other side before it opens
 * its own. An order to close is reduce-only: several may rest that together want more than the
 * position has.
 */

import type { PlaceOrder, PlaceTrigger } from '../domain/command.ts';
import { notionalOf } from '../domain/contract.ts';
import { feeOn, minus, plus } from '../domain/money.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { oppositePositionSide, type Side } from '../domain/side.ts';
import { type Lots, lots, NO_MONEY, ticks } from '../domain/units.ts';
import { freezeOf, turnOrders } from './freeze-order.ts';
import { cancelOrder, remainingLots } from './order-life.ts';
import { checkFree, checkPositionLimit, checkTier } from './prepare-order.ts';
import { positionSize } from './risk.ts';
import { checkSeasonValue } from './season.ts';
import {
  type Desk,
  type DeskSide,
  type LiveOrder,
  ordersOf,
  sideAt,
  type VenueState,
} from './state.ts';

/**
 * A sender who says which mode it means is told if the account has the other. One who does not say
 * means two positions side by side, so it is told where the account would do something else.
 */
export function checkPositionMode(
  desk: Desk,
  { options, effect, positionSide }: PlaceOrder | PlaceTrigger,
): Reject | undefined {
  const { positionMode } = desk.account;
  const meant = options?.positionMode;
  if (meant !== undefined && meant !== positionMode)
    return reject('position-mode-mismatch', { given: meant, limit: positionMode });
  if (positionMode === 'hedge' || meant !== undefined || effect === 'close') return undefined;
  const other = oppositePositionSide(positionSide);
  if (sideAt(desk, other).position === null) return undefined;
  return reject('position-mode-net', { given: positionSide, limit: other });
}

/**
 * The position of a net desk has changed, so its resting orders mean something else: orders to open
 * turn, and reduce-only orders beyond the position end. The side that can only release comes first.
 */
export function followPosition(state: VenueState, desk: Desk): void {
  const mayTurn = (order: LiveOrder, opening: Lots): boolean => isCovered(state, order, opening);
  const covered = desk.long.position === null ? 'long' : 'short';
  turnOrders(state, desk, covered, mayTurn);
  turnOrders(state, desk, oppositePositionSide(covered), mayTurn);
  endBeyond(state, desk, desk.long, null);
  endBeyond(state, desk, desk.short, null);
}

/** An order that now opens more is checked like a new one for what it adds, or canceled. */
function isCovered(state: VenueState, order: LiveOrder, opening: Lots): boolean {
  const { desk } = order;
  const added = opening - order.opening;
  const notional = notionalOf(desk.listing.contract, order.freezePrice, lots(added));
  const refused =
    checkPositionLimit(desk, order, added) ??
    checkSeasonValue(desk, notional) ??
    checkTier(desk, order, notional) ??
    checkFree(desk, minus(freezeOf(order, opening), order.frozen));
  if (refused !== undefined) cancelOrder(state, order, 'uncovered', refused);
  return refused === undefined;
}

/**
 * Whether the account could pay for all its working orders of this side at once, whatever each of
 * them opens or closes: then no fill of one can end another for want of money or room.
 */
export function coversAll(desk: Desk, side: Side): boolean {
  const { contract, mark } = desk.listing;
  const opened = side === 'buy' ? desk.long : desk.short;
  const intent = { positionSide: opened.side };
  let needed = NO_MONEY;
  let notional = NO_MONEY;
  for (let order = desk.working.last; order !== null; order = order.previous) {
    if (order.side !== side) continue;
    const remaining = remainingLots(order);
    const away = ticks(Math.abs(order.workingPrice - mark));
    const value = notionalOf(contract, order.workingPrice, remaining);
    needed = plus(
      needed,
      plus(notionalOf(contract, away, remaining), feeOn(value, order.takerFee)),
    );
    if (order.effect === 'close') continue;
    needed = plus(needed, freezeOf(order, remaining));
    notional = plus(notional, notionalOf(contract, order.freezePrice, remaining));
  }
  const refused =
    checkPositionLimit(desk, intent, opened.ordered) ??
    checkSeasonValue(desk, notional) ??
    checkTier(desk, intent, notional) ??
    checkFree(desk, needed);
  return refused === undefined;
}

/** A reduce-only order has come to rest: those that it leaves nothing to close end. */
export const outbid = (state: VenueState, order: LiveOrder): void =>
  endBeyond(state, order.desk, sideAt(order.desk, order.positionSide), order);

/**
 * Ends the resting reduce-only orders that get nothing because better ones want the whole position;
 * with `newcomer` only those behind it.
 */
function endBeyond(
  state: VenueState,
  desk: Desk,
  side: DeskSide,
  newcomer: LiveOrder | null,
): void {
  const held = positionSize(side);
  if (side.closing <= held) return;
  const sign = side.side === 'long' ? 1 : -1;
  const resting = ordersOf(desk.working)
    .filter(
      ({ effect, positionSide, status }) =>
        effect === 'close' && positionSide === side.side && status === 'open',
    )
    .sort(
      (first, second) =>
        sign * (first.workingPrice - second.workingPrice) || first.priority - second.priority,
    );
  const from = newcomer === null ? 0 : resting.indexOf(newcomer) + 1;
  let wanted = 0;
  resting.forEach((order, place) => {
    if (place >= from && wanted >= held) cancelOrder(state, order, 'reduce-only');
    else wanted += remainingLots(order);
  });
}
