/**
 * Closes a position against its holder's will: at the book first, then to the fund or by
 * deleveraging.
 */

import { INSURANCE_FUND } from '../domain/account.ts';
import { notionalOf } from '../domain/contract.ts';
import { bankruptcyPrice, equityShare } from '../domain/liquidation-price.ts';
import { minus, plus, times } from '../domain/money.ts';
import type { OrderOrigin } from '../domain/order.ts';
import type { Position } from '../domain/position.ts';
import { oppositePositionSide } from '../domain/side.ts';
import { type Lots, lots, type Money, NO_MONEY, type Ticks } from '../domain/units.ts';
import { deskAt } from './create-state.ts';
import { deleverage } from './deleverage.ts';
import { remainingLots } from './order-life.ts';
import { createVenueOrder, sendVenueOrder } from './place-order.ts';
import {
  accountEquity,
  crossEquity,
  grossNotional,
  holdsInCross,
  isolatedEquity,
  notionalAtMark,
  positionSize,
  takerFeeOf,
} from './risk.ts';
import { settleFill } from './settle-fill.ts';
import { type Desk, getAccount, type LiveOrder, sideAt, type VenueState } from './state.ts';

/**
 * Sends an order that takes from the book down to the bankruptcy price. What remains is pending.
 */
export function closeAtBook(
  state: VenueState,
  desk: Desk,
  position: Position,
  size: Lots,
  origin: Extract<OrderOrigin, 'liquidation' | 'reduction'>,
): LiveOrder {
  return sendVenueOrder(state, desk, {
    positionSide: position.side,
    effect: 'close',
    origin,
    size,
    price: bankruptcyOf(desk, position),
  });
}

/**
 * The price at which the equity behind this position is used up. Cross equity is split by notional.
 */
function bankruptcyOf(desk: Desk, position: Position): Ticks {
  const equity =
    desk.marginMode === 'isolated'
      ? isolatedEquity(desk, position)
      : equityShare(
          crossEquity(desk.account),
          notionalAtMark(desk, position.size),
          crossNotional(desk),
        );
  return bankruptcyPrice(desk.listing.contract, position, {
    mark: desk.listing.mark,
    equity,
    takerFee: takerFeeOf(desk),
  });
}

function crossNotional({ account }: Desk): Money {
  let total = NO_MONEY;
  for (const desk of account.desks) {
    if (!holdsInCross(desk)) continue;
    total = plus(total, notionalAtMark(desk, positionSize(desk.long)));
    total = plus(total, notionalAtMark(desk, positionSize(desk.short)));
  }
  return total;
}

/**
 * The book is exhausted. The fund takes the rest at the bankruptcy price, or the opposite side
 * does.
 */
export function settleOutside(state: VenueState, order: LiveOrder): void {
  if (!mayFundTake(state, order)) deleverage(state, order);
  if (order.status === 'pending') takeOver(state, order, INSURANCE_FUND, 'takeover');
}

/** The fund's equity stays at or above this share of its gross notional. */
const FUND_RESERVE_PERCENT = 2;

function mayFundTake(state: VenueState, order: LiveOrder): boolean {
  const fund = getAccount(state, INSURANCE_FUND);
  const { contract } = order.desk.listing;
  const size = remainingLots(order);
  const atMark = notionalAtMark(order.desk, size);
  const atPrice = notionalOf(contract, order.workingPrice, size);
  const gain = order.positionSide === 'long' ? minus(atMark, atPrice) : minus(atPrice, atMark);
  const desk = deskAt(fund, order.desk.listing);
  const opposite = positionSize(sideAt(desk, oppositePositionSide(order.positionSide)));
  const offset = notionalAtMark(order.desk, lots(Math.min(size, opposite)));
  const gross = minus(plus(grossNotional(fund), atMark), times(offset, 2));
  return times(plus(accountEquity(fund), gain), 100) >= times(gross, FUND_RESERVE_PERCENT);
}

/**
 * One of the venue's accounts becomes the counterparty of what remains of a closing order, at the
 * order's price and off the tape: it gives up the opposite position it may hold and takes on the
 * rest.
 */
export function takeOver(
  state: VenueState,
  order: LiveOrder,
  taker: LiveOrder['account'],
  venue: 'takeover' | 'reset',
): void {
  const { listing } = order.desk;
  const desk = deskAt(getAccount(state, taker), listing);
  const price = order.workingPrice;
  const origin = venue === 'reset' ? 'reset' : 'unwind';
  const opposite = oppositePositionSide(order.positionSide);
  const offset = lots(Math.min(remainingLots(order), positionSize(sideAt(desk, opposite))));
  if (offset > 0) {
    const maker = createVenueOrder(state, desk, {
      positionSide: opposite,
      effect: 'close',
      origin,
      size: offset,
      price,
    });
    settleFill(state, { maker, taker: order, price, size: offset, venue });
  }
  const rest = remainingLots(order);
  if (rest === 0) return;
  const maker = createVenueOrder(state, desk, {
    positionSide: order.positionSide,
    effect: 'open',
    origin,
    size: rest,
    price,
  });
  settleFill(state, { maker, taker: order, price, size: rest, venue });
}
