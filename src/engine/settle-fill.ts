/**
 * One match of a maker and a taker: money, positions and both orders move together, and the legs sum to
 * zero whatever each side opens or closes.
 */

import { NO_SLOT } from '../book/book.ts';
import { takeLots } from '../book/remove-order.ts';
import { FEE_POOL } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import { notionalOf } from '../domain/contract.ts';
import type { FillSide, FillVenue } from '../domain/event.ts';
import { tradeId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { feeOn } from '../domain/rounding.ts';
import { type Lots, lots, type Money, money, NO_MONEY, type Ticks } from '../domain/units.ts';
import { changePosition, type PositionFill } from './change-position.ts';
import { coverDeficit } from './cover-deficit.ts';
import { finishFilled, releaseLots, remainingLots } from './order-life.ts';
import { post, postCash } from './post.ts';
import { closeExits, growExits, shrinkSibling } from './preset-exits.ts';
import { emit, getAccount, type LiveOrder, touch, type VenueState } from './state.ts';

export interface Match {
  readonly maker: LiveOrder;
  readonly taker: LiveOrder;
  readonly price: Ticks;
  readonly size: Lots;
  readonly venue: FillVenue;
}

export function settleFill(state: VenueState, match: Match): void {
  const { maker, taker, price, size, venue } = match;
  const { listing } = taker.desk;
  const value = notionalOf(listing.contract, price, size);
  const onBook = venue === 'book';
  // The taker of a liquidation may be the same account as the maker only in netting.
  const makerSide = settleSide(state, maker, {
    size,
    value,
    fee: onBook ? feeOn(value, maker.makerFee) : NO_MONEY,
    isLiquidated: false,
  });
  const takerSide = settleSide(state, taker, {
    size,
    value,
    fee: onBook ? feeOn(value, taker.takerFee) : NO_MONEY,
    isLiquidated: isForced(taker) && (onBook || venue === 'takeover'),
  });
  assert(state.nextTrade < ID_MAX, 'trade ids are used up');
  emit(state, {
    kind: 'fill-settled',
    trade: tradeId(state.nextTrade),
    contract: taker.contract,
    venue,
    takerSide: taker.side,
    price,
    size,
    value,
    maker: makerSide.filled,
    taker: takerSide.filled,
  });
  state.nextTrade += 1;
  if (onBook) {
    listing.last = price;
    listing.triggersDue = true;
  }
  finishSide(state, maker, size, makerSide.deficit);
  finishSide(state, taker, size, takerSide.deficit);
}

interface SettledSide {
  readonly filled: FillSide;
  readonly deficit: Money;
}

function settleSide(state: VenueState, order: LiveOrder, terms: PositionFill): SettledSide {
  const { size, value, fee } = terms;
  const { desk } = order;
  const { account } = desk;
  const { listing } = desk;
  if (order.slot !== NO_SLOT) {
    const { slot } = order;
    takeLots(listing.book, slot, size);
    if (size === remainingLots(order)) {
      listing.resting[slot] = undefined;
      order.slot = NO_SLOT;
    }
  }
  order.filled = lots(order.filled + size);
  order.filledValue = money(order.filledValue + value);
  order.fee = money(order.fee + fee);
  releaseLots(order, size, remainingLots(order));
  postValue(state, order, value);
  postFee(state, order, fee);
  const change = changePosition(state, order, terms);
  order.realisedPnl = money(order.realisedPnl + change.realisedPnl);
  touch(state, account);
  const filled: FillSide = {
    order: order.id,
    account: account.id,
    positionSide: order.positionSide,
    effect: order.effect,
    fee,
    liquidationFee: change.liquidationFee,
    realisedPnl: change.realisedPnl,
    wallet: account.wallet,
    position: change.position.id,
    positionSize: change.position.size,
    openValue: change.position.openValue,
    isolatedMargin: change.position.isolatedMargin,
    remaining: remainingLots(order),
  };
  return { filled, deficit: change.deficit };
}

/** The value of the fill: a buyer's collateral falls by it, a seller's rises. */
function postValue(state: VenueState, order: LiveOrder, value: Money): void {
  const amount = order.side === 'buy' ? -value : value;
  if (order.effect === 'open')
    post(
      state,
      order.desk.account,
      order.positionSide === 'long' ? 'open-long' : 'open-short',
      amount,
    );
  else
    post(
      state,
      order.desk.account,
      order.positionSide === 'long' ? 'close-long' : 'close-short',
      amount,
    );
}

function postFee(state: VenueState, order: LiveOrder, fee: Money): void {
  if (fee === 0n) return;
  postCash(state, order.desk.account, 'fee', -fee);
  postCash(state, getAccount(state, FEE_POOL), 'fee-income', fee);
}

const isForced = (order: LiveOrder): boolean =>
  order.origin === 'liquidation' || order.origin === 'reduction';

/** What hangs on the order and the position: children, siblings, exits of a position that is gone. */
function finishSide(state: VenueState, order: LiveOrder, size: Lots, deficit: Money): void {
  if (deficit > 0n) coverDeficit(state, order.desk, deficit);
  if (order.effect === 'open') growExits(state, order, size);
  else shrinkSibling(state, order, size);
  if (remainingLots(order) === 0) finishFilled(state, order);
  if (order.effect === 'close') closeExits(state, order.desk, order.positionSide);
}
