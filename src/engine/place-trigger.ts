/** Places and amends orders that wait for a price. Nothing is frozen or locked while they wait. */
import type { AmendTrigger, PlaceTrigger } from '../domain/command.ts';
import { NO_ORDER, type OrderId } from '../domain/ids.ts';
import { CALLBACK_MAX, TRIGGERS_PER_DESK_MAX } from '../domain/limits.ts';
import type {
  TimeInForce,
  Trailing,
  Trigger,
  TriggerDirection,
  TriggerOptions,
  TriggerSource,
} from '../domain/order.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { sideOf } from '../domain/side.ts';
import { FINE_PER_TICK, type Millis, NO_LOTS, NO_TICKS, type Ticks } from '../domain/units.ts';
import { findTarget, unknownOrder } from './cancel-orders.ts';
import { rememberClientOrder } from './client-order.ts';
import { announceOrder, createOrder, keepDeadline } from './create-order.ts';
import { cancelOrder } from './order-life.ts';
import { checkExpiry, checkMatch, isPrice } from './order-options.ts';
import { findDesk, isDesk } from './place-order.ts';
import {
  checkMarginMode,
  checkPermitted,
  checkPrice,
  checkSize,
  checkStatus,
} from './prepare-order.ts';
import { announceTrigger, exitDirection, findUntriggered, pairExits } from './preset-exits.ts';
import { checkSeasonTime } from './season.ts';
import {
  type Desk,
  findAccount,
  type Listing,
  type LiveOrder,
  sideAt,
  type VenueState,
} from './state.ts';
import { armTrigger, pauseTrigger, triggerPriceNow } from './trigger-heaps.ts';

export function placeTrigger(state: VenueState, command: PlaceTrigger): Reject | undefined {
  const desk = findDesk(state, command);
  if (!isDesk(desk)) return desk;
  const { listing } = desk;
  const refused = checkTrigger(desk, command, state.now);
  if (refused !== undefined) return refused;
  const trigger: Trigger = {
    purpose: command.purpose,
    source: command.triggerSource,
    direction: directionOf(listing, command),
    price: command.triggerPrice,
    wholePosition: command.size === null,
    firedAt: null,
    firedPrice: NO_TICKS,
  };
  const satisfied = checkSatisfied(listing, trigger, command.options?.trailing);
  if (satisfied !== undefined) return satisfied;
  const order = acceptTrigger(state, desk, command, trigger);
  rememberClientOrder(state, order, command);
  return undefined;
}

export function amendTrigger(state: VenueState, command: AmendTrigger): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const order = findTarget(state, account, command.target);
  if (order === undefined) return unknownOrder(command.target);
  const { trigger } = order;
  if (order.status !== 'untriggered' || trigger === null)
    return reject('order-not-open', { order: order.id });
  const { priceMatch, trailing, direction } = order.options ?? {};
  if (trailing !== undefined) return reject('trigger-trails', { order: order.id });
  const { listing } = order.desk;
  const refused =
    checkStatus(account) ??
    checkSeasonTime(account, order, state.now) ??
    checkTrading(listing) ??
    checkTriggerPrice(command.triggerPrice) ??
    checkLimit(listing, command, order.options) ??
    (priceMatch === undefined ? undefined : checkMatch(priceMatch, command.price));
  if (refused !== undefined) return refused;
  const next: Trigger = { ...trigger, price: command.triggerPrice, source: command.triggerSource };
  if (trigger.purpose === 'plan' && direction === undefined)
    next.direction = planDirection(listing, next.source, next.price);
  const satisfied = checkSatisfied(listing, next, undefined);
  if (satisfied !== undefined) return satisfied;
  pauseTrigger(order);
  order.trigger = next;
  order.price = command.price ?? NO_TICKS;
  order.timeInForce = timeInForceOf(command.price, order.options ?? {});
  armTrigger(order);
  announceTrigger(state, order);
  return undefined;
}

function checkTrigger(desk: Desk, command: PlaceTrigger, now: Millis): Reject | undefined {
  const { listing, account } = desk;
  const stopped = checkPermitted(desk, command) ?? checkTrading(listing);
  if (stopped !== undefined) return stopped;
  if (listing.mark === NO_TICKS) return reject('index-missing', { given: listing.contract.symbol });
  const whole = command.size === null;
  if (whole && command.purpose === 'plan') return reject('size-invalid', { given: 'none' });
  const exits = command.purpose !== 'plan';
  if (exits && (command.effect !== 'close' || sideAt(desk, command.positionSide).position === null))
    return reject('position-missing', { given: command.positionSide });
  return (
    checkStatus(account) ??
    checkSeasonTime(account, command, now) ??
    (command.size === null
      ? undefined
      : checkSize(desk, {
          ...command,
          size: command.size,
          // A price of the book is a limit, too.
          price: command.options?.priceMatch === undefined ? command.price : command.triggerPrice,
          timeInForce: 'normal',
          takeProfit: null,
          stopLoss: null,
        })) ??
    (command.options?.trailing === undefined
      ? checkTriggerPrice(command.triggerPrice)
      : checkTrailing(command, command.options.trailing)) ??
    checkLimit(listing, command, command.options) ??
    checkMarginMode(desk, command) ??
    checkTriggerCount(desk) ??
    (command.options === undefined ? undefined : checkOptions(desk, command, now))
  );
}

/** A trailing stop fires at market, and its trigger price is not the sender's to choose. */
function checkTrailing(command: PlaceTrigger, trailing: Trailing): Reject | undefined {
  const { callback, activation, distance } = trailing;
  const isCallback = Number.isSafeInteger(callback) && callback >= 1 && callback <= CALLBACK_MAX;
  if (distance === undefined ? !isCallback : callback !== 0 || !isPrice(distance))
    return reject('callback-invalid', { given: distance ?? callback, limit: CALLBACK_MAX });
  if (command.triggerPrice !== NO_TICKS)
    return reject('trigger-price-invalid', { given: command.triggerPrice });
  if (command.price !== null || command.options?.priceMatch !== undefined)
    return reject('price-invalid', { given: command.price ?? 'match' });
  return activation === null ? undefined : checkTriggerPrice(activation);
}

function checkOptions(desk: Desk, command: PlaceTrigger, now: Millis): Reject | undefined {
  const { options = {}, price, size } = command;
  const { priceMatch, replaces } = options;
  const mismatch = priceMatch === undefined ? undefined : checkMatch(priceMatch, price);
  if (mismatch !== undefined) return mismatch;
  const whole = size === null ? wholeExit(desk, command) : NO_ORDER;
  if (replaces === false && whole !== NO_ORDER) return reject('exit-exists', { order: whole });
  return checkExpiry(options, now);
}

const checkTrading = (listing: Listing): Reject | undefined =>
  listing.halted ? reject('contract-halted', { given: listing.contract.symbol }) : undefined;

/** Without a limit it fires as a market order, which never rests. */
const timeInForceOf = (price: Ticks | null, options: TriggerOptions): TimeInForce =>
  price === null && options.priceMatch === undefined ? 'ioc' : (options.timeInForce ?? 'normal');

const checkTriggerPrice = (price: Ticks): Reject | undefined =>
  isPrice(price) ? undefined : reject('trigger-price-invalid', { given: price });

const checkLimit = (
  listing: Listing,
  { price, triggerPrice }: Pick<PlaceTrigger, 'price' | 'triggerPrice'>,
  options: TriggerOptions | null = null,
): Reject | undefined =>
  checkPrice(listing, price, options?.limitBound === 'trigger' ? triggerPrice : listing.mark);

const checkTriggerCount = (desk: Desk): Reject | undefined =>
  desk.untriggered.count < TRIGGERS_PER_DESK_MAX
    ? undefined
    : reject('triggers-too-many', { given: desk.untriggered.count, limit: TRIGGERS_PER_DESK_MAX });

function directionOf(listing: Listing, command: PlaceTrigger): TriggerDirection {
  const { options = {}, positionSide, effect } = command;
  if (options.trailing !== undefined)
    return sideOf(positionSide, effect) === 'sell' ? 'falling' : 'rising';
  if (options.direction !== undefined) return options.direction;
  return command.purpose === 'plan'
    ? planDirection(listing, command.triggerSource, command.triggerPrice)
    : exitDirection(command.positionSide, command.purpose);
}

/** The direction of a plan is not a parameter: it follows from where the price stands now. */
const planDirection = (listing: Listing, source: TriggerSource, price: Ticks): TriggerDirection =>
  price * FINE_PER_TICK >= triggerPriceNow(listing, source) ? 'rising' : 'falling';

/**
 * Nothing fires as it is placed. Nor is a trailing stop placed with its activation behind it, which
 * lies in the other direction: where the price has to come from.
 */
function checkSatisfied(
  listing: Listing,
  { source, direction, price }: Trigger,
  trailing: Trailing | undefined,
): Reject | undefined {
  const given = trailing === undefined ? price : trailing.activation;
  if (given === null) return undefined;
  const now = triggerPriceNow(listing, source);
  const wanted = given * FINE_PER_TICK;
  const waitsForRise = (direction === 'rising') === (trailing === undefined);
  const isSatisfied = waitsForRise ? now >= wanted : now <= wanted;
  return isSatisfied
    ? reject('trigger-already-satisfied', { given, limit: now / FINE_PER_TICK })
    : undefined;
}

function acceptTrigger(
  state: VenueState,
  desk: Desk,
  command: PlaceTrigger,
  trigger: Trigger,
): LiveOrder {
  if (trigger.wholePosition) replaceWhole(state, desk, command);
  const order = createOrder(state, desk, command.positionSide, command.effect);
  order.status = 'untriggered';
  order.timeInForce = timeInForceOf(command.price, command.options ?? {});
  order.clientOrderId = command.clientOrderId;
  order.size = command.size ?? NO_LOTS;
  order.price = command.price ?? NO_TICKS;
  order.trigger = trigger;
  order.options = command.options ?? null;
  keepDeadline(state, order);
  announceOrder(state, order);
  armTrigger(order);
  pairExits(state, order);
  if (trigger.wholePosition) {
    const side = sideAt(desk, command.positionSide);
    if (trigger.purpose === 'take-profit') side.wholeTakeProfit = order.id;
    else side.wholeStopLoss = order.id;
  }
  return order;
}

function wholeExit(desk: Desk, { positionSide, purpose }: PlaceTrigger): OrderId {
  const side = sideAt(desk, positionSide);
  return purpose === 'take-profit' ? side.wholeTakeProfit : side.wholeStopLoss;
}

/** One whole-position exit of each kind per side: a new one takes the place of the old. */
function replaceWhole(state: VenueState, desk: Desk, command: PlaceTrigger): void {
  const known = findUntriggered(state, wholeExit(desk, command));
  if (known !== undefined) cancelOrder(state, known, 'replaced');
}
