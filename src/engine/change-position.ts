/** What a fill does to the position it opens or closes, and to the margin behind it. */

import { INSURANCE_FUND } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import { positionId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { initialMargin, LIQUIDATION_FEE } from '../domain/margin.ts';
import { greater, lesser, minus, mulPpmUp, negate, plus } from '../domain/money.ts';
import {
  createPosition,
  growPosition,
  type Position,
  shareOf,
  shrinkPosition,
} from '../domain/position.ts';
import type { PostingKind } from '../domain/posting.ts';
import { type Lots, lots, type Money, NO_MONEY } from '../domain/units.ts';
import { postCash, postFill } from './post.ts';
import { crossEquity, isolatedEquity } from './risk.ts';
import {
  type Desk,
  type DeskSide,
  getAccount,
  type LiveOrder,
  sideAt,
  type VenueState,
} from './state.ts';

export interface PositionFill {
  readonly size: Lots;
  readonly value: Money;
  readonly fee: Money;
  /** Whether the liquidation fee is due. */
  readonly isLiquidated: boolean;
}

export interface PositionChange {
  /** The position after the fill; its size is zero if the fill closed it. */
  readonly position: Position;
  readonly realisedPnl: Money;
  readonly liquidationFee: Money;
  /** The loss of an isolated position beyond its own margin. */
  readonly deficit: Money;
}

/** What a fill does: an order's own words, but a net order to open may close the other side. */
export type FillEffect = Pick<LiveOrder, 'positionSide' | 'effect'>;

/** Posts the fill, and moves the position. */
export function changePosition(
  state: VenueState,
  order: LiveOrder,
  does: FillEffect,
  fill: PositionFill,
): PositionChange {
  state.changes.count += 1;
  const amount = order.side === 'buy' ? negate(fill.value) : fill.value;
  postFill(state, order.desk.account, postingOf(does), amount, fill.fee);
  const side = sideAt(order.desk, does.positionSide);
  const change =
    does.effect === 'open'
      ? openMore(state, order, side, fill)
      : closeSome(state, order, side, fill);
  change.position.updatedSeq = state.seq;
  change.position.updatedAt = state.now;
  return change;
}

/** A buyer's collateral falls by the value, a seller's rises; both pay their fee. */
function postingOf({ positionSide, effect }: FillEffect): PostingKind {
  if (effect === 'open') return positionSide === 'long' ? 'open-long' : 'open-short';
  return positionSide === 'long' ? 'close-long' : 'close-short';
}

function openMore(
  state: VenueState,
  order: LiveOrder,
  side: DeskSide,
  fill: PositionFill,
): PositionChange {
  const { desk } = order;
  const position = side.position ?? startPosition(state, desk, side);
  growPosition(position, fill.size, fill.value, fill.fee);
  countOpen(desk, side, fill.size);
  if (desk.marginMode === 'isolated')
    moveIsolated(desk, position, initialMargin(fill.value, order.leverage));
  return { position, realisedPnl: NO_MONEY, liquidationFee: NO_MONEY, deficit: NO_MONEY };
}

function closeSome(
  state: VenueState,
  order: LiveOrder,
  side: DeskSide,
  fill: PositionFill,
): PositionChange {
  const { desk } = order;
  const { account } = desk;
  const { position } = side;
  assert(position !== null, 'an order closes a position that is not there', order.id);
  const marginShare = shareOf(position.isolatedMargin, fill.size, position.size);
  const realisedPnl = shrinkPosition(position, fill.size, fill.value, fill.fee);
  account.wallet = plus(account.wallet, realisedPnl);
  countOpen(desk, side, lots(-fill.size));
  const net = minus(realisedPnl, fill.fee);
  const liquidationFee = fill.isLiquidated
    ? chargeLiquidation(state, order, position, fill.value, net)
    : NO_MONEY;
  const deficit =
    desk.marginMode === 'isolated'
      ? releaseIsolated(desk, position, marginShare, minus(net, liquidationFee))
      : NO_MONEY;
  if (position.size === 0) endPosition(desk, side);
  return { position, realisedPnl, liquidationFee, deficit };
}

/**
 * The closed part of an isolated position takes its share of the margin along. A loss beyond that
 * share comes out of the margin that stays, never out of the cross wallet. A loss beyond that
 * margin too is the deficit.
 */
function releaseIsolated(desk: Desk, position: Position, share: Money, net: Money): Money {
  moveIsolated(desk, position, negate(share));
  const outcome = plus(share, net);
  if (outcome >= NO_MONEY) return NO_MONEY;
  const lost = negate(outcome);
  const carried = lesser(lost, position.isolatedMargin);
  moveIsolated(desk, position, negate(carried));
  return minus(lost, carried);
}

/** Never more than the scope has left: a liquidation fee puts nobody into debt. */
function chargeLiquidation(
  state: VenueState,
  order: LiveOrder,
  position: Position,
  value: Money,
  net: Money,
): Money {
  const { desk } = order;
  // The fee of this fill is posted; an isolated scope has not yet been charged with its result.
  const left =
    desk.marginMode === 'isolated'
      ? plus(isolatedEquity(desk, position), net)
      : crossEquity(desk.account);
  const full = mulPpmUp(value, LIQUIDATION_FEE);
  const fee = greater(NO_MONEY, lesser(left, full));
  if (fee === NO_MONEY) return fee;
  postCash(state, desk.account, 'liquidation-fee', negate(fee));
  postCash(state, getAccount(state, INSURANCE_FUND), 'liquidation-fee-income', fee);
  order.liquidationFee = plus(order.liquidationFee, fee);
  position.cumLiquidationFee = plus(position.cumLiquidationFee, fee);
  return fee;
}

/** Between the cross wallet and one isolated position; the wallet as a whole stays. */
export function moveIsolated(desk: Desk, position: Position, amount: Money): void {
  position.isolatedMargin = plus(position.isolatedMargin, amount);
  desk.account.isolated = plus(desk.account.isolated, amount);
}

function startPosition(state: VenueState, desk: Desk, side: DeskSide): Position {
  assert(state.nextPosition < ID_MAX, 'position ids are used up');
  const position = createPosition(positionId(state.nextPosition), side.side, state.seq, state.now);
  state.nextPosition += 1;
  side.position = position;
  countPositions(desk, 1);
  if (desk.holderPlace < 0) {
    desk.holderPlace = desk.listing.holders.length;
    desk.listing.holders.push(desk);
  }
  return position;
}

function endPosition(desk: Desk, side: DeskSide): void {
  side.position = null;
  desk.account.hasEnded = true;
  countPositions(desk, -1);
  if (desk.long.position !== null || desk.short.position !== null) return;
  const { holders } = desk.listing;
  const last = holders.pop();
  if (last !== undefined && last !== desk) {
    last.holderPlace = desk.holderPlace;
    holders[last.holderPlace] = last;
  }
  desk.holderPlace = -1;
}

function countPositions(desk: Desk, change: number): void {
  if (desk.marginMode === 'cross') desk.account.crossPositions += change;
  else desk.account.isolatedPositions += change;
}

function countOpen(desk: Desk, side: DeskSide, change: Lots): void {
  const { listing } = desk;
  if (side.side === 'long') listing.longLots = lots(listing.longLots + change);
  else listing.shortLots = lots(listing.shortLots + change);
}
