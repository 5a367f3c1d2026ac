/**
 * The checks an order passes before it exists, in their documented order, and the prices fixed on
 * the way. Returns the first reason to refuse, or what the order will work with. Changes nothing.
 */

import { type Book, bestTicks, crosses, levelLots, nextTicks } from '../book/book.ts';
import type { EffectiveStatus } from '../domain/account.ts';
import { isPriceTooFar, notionalOf, workingPriceOf } from '../domain/contract.ts';
import {
  HOUSE_ORDERS_PER_DESK_MAX,
  ORDERS_PER_DESK_MAX,
  PRICE_TICKS_MAX,
} from '../domain/limits.ts';
import {
  freezePriceOf,
  initialMargin,
  marginRequirement,
  notionalMaxAt,
  openLossOf,
  orderFreeze,
} from '../domain/margin.ts';
import { greater, minus, plus } from '../domain/money.ts';
import type { TimeInForce } from '../domain/order.ts';
import { type Reject, type RejectReason, reject, rejectAmount } from '../domain/reject.ts';
import { oppositeSide, type Side, sideOf } from '../domain/side.ts';
import {
  type Lots,
  lots,
  type Money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ppm,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import { openingLots, otherSide } from './freeze-order.ts';
import { checkPresets, type Intent, type PriceIntent } from './order-options.ts';
import {
  boundByBankruptcy,
  closableLots,
  effectiveStatus,
  freeCollateral,
  grossLots,
  isCostly,
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

/** Written anew for each order: it is placed, or refused, before the next one is prepared. */
const PREPARED: { -readonly [Field in keyof PreparedOrder]: PreparedOrder[Field] } = {
  size: NO_LOTS,
  workingPrice: NO_TICKS,
  freezePrice: NO_TICKS,
  openLoss: NO_TICKS,
  frozen: NO_MONEY,
};

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
    (hasPreset(intent) ? checkPresets(desk, intent) : undefined) ??
    checkMarginMode(desk, intent) ??
    checkCount(desk, intent) ??
    (intent.effect === 'open'
      ? prepareOpening(desk, intent, takerFee)
      : prepareClosing(desk, intent))
  );
}

const hasPreset = ({ takeProfit, stopLoss }: Intent): boolean =>
  takeProfit !== null || stopLoss !== null;

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

const STATUS_REASONS: Readonly<Record<Exclude<EffectiveStatus, 'active'>, RejectReason>> = {
  frozen: 'account-frozen',
  liquidating: 'account-liquidating',
  disqualified: 'account-disqualified',
  closed: 'account-closed',
};

/** The venue's own accounts trade only to settle and unwind, never by command. */
export function checkStatus(account: Account): Reject | undefined {
  if (account.role !== 'trader' && account.role !== 'house')
    return reject('account-role-forbidden', { given: account.role });
  const status = effectiveStatus(account);
  return status === 'active' ? undefined : reject(STATUS_REASONS[status]);
}

export function checkSize(desk: Desk, intent: Intent): Reject | undefined {
  const { contract } = desk.listing;
  const { size } = intent;
  if (!Number.isSafeInteger(size) || size <= 0) return reject('size-invalid', { given: size });
  if (size > contract.orderLotsMax)
    return reject('size-above-maximum', { given: size, limit: contract.orderLotsMax });
  const { marketOpenLotsMax } = contract;
  if (intent.effect === 'open' && intent.price === null && size > marketOpenLotsMax) {
    const opening = openingLots(desk, intent.positionSide, size);
    if (opening > marketOpenLotsMax)
      return reject('market-size-above-maximum', { given: opening, limit: marketOpenLotsMax });
  }
  // What is left of a position may be less than the smallest order, and must still be closable.
  if (size < contract.orderLotsMin && size !== wholeRest(desk, intent))
    return reject('size-below-minimum', { given: size, limit: contract.orderLotsMin });
  return undefined;
}

/** The size that would close all there is to close; none if the order opens alone. */
function wholeRest(desk: Desk, { effect, positionSide }: Intent): Lots {
  if (effect === 'close') return closableLots(desk, sideAt(desk, positionSide));
  return desk.account.positionMode === 'net'
    ? positionSize(otherSide(desk, positionSide))
    : lots(0);
}

export function checkPrice(
  { mark }: Pick<Listing, 'mark'>,
  price: Ticks | null,
  from: Ticks = mark,
): Reject | undefined {
  if (price === null) return undefined;
  if (!Number.isSafeInteger(price) || price <= 0 || price > PRICE_TICKS_MAX)
    return reject('price-invalid', { given: price, limit: PRICE_TICKS_MAX });
  if (isPriceTooFar(price, from))
    return reject('price-too-far', { given: price, limit: from * 10 });
  return undefined;
}

export function checkMarginMode(
  desk: Desk,
  intent: Pick<Intent, 'marginMode'>,
): Reject | undefined {
  if (intent.marginMode === null || intent.marginMode === desk.marginMode) return undefined;
  return reject('margin-mode-mismatch', { given: intent.marginMode, limit: desk.marginMode });
}

const mayRest = (timeInForce: TimeInForce): boolean =>
  timeInForce === 'normal' || timeInForce === 'post-only';

/** The limit counts only orders that may rest, so closing at market always works. */
function checkCount(desk: Desk, intent: Intent): Reject | undefined {
  if (intent.price === null || !mayRest(intent.timeInForce)) return undefined;
  const limit = desk.account.role === 'trader' ? ORDERS_PER_DESK_MAX : HOUSE_ORDERS_PER_DESK_MAX;
  if (desk.working.count < limit) return undefined;
  return reject('orders-too-many', { given: desk.working.count, limit });
}

function prepareOpening(desk: Desk, intent: Intent, takerFee: Ppm): Reject | PreparedOrder {
  const opening = openingLots(desk, intent.positionSide, intent.size);
  const prepared = openingTerms(desk, intent, opening, takerFee);
  const small = checkNotional(desk.listing, intent);
  if (small !== undefined) return small;
  // A net order that only shrinks a position adds nothing that could be too much.
  if (opening === 0) return prepared;
  const { freezePrice, workingPrice, frozen } = prepared;
  const notional = notionalOf(desk.listing.contract, freezePrice, opening);
  return (
    checkPositionLimit(desk, intent, opening) ??
    checkSeasonValue(desk, notional) ??
    checkTier(desk, intent, notional) ??
    checkIsolated(desk, intent, opening, workingPrice) ??
    checkFree(desk, frozen) ??
    prepared
  );
}

/** The prices of an order to open, and what it freezes for the lots that do. */
export function openingTerms(
  desk: Desk,
  intent: PriceIntent,
  opening: Lots,
  takerFee: Ppm,
): PreparedOrder {
  const { contract, mark } = desk.listing;
  const price = workingPriceOf(contract, intent, mark);
  PREPARED.size = intent.size;
  freezeAt(desk, intent, price, opening, takerFee);
  if (desk.account.positionMode === 'net') {
    const bound = boundReduction(desk, intent, price, PREPARED.frozen);
    if (bound !== price) freezeAt(desk, intent, bound, opening, takerFee);
  }
  return PREPARED;
}

function freezeAt(
  desk: Desk,
  { positionSide }: PriceIntent,
  working: Ticks,
  opening: Lots,
  takerFee: Ppm,
): void {
  const { contract, mark, book } = desk.listing;
  const leverage = leverageOf(desk, positionSide);
  PREPARED.workingPrice = working;
  PREPARED.freezePrice = freezePriceOf(positionSide, working, mark, bestTicks(book, 'buy'));
  PREPARED.openLoss = openLossOf(positionSide, working, mark);
  PREPARED.frozen = orderFreeze(contract, PREPARED, opening, leverage, takerFee);
}

/** A net order may not shrink the other position at a price that its account cannot afford. */
function boundReduction(desk: Desk, intent: PriceIntent, price: Ticks, frozen: Money): Ticks {
  const { side, position } = otherSide(desk, intent.positionSide);
  if (position === null) return price;
  const size = lots(Math.min(intent.size, position.size));
  return boundByBankruptcy(desk, { side, size, price }, frozen);
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
    ? rejectAmount('notional-below-minimum', notional, notionalMin)
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
  added: Money,
): Reject | undefined {
  const { contract } = desk.listing;
  const side = sideAt(desk, intent.positionSide);
  const isCross = desk.marginMode === 'cross';
  const held = notionalAtMark(desk, isCross ? grossLots(desk) : positionSize(side));
  const opening = isCross
    ? plus(desk.long.openingNotional, desk.short.openingNotional)
    : side.openingNotional;
  const after = plus(plus(held, opening), added);
  const limit = notionalMaxAt(contract, leverageOf(desk, intent.positionSide));
  return after > limit ? rejectAmount('tier-limit', after, limit) : undefined;
}

/**
 * An isolated position must start above its own requirement, or it would be liquidated at once. It
 * is judged by the worst price it can get: where the book fills all of it, that of the last level.
 */
export function checkIsolated(
  desk: Desk,
  intent: Pick<Intent, 'positionSide'>,
  size: Lots,
  workingPrice: Ticks,
): Reject | undefined {
  if (desk.marginMode === 'cross') return undefined;
  const { contract, mark, book } = desk.listing;
  const side = sideOf(intent.positionSide, 'open');
  // An entrant who may meet only the house cannot use the whole book.
  const worst = isHouseOnly(desk.account)
    ? workingPrice
    : worstFill(book, side, workingPrice, size);
  const isLong = intent.positionSide === 'long';
  const loss = ticks(Math.max(0, isLong ? worst - mark : mark - worst));
  const margin = minus(
    initialMargin(notionalOf(contract, worst, size), leverageOf(desk, intent.positionSide)),
    notionalOf(contract, loss, size),
  );
  // A short that fills below the mark is valued at the mark at once.
  const valued = isLong ? worst : ticks(Math.max(worst, mark));
  const needed = marginRequirement(contract, notionalOf(contract, valued, size), takerFeeOf(desk));
  return margin < needed ? rejectAmount('isolated-margin-too-thin', margin, needed) : undefined;
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

/** `held` is what an order that is amended gives back. */
export function checkFree(desk: Desk, needed: Money, held = NO_MONEY): Reject | undefined {
  const free = plus(freeCollateral(desk.account), held);
  return free < needed
    ? rejectAmount('margin-insufficient', needed, greater(free, NO_MONEY))
    : undefined;
}

function prepareClosing(desk: Desk, intent: Intent): Reject | PreparedOrder {
  const side = sideAt(desk, intent.positionSide);
  const closable = closableLots(desk, side);
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
  return closingTerms(desk, intent, lots(Math.min(intent.size, closable)));
}

export function closingTerms(desk: Desk, intent: PriceIntent, size: Lots): PreparedOrder {
  const { positionSide: side } = intent;
  const { contract, mark } = desk.listing;
  const price = workingPriceOf(contract, intent, mark);
  PREPARED.size = size;
  PREPARED.workingPrice = isCostly(desk, side, price)
    ? boundByBankruptcy(desk, { side, size, price }, NO_MONEY)
    : price;
  PREPARED.freezePrice = NO_TICKS;
  PREPARED.openLoss = NO_TICKS;
  PREPARED.frozen = NO_MONEY;
  return PREPARED;
}

/** The working close that locks the lots, so that a bot can cancel it and try again. */
function blockingOrder(desk: Desk, intent: Intent): Pick<Reject, 'order'> {
  for (let order = desk.working.last; order !== null; order = order.previous) {
    if (order.effect === 'close' && order.positionSide === intent.positionSide)
      return { order: order.id };
  }
  return {};
}
