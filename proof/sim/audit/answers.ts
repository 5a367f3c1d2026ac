/**
 * Every placement is answered exactly once, and the order accepted is the order that was asked for.
 */
import type { Command, PlaceOrder, PlaceTrigger } from '../../../src/domain/command.ts';
import type { OrderAccepted } from '../../../src/domain/event.ts';
import { broken, same } from './broken.ts';
import { sideFor } from './exact.ts';
import { type Model, modelContract } from './model.ts';
import { matchedPrice } from './options.ts';

export function startCommand(model: Model, command: Command): void {
  model.command = command;
  model.orderBefore = model.lastOrder;
  model.lastCanceled = 0;
  model.answers = 0;
  model.refusals = 0;
}

export function checkAnswer(model: Model): void {
  const { command } = model;
  if (model.refusals === 0) checkGone(model);
  if (command?.kind !== 'place-order' && command?.kind !== 'place-trigger') return;
  same('CHK', `answers to a ${command.kind}`, model.answers, 1);
}

/** The orders of a cancel command are gone. */
function checkGone(model: Model): void {
  const { command } = model;
  if (command?.kind === 'cancel-order' && command.target.by === 'id') {
    const { order } = command.target;
    if (model.orders.has(order)) broken('CXL-1', `order ${order} outlived its cancel`);
  }
  if (command?.kind !== 'cancel-all-orders') return;
  for (const order of model.orders.values()) {
    const isHere = command.contract === null || command.contract === order.contract;
    const isMeant = (order.status === 'untriggered') === (command.scope === 'untriggered');
    if (order.id > model.orderBefore) continue;
    if (order.account === command.account && isHere && isMeant)
      broken('CXL-3', `order ${order.id} outlived cancel-all`);
  }
}

/** What an order has as it was asked for. */
const ASKED = ['account', 'contract', 'positionSide', 'effect', 'clientOrderId'] as const;

/** Whether an acceptance answers the present command; venue orders and preset exits do not. */
export function noteAcceptance(model: Model, event: OrderAccepted): void {
  if (event.origin !== 'trader' || event.parent !== 0) return;
  if (event.effect === 'close' && event.trigger === null)
    model.attempts.add(`${event.account}|${event.contract}|${event.positionSide}`);
  const { command } = model;
  if (command?.kind === 'place-order' && event.trigger === null) {
    model.answers += 1;
    for (const field of ASKED) same('CHK', field, event[field], command[field]);
    const match = command.options?.priceMatch;
    const side = sideFor(command.positionSide, command.effect);
    const contract = modelContract(model, command.contract);
    const price = match === undefined ? command.price : matchedPrice(contract, side, match);
    same('CHK', 'price', event.price, price ?? 0);
    sameOptions(event, command);
    const timeInForce = price === null ? 'ioc' : command.timeInForce;
    same('CHK', 'time in force', event.timeInForce, timeInForce);
    same('CHK', 'take-profit', event.takeProfit, command.takeProfit ?? 0);
    same('CHK', 'stop-loss', event.stopLoss, command.stopLoss ?? 0);
    const mayTrim = command.effect === 'close' && timeInForce === 'ioc';
    if (event.size !== command.size && !(mayTrim && event.size < command.size))
      broken('CLS-2', `order ${event.order} has size ${event.size}, asked ${command.size}`);
  }
  if (command?.kind === 'place-trigger' && event.trigger !== null) {
    model.answers += 1;
    same('CHK', 'trigger size', event.size, command.size ?? 0);
    same('CHK', 'trigger price', event.trigger.price, command.triggerPrice);
    same('CHK', 'trigger source', event.trigger.source, command.triggerSource);
    same('CHK', 'limit of a trigger', event.price, command.price ?? 0);
    sameOptions(event, command);
    const { direction, timeInForce, priceMatch, trailing } = command.options ?? {};
    const isMarket = command.price === null && priceMatch === undefined;
    const execution = isMarket ? 'ioc' : (timeInForce ?? 'normal');
    same('TRG-15', 'time in force of a trigger', event.timeInForce, execution);
    if (direction !== undefined && trailing === undefined)
      same('TRG-14', 'direction', event.trigger.direction, direction);
  }
}

const sameOptions = (event: OrderAccepted, command: PlaceOrder | PlaceTrigger): void =>
  same('CHK', 'options', JSON.stringify(event.options), JSON.stringify(command.options ?? null));
