/**
 * The checks an order passes before it exists, in their documented order, and the prices fixed on
 * the way. Returns the first reason to refuse, or what the order will work with. Changes nothing.
 */

import { type Book, bestTicks, crosses, levelLots, nextTicks } from '../book/book.ts';
import { assert } from '../domain/assert.ts';
import { clipToBand, isPriceTooFar, protectionPrice } from '../domain/band.ts';
import { notionalOf } from '../domain/contract.ts';
import {
  HOUSE_ORDERS_PER_DESK_MAX,
  ORDERS_PER_DESK_MAX,
  PRICE_TICKS_MAX,
} from '../domain/limits.ts';
import { bankruptcyPrice } from '../domain/liquidation-price.ts';
import {
  freezeTerms,
  initialMargin,
  marginRequirement,
  notionalMaxAt,
  orderFreeze,
} from '../domain/margin.ts';
import type { TimeInForce } from '../domain/order.ts';
import { type Reject, type RejectReason, reject } from '../domain/reject.ts';
import { oppositeSide, type PositionSide, type Side, sideOf } from '../domain/side.ts';
import {
  type Lots,
  lots,
  type Money,
  NO_MONEY,
  NO_TICKS,
  type Ppm,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import type { Intent } from './intent.ts';
import {
  closableLots,
  crossEquity,
  effectiveStatus,
  freeCollateral,
  grossLots,
  isolatedEquity,
  isStale,
  leverageOf,
  notionalAtMark,
  positionSize,
  takerFeeOf,
} from './risk.ts';
import { checkSeasonTime, checkSeasonValue, isHouseOnly } from './season.ts';
import { type Account, type Desk, type Listing, sideAt, type VenueState } from './state.ts';

export interface PreparedOrder {
  /** Smaller than asked if a market or ioc close wanted more than can be closed. */
  readonly size: Lots;
  readonly workingPrice: Ticks;
  readonly freezePrice: Ticks;
  readonly openLoss: Ticks;
  readonly frozen: Money;
}

export const isReject = (outcome: Reject | PreparedOrder | undefined): outcome is Reject =>
  outcome !== undefined && 'reason' in outcome;

/** The fee is the one the order will pay: a trigger's was fixed when it was placed. */
export function prepareOrder(
  state: VenueState,
  desk: Desk,
  intent: Intent,
  takerFee: Ppm = takerFeeOf(desk),
): Reject | PreparedOrder {
  return (
    checkListing(state, desk, intent) ??
    checkStatus(desk.account) ??
    checkSeasonTime(desk.account, intent, state.now) ??
    checkSize(desk, intent) ??
    checkPrice(desk.listing, intent.price) ??
    checkPresets(desk, intent) ??
    checkMarginMode(desk, intent) ??
    checkCount(desk, intent) ??
    (intent.effect === 'open'
      ? prepareOpening(desk, intent, takerFee)
      : prepareClosing(desk, intent))
  );
}

export function checkListing(
  state: VenueState,
  desk: Desk,
  intent: Pick<Intent, 'effect'>,
): Reject | undefined {
  const { listing } = desk;
  const forbidden = checkPermitted(desk, intent);
  if (forbidden !== undefined) return forbidden;
  if (listing.halted) return reject('contract-halted', { given: listing.contract.symbol });
  if (listing.mark === NO_TICKS) return reject('index-missing', { given: listing.contract.symbol });
  if (intent.effect === 'open' && isStale(listing, state.now))
    return reject('index-stale', { given: listing.contract.symbol });
  return undefined;
}

/** A contract may leave an account's list while a position is open there: closing goes on. */
export function checkPermitted(
  { account, listing }: Desk,
  { effect }: Pick<Intent, 'effect'>,
): Reject | undefined {
  const { contracts } = account.terms;
  if (effect === 'close' || contracts === null || contracts.includes(listing.contract.id))
    return undefined;
  return reject('contract-not-permitted', { given: listing.contract.symbol });
}

const STATUS_REASONS: Readonly<Record<string, RejectReason>> = {
  frozen: 'account-frozen',
  liquidating: 'account-liquidating',
  disqualified: 'account-disqualified',
  closed: 'account-closed',
};

/** The venue's own accounts trade only to settle and unwind, never by command. */
export function checkStatus(account: Account): Reject | undefined {
  if (account.role !== 'trader' && account.role !== 'house')
    return reject('account-role-forbidden', { given: account.role });
  const reason = STATUS_REASONS[effectiveStatus(account)];
  return reason === undefined ? undefined : reject(reason);
}

export function checkSize(desk: Desk, intent: Intent): Reject | undefined {
  const { contract } = desk.listing;
  const { size } = intent;
  if (!Number.isSafeInteger(size) || size <= 0) return reject('size-invalid', { given: size });
  if (size > contract.orderLotsMax)
    return reject('size-above-maximum', { given: size, limit: contract.orderLotsMax });
  const opens = intent.effect === 'open';
  if (opens && intent.price === null && size > contract.marketOpenLotsMax)
    return reject('market-size-above-maximum', { given: size, limit: contract.marketOpenLotsMax });
  // What is left of a position may be less than the smallest order, and must still be closable.
  const closesAll = !opens && size === closableLots(sideAt(desk, intent.positionSide));
  if (size < contract.orderLotsMin && !closesAll)
    return reject('size-below-minimum', { given: size, limit: contract.orderLotsMin });
  return undefined;
}

export function checkPrice(listing: Listing, price: Ticks | null): Reject | undefined {
  if (price === null) return undefined;
  if (!Number.isSafeInteger(price) || price <= 0 || price > PRICE_TICKS_MAX)
    return reject('price-invalid', { given: price, limit: PRICE_TICKS_MAX });
  if (isPriceTooFar(price, listing.mark))
    return reject('price-too-far', { given: price, limit: listing.mark * 10 });
  return undefined;
}

export function checkMarginMode(
  desk: Desk,
  intent: Pick<Intent, 'marginMode'>,
): Reject | undefined {
  if (intent.marginMode === null || intent.marginMode === desk.marginMode) return undefined;
  return reject('margin-mode-mismatch', { given: intent.marginMode, limit: desk.marginMode });
}

const MAY_REST: Readonly<Record<TimeInForce, boolean>> = {
  normal: true,
  'post-only': true,
  fok: false,
  ioc: false,
};

/** The limit counts only orders that may rest, so closing at market always works. */
function checkCount(desk: Desk, intent: Intent): Reject | undefined {
  if (intent.price === null || !MAY_REST[intent.timeInForce]) return undefined;
  const limit = desk.account.role === 'trader' ? ORDERS_PER_DESK_MAX : HOUSE_ORDERS_PER_DESK_MAX;
  if (desk.working.count < limit) return undefined;
  return reject('orders-too-many', { given: desk.working.count, limit });
}

/** The price the order matches at: clipped to the band, or the protection of a market order. */
export function workingPriceOf(desk: Desk, intent: Intent): Ticks {
  const { contract, mark } = desk.listing;
  const side = sideOf(intent.positionSide, intent.effect);
  return intent.price === null
    ? protectionPrice(contract, side, intent.effect, mark)
    : clipToBand(contract, side, intent.price, mark);
}

function prepareOpening(desk: Desk, intent: Intent, takerFee: Ppm): Reject | PreparedOrder {
  const { contract, mark, book } = desk.listing;
  const workingPrice = workingPriceOf(desk, intent);
  const terms = freezeTerms(intent.positionSide, {
    working: workingPrice,
    mark,
    bestBid: bestTicks(book, 'buy'),
  });
  const leverage = leverageOf(desk, intent.positionSide);
  const frozen = orderFreeze(contract, terms, intent.size, leverage, takerFee);
  const { freezePrice, openLoss } = terms;
  const prepared = { size: intent.size, workingPrice, freezePrice, openLoss, frozen };
  const notional = notionalOf(contract, terms.freezePrice, intent.size);
  return (
    checkNotional(desk.listing, intent) ??
    checkPositionLimit(desk, intent, intent.size) ??
    checkSeasonValue(desk, notional) ??
    checkTier(desk, intent, notional) ??
    checkIsolated(desk, intent, prepared) ??
    checkFree(desk, frozen) ??
    prepared
  );
}

/** Opening orders are worth at least so much, at their own price or at the mark. */
export function checkNotional(
  { contract, mark }: Listing,
  { size, price }: Pick<Intent, 'size' | 'price'>,
): Reject | undefined {
  const { notionalMin } = contract;
  if (notionalMin === undefined) return undefined;
  const notional = notionalOf(contract, price ?? mark, size);
  return notional < notionalMin
    ? reject('notional-below-minimum', { given: notional, limit: notionalMin })
    : undefined;
}

/** `added` is what the order would add to the working opens of its side. */
export function checkPositionLimit(
  desk: Desk,
  intent: Pick<Intent, 'positionSide'>,
  added: number,
): Reject | undefined {
  const side = sideAt(desk, intent.positionSide);
  const after = positionSize(side) + side.opening + added;
  const limit = desk.listing.contract.positionLotsMax;
  return after > limit ? reject('position-limit', { given: after, limit }) : undefined;
}

/**
 * Position and working opens together must fit a tier that offers the chosen leverage. `added` is
 * the notional that the order would add to them.
 */
export function checkTier(
  desk: Desk,
  intent: Pick<Intent, 'positionSide'>,
  added: bigint,
): Reject | undefined {
  const { contract } = desk.listing;
  const side = sideAt(desk, intent.positionSide);
  const isCross = desk.marginMode === 'cross';
  const held = notionalAtMark(desk, isCross ? grossLots(desk) : positionSize(side));
  const opening = isCross
    ? desk.long.openingNotional + desk.short.openingNotional
    : side.openingNotional;
  const after = held + opening + added;
  const limit = notionalMaxAt(contract, leverageOf(desk, intent.positionSide));
  return after > limit ? reject('tier-limit', { given: after, limit }) : undefined;
}

/**
 * An isolated position must start above its own requirement, or it would be liquidated at once. It
 * is judged by the worst price it can get: where the book fills all of it, that of the last level.
 */
export function checkIsolated(
  desk: Desk,
  intent: Pick<Intent, 'positionSide'>,
  prepared: Pick<PreparedOrder, 'size' | 'workingPrice'>,
): Reject | undefined {
  if (desk.marginMode === 'cross') return undefined;
  const { contract, mark, book } = desk.listing;
  const { size } = prepared;
  const side = sideOf(intent.positionSide, 'open');
  // An entrant who may meet only the house cannot use the whole book.
  const worst = isHouseOnly(desk.account)
    ? prepared.workingPrice
    : worstFill(book, side, prepared.workingPrice, size);
  const isLong = intent.positionSide === 'long';
  const loss = ticks(Math.max(0, isLong ? worst - mark : mark - worst));
  const margin =
    initialMargin(notionalOf(contract, worst, size), leverageOf(desk, intent.positionSide)) -
    notionalOf(contract, loss, size);
  // A short that fills below the mark is valued at the mark at once.
  const valued = isLong ? worst : ticks(Math.max(worst, mark));
  const needed = marginRequirement(contract, notionalOf(contract, valued, size), takerFeeOf(desk));
  return margin < needed
    ? reject('isolated-margin-too-thin', { given: margin, limit: needed })
    : undefined;
}

/**
 * The price at which a taker of this size would stop in the current book; its limit if it would
 * rest.
 */
function worstFill(book: Book, side: Side, limit: Ticks, size: Lots): Ticks {
  const opposite = oppositeSide(side);
  let found = 0;
  let price = bestTicks(book, opposite);
  while (crosses(side, limit, price)) {
    found += levelLots(book, opposite, price);
    if (found >= size) return price;
    price = nextTicks(book, opposite, price);
  }
  return limit;
}

export function checkFree(desk: Desk, needed: bigint): Reject | undefined {
  const free = freeCollateral(desk.account);
  return free < needed
    ? reject('margin-insufficient', { given: needed, limit: free > 0n ? free : 0n })
    : undefined;
}

function prepareClosing(desk: Desk, intent: Intent): Reject | PreparedOrder {
  const side = sideAt(desk, intent.positionSide);
  const closable = closableLots(side);
  if (side.position === null) return reject('position-missing', { given: intent.positionSide });
  const mayTrim = intent.price === null || intent.timeInForce === 'ioc';
  if (desk.account.positionMode === 'net' && intent.size > side.position.size && !mayTrim)
    return reject('close-above-position', { given: intent.size, limit: side.position.size });
  if (closable === 0 || (intent.size > closable && !mayTrim))
    return reject('close-size-locked', {
      given: intent.size,
      limit: closable,
      ...blockingOrder(desk, intent),
    });
  const size = lots(Math.min(intent.size, closable));
  return {
    size,
    workingPrice: boundByBankruptcy(desk, intent, size),
    freezePrice: NO_TICKS,
    openLoss: NO_TICKS,
    frozen: NO_MONEY,
  };
}

/** Nobody closes beyond the price that uses up their own money: the fund would pay the rest. */
export function boundByBankruptcy(desk: Desk, intent: Intent, size: Lots): Ticks {
  const working = workingPriceOf(desk, intent);
  const { positionSide } = intent;
  if (!isCostly(desk, positionSide, working)) return working;
  const last = lastAffordable(desk, positionSide, size);
  return ticks(positionSide === 'long' ? Math.max(working, last) : Math.min(working, last));
}

/** Whether the equity behind a position can afford closing this many lots at this price. */
export const mayAfford = (
  desk: Desk,
  close: { readonly side: PositionSide; readonly size: Lots; readonly price: Ticks },
): boolean => {
  if (!isCostly(desk, close.side, close.price)) return true;
  const last = lastAffordable(desk, close.side, close.size);
  return close.side === 'long' ? close.price >= last : close.price <= last;
};

/** At the mark or better, closing costs no more than the fee that the requirement has set aside. */
export const isCostly = ({ listing }: Desk, side: PositionSide, price: Ticks): boolean =>
  side === 'long' ? price < listing.mark : price > listing.mark;

/** The bankruptcy price of this part of a position, within what a book can index. */
function lastAffordable(desk: Desk, positionSide: PositionSide, size: Lots): Ticks {
  const { position } = sideAt(desk, positionSide);
  const { contract, mark } = desk.listing;
  assert(position !== null, 'a close has no position', desk.account.id);
  const equity =
    desk.marginMode === 'cross' ? crossEquity(desk.account) : isolatedEquity(desk, position);
  const takerFee = takerFeeOf(desk);
  const last = bankruptcyPrice(contract, { side: positionSide, size }, { mark, equity, takerFee });
  return ticks(Math.min(last, PRICE_TICKS_MAX));
}

/** The working close that locks the lots, so that a bot can cancel it and try again. */
function blockingOrder(desk: Desk, intent: Intent): Pick<Reject, 'order'> {
  for (let order = desk.working.last; order !== null; order = order.previous) {
    if (order.effect === 'close' && order.positionSide === intent.positionSide)
      return { order: order.id };
  }
  return {};
}

/** The take-profit and stop-loss of an opening order must lie on the correct sides of its price. */
export function checkPresets(desk: Desk, intent: Intent): Reject | undefined {
  const { takeProfit, stopLoss } = intent;
  if (takeProfit === null && stopLoss === null) return undefined;
  if (intent.effect === 'close') return reject('preset-on-close');
  if (takeProfit !== null && !isPrice(takeProfit))
    return reject('take-profit-invalid', { given: takeProfit });
  if (stopLoss !== null && !isPrice(stopLoss))
    return reject('stop-loss-invalid', { given: stopLoss });
  const reference = referencePrice(desk, intent.price);
  const isLong = intent.positionSide === 'long';
  if (takeProfit !== null && (isLong ? takeProfit <= reference : takeProfit >= reference))
    return reject('take-profit-wrong-side', { given: takeProfit, limit: reference });
  if (stopLoss !== null && (isLong ? stopLoss >= reference : stopLoss <= reference))
    return reject('stop-loss-wrong-side', { given: stopLoss, limit: reference });
  return undefined;
}

export const isPrice = (price: number): boolean =>
  Number.isSafeInteger(price) && price > 0 && price <= PRICE_TICKS_MAX;

/** The limit as it was sent. For a market order, the last trade, or the mark if there is none. */
function referencePrice(desk: Desk, price: Ticks | null): Ticks {
  if (price !== null) return price;
  return desk.listing.last === NO_TICKS ? desk.listing.mark : desk.listing.last;
}
