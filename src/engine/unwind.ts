/**
 * The fund and the treasury do not keep positions: each second they close a little of what they
 * hold, near the mark and as far as the book has the depth.
 */

import { bestTicks, crosses, levelLots, nextTicks } from '../book/book.ts';
import { INSURANCE_FUND, TREASURY } from '../domain/account.ts';
import { bandBound } from '../domain/band.ts';
import type { Position } from '../domain/position.ts';
import { oppositeSide, sideOf } from '../domain/side.ts';
import { type Lots, lots, NO_TICKS, ppm, ticks } from '../domain/units.ts';
import { cancelOrder } from './order-life.ts';
import { sendVenueOrder } from './place-order.ts';
import { isPaused } from './risk.ts';
import { type Desk, getAccount, type VenueState } from './state.ts';

/** Not further than 0.5 % from the mark, and a twentieth of what stands within ten basis points. */
const NEAR_MARK = ppm(5_000);
const NEAR_TOUCH_PPM = 1_000;
const SLICES = 20;

export function unwindVenuePositions(state: VenueState): void {
  for (const id of [INSURANCE_FUND, TREASURY]) {
    for (const desk of getAccount(state, id).desks) {
      if (desk === undefined || desk.holderPlace < 0 || isPaused(desk.listing, state.now)) continue;
      unwindSome(state, desk, desk.long.position);
      unwindSome(state, desk, desk.short.position);
    }
  }
}

function unwindSome(state: VenueState, desk: Desk, position: Position | null): void {
  if (position === null) return;
  const size = lots(Math.min(position.size, sliceOf(desk, position)));
  if (size === 0) return;
  const order = sendVenueOrder(state, desk, {
    positionSide: position.side,
    effect: 'close',
    origin: 'unwind',
    size,
    price: bandBound(sideOf(position.side, 'close'), desk.listing.mark, NEAR_MARK),
  });
  if (order.status === 'pending') cancelOrder(state, order, 'ioc-remainder');
}

function sliceOf(desk: Desk, position: Position): Lots {
  const { book, mark } = desk.listing;
  const side = oppositeSide(sideOf(position.side, 'close'));
  const best = bestTicks(book, side);
  const bound = bandBound(sideOf(position.side, 'close'), mark, NEAR_MARK);
  if (!crosses(sideOf(position.side, 'close'), bound, best)) return lots(0);
  const reach = Math.floor((best * NEAR_TOUCH_PPM) / 1_000_000);
  const last = side === 'buy' ? best - reach : best + reach;
  let depth = 0;
  for (let price = best; price !== NO_TICKS; price = nextTicks(book, side, price)) {
    if (side === 'buy' ? price < last : price > last) break;
    depth += levelLots(book, side, ticks(price));
  }
  return lots(Math.max(1, Math.floor(depth / SLICES)));
}
