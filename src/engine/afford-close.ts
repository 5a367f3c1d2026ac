/** Nobody closes beyond the price that uses up their own money: the fund would pay the rest. */
import { assert } from '../domain/assert.ts';
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import { bankruptcyPrice } from '../domain/liquidation-price.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Lots, type Money, money, ppm, type Ticks, ticks } from '../domain/units.ts';
import { crossEquity, isolatedEquity, makerFeeOf, takerFeeOf } from './risk.ts';
import { type Desk, sideAt } from './state.ts';

/** A part of a position that is to be closed, at this price or better. */
export interface WantedClose {
  readonly side: PositionSide;
  readonly size: Lots;
  readonly price: Ticks;
}

/**
 * The wanted price, or the last one that the equity behind the position can afford. Money that is
 * `frozen` for the opening part of the same order does not count.
 */
export function boundByBankruptcy(desk: Desk, close: WantedClose, frozen: Money): Ticks {
  const { side, price } = close;
  if (!isCostly(desk, side, price)) return price;
  const last = lastAffordable(desk, close, frozen);
  return ticks(side === 'long' ? Math.max(price, last) : Math.min(price, last));
}

export const mayAfford = (desk: Desk, close: WantedClose, frozen: Money): boolean =>
  boundByBankruptcy(desk, close, frozen) === close.price;

/** At the mark or better, closing costs no more than the fee that the requirement has set aside. */
export const isCostly = ({ listing }: Desk, side: PositionSide, price: Ticks): boolean =>
  side === 'long' ? price < listing.mark : price > listing.mark;

/** The bankruptcy price of this part of a position, within what a book can index. */
function lastAffordable(desk: Desk, { side, size }: WantedClose, frozen: Money): Ticks {
  const { position } = sideAt(desk, side);
  const { contract, mark } = desk.listing;
  assert(position !== null, 'a close has no position', desk.account.id);
  // The freeze is in the cross wallet, which does not back an isolated position.
  const equity =
    desk.marginMode === 'cross'
      ? money(crossEquity(desk.account) - frozen)
      : isolatedEquity(desk, position);
  // A close may rest, and an account's own terms may charge more for making than for taking.
  const takerFee = ppm(Math.max(takerFeeOf(desk), makerFeeOf(desk)));
  const last = bankruptcyPrice(contract, { side, size }, { mark, equity, takerFee });
  return ticks(Math.min(last, PRICE_TICKS_MAX));
}
