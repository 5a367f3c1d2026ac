/**
 * Turns a maker's orders into the quotes it wants, with as few commands as possible: an order that
 * is close enough is left, others are moved under their own id, and the rest is canceled or placed.
 * Moving keeps history short: an order that follows the price does not end.
 */
import type { AmendOrder, Batch, CancelOrder, PlaceOrder } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import type { Effect, Side } from '../domain/side.ts';
import { type Lots, lots, type Ticks, ticks } from '../domain/units.ts';
import { clampLots } from './mind.ts';
import type { DeskPicture, HouseOrder } from './picture.ts';
import { RUNGS, type Rungs } from './quote-ladder.ts';
import { nextBetween, nextChance, type Random, roundNearby } from './random.ts';

export type Item = Batch['commands'][number];

export interface Requoting {
  readonly random: Random;
  readonly contract: Contract;
  readonly desk: DeskPicture;
  readonly rungs: Rungs;
  /** The maker has every rung from this one on, in steps of this many. */
  readonly first: number;
  readonly step: number;
  /** May it open more on this side, and may it quote here at all? */
  readonly mayOpen: boolean;
  readonly mayQuote: boolean;
  /** How likely a good rung gets a new size, so that the book looks alive. */
  readonly breath: number;
  readonly cancels: Item[];
  readonly changes: Item[];
}

/** Below this fraction of its size a rung is refilled. */
const WORN = 0.6;
/** Sizes vary by this much around those of the ladder. */
const SIZE_NOISE = 0.36;
/** How many times the size of its innermost rung a maker gives back at once. */
const CLOSING_TIMES = 2;
/** An order whose fills exceed its size this many times ends, before it reaches the size limit. */
const FILLED_TIMES_MAX = 50;

export function requoteSide(quoting: Requoting): void {
  const { desk, rungs, mayQuote } = quoting;
  const opens: HouseOrder[] = [];
  let closing: HouseOrder | undefined;
  for (const order of desk.orders) {
    if (order.side !== rungs.side) continue;
    if (order.effect === 'open') insertSorted(opens, order, rungs.side);
    else if (closing === undefined && mayQuote) closing = order;
    else cancel(quoting, order.id);
  }
  if (!mayQuote) {
    for (const { id } of opens) cancel(quoting, id);
    return;
  }
  const isClosing = requoteClosing(quoting, closing);
  const first = isClosing ? quoting.first + quoting.step : quoting.first;
  requoteOpens(quoting, opens, quoting.mayOpen ? first : RUNGS);
}

/** The best first. Orders arrive nearly sorted, so insertion is fast. */
function insertSorted(orders: HouseOrder[], order: HouseOrder, side: Side): void {
  let at = orders.length;
  orders.push(order);
  for (; at > 0; at -= 1) {
    const before = orders[at - 1];
    if (before === undefined) break;
    const isBehind = side === 'buy' ? before.price >= order.price : before.price <= order.price;
    if (isBehind) break;
    orders[at] = before;
  }
  orders[at] = order;
}

/**
 * A maker offers its position on the other side back in place of its innermost rung. Returns
 * whether it does.
 */
function requoteClosing(quoting: Requoting, order: HouseOrder | undefined): boolean {
  const { rungs, first, desk } = quoting;
  const held = rungs.side === 'buy' ? desk.short : desk.long;
  const usual = rungs.sizes[first] ?? 1;
  const price = rungs.prices[first] ?? 0;
  const sizeNow = (): Lots => lots(Math.min(held, vary(quoting, usual * CLOSING_TIMES)));
  if (order === undefined) {
    if (held < usual || price < 1) return false;
    place(quoting, 'close', ticks(price), sizeNow());
    return true;
  }
  if (held === 0 || price < 1 || order.filled > usual * FILLED_TIMES_MAX) {
    cancel(quoting, order.id);
    return false;
  }
  const remaining = order.size - order.filled;
  const isMoved = Math.abs(order.price - price) > (rungs.slacks[first] ?? 0);
  const isWorn = remaining < Math.min(held, usual * CLOSING_TIMES) * WORN;
  // A size that moves along from price to price would show whose order it is.
  if (isMoved || isWorn)
    amend(quoting, order.id, lots(order.filled + sizeNow()), isMoved ? ticks(price) : null);
  return true;
}

/**
 * First match orders that are close to their rung, in one pass over both; then assign any remaining
 * order to any empty rung.
 */
function requoteOpens(quoting: Requoting, orders: readonly HouseOrder[], first: number): void {
  const { rungs, step } = quoting;
  const outward = rungs.side === 'buy' ? -1 : 1;
  const free: HouseOrder[] = [];
  const bare: number[] = [];
  let at = 0;
  for (let rung = first; rung < RUNGS; rung += step) {
    const price = rungs.prices[rung] ?? 0;
    if (price < 1) break;
    const slack = rungs.slacks[rung] ?? 0;
    let order = orders[at];
    while (order !== undefined && (order.price - price) * outward < -slack) {
      free.push(order);
      at += 1;
      order = orders[at];
    }
    const stands = order !== undefined && (order.price - price) * outward <= slack;
    if (order === undefined || !stands || isSpent(quoting, order, rung)) {
      bare.push(rung);
      continue;
    }
    at += 1;
    refresh(quoting, order, rung);
  }
  for (; at < orders.length; at += 1) {
    const order = orders[at];
    if (order !== undefined) free.push(order);
  }
  dress(quoting, free, bare);
}

/** Moves spare orders to empty rungs, places missing ones, cancels surplus ones. */
function dress(quoting: Requoting, free: readonly HouseOrder[], bare: readonly number[]): void {
  const { rungs } = quoting;
  let next = 0;
  for (const rung of bare) {
    while (next < free.length && isSpent(quoting, free[next], rung)) {
      cancel(quoting, free[next]?.id);
      next += 1;
    }
    const order = free[next];
    next += 1;
    const usual = rungs.sizes[rung] ?? 1;
    const price = ticks(scatter(quoting, rung));
    if (order === undefined) {
      place(quoting, 'open', price, vary(quoting, usual));
      continue;
    }
    amend(quoting, order.id, lots(order.filled + vary(quoting, usual)), price);
  }
  for (; next < free.length; next += 1) cancel(quoting, free[next]?.id);
}

/** A rung behind the touch is placed with a small random offset, or at a round price nearby. */
function scatter({ random, rungs }: Requoting, rung: number): number {
  const price = rungs.prices[rung] ?? 1;
  const slack = (rungs.slacks[rung] ?? 0) >> 1;
  if (rung < 2 || slack === 0) return price;
  const placed = price + Math.round(nextBetween(random, -slack, slack));
  return Math.max(1, roundNearby(random, placed, slack));
}

const isSpent = ({ rungs }: Requoting, order: HouseOrder | undefined, rung: number): boolean =>
  (order?.filled ?? 0) > (rungs.sizes[rung] ?? 1) * FILLED_TIMES_MAX;

/** The order keeps its price; a worn one, or one chosen at random, gets a new size. */
function refresh(quoting: Requoting, order: HouseOrder, rung: number): void {
  const usual = quoting.rungs.sizes[rung] ?? 1;
  const remaining = order.size - order.filled;
  const fits = remaining >= usual * WORN && remaining <= usual / WORN;
  if (fits && !nextChance(quoting.random, quoting.breath)) return;
  amend(quoting, order.id, lots(order.filled + vary(quoting, usual)), null);
}

const vary = ({ random, contract }: Requoting, usual: number): Lots =>
  clampLots(contract, usual * nextBetween(random, 1 - SIZE_NOISE, 1 + SIZE_NOISE));

function cancel({ desk, cancels }: Requoting, order: OrderId | undefined): void {
  if (order !== undefined) cancels.push(cancelOf(desk.account, order));
}

export const cancelOf = (account: AccountId, order: OrderId): CancelOrder => ({
  kind: 'cancel-order',
  account,
  target: { by: 'id', order },
});

function amend(
  { desk, changes }: Requoting,
  order: OrderId,
  size: Lots | null,
  price: Ticks | null,
): void {
  const command: AmendOrder = {
    kind: 'amend-order',
    account: desk.account,
    target: { by: 'id', order },
    size,
    price,
  };
  changes.push(command);
}

function place(quoting: Requoting, effect: Effect, price: Ticks, size: Lots): void {
  const { rungs, desk, contract, changes } = quoting;
  changes.push(orderOf(desk.account, contract, rungs.side, effect, size, price, 'normal'));
}

export const orderOf = (
  account: AccountId,
  contract: Contract,
  side: Side,
  effect: Effect,
  size: Lots,
  price: Ticks | null,
  timeInForce: PlaceOrder['timeInForce'],
): PlaceOrder => ({
  kind: 'place-order',
  account,
  contract: contract.id,
  positionSide: (side === 'buy') === (effect === 'open') ? 'long' : 'short',
  effect,
  size,
  price,
  timeInForce,
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});
