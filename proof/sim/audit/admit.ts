/**
 * Recomputes what the venue decided when it let an order work: its working price, what it freezes,
 * and whether the account could afford it. Fired triggers are treated the same way.
 */

import type { RejectReason } from '../../../src/domain/reject.ts';
import type { PositionSide } from '../../../src/domain/side.ts';
import { NO_MONEY, toBigInt } from '../../../src/domain/units.ts';
import { broken, same } from './broken.ts';
import {
  bankruptcyAt,
  boundAt,
  marginAt,
  notionalLimit,
  rateUp,
  reaches,
  requirementOf,
  tierOf,
  worthOf,
} from './exact.ts';
import {
  heldFor,
  isNetOpen,
  isStaleAt,
  isWorking,
  type Model,
  type ModelContract,
  type ModelOrder,
  makerRate,
  modelBid,
  openedBy,
  openingOf,
  oppositeOf,
  otherHeld,
  queueOf,
  remainingOf,
  siblingsOf,
  takerRate,
} from './model.ts';
import { seasonOf, timeRefusal } from './seasons.ts';
import {
  bothLots,
  crossRequirementOf,
  forcedPriceOf,
  freeOf,
  isolatedRequirementOf,
  type ModelHolding,
  scopeEquityOf,
} from './worth.ts';

/** A closing market order reaches at least this far, in millionths of the mark. */
const CLOSE_REACH = 50_000;
const ORDERS_MAX = 200;
const HOUSE_ORDERS_MAX = 5_000;
export const TICKS_MAX = 2 ** 27 - 1;

export function admitOrder(model: Model, order: ModelOrder, frozen: bigint): void {
  if (order.status === 'untriggered') {
    same('30 untriggered', `frozen money of order ${order.id}`, frozen, 0n);
    same('30 untriggered', `working price of order ${order.id}`, order.working, 0);
    return;
  }
  if (order.origin !== 'trader') {
    admitForced(model, order);
    same('6 frozen', `venue order ${order.id}`, frozen, 0n);
    return;
  }
  admitTrader(model, order, frozen);
}

/** A trader's order begins to work: it was placed, or it fired. */
export function admitTrader(model: Model, order: ModelOrder, frozen: bigint): void {
  const { listing: contract, owner: account } = order;
  if (contract.halted) broken('CON-4', `order ${order.id} accepted while halted`);
  const isVenueWill =
    model.command?.kind === 'set-account-status' || model.command?.kind === 'sanction-account';
  if (account.status !== 'active' && !isVenueWill)
    broken('ACC-3', `order ${order.id} of a ${account.status} account accepted`);
  startNet(model, order);
  same('BND-1', `working price of order ${order.id}`, order.working, workingOf(order));
  if (order.size <= 0 || order.size > contract.terms.orderLotsMax)
    broken('CHK-5', `order ${order.id} has size ${order.size}`);
  Object.assign(order, freezePrices(order));
  const expected = freezeAmount(order);
  same('6 frozen', `order ${order.id}`, frozen, expected);
  if (order.effect === 'open') {
    const late = timeRefusal(model, order.account, order.effect);
    if (late !== undefined) broken('SEA-5', `order ${order.id} opens despite ${late}`);
    if (isStaleAt(contract, model.now)) broken('CHK-12', `order ${order.id} opens while stale`);
    const free = freeOf(model, account);
    if (openedBy(order) > 0 && free < expected)
      broken('23 free', `order ${order.id} freezes ${expected} of ${free}`);
  }
  checkCount(model, order);
  orderMargin(model, order);
  order.frozen = expected;
}

/** It is the newest of its desk. */
export function startNet(model: Model, order: ModelOrder): void {
  model.lastPlace += 1;
  order.place = model.lastPlace;
  if (isNetOpen(order)) order.opening = openingOf(model, order);
}

/** Only orders that may rest are counted. */
function checkCount(model: Model, order: ModelOrder): void {
  if (order.price === 0 || order.timeInForce === 'ioc' || order.timeInForce === 'fok') return;
  const working = siblingsOf(model, order).filter(isWorking).length;
  if (working >= (order.owner.role === 'house' ? HOUSE_ORDERS_MAX : ORDERS_MAX))
    broken('CHK-9', `order ${order.id} is one too many`);
}

/** An order that works must pass; the reason is the one it would have been refused with. */
export function orderMargin(model: Model, order: ModelOrder): void {
  const reason = order.effect === 'close' ? closeRefusal(model, order) : openRefusal(model, order);
  if (reason !== undefined) broken('24 limits', `order ${order.id} works despite ${reason}`);
}

const othersOf = (model: Model, order: ModelOrder): ModelOrder[] =>
  siblingsOf(model, order).filter((other) => isWorking(other) && other.effect === order.effect);

const lotsOf = (orders: readonly ModelOrder[], side: PositionSide): number =>
  orders
    .filter(({ positionSide }) => positionSide === side)
    .reduce((total, other) => total + openedBy(other), 0);

/** The part of the position that no other working close has claimed. */
function closableFor(model: Model, order: ModelOrder): number {
  const held = heldFor(order);
  if (order.positionMode === 'net') return held;
  return held - lotsOf(othersOf(model, order), order.positionSide);
}

function closeRefusal(model: Model, order: ModelOrder): RejectReason | undefined {
  return remainingOf(order) > closableFor(model, order) ? 'close-size-locked' : undefined;
}

/** Smallest notional, position limit, tier and thin isolated margin, in this order. */
function openRefusal(model: Model, order: ModelOrder): RejectReason | undefined {
  const { listing: contract, owner: account, desk } = order;
  const { terms } = contract;
  const price = order.price === 0 ? contract.mark : order.price;
  if (worthOf(terms, price, order.size) < toBigInt(terms.notionalMin ?? NO_MONEY))
    return 'notional-below-minimum';
  if (openedBy(order) === 0) return undefined;
  const others = othersOf(model, order);
  const held = heldFor(order);
  const lots = lotsOf(others, order.positionSide) + openedBy(order);
  if (held + lots > terms.positionLotsMax) return 'position-limit';
  if (isAboveCap(model, order, others)) return 'position-value-limit';
  const isCross = desk.mode === 'cross';
  const counted = others.filter((other) => isCross || other.positionSide === order.positionSide);
  const gross = isCross ? bothLots(desk) : held;
  if (worthWith([...counted, order], contract, gross) > notionalLimit(terms, order.leverage))
    return 'tier-limit';
  const worst = isApart(model, order.account) ? order.working : worstPrice(order);
  const isThin = !isCross && isTooThin(order, worst, takerRate(account, contract));
  return isThin ? 'isolated-margin-too-thin' : undefined;
}

/** Both sides of the contract and every opening order, against the cap of a season. */
function isAboveCap(model: Model, order: ModelOrder, others: readonly ModelOrder[]): boolean {
  const season = seasonOf(model, order.account);
  if (season === undefined) return false;
  const value = worthWith([...others, order], order.listing, bothLots(order.desk));
  return value > toBigInt(season.rules.positionValueMax);
}

/** So many lots at the mark, and what the orders would open, each at what it freezes for. */
const worthWith = (
  orders: readonly ModelOrder[],
  { terms, mark }: ModelContract,
  held: number,
): bigint =>
  orders.reduce(
    (total, other) => total + worthOf(terms, other.freezePrice, openedBy(other)),
    worthOf(terms, mark, held),
  );

const isApart = (model: Model, account: number): boolean =>
  seasonOf(model, account)?.rules.matching === 'house-only';

/** An isolated opening order must start above its own requirement at the worst price it can get. */
function isTooThin(order: ModelOrder, worst: number, takerFee: number): boolean {
  const { terms, mark } = order.listing;
  const lots = openedBy(order);
  const isLong = order.positionSide === 'long';
  const loss = Math.max(0, isLong ? worst - mark : mark - worst);
  const margin = marginAt(worthOf(terms, worst, lots), order.leverage) - worthOf(terms, loss, lots);
  const valued = isLong ? worst : Math.max(worst, mark);
  return margin < requirementOf(terms, worthOf(terms, valued, lots), takerFee);
}

/** The price of the order in the book that completes it, or its own where the book does not. */
function worstPrice(order: ModelOrder): number {
  let missing = openedBy(order);
  for (const maker of queueOf(order.listing, order.side === 'buy' ? 'sell' : 'buy')) {
    if (!reaches(order.side, order.working, maker.working)) break;
    missing -= remainingOf(maker);
    if (missing <= 0) return maker.working;
  }
  return order.working;
}

/**
 * Prices fixed at acceptance. A sell may fill better than its limit and is margined at the mark.
 */
export function freezePrices(order: ModelOrder): Pick<ModelOrder, 'freezePrice' | 'openLoss'> {
  if (order.effect === 'close') return { freezePrice: 0, openLoss: 0 };
  const { working, listing } = order;
  const { mark } = listing;
  if (order.positionSide === 'long')
    return { freezePrice: working, openLoss: Math.max(0, working - mark) };
  return {
    freezePrice: Math.max(working, mark, modelBid(listing)),
    openLoss: Math.max(0, mark - working),
  };
}

export function freezeAmount(order: ModelOrder): bigint {
  if (order.effect === 'close' || order.origin !== 'trader') return 0n;
  const { terms } = order.listing;
  const lots = openedBy(order);
  const value = worthOf(terms, order.freezePrice, lots);
  return (
    marginAt(value, order.leverage) +
    rateUp(value, order.takerFee) +
    worthOf(terms, order.openLoss, lots)
  );
}

function workingOf(order: ModelOrder): number {
  const { terms, mark } = order.listing;
  const band = order.side === 'buy' ? terms.buyBand : terms.sellBand;
  const isMarket = order.price === 0;
  const reach = isMarket && order.effect === 'close' ? Math.max(band, CLOSE_REACH) : band;
  const bound = boundAt(order.side, mark, reach);
  const clipped = isMarket ? bound : nearer(order, order.price, bound);
  if (order.effect === 'close') return keepEquity(order, clipped, order.positionSide, 0n);
  if (order.positionMode === 'hedge' || otherHeld(order) === 0) return clipped;
  const prices = freezePrices({ ...order, working: clipped });
  const frozen = freezeAmount({ ...order, ...prices });
  return keepEquity(order, clipped, oppositeOf(order.positionSide), frozen);
}

/** The better of two limits for the trader. */
const nearer = (order: ModelOrder, first: number, second: number): number =>
  order.side === 'buy' ? Math.min(first, second) : Math.max(first, second);

/**
 * Nobody closes beyond the price at which their equity is gone. A close at the mark or better loses
 * nothing that was not lost already.
 */
function keepEquity(
  order: ModelOrder,
  price: number,
  closed: PositionSide,
  frozen: bigint,
): number {
  const { listing: contract, owner: account, desk } = order;
  if (order.side === 'buy' ? price <= contract.mark : price >= contract.mark) return price;
  const { position } = desk[closed];
  if (position === null) broken('7 locked', `order ${order.id} closes no position`);
  const held: ModelHolding = { contract, desk, side: closed, position };
  const setAside = desk.mode === 'cross' ? frozen : 0n;
  const bankruptcy = bankruptcyAt(contract.terms, closed, {
    mark: contract.mark,
    size: isNetOpen(order) ? Math.min(remainingOf(order), position.size) : remainingOf(order),
    equity: scopeEquityOf(account, held) - setAside,
    takerFee: Math.max(takerRate(account, contract), makerRate(account, contract)),
  });
  return Math.min(TICKS_MAX, nearer(order, price, bankruptcy));
}

/** Netting works at the mark, every other forced close at the bankruptcy price. */
function admitForced(model: Model, order: ModelOrder): void {
  const { listing: contract, desk } = order;
  const { position } = desk[order.positionSide];
  if (order.effect === 'close' && position === null)
    broken('7 locked', `order ${order.id} closes no position`);
  if (order.origin === 'liquidation' || order.origin === 'reduction') {
    if (model.liquidating?.account !== order.account || position === null)
      broken('LIQ-1', `order ${order.id} forces account ${order.account}, which is not liquidated`);
    checkForced(order, { contract, desk, side: order.positionSide, position });
  }
}

function checkForced(order: ModelOrder, held: ModelHolding): void {
  const { contract, desk } = held;
  const { owner: account } = order;
  const equity = scopeEquityOf(account, held);
  const requirement =
    desk.mode === 'cross' ? crossRequirementOf(account) : isolatedRequirementOf(account, held);
  if (equity * 100n > requirement * 105n)
    broken('LIQ-7', `order ${order.id} forces a scope with ${equity} of ${requirement}`);
  const isNetting = order.origin === 'reduction' && order.working === contract.mark;
  if (isNetting) return;
  const bankruptcy = forcedPriceOf(account, held);
  same('LIQ-8', `bankruptcy price of order ${order.id}`, order.working, bankruptcy);
  if (order.origin === 'reduction') checkReduction(order, held);
}

/** From the third tier on, just enough is sold to come down two tiers. */
function checkReduction(order: ModelOrder, { contract, desk, position }: ModelHolding): void {
  const { terms, mark } = contract;
  const lots = bothLots(desk);
  const tier = tierOf(terms, worthOf(terms, mark, lots));
  const cap = terms.tiers[tier - 2]?.notionalMax;
  if (desk.mode !== 'cross' || cap === undefined)
    broken('LIQ-5', `order ${order.id} reduces a position of tier ${tier + 1}`);
  const isEnough = worthOf(terms, mark, lots - order.size) < toBigInt(cap);
  const isLess = worthOf(terms, mark, lots - order.size + 1) >= toBigInt(cap);
  if (order.size !== position.size && !(isEnough && isLess))
    broken('LIQ-5', `order ${order.id} reduces by ${order.size} of ${lots}`);
}
