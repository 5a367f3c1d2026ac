/**
 * Trailing stops, each followed by itself. Events do not say at which moments of an entry triggers
 * look at prices. So the auditor knows the least and the most that a stop can have followed: the
 * price at the end of each entry for certain, and any price within it perhaps.
 */
import type { EventOf } from '../../../src/domain/event.ts';
import type { VenueState } from '../../../src/engine/state.ts';
import { extremeOf } from '../../../src/engine/trailing-stops.ts';
import { broken, same } from './broken.ts';
import { isPausedAt, type Model, type ModelOrder, modelOrder } from './model.ts';
import { isFarApart, sourcePrice } from './ranges.ts';

const FINE = 100;
const TENTHS = 1_000;

const isSale = ({ side }: ModelOrder): boolean => side === 'sell';

const further = (order: ModelOrder, first: number, second: number): number =>
  isSale(order) ? Math.max(first, second) : Math.min(first, second);

/** A thousand times the price at which it fires. */
function stopAt(order: ModelOrder, extreme: number): number {
  const { callback, distance } = order.options?.trailing ?? broken('TRL', `order ${order.id}`);
  if (distance !== undefined) {
    const away = distance * FINE;
    return TENTHS * (isSale(order) ? Math.max(0, extreme - away) : extreme + away);
  }
  return extreme * (isSale(order) ? TENTHS - callback : TENTHS + callback);
}

/** In whole ticks: the first that fires. */
function stopTicks(order: ModelOrder, extreme: number): number {
  const ticks = stopAt(order, extreme) / (TENTHS * FINE);
  return isSale(order) ? Math.floor(ticks) : Math.ceil(ticks);
}

const isReached = (order: ModelOrder, price: number, extreme: number): boolean =>
  isSale(order)
    ? price * TENTHS <= stopAt(order, extreme)
    : price * TENTHS >= stopAt(order, extreme);

const rangeOf = (model: Model, order: ModelOrder) =>
  model.ranges.get(`${order.contract}|${order.trigger?.source}`) ??
  broken('TRL-3', `order ${order.id} follows a price that is not there`);

/** The furthest price of the entry in the direction that it follows, and in the other. */
function reachOf(model: Model, order: ModelOrder): { ahead: number; back: number } {
  const { low, high } = rangeOf(model, order);
  return isSale(order) ? { ahead: high, back: low } : { ahead: low, back: high };
}

export function foldActivated(model: Model, event: EventOf<'trigger-activated'>): void {
  const order = modelOrder(model, event.order);
  const { trigger } = order;
  same('16 status', `order ${order.id} that follows a price`, order.status, 'untriggered');
  if (trigger === null || order.followed !== null)
    broken('TRL-2', `order ${order.id} is active already`);
  const { low, high } = rangeOf(model, order);
  if (event.sourcePrice < low || event.sourcePrice > high)
    broken('TRL-2', `order ${order.id} follows from ${event.sourcePrice}, never seen here`);
  const activation = order.options?.trailing?.activation ?? null;
  if (
    activation !== null &&
    further(order, event.sourcePrice, activation * FINE) !== event.sourcePrice
  )
    broken('TRL-2', `order ${order.id} is active at ${event.sourcePrice} before ${activation}`);
  order.followed = { sure: event.sourcePrice, perhaps: event.sourcePrice };
  const stop = stopTicks(order, event.sourcePrice);
  same('TRL-1', `first stop of order ${order.id}`, event.stop, stop);
  order.trigger = { ...trigger, price: event.stop };
}

/** A stop fires between the least and the most that it can have followed, and was reached. */
export function checkStopped(
  model: Model,
  order: ModelOrder,
  event: EventOf<'trigger-fired'>,
): void {
  const { followed } = order;
  if (followed === null) broken('TRL-2', `order ${order.id} fires before it is active`);
  const { ahead, back } = reachOf(model, order);
  const most = further(order, followed.perhaps, ahead);
  const [first, last] = [stopTicks(order, followed.sure), stopTicks(order, most)];
  if (event.triggerPrice < Math.min(first, last) || event.triggerPrice > Math.max(first, last))
    broken('TRL-1', `order ${order.id} fires at ${event.triggerPrice}, not ${first} to ${last}`);
  if (!isReached(order, back, most))
    broken('TRL-1', `order ${order.id} fires at ${event.triggerPrice}, never reached`);
}

/** After an entry: every stop has followed, none is left that is reached. */
export function checkTrails(model: Model, state: VenueState): void {
  for (const live of state.orders.values()) {
    const order = model.orders.get(live.id);
    if (order?.options?.trailing === undefined || order.status !== 'untriggered') continue;
    const contract = order.listing;
    const price = sourcePrice(contract, order.trigger?.source ?? 'last');
    const isPaused = isPausedAt(contract, model.now) || price === 0;
    if (order.followed === null) {
      if (!isPaused) checkWaiting(order, price);
      continue;
    }
    const { ahead } = reachOf(model, order);
    order.followed.perhaps = further(order, order.followed.perhaps, ahead);
    if (!isPaused) order.followed.sure = further(order, order.followed.sure, price);
    if (live.trail === null) broken('TRL-3', `order ${order.id} follows nothing`);
    const extreme = extremeOf(live.trail);
    const { sure, perhaps } = order.followed;
    if (extreme < Math.min(sure, perhaps) || extreme > Math.max(sure, perhaps))
      broken('TRL-1', `order ${order.id} followed to ${extreme}, not ${sure} to ${perhaps}`);
    order.followed = { sure: extreme, perhaps: extreme };
    const isHeld = order.options.priceProtect === true && isFarApart(contract);
    if (!isPaused && !isHeld && isReached(order, price, extreme))
      broken('TRL-1', `order ${order.id} waits, its stop is reached by ${price}`);
  }
}

function checkWaiting(order: ModelOrder, price: number): void {
  const activation = order.options?.trailing?.activation ?? null;
  if (activation === null || further(order, price, activation * FINE) === price)
    broken('TRL-2', `order ${order.id} is not active at ${price}`);
}
