/** Untriggered orders: how they wait, and that they fire only if a price reached them. */
import type { TriggerAmended, TriggerFired } from '../../../domain/trigger-event.ts';
import { admitTrader } from './admit.ts';
import { broken, same } from './broken.ts';
import { checkFreezePrices, growFamily } from './fold-orders.ts';
import { type Model, modelOrder } from './model.ts';

export function foldFired(model: Model, event: TriggerFired): void {
  const order = modelOrder(model, event.order);
  const { trigger } = order;
  same('16 status', `order ${order.id} that fires`, order.status, 'untriggered');
  if (trigger === null) broken('16 status', `order ${order.id} fires without a trigger`);
  same('TRG', `trigger price of ${order.id}`, event.triggerPrice, trigger.price);
  same('TRG', `source of ${order.id}`, event.source, trigger.source);
  const range = model.ranges.get(`${order.contract}|${trigger.source}`);
  const reached =
    range !== undefined &&
    (trigger.direction === 'rising'
      ? range.high >= trigger.price * 100
      : range.low <= trigger.price * 100);
  if (!reached)
    broken('TRG-2', `order ${order.id} fired at ${trigger.price}, never reached in this entry`);
  order.status = 'pending';
  if (!trigger.wholePosition && event.size > order.size)
    broken('TRG-7', `order ${order.id} fired with ${event.size} of ${order.size}`);
  order.size = event.size;
  order.working = event.workingPrice;
  model.orders.delete(order.id);
  admitTrader(model, order, event.frozen);
  checkFreezePrices(order, event);
  model.orders.set(order.id, order);
}

export function foldTriggerAmended(model: Model, event: TriggerAmended): void {
  const order = modelOrder(model, event.order);
  same('16 status', `amended trigger ${order.id}`, order.status, 'untriggered');
  if (order.trigger === null) broken('16 status', `order ${order.id} has no trigger`);
  same('TRG-12', `purpose of ${order.id}`, event.trigger.purpose, order.trigger.purpose);
  if (event.size > order.size) growFamily(model, order, event.size - order.size);
  order.size = event.size;
  order.price = event.price;
  order.trigger = event.trigger;
  if (model.command?.kind === 'amend-trigger')
    order.timeInForce = order.price === 0 ? 'ioc' : 'normal';
}
