/** Places and amends orders that wait for a price. Nothing is frozen or locked while they wait. */
import type { AmendTrigger, PlaceTrigger } from '../domain/command.ts';
import { NO_ORDER } from '../domain/ids.ts';
import { TRIGGERS_PER_DESK_MAX } from '../domain/limits.ts';
import type { TimeInForce, Trigger, TriggerDirection, TriggerSource } from '../domain/order.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { FINE_PER_TICK, type Millis, NO_LOTS, NO_TICKS, type Ticks } from '../domain/units.ts';
import { findTarget, unknownOrder } from './cancel-orders.ts';
import { isPrice } from './check-presets.ts';
import { rememberClientOrder } from './client-order.ts';
import { announceOrder, cancelOrder, createOrder, PLAIN_TERMS } from './order-life.ts';
import { findDesk, isDesk } from './place-order.ts';
import {
  checkMarginMode,
  checkPermitted,
  checkPrice,
  checkSize,
  checkStatus,
} from './prepare-order.ts';
import { announceTrigger, exitDirection, findUntriggered } from './preset-exits.ts';
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
  if (isSatisfied(listing, trigger)) return alreadySatisfied(listing, trigger);
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
  const { listing } = order.desk;
  const refused =
    checkStatus(account) ??
    checkSeasonTime(account, order, state.now) ??
    checkTrading(listing) ??
    checkTriggerPrice(command.triggerPrice) ??
    checkPrice(listing, command.price);
  if (refused !== undefined) return refused;
  const next: Trigger = { ...trigger, price: command.triggerPrice, source: command.triggerSource };
  if (trigger.purpose === 'plan') next.direction = planDirection(listing, next.source, next.price);
  if (isSatisfied(listing, next)) return alreadySatisfied(listing, next);
  pauseTrigger(order);
  order.trigger = next;
  order.price = command.price ?? NO_TICKS;
  order.timeInForce = timeInForceOf(command);
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
          timeInForce: 'normal',
          takeProfit: null,
          stopLoss: null,
        })) ??
    checkTriggerPrice(command.triggerPrice) ??
    checkPrice(listing, command.price) ??
    checkMarginMode(desk, command) ??
    checkTriggerCount(desk)
  );
}

const checkTrading = (listing: Listing): Reject | undefined =>
  listing.halted ? reject('contract-halted', { given: listing.contract.symbol }) : undefined;

/** Without a limit it fires as a market order, which never rests. */
const timeInForceOf = ({ price }: PlaceTrigger | AmendTrigger): TimeInForce =>
  price === null ? 'ioc' : 'normal';

const checkTriggerPrice = (price: Ticks): Reject | undefined =>
  isPrice(price) ? undefined : reject('trigger-price-invalid', { given: price });

const checkTriggerCount = (desk: Desk): Reject | undefined =>
  desk.untriggered.count < TRIGGERS_PER_DESK_MAX
    ? undefined
    : reject('triggers-too-many', { given: desk.untriggered.count, limit: TRIGGERS_PER_DESK_MAX });

function directionOf(listing: Listing, command: PlaceTrigger): TriggerDirection {
  return command.purpose === 'plan'
    ? planDirection(listing, command.triggerSource, command.triggerPrice)
    : exitDirection(command.positionSide, command.purpose);
}

/** The direction of a plan is not a parameter: it follows from where the price stands now. */
const planDirection = (listing: Listing, source: TriggerSource, price: Ticks): TriggerDirection =>
  price * FINE_PER_TICK >= triggerPriceNow(listing, source) ? 'rising' : 'falling';

function isSatisfied(listing: Listing, trigger: Trigger): boolean {
  const now = triggerPriceNow(listing, trigger.source);
  const wanted = trigger.price * FINE_PER_TICK;
  return trigger.direction === 'rising' ? now >= wanted : now <= wanted;
}

const alreadySatisfied = (listing: Listing, trigger: Trigger): Reject =>
  reject('trigger-already-satisfied', {
    given: trigger.price,
    limit: triggerPriceNow(listing, trigger.source) / FINE_PER_TICK,
  });

function acceptTrigger(
  state: VenueState,
  desk: Desk,
  command: PlaceTrigger,
  trigger: Trigger,
): LiveOrder {
  if (trigger.wholePosition) replaceWhole(state, desk, command);
  const order = createOrder(state, desk, {
    ...PLAIN_TERMS,
    positionSide: command.positionSide,
    effect: command.effect,
    timeInForce: timeInForceOf(command),
    origin: 'trader',
    clientOrderId: command.clientOrderId,
    size: command.size ?? NO_LOTS,
    price: command.price ?? NO_TICKS,
    workingPrice: NO_TICKS,
    trigger,
  });
  announceOrder(state, order);
  armTrigger(order);
  if (trigger.wholePosition) {
    const side = sideAt(desk, command.positionSide);
    if (trigger.purpose === 'take-profit') side.wholeTakeProfit = order.id;
    else side.wholeStopLoss = order.id;
  }
  return order;
}

/** One whole-position exit of each kind per side: a new one takes the place of the old. */
function replaceWhole(state: VenueState, desk: Desk, command: PlaceTrigger): void {
  const side = sideAt(desk, command.positionSide);
  const id = command.purpose === 'take-profit' ? side.wholeTakeProfit : side.wholeStopLoss;
  const known = id === NO_ORDER ? undefined : findUntriggered(state, id);
  if (known !== undefined) cancelOrder(state, known, 'replaced');
}
