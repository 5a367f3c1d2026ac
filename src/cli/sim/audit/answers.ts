/** Every placement is answered exactly once, and the order accepted is the order that was asked for. */
import type { Command } from '../../../domain/command.ts';
import type { OrderAccepted } from '../../../domain/event.ts';
import { broken, same } from './broken.ts';
import type { Model } from './model.ts';

export function startCommand(model: Model, command: Command): void {
  model.command = command;
  model.lastCanceled = 0;
  model.answers = 0;
  model.refusals = 0;
}

export function checkAnswer(model: Model): void {
  const { command } = model;
  if (command?.kind !== 'place-order' && command?.kind !== 'place-trigger') return;
  same('CHK', `answers to a ${command.kind}`, model.answers, 1);
}

/** Whether an acceptance answers the present command; venue orders and preset exits do not. */
export function noteAnswer(model: Model, event: OrderAccepted): void {
  if (event.origin !== 'trader' || event.parent !== 0) return;
  if (event.effect === 'close' && event.trigger === null)
    model.attempts.add(`${event.account}|${event.contract}|${event.positionSide}`);
  const { command } = model;
  if (command?.kind === 'place-order' && event.trigger === null) {
    model.answers += 1;
    same('CHK', 'account', event.account, command.account);
    same('CHK', 'contract', event.contract, command.contract);
    same('CHK', 'position side', event.positionSide, command.positionSide);
    same('CHK', 'effect', event.effect, command.effect);
    same('CHK', 'price', event.price, command.price ?? 0);
    const timeInForce = command.price === null ? 'ioc' : command.timeInForce;
    same('CHK', 'time in force', event.timeInForce, timeInForce);
    same('CHK', 'client order id', event.clientOrderId, command.clientOrderId);
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
  }
}
