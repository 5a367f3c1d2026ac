/**
 * Plays a moment of a recorded market into the book. Recorded levels are orders of one house
 * account, recorded trades are takes of another. Their accounts are good for everything that was
 * recorded: the orders freeze nothing, claim nothing, and pass none of the checks of a new order.
 * Everything else, matching and settling above all, is as for everyone.
 */
import { addLots, firstSlotAt, NO_SLOT, nextSlotAt } from '../book/book.ts';
import type { PlayTape } from '../domain/command.ts';
import { ORDER_LOTS_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type { Side } from '../domain/side.ts';
import { decodeSteps, visitSteps } from '../domain/tape-steps.ts';
import { type Lots, lots, NO_MONEY, NO_TICKS, type Ticks } from '../domain/units.ts';
import { shrinkInPlace } from './amend-order.ts';
import { createOrder } from './create-order.ts';
import { deskAt } from './create-state.ts';
import { matchOrder, settleOnBook } from './match-order.ts';
import { announceRested, cancelOrder, remainingLots, startWorking } from './order-life.ts';
import { sendVenueOrder } from './place-order.ts';
import {
  type Account,
  type Desk,
  findAccount,
  findListing,
  type LiveOrder,
  type VenueState,
} from './state.ts';

export function playTape(state: VenueState, command: PlayTape): Reject | undefined {
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  const maker = findHouse(state, command.maker);
  const taker = findHouse(state, command.taker);
  if ('reason' in maker) return maker;
  if ('reason' in taker) return taker;
  if (listing.halted) return reject('contract-halted', { given: listing.contract.symbol });
  if (listing.mark === NO_TICKS) return reject('index-missing', { given: listing.contract.symbol });
  const steps = decodeSteps(command.steps);
  if (steps === undefined) return reject('size-invalid', { given: command.steps.length });
  const made = deskAt(maker, listing);
  const taken = deskAt(taker, listing);
  visitSteps(steps, {
    level: (side, price, sizes) => setLevel(state, made, side, price, sizes),
    print: (side, price, size) => print(state, taken, side, price, size),
  });
  return undefined;
}

/** An account of the house with one position a contract: both sides of a day would not fit. */
function findHouse(state: VenueState, id: PlayTape['maker']): Account | Reject {
  const account = findAccount(state, id);
  if (account === undefined) return reject('account-unknown', { given: id });
  if (account.role !== 'house') return reject('account-role-forbidden', { given: account.role });
  if (account.positionMode !== 'net')
    return reject('position-mode-mismatch', { given: 'net', limit: account.positionMode });
  return account;
}

/**
 * Gives the desk's orders at a price these sizes, from the front of the queue on; those without a
 * size go. An order keeps its place while it shrinks. It grows only at the end of the queue: what
 * it would get elsewhere is a new order there.
 */
function setLevel(
  state: VenueState,
  desk: Desk,
  side: Side,
  price: Ticks,
  sizes: readonly number[],
): void {
  const { book, resting } = desk.listing;
  let place = 0;
  let extra = 0;
  for (let slot = firstSlotAt(book, side, price); slot !== NO_SLOT; ) {
    const next = nextSlotAt(book, slot);
    const order = resting[slot];
    if (order?.desk === desk) {
      extra += setSize(state, order, lots(sizes[place] ?? 0), next === NO_SLOT);
      place += 1;
    }
    slot = next;
  }
  if (extra > 0) rest(state, desk, side, price, lots(extra));
  for (; place < sizes.length; place += 1)
    if (sizes[place]! > 0) rest(state, desk, side, price, lots(sizes[place]!));
}

/** Returns the lots that have no place in it. */
function setSize(state: VenueState, order: LiveOrder, size: Lots, isLast: boolean): number {
  const before = remainingLots(order);
  if (size === before) return 0;
  if (size === 0) cancelOrder(state, order, 'user');
  else if (size < before) shrinkInPlace(state, order, lots(order.filled + size));
  else if (isLast && order.filled + size <= ORDER_LOTS_MAX) grow(state, order, lots(size - before));
  else return size - before;
  return 0;
}

function grow(state: VenueState, order: LiveOrder, more: Lots): void {
  addLots(order.desk.listing.book, order.slot, more);
  order.size = lots(order.size + more);
  announceRested(state, order, more);
}

/**
 * It meets whatever it crosses first: a recorded level fills a trader's order in its way. Nobody is
 * told that it was accepted: it is part of a level, and only what rests there matters.
 */
function rest(state: VenueState, desk: Desk, side: Side, price: Ticks, size: Lots): void {
  const order = createOrder(state, desk, side === 'buy' ? 'long' : 'short', 'open');
  order.origin = 'tape';
  order.timeInForce = 'normal';
  order.size = size;
  order.price = price;
  order.workingPrice = price;
  startWorking(order, NO_MONEY);
  matchOrder(state, order);
  if (order.status === 'pending') settleOnBook(state, order);
}

function print(state: VenueState, desk: Desk, side: Side, price: Ticks, size: Lots): void {
  const positionSide = side === 'buy' ? 'long' : 'short';
  const terms = { positionSide, origin: 'tape', effect: 'open', size, price } as const;
  const order = sendVenueOrder(state, desk, terms);
  if (order.status === 'pending') cancelOrder(state, order, 'ioc-remainder');
}
