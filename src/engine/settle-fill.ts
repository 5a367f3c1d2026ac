/**
 * One match of a maker and a taker: money, positions and both orders move together, and the legs
 * sum to zero whatever each side opens or closes.
 */

import { NO_SLOT, takeLots } from '../book/book.ts';
import { FEE_POOL } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import { notionalOf } from '../domain/contract.ts';
import type { FillSide, FillVenue } from '../domain/fill.ts';
import { tradeId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { feeOn, minus, plus } from '../domain/money.ts';
import { shareOf } from '../domain/position.ts';
import { oppositePositionSide } from '../domain/side.ts';
import { type Lots, lots, type Money, NO_MONEY, type Ticks } from '../domain/units.ts';
import {
  changePosition,
  type FillEffect,
  type PositionChange,
  type PositionFill,
} from './change-position.ts';
import { sharesPosition } from './freeze-order.ts';
import { followPosition } from './net-order.ts';
import { finishFilled, releaseLots, remainingLots } from './order-life.ts';
import { coverDeficit, postCash } from './post.ts';
import { closeExits, growExits, shrinkSibling } from './preset-exits.ts';
import { positionSize } from './risk.ts';
import { emit, getAccount, type LiveOrder, sideAt, touch, type VenueState } from './state.ts';

interface Match {
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
  const makerFee = onBook ? feeOn(value, maker.makerFee) : NO_MONEY;
  const takerFee = onBook ? feeOn(value, taker.takerFee) : NO_MONEY;
  const makerSide = settleSide(state, maker, { size, value, fee: makerFee, isLiquidated: false });
  const takerSide = settleSide(state, taker, {
    size,
    value,
    fee: takerFee,
    isLiquidated: isForced(taker) && (onBook || venue === 'takeover'),
  });
  postCash(state, getAccount(state, FEE_POOL), 'fee-income', plus(makerFee, takerFee));
  assert(state.nextTrade < ID_MAX, 'trade ids are used up');
  assert(listing.longLots === listing.shortLots, 'longs do not equal shorts', taker.contract);
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
  finishSide(state, maker, size, makerSide);
  finishSide(state, taker, size, takerSide);
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
  order.filledValue = plus(order.filledValue, value);
  order.fee = plus(order.fee, fee);
  releaseLots(order, size, remainingLots(order));
  const net =
    order.positionMode === 'net' && order.effect === 'open'
      ? changeNetPosition(state, order, terms)
      : null;
  const change = net ?? changePosition(state, order, order, terms);
  const does = net?.does ?? order;
  order.realisedPnl = plus(order.realisedPnl, change.realisedPnl);
  touch(state, account);
  const filled: FillSide = {
    order: order.id,
    account: account.id,
    positionSide: does.positionSide,
    effect: does.effect,
    fee,
    liquidationFee: change.liquidationFee,
    realisedPnl: change.realisedPnl,
    wallet: account.wallet,
    collateral: account.collateral,
    position: change.position.id,
    positionSize: change.position.size,
    openValue: change.position.openValue,
    isolatedMargin: change.position.isolatedMargin,
    remaining: remainingLots(order),
    closed: net === null ? null : net.closed,
  };
  return { filled, deficit: change.deficit };
}

const isForced = (order: LiveOrder): boolean =>
  order.origin === 'liquidation' || order.origin === 'reduction';

/**
 * The orders attached to the order and the position: children, siblings, and the exits of a
 * position that is gone.
 */
function finishSide(state: VenueState, order: LiveOrder, size: Lots, settled: SettledSide): void {
  const { filled, deficit } = settled;
  const { effect, closed } = filled;
  if (deficit > NO_MONEY) coverDeficit(state, order.desk, deficit);
  if (effect === 'open') growExits(state, order, closed === null ? size : lots(size - closed.size));
  else shrinkSibling(state, order, size);
  if (remainingLots(order) === 0) finishFilled(state, order);
  if (effect === 'close') closeExits(state, order.desk, filled.positionSide);
  else if (closed !== null) closeExits(state, order.desk, closed.positionSide);
  if (sharesPosition(order)) followPosition(state, order.desk);
}

interface NettedChange extends PositionChange {
  /** What the fill did in the end. */
  readonly does: FillEffect;
  readonly closed: FillSide['closed'];
}

/**
 * A fill of a net order to open. It shrinks the position of the other side first, and opens its
 * own with the rest: one trade, up to two changes of position.
 */
function changeNetPosition(state: VenueState, order: LiveOrder, fill: PositionFill): NettedChange {
  const { positionSide } = order;
  const opens: FillEffect = { positionSide, effect: 'open' };
  const closes: FillEffect = { positionSide: oppositePositionSide(positionSide), effect: 'close' };
  const held = positionSize(sideAt(order.desk, closes.positionSide));
  if (held === 0 || held >= fill.size) {
    const does = held === 0 ? opens : closes;
    return { ...changePosition(state, order, does, fill), does, closed: null };
  }
  const value = shareOf(fill.value, held, fill.size);
  const fee = shareOf(fill.fee, held, fill.size);
  const first = changePosition(state, order, closes, { ...fill, size: held, value, fee });
  const second = changePosition(state, order, opens, {
    ...fill,
    size: lots(fill.size - held),
    value: minus(fill.value, value),
    fee: minus(fill.fee, fee),
  });
  const { positionSide: closedSide } = closes;
  return {
    ...first,
    position: second.position,
    does: opens,
    closed: { positionSide: closedSide, position: first.position.id, size: held, value, fee },
  };
}
