/**
 * What ends at a moment of venue time: orders that are good till a date, and countdowns that cancel
 * the working orders of an account at a contract unless they are set again.
 */
import type { SetCountdown } from '../domain/command.ts';
import { COUNTDOWN_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { type Millis, millis } from '../domain/units.ts';
import { deskAt, keepDesk } from './create-state.ts';
import { createNode, firstNode, type HeapNode, putNode, removeNode } from './heap.ts';
import { cancelOrder } from './order-life.ts';
import {
  type Desk,
  emit,
  findAccount,
  findListing,
  type LiveOrder,
  ordersOf,
  type VenueState,
} from './state.ts';

type Deadline = HeapNode<LiveOrder | Desk>;

/** Ends everything that is due, in the order of the moments at which it was. */
export function runDeadlines(state: VenueState): void {
  const next = firstNode(state.deadlines);
  if (next === undefined || next.key > state.now) return;
  const due: Deadline[] = [];
  for (;;) {
    const first = firstNode(state.deadlines);
    if (first === undefined || first.key > state.now) break;
    removeNode(state.deadlines, first);
    due.push(first);
  }
  due.sort(byMoment);
  for (const { item } of due) {
    if ('listing' in item) elapse(state, item);
    // An earlier one may have canceled it.
    else if (state.orders.get(item.id) === item) cancelOrder(state, item, 'expired');
  }
}

/** At one moment countdowns come first, by account and contract, then orders by id. */
function byMoment(first: Deadline, second: Deadline): number {
  if (first.key !== second.key) return first.key - second.key;
  const [one, other] = [first.item, second.item];
  if (!('listing' in one)) return 'listing' in other ? 1 : one.id - other.id;
  if (!('listing' in other)) return -1;
  return one.account.id - other.account.id || one.listing.contract.id - other.listing.contract.id;
}

function elapse(state: VenueState, desk: Desk): void {
  desk.countdown = null;
  for (const order of ordersOf(desk.working)) {
    if (state.orders.has(order.id)) cancelOrder(state, order, 'countdown');
  }
}

/** Each command starts the countdown anew; zero stops it. */
export function setCountdown(state: VenueState, command: SetCountdown): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  const { millis: wait } = command;
  if (!Number.isSafeInteger(wait) || wait < 0 || wait > COUNTDOWN_MAX)
    return reject('countdown-invalid', { given: wait, limit: COUNTDOWN_MAX });
  const desk = deskAt(account, listing);
  const endsAt = wait === 0 ? null : millis(state.now + wait);
  if (endsAt === null) stopCountdown(state, desk);
  else {
    keepDesk(desk);
    keepCountdown(state, desk, endsAt);
  }
  emit(state, {
    kind: 'countdown-set',
    account: account.id,
    contract: listing.contract.id,
    endsAt,
  });
  return undefined;
}

export function keepCountdown(state: VenueState, desk: Desk, endsAt: Millis): void {
  desk.countdown ??= createNode<LiveOrder | Desk>(desk);
  putNode(state.deadlines, desk.countdown, endsAt);
}

export function stopCountdown(state: VenueState, desk: Desk): void {
  if (desk.countdown !== null) removeNode(state.deadlines, desk.countdown);
  desk.countdown = null;
}
