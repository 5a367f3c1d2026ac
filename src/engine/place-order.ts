/** Places an order: checks, acceptance, execution. */
import type { PlaceOrder, PlaceTrigger } from '../domain/command.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { sideOf } from '../domain/side.ts';
import { type Lots, NO_MONEY, NO_TICKS, type Ticks } from '../domain/units.ts';
import { checkClientOrder, rememberClientOrder } from './client-order.ts';
import { announceOrder, createOrder, keepDeadline } from './create-order.ts';
import { deskAt } from './create-state.ts';
import { executeOrder, matchOrder } from './match-order.ts';
import { checkPositionMode } from './net-order.ts';
import { startWorking } from './order-life.ts';
import { checkExpiry, type Intent, isLimit, settleLimit } from './order-options.ts';
import { isReject, type PreparedOrder, prepareOrder } from './prepare-order.ts';
import { type Desk, findAccount, findListing, type LiveOrder, type VenueState } from './state.ts';

export function placeOrder(state: VenueState, command: PlaceOrder): Reject | undefined {
  const desk = findDesk(state, command);
  if (!isDesk(desk)) return desk;
  let intent = command;
  if (command.options !== undefined) {
    const settled = settleOptions(state, desk, command);
    if ('reason' in settled) return settled;
    intent = settled;
  }
  const prepared = prepareOrder(state, desk, intent);
  if (isReject(prepared)) return prepared;
  // Whoever names a side of a hedge closes as much of it as there is, or is told.
  if (prepared.size < command.size && command.options?.positionMode === 'hedge')
    return reject('close-above-position', { given: command.size, limit: prepared.size });
  const order = acceptOrder(state, desk, intent, prepared, command.clientOrderId);
  rememberClientOrder(state, order, command);
  executeOrder(state, order);
  return undefined;
}

/** The order with the price that it takes from the book. */
function settleOptions(state: VenueState, desk: Desk, command: PlaceOrder): PlaceOrder | Reject {
  const { options = {}, price, positionSide, effect } = command;
  const side = sideOf(positionSide, effect);
  const limit = settleLimit(desk.listing, side, price, options.priceMatch);
  if (!isLimit(limit)) return limit;
  return checkExpiry(options, state.now) ?? { ...command, price: limit };
}

/** A close of the whole of a position, or a part of it, at market, on a trader's behalf. */
export function placeMarketClose(
  state: VenueState,
  desk: Desk,
  positionSide: Intent['positionSide'],
  size: Lots,
): Reject | LiveOrder {
  const intent: Intent = {
    positionSide,
    effect: 'close',
    size,
    price: null,
    timeInForce: 'ioc',
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  };
  const prepared = prepareOrder(state, desk, intent);
  if (isReject(prepared)) return prepared;
  const order = acceptOrder(state, desk, intent, prepared, null);
  executeOrder(state, order);
  return order;
}

type VenueOrderTerms = Pick<LiveOrder, 'positionSide' | 'origin' | 'effect'> & {
  readonly size: Lots;
  readonly price: Ticks;
};

/**
 * One of the venue's own orders. It takes from the book up to this price; the caller deals with
 * what is left.
 */
export function sendVenueOrder(state: VenueState, desk: Desk, terms: VenueOrderTerms): LiveOrder {
  const order = createVenueOrder(state, desk, terms);
  matchOrder(state, order);
  return order;
}

/** The same without the book, for settlements that do not go through it. */
export function createVenueOrder(state: VenueState, desk: Desk, terms: VenueOrderTerms): LiveOrder {
  const { positionSide, origin, effect, size, price } = terms;
  const order = createOrder(state, desk, positionSide, effect);
  order.origin = origin;
  order.size = size;
  order.price = price;
  order.workingPrice = price;
  announceOrder(state, order);
  startWorking(order, NO_MONEY);
  return order;
}

function acceptOrder(
  state: VenueState,
  desk: Desk,
  intent: Intent,
  prepared: PreparedOrder,
  clientOrderId: string | null,
): LiveOrder {
  const order = createOrder(state, desk, intent.positionSide, intent.effect);
  order.timeInForce = intent.price === null ? 'ioc' : intent.timeInForce;
  order.clientOrderId = clientOrderId;
  order.size = prepared.size;
  order.price = intent.price ?? NO_TICKS;
  order.workingPrice = prepared.workingPrice;
  order.freezePrice = prepared.freezePrice;
  order.openLoss = prepared.openLoss;
  order.takeProfit = intent.takeProfit ?? NO_TICKS;
  order.stopLoss = intent.stopLoss ?? NO_TICKS;
  order.options = intent.options ?? null;
  keepDeadline(state, order);
  startWorking(order, prepared.frozen);
  announceOrder(state, order);
  return order;
}

/**
 * The first step of every placement: its account, whether it is a repeat, and its desk. Undefined
 * if the same order was placed before: then nothing is left to do.
 */
export function findDesk(
  state: VenueState,
  command: PlaceOrder | PlaceTrigger,
): Desk | Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const known = checkClientOrder(state, account, command);
  if (known !== undefined) return known === 'repeated' ? undefined : known;
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  const desk = deskAt(account, listing);
  if (account.positionMode === 'hedge' && command.options === undefined) return desk;
  return checkPositionMode(desk, command) ?? desk;
}

export const isDesk = (found: Desk | Reject | undefined): found is Desk =>
  found !== undefined && 'listing' in found;
