/** Fires a trigger: the order is checked again and goes to the book as it stands now. */
import { assert } from '../domain/assert.ts';
import { NO_ORDER } from '../domain/ids.ts';
import { wholeDown } from '../domain/money.ts';
import type { Reject } from '../domain/reject.ts';
import { FINE_PER_TICK, type Lots, lots, NO_TICKS, type Ticks, ticks } from '../domain/units.ts';
import { freeClosable } from './close-positions.ts';
import { executeOrder } from './match-order.ts';
import { cancelOrder, moveStatus, startWorking } from './order-life.ts';
import { type Intent, isLimit, settleLimit } from './order-options.ts';
import { isReject, type PreparedOrder, prepareOrder } from './prepare-order.ts';
import { closableLots, positionSize } from './risk.ts';
import { emit, type LiveOrder, sideAt, type VenueState } from './state.ts';
import { disarmTrigger, triggerPriceNow } from './trigger-heaps.ts';

export function fireTrigger(state: VenueState, order: LiveOrder): void {
  const { trigger, desk } = order;
  assert(trigger !== null, 'an order has no trigger', order.id);
  const source = triggerPriceNow(desk.listing, trigger.source);
  const sourcePrice = ticks(wholeDown(source + FINE_PER_TICK / 2, FINE_PER_TICK));
  const sibling = order.sibling === NO_ORDER ? undefined : state.orders.get(order.sibling);
  if (sibling !== undefined && sibling.status !== 'untriggered') cancelOrder(state, sibling, 'oco');
  const size = sizeToFire(state, order);
  if (size === 0) {
    cancelOrder(state, order, 'no-position');
    return;
  }
  const sent = order.price === NO_TICKS ? null : order.price;
  const limit = settleLimit(desk.listing, order.side, sent, order.options?.priceMatch);
  const prepared = isLimit(limit) ? prepareFired(state, order, size, limit) : limit;
  if (isReject(prepared) || !isLimit(limit)) {
    cancelOrder(state, order, 'trigger-check-failed', isReject(prepared) ? prepared : null);
    return;
  }
  disarmTrigger(order);
  moveStatus(order, 'pending');
  order.size = prepared.size;
  order.price = limit ?? NO_TICKS;
  order.workingPrice = prepared.workingPrice;
  order.freezePrice = prepared.freezePrice;
  order.openLoss = prepared.openLoss;
  trigger.firedAt = state.now;
  trigger.firedPrice = sourcePrice;
  startWorking(order, prepared.frozen);
  emit(state, {
    kind: 'trigger-fired',
    order: order.id,
    account: order.account,
    contract: order.contract,
    source: trigger.source,
    direction: trigger.direction,
    triggerPrice: trigger.price,
    price: order.price,
    sourcePrice,
    workingPrice: order.workingPrice,
    size: order.size,
    frozen: order.frozen,
    freezePrice: order.freezePrice,
    openLoss: order.openLoss,
  });
  executeOrder(state, order);
}

/** A protective exit takes precedence over resting profit targets, within the position's size. */
function sizeToFire(state: VenueState, order: LiveOrder): Lots {
  if (order.effect === 'open') return order.size;
  const { desk, trigger } = order;
  const side = sideAt(desk, order.positionSide);
  const held = positionSize(side);
  const wanted = trigger?.wholePosition === true ? held : lots(Math.min(order.size, held));
  if (trigger?.purpose !== 'plan')
    freeClosable(state, desk, order.positionSide, { wanted, reason: 'protective-exit' });
  return lots(Math.min(wanted, closableLots(desk, side)));
}

function prepareFired(
  state: VenueState,
  order: LiveOrder,
  size: Lots,
  price: Ticks | null,
): Reject | PreparedOrder {
  const intent: Intent = {
    positionSide: order.positionSide,
    effect: order.effect,
    size: lots(Math.min(size, order.desk.listing.contract.orderLotsMax)),
    price,
    timeInForce: order.timeInForce,
    takeProfit: null,
    stopLoss: null,
    marginMode: order.marginMode,
  };
  return prepareOrder(state, order.desk, intent, order.takerFee);
}
