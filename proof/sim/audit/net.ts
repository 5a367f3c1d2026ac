/** Accounts in net mode: which lots of their orders open, and which reduce-only orders may rest. */
import type { EventOf, OrderCanceled } from '../../../src/domain/event.ts';
import type { PositionSide } from '../../../src/domain/side.ts';
import { freezeAmount } from './admit.ts';
import { broken, same, sameMoney } from './broken.ts';
import {
  expectNoOrders,
  heldFor,
  isWorking,
  type Model,
  type ModelOrder,
  modelAccount,
  modelOrder,
  openingOf,
  queueOf,
  remainingOf,
} from './model.ts';
import { freeOf, heldBy } from './worth.ts';

export function foldPositionMode(model: Model, event: EventOf<'position-mode-set'>): void {
  const account = modelAccount(model, event.account);
  if (account.positionMode === event.mode) broken('NET-1', `account ${account.id} keeps its mode`);
  if (heldBy(account).length > 0)
    broken('NET-1', `account ${account.id} changed its mode with a position`);
  expectNoOrders(model, account.id, 'NET-1');
  account.positionMode = event.mode;
}

export function foldTurned(model: Model, event: EventOf<'order-turned'>): void {
  const order = modelOrder(model, event.order);
  same('NET-4', `mode of order ${order.id}`, order.positionMode, 'net');
  same('NET-4', `lots that order ${order.id} opens`, event.opening, openingOf(model, order));
  const free = freeOf(model, order.owner) + order.frozen;
  const isMore = event.opening > order.opening;
  order.opening = event.opening;
  order.frozen = freezeAmount(order);
  sameMoney('6 frozen', `turned order ${order.id}`, event.frozen, order.frozen);
  if (isMore && order.frozen > free)
    broken('NET-4', `turned order ${order.id} freezes ${order.frozen} of ${free}`);
}

/** An order is uncovered only if it would have to open more than it has frozen for. */
export function checkUncovered(model: Model, order: ModelOrder, event: OrderCanceled): void {
  if (openingOf(model, order) <= order.opening)
    broken('NET-4', `order ${order.id} was covered, and canceled`);
  if (event.reject?.reason !== 'margin-insufficient') return;
  const needed = freezeAmount({ ...order, opening: openingOf(model, order) }) - order.frozen;
  const free = freeOf(model, order.owner);
  if (needed <= free) broken('NET-4', `order ${order.id} needs ${needed} of ${free}`);
}

/** Resting reduce-only orders of the same side that trade before this one. */
function wantedBefore(order: ModelOrder): number {
  const queue = queueOf(order.listing, order.side);
  return queue
    .slice(0, queue.indexOf(order))
    .filter(
      ({ account, effect, positionSide }) =>
        account === order.account && effect === 'close' && positionSide === order.positionSide,
    )
    .reduce((total, other) => total + remainingOf(other), 0);
}

export function checkBeyond(order: ModelOrder): void {
  if (order.positionMode !== 'net' || order.effect !== 'close' || order.status !== 'open')
    broken('NET-7', `order ${order.id} is no resting reduce-only order`);
  if (wantedBefore(order) < heldFor(order))
    broken('NET-7', `order ${order.id} ended with something left to close`);
}

export const sideKey = (order: ModelOrder, side: PositionSide = order.positionSide): string =>
  `${order.account}|${order.contract}|${side}`;

/** After each entry: one side held, openings as the rule says, nothing that can close nothing. */
export function checkNet(model: Model): void {
  for (const account of model.accounts.values()) {
    if (account.positionMode !== 'net') continue;
    for (const [contract, { long, short }] of account.desks)
      if (long.position !== null && short.position !== null)
        broken('NET-2', `account ${account.id} holds both sides of contract ${contract}`);
  }
  for (const order of model.orders.values()) {
    if (order.positionMode !== 'net' || !isWorking(order)) continue;
    if (order.effect === 'open')
      same('NET-5', `lots that order ${order.id} opens`, order.opening, openingOf(model, order));
    else checkReduceOnly(model, order);
  }
  model.shrunk.clear();
  model.arrived.clear();
}

function checkReduceOnly(model: Model, order: ModelOrder): void {
  const held = heldFor(order);
  if (held === 0) broken('NET-7', `reduce-only order ${order.id} outlived its position`);
  const key = sideKey(order);
  if (!model.shrunk.has(key) || model.arrived.has(key)) return;
  if (wantedBefore(order) >= held)
    broken('NET-7', `reduce-only order ${order.id} has nothing left to close`);
}
