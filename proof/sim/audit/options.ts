/** The options of orders, worked out a second time: prices of the book, ends, who gives way. */
import type { SelfTradePolicy } from '../../../src/domain/account.ts';
import type { EventOf, FillSettled, OrderCanceled } from '../../../src/domain/event.ts';
import type { PriceMatch } from '../../../src/domain/order.ts';
import type { Side } from '../../../src/domain/side.ts';
import type { VenueState } from '../../../src/engine/state.ts';
import { broken, same } from './broken.ts';
import {
  isWorking,
  keptDesk,
  type Model,
  type ModelContract,
  type ModelOrder,
  modelAccount,
  modelContract,
  modelOrder,
  queueOf,
} from './model.ts';

/** The n-th price of a side, counted in prices and not in orders; zero if there is none. */
export function matchedPrice(contract: ModelContract, side: Side, match: PriceMatch): number {
  const isOwn = match.of === 'queue';
  const from = (side === 'buy') === isOwn ? 'buy' : 'sell';
  const prices = new Set(queueOf(contract, from).map(({ working }) => working));
  return [...prices][match.level - 1] ?? 0;
}

/** Working orders that the countdowns of this entry must cancel before anything else. */
export function startDeadlines(model: Model): void {
  model.doomed.clear();
  for (const [key, endsAt] of model.countdowns) {
    if (endsAt > model.now) continue;
    model.countdowns.delete(key);
    for (const order of model.orders.values())
      if (isWorking(order) && `${order.account}|${order.contract}` === key)
        model.doomed.add(order.id);
  }
}

const hasExpired = (model: Model, { options }: ModelOrder): boolean =>
  options?.expiresAt !== undefined && options.expiresAt <= model.now;

/** Nothing that has ended trades, and nothing that should have ended is left. */
export function checkDeadlines(model: Model, state: VenueState): void {
  for (const order of model.orders.values()) {
    if (hasExpired(model, order)) broken('GTD-1', `order ${order.id} outlived its moment`);
    if (model.doomed.has(order.id)) broken('CDN-1', `order ${order.id} outlived a countdown`);
  }
  let running = 0;
  for (const account of state.accounts) {
    for (const desk of account?.desks ?? []) {
      if (desk === undefined || desk.countdown === null) continue;
      running += 1;
      const key = `${desk.account.id}|${desk.listing.contract.id}`;
      same('CDN-3', `countdown of ${key}`, desk.countdown.key, model.countdowns.get(key));
    }
  }
  same('CDN-3', 'running countdowns', running, model.countdowns.size);
}

export function checkAlive(model: Model, { maker, taker }: FillSettled): void {
  for (const { order } of [maker, taker]) {
    if (hasExpired(model, modelOrder(model, order)) || model.doomed.has(order))
      broken('GTD-1', `order ${order} trades after its end`);
  }
}

export function foldCountdown(model: Model, event: EventOf<'countdown-set'>): void {
  const { command } = model;
  if (command?.kind !== 'set-countdown') broken('CDN-2', 'a countdown that nobody set');
  const endsAt = command.millis === 0 ? null : model.now + command.millis;
  same('CDN-2', 'end of a countdown', event.endsAt, endsAt);
  const key = `${event.account}|${event.contract}`;
  if (endsAt === null) model.countdowns.delete(key);
  else {
    keptDesk(modelAccount(model, event.account), modelContract(model, event.contract));
    model.countdowns.set(key, endsAt);
  }
}

export function forgetCountdowns(model: Model, account: number): void {
  for (const key of model.countdowns.keys())
    if (key.startsWith(`${account}|`)) model.countdowns.delete(key);
}

/** What options end an order for. Undefined for reasons that have nothing to do with them. */
export function isOptionSound(
  model: Model,
  order: ModelOrder,
  { reason }: OrderCanceled,
): boolean | undefined {
  if (reason === 'expired') return hasExpired(model, order);
  if (reason === 'countdown') return model.doomed.has(order.id);
  return reason === 'self-trade' ? givesWay(model, order) : undefined;
}

const policyOf = (model: Model, { account, options, origin }: ModelOrder): SelfTradePolicy =>
  origin === 'trader'
    ? (options?.selfTrade ?? modelAccount(model, account).terms.selfTrade)
    : 'cancel-maker';

/** The taker is the order that does not rest; a maker gives way to one of its own side. */
function givesWay(model: Model, order: ModelOrder): boolean {
  if (order.status === 'pending') return policyOf(model, order) !== 'cancel-maker';
  const { team } = order.owner.terms;
  return [...model.orders.values()].some((taker) => {
    const isOwn = taker.account === order.account;
    const isTeam = team !== null && taker.owner.terms.team === team;
    return (
      (isOwn || isTeam) &&
      taker.status === 'pending' &&
      taker.contract === order.contract &&
      taker.side !== order.side &&
      policyOf(model, taker) !== 'cancel-taker'
    );
  });
}
