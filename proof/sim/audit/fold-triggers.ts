/** Untriggered orders: how they wait, and that they fire only if a price reached them. */

import type { EventOf } from '../../../src/domain/event.ts';
import { toBigInt } from '../../../src/domain/units.ts';
import { admitTrader } from './admit.ts';
import { broken, same } from './broken.ts';
import { checkFreezePrices, growFamily } from './fold-orders.ts';
import { type Model, type ModelOrder, modelOrder } from './model.ts';
import { matchedPrice } from './options.ts';
import { checkStopped } from './trails.ts';

export function foldFired(model: Model, event: EventOf<'trigger-fired'>): void {
  const order = modelOrder(model, event.order);
  const { trigger } = order;
  same('16 status', `order ${order.id} that fires`, order.status, 'untriggered');
  if (trigger === null) broken('16 status', `order ${order.id} fires without a trigger`);
  if (order.options?.trailing === undefined) checkReached(model, order, event);
  else checkStopped(model, order, event);
  same('TRG', `source of ${order.id}`, event.source, trigger.source);
  if (order.options?.priceProtect === true && !model.calm.has(order.contract))
    broken('TRG-18', `protected order ${order.id} fires while the last price strays`);
  const match = order.options?.priceMatch;
  const contract = order.listing;
  if (match !== undefined) order.price = matchedPrice(contract, order.side, match);
  same('ORD-13', `limit of order ${order.id} that fires`, event.price, order.price);
  order.status = 'pending';
  if (!trigger.wholePosition && event.size > order.size)
    broken('TRG-7', `order ${order.id} fired with ${event.size} of ${order.size}`);
  order.size = event.size;
  order.working = event.workingPrice;
  model.orders.delete(order.id);
  admitTrader(model, order, toBigInt(event.frozen));
  checkFreezePrices(order, event);
  model.orders.set(order.id, order);
}

function checkReached(
  model: Model,
  { id, contract, trigger }: ModelOrder,
  event: EventOf<'trigger-fired'>,
) {
  if (trigger === null) return;
  same('TRG', `trigger price of ${id}`, event.triggerPrice, trigger.price);
  const range = model.ranges.get(`${contract}|${trigger.source}`);
  const reached =
    range !== undefined &&
    (trigger.direction === 'rising'
      ? range.high >= trigger.price * 100
      : range.low <= trigger.price * 100);
  if (!reached) broken('TRG-2', `order ${id} fired at ${trigger.price}, never reached here`);
}

export function foldTriggerAmended(model: Model, event: EventOf<'trigger-amended'>): void {
  const order = modelOrder(model, event.order);
  same('16 status', `amended trigger ${order.id}`, order.status, 'untriggered');
  if (order.trigger === null) broken('16 status', `order ${order.id} has no trigger`);
  same('TRG-12', `purpose of ${order.id}`, event.trigger.purpose, order.trigger.purpose);
  if (event.size > order.size) growFamily(model, order, event.size - order.size);
  order.size = event.size;
  order.price = event.price;
  order.trigger = event.trigger;
  if (model.command?.kind === 'amend-trigger') order.timeInForce = amendedForce(order);
}

function amendedForce({ price, options }: ModelOrder): ModelOrder['timeInForce'] {
  const isMarket = price === 0 && options?.priceMatch === undefined;
  return isMarket ? 'ioc' : (options?.timeInForce ?? 'normal');
}
