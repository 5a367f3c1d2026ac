/** Orders as the events report them: accepted, resting, amended, canceled. */

import type { EventOf, OrderAccepted, OrderCanceled } from '../../../src/domain/event.ts';
import { toBigInt } from '../../../src/domain/units.ts';
import {
  admitOrder,
  freezeAmount,
  freezePrices,
  orderMargin,
  startNet,
  TICKS_MAX,
} from './admit.ts';
import { noteAcceptance } from './answers.ts';
import { broken, same, sameMoney } from './broken.ts';
import { boundAt, reaches, sideFor } from './exact.ts';
import {
  isNetOpen,
  keptDesk,
  leverageAt,
  type Model,
  type ModelOrder,
  makerRate,
  modelAccount,
  modelAsk,
  modelBid,
  modelContract,
  modelOrder,
  openedBy,
  queueOf,
  remainingOf,
  takerRate,
} from './model.ts';
import { checkBeyond, checkUncovered, sideKey } from './net.ts';
import { isOptionSound } from './options.ts';
import { areStrangers, firstMet } from './seasons.ts';
import { freeOf } from './worth.ts';

export function foldAccepted(model: Model, event: OrderAccepted): void {
  const account = modelAccount(model, event.account);
  const contract = modelContract(model, event.contract);
  const desk = keptDesk(account, contract);
  if (event.order <= model.lastOrder)
    broken('19 ids', `order ${event.order} follows ${model.lastOrder}`);
  model.lastOrder = event.order;
  same('8 margin mode', `mode of order ${event.order}`, event.marginMode, desk.mode);
  same('NET-1', `mode of order ${event.order}`, event.positionMode, account.positionMode);
  same('leverage', `order ${event.order}`, event.leverage, leverageAt(desk, event.positionSide));
  const order: ModelOrder = {
    // What was asked and what is told of it; the rest is worked out.
    ...event,
    id: event.order,
    owner: account,
    listing: contract,
    desk,
    side: sideFor(event.positionSide, event.effect),
    makerFee: makerRate(account, contract),
    takerFee: takerRate(account, contract),
    status: event.trigger === null ? 'pending' : 'untriggered',
    working: event.workingPrice,
    filled: 0,
    filledValue: 0n,
    fee: 0n,
    fills: 0,
    freezePrice: 0,
    openLoss: 0,
    frozen: 0n,
    opening: 0,
    place: 0,
    followed: null,
  };
  noteAcceptance(model, event);
  admitOrder(model, order, toBigInt(event.frozen));
  checkFreezePrices(order, event);
  same('ORD-10', `maker fee of ${order.id}`, event.makerFee, order.makerFee);
  same('ORD-10', `taker fee of ${order.id}`, event.takerFee, order.takerFee);
  if (order.origin === 'unwind' && model.liquidating === null) checkUnwinding(order);
  model.orders.set(order.id, order);
  if (order.takeProfit !== 0 || order.stopLoss !== 0)
    model.families.set(order.id, {
      filled: 0,
      exited: 0,
      added: 0,
      profit: order.takeProfit === 0 ? null : 0,
      loss: order.stopLoss === 0 ? null : 0,
    });
  growFamily(model, order, order.size);
  if (event.clientOrderId !== null) rememberClient(model, order);
}

/** A reader of events must be able to work out the freeze of the remaining part. */
export function checkFreezePrices(
  order: ModelOrder,
  event: Pick<OrderAccepted, 'freezePrice' | 'openLoss'>,
): void {
  same('6 frozen', `freeze price of order ${order.id}`, event.freezePrice, order.freezePrice);
  same('6 frozen', `open loss of order ${order.id}`, event.openLoss, order.openLoss);
}

/** An exit of an opening order was made, or grew. */
export function growFamily(model: Model, exit: ModelOrder, size: number): void {
  const family = model.families.get(exit.parent);
  if (family === undefined) return;
  if (exit.trigger?.purpose === 'take-profit') family.profit = (family.profit ?? 0) + size;
  else family.loss = (family.loss ?? 0) + size;
}

/** The content a client order id stands for, as the auditor compares it. */
export function contentOf(command: Model['command']): string {
  if (command?.kind !== 'place-order' && command?.kind !== 'place-trigger') return 'none';
  const { account: _account, clientOrderId: _id, ...content } = command;
  return JSON.stringify(Object.entries(content).sort());
}

function rememberClient(model: Model, order: ModelOrder): void {
  const { clientOrders } = order.owner;
  const id = order.clientOrderId ?? '';
  const known = clientOrders.get(id);
  const isOpenOnly = order.options?.clientIds === 'open-only';
  const isFree = known?.finalAt !== null && (isOpenOnly || known?.isOpenOnly === true);
  if (known !== undefined && isRemembered(known, model.now) && !isFree)
    broken('18 client order id', `"${id}" stands for order ${known.order} and ${order.id}`);
  clientOrders.set(id, {
    order: order.id,
    content: contentOf(model.command),
    isOpenOnly,
    createdAt: model.now,
    finalAt: null,
  });
}

const DAY = 86_400_000;
const TEN_MINUTES = 600_000;

export const isRemembered = (
  known: { readonly createdAt: number; readonly finalAt: number | null },
  now: number,
): boolean =>
  known.finalAt === null || now <= known.createdAt + DAY || now <= known.finalAt + TEN_MINUTES;

export function foldRepeated(model: Model, event: EventOf<'order-repeated'>): void {
  model.answers += 1;
  const known = modelAccount(model, event.account).clientOrders.get(event.clientOrderId);
  if (known === undefined || !isRemembered(known, model.now))
    broken('18 client order id', `"${event.clientOrderId}" repeats an id nobody remembers`);
  if (known.isOpenOnly) broken('CID-5', `order ${known.order} answers a repeat`);
  same('18 client order id', 'order that answers', event.order, known.order);
  same('18 client order id', 'content', contentOf(model.command), known.content);
}

export function foldRested(model: Model, event: EventOf<'order-rested'>): void {
  const order = modelOrder(model, event.order);
  const contract = modelContract(model, event.contract);
  same('16 status', `order ${order.id} before resting`, order.status, 'pending');
  if (order.timeInForce === 'ioc' || order.timeInForce === 'fok' || order.price === 0)
    broken('21 time in force', `${order.timeInForce} order ${order.id} rests`);
  same('10 book', `side of order ${order.id}`, event.side, order.side);
  same('10 book', `price of order ${order.id}`, event.price, order.working);
  same('10 book', `lots of order ${order.id}`, event.remaining, remainingOf(order));
  if (remainingOf(order) <= 0) broken('17 remaining', `order ${order.id} rests with nothing left`);
  if (event.price <= 0 || !Number.isSafeInteger(event.price))
    broken('10 book', `order ${order.id} rests at ${event.price}`);
  const opposite = order.side === 'buy' ? modelAsk(contract) : modelBid(contract);
  if (reaches(order.side, order.working, opposite))
    broken('9 crossed', `order ${order.id} rests at ${order.working} against ${opposite}`);
  order.status = 'open';
  enqueue(order);
  if (order.effect === 'close') model.arrived.add(sideKey(order));
}

/** Behind everyone at its price or a better price. */
function enqueue(order: ModelOrder): void {
  const queue = queueOf(order.listing, order.side);
  const isWorse = (other: ModelOrder): boolean =>
    order.side === 'buy' ? other.working < order.working : other.working > order.working;
  const place = queue.findIndex(isWorse);
  queue.splice(place < 0 ? queue.length : place, 0, order);
}

export function dequeue(order: ModelOrder): void {
  const queue = queueOf(order.listing, order.side);
  const place = queue.indexOf(order);
  if (place < 0) broken('10 book', `order ${order.id} leaves a book it is not on`);
  queue.splice(place, 1);
}

export function foldAmended(model: Model, event: EventOf<'order-amended'>): void {
  const order = modelOrder(model, event.order);
  const family = model.families.get(order.parent);
  if (family !== undefined) family.added += Math.max(0, event.size - order.size);
  if (order.status === 'pending') {
    foldRepriced(model, order, event);
    return;
  }
  same('16 status', `amended order ${order.id}`, order.status, 'open');
  same('10 book', `order ${order.id} was taken from`, event.removedFrom, order.working);
  if (event.size <= order.filled)
    broken('17 remaining', `order ${order.id} amended to ${event.size}, ${order.filled} filled`);
  if (event.price === order.price && event.size < order.size) {
    same('10 book', `lots taken off order ${order.id}`, event.removed, order.size - event.size);
    same('AMD-1', `working price of ${order.id}`, event.workingPrice, order.working);
    order.size = event.size;
    // A net order is told to turn afterwards.
    order.frozen = freezeAmount(order);
    sameMoney('6 frozen', `shrunk order ${order.id}`, event.frozen, order.frozen);
    return;
  }
  same('10 book', `lots taken off order ${order.id}`, event.removed, remainingOf(order));
  dequeue(order);
  const freeBefore = freeOf(model, order.owner) + order.frozen;
  Object.assign(order, { price: event.price, size: event.size, working: event.workingPrice });
  order.status = 'pending';
  order.frozen = 0n;
  startNet(model, order);
  Object.assign(order, freezePrices(order));
  orderMargin(model, order);
  order.frozen = freezeAmount(order);
  sameMoney('6 frozen', `amended order ${order.id}`, event.frozen, order.frozen);
  checkFreezePrices(order, event);
  if (order.effect === 'open' && openedBy(order) > 0 && order.frozen > freeBefore)
    broken('23 free', `amended order ${order.id} freezes ${order.frozen} of ${freeBefore}`);
}

/** The rest of it would cross an order that it may not trade with: it rests a tick away instead. */
function foldRepriced(model: Model, order: ModelOrder, event: EventOf<'order-amended'>): void {
  const [opposite] = queueOf(order.listing, order.side === 'buy' ? 'sell' : 'buy');
  if (opposite === undefined || !reaches(order.side, order.working, opposite.working))
    broken('SEA-12', `order ${order.id} moved without need`);
  if (!areStrangers(model, order.account, opposite.account))
    broken('SEA-12', `order ${order.id} moved away from order ${opposite.id}`);
  const working = opposite.working + (order.side === 'buy' ? -1 : 1);
  same('SEA-12', `working price of order ${order.id}`, event.workingPrice, working);
  same('SEA-12', `price of order ${order.id}`, event.price, order.price);
  same('SEA-12', `lots taken off order ${order.id}`, event.removed, 0);
  order.working = working;
  if (order.effect === 'open') order.freezePrice = Math.max(order.freezePrice, working);
  order.frozen = freezeAmount(order);
  sameMoney('6 frozen', `moved order ${order.id}`, event.frozen, order.frozen);
  checkFreezePrices(order, event);
}

export function foldCanceled(model: Model, event: OrderCanceled): void {
  const order = modelOrder(model, event.order);
  same('16 status', `account of order ${order.id}`, event.account, order.account);
  const rests = order.status === 'open';
  same('10 book', `lots of canceled ${order.id}`, event.removed, rests ? remainingOf(order) : 0);
  same('10 book', `price of canceled ${order.id}`, event.removedFrom, rests ? order.working : 0);
  if (order.filled >= order.size && order.trigger?.wholePosition !== true && order.size > 0)
    broken('17 filled', `order ${order.id} canceled with every lot filled`);
  if (order.timeInForce === 'fok' && order.filled > 0)
    broken('21 time in force', `fok order ${order.id} canceled with ${order.filled} filled`);
  checkReason(model, order, event);
  if (rests) dequeue(order);
  forget(model, order);
}

function checkReason(model: Model, order: ModelOrder, event: OrderCanceled): void {
  const { reason } = event;
  const queue = queueOf(order.listing, order.side === 'buy' ? 'sell' : 'buy');
  const opposite = firstMet(model, queue, order.account)?.working ?? 0;
  const kind = model.command?.kind;
  const untriggered = order.status === 'untriggered';
  const { position } = order.desk[order.positionSide];
  const sound: Partial<Record<typeof reason, boolean>> = {
    'ioc-remainder': order.timeInForce === 'ioc' || areApartHere(model, order),
    'fok-short': order.timeInForce === 'fok',
    'post-only-would-take':
      order.timeInForce === 'post-only' && reaches(order.side, order.working, opposite),
    liquidation: model.liquidating?.account === order.account && !untriggered,
    'position-closed': position === null && untriggered,
    oco: order.parent !== 0,
    replaced: order.trigger?.wholePosition === true && untriggered,
    'trigger-check-failed': untriggered && event.reject !== null,
    'protective-exit': order.effect === 'close' && !untriggered,
    deleveraging: order.effect === 'close' && order.status === 'open',
    bankruptcy: (order.effect === 'close' || isNetOpen(order)) && order.status === 'open',
    uncovered: isNetOpen(order) && order.status === 'open',
    reset: kind === 'reset-account' || kind === 'reset-season' || kind === 'leave-season',
    'account-status': STATUS_COMMANDS.has(kind ?? ''),
    'season-ended': kind === 'end-season',
    'amended-to-filled': model.command?.kind === 'amend-order',
  };
  if (reason === 'uncovered') checkUncovered(model, order, event);
  if (reason === 'reduce-only') checkBeyond(order);
  if (sound[reason] === false || isOptionSound(model, order, event) === false)
    broken('16 status', `order ${order.id} (${order.status}) canceled by "${reason}"`);
  if (model.command?.kind === 'cancel-all-orders' && reason === 'user') {
    if (order.id <= model.lastCanceled)
      broken('CXL-3', `order ${order.id} canceled after ${model.lastCanceled}`);
    model.lastCanceled = order.id;
  }
}

const STATUS_COMMANDS: ReadonlySet<string> = new Set([
  'set-account-status',
  'sanction-account',
  'leave-season',
  'close-season',
]);

/** There is no room a tick away from an order that it may not trade with. */
function areApartHere(model: Model, order: ModelOrder): boolean {
  const [first] = queueOf(order.listing, order.side === 'buy' ? 'sell' : 'buy');
  if (first === undefined || !areStrangers(model, order.account, first.account)) return false;
  return order.side === 'buy' ? first.working <= 1 : first.working >= TICKS_MAX;
}

/** The order is final: no later event may name it. */
export function forget(model: Model, order: ModelOrder): void {
  model.orders.delete(order.id);
  if (order.clientOrderId === null) return;
  const known = order.owner.clientOrders.get(order.clientOrderId);
  if (known?.order === order.id) known.finalAt = model.now;
}

/** Not further than this from the mark, in millionths. */
const UNWIND_REACH = 5_000;
/** A twentieth of what stands within ten basis points of the touch. */
const UNWIND_PART = 20;
const UNWIND_NEAR = 1_000;

/** The venue sells what it holds a little at a time, near the mark. */
function checkUnwinding(order: ModelOrder): void {
  const { listing: contract } = order;
  if (order.effect === 'open') broken('INS-1', `the venue opens a position with ${order.id}`);
  const bound = boundAt(order.side, contract.mark, UNWIND_REACH);
  same('INS-1', `price of unwinding order ${order.id}`, order.working, bound);
  const queue = queueOf(contract, order.side === 'buy' ? 'sell' : 'buy');
  const touch = queue[0]?.working ?? 0;
  if (!reaches(order.side, bound, touch)) broken('INS-1', `order ${order.id} cannot trade`);
  const depth = queue
    .filter(({ working }) => Math.abs(working - touch) * 1_000_000 <= touch * UNWIND_NEAR)
    .reduce((total, other) => total + remainingOf(other), 0);
  if (order.size > Math.max(1, Math.floor(depth / UNWIND_PART)))
    broken('INS-1', `order ${order.id} sells ${order.size} into ${depth}`);
}
