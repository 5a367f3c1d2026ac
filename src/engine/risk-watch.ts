/**
 * Finds the accounts whose risk a moving mark can touch, without looking at any other.
 *
 * After each evaluation an account has some slack: equity above its requirement. The slack is
 * divided among its contracts, and at each of them the marks are noted between which that part
 * cannot be used up, whatever the other contracts do inside their own marks. Only an account whose
 * mark is reached is evaluated again. The bounds err on the early side, never on the late one.
 */

import { countIn, times, wholeDown } from '../domain/money.ts';
import { FINE_PER_TICK, type Money, NO_MONEY } from '../domain/units.ts';
import { type Heap, type HeapNode, putNode, removeNode } from './heap.ts';
import { grossLots, positionSize } from './risk.ts';
import {
  type Account,
  type Desk,
  type DeskSide,
  type Listing,
  type RiskWatch,
  touch,
  type VenueState,
} from './state.ts';

/** Wakes every account whose noted mark has been reached. */
export function touchDue(state: VenueState, listing: Listing): void {
  takeDue(state, listing.watchBelow, -listing.mark);
  takeDue(state, listing.watchAbove, listing.mark);
}

function takeDue(state: VenueState, heap: Heap<Account>, key: number): void {
  for (;;) {
    const node = heap[0];
    if (node === undefined || node.key > key) return;
    removeNode(heap, node);
    touch(state, node.item);
  }
}

/**
 * How much equity a desk may lose per tick when the mark falls and when it rises; zero for none.
 */
interface Rates {
  readonly down: Money;
  readonly up: Money;
}

/** Notes the marks up to which a part of the cross slack lasts at this desk. */
export function watchDesk(desk: Desk, slack: Money): void {
  const long = positionSize(desk.long);
  const short = positionSize(desk.short);
  watchBetween(desk.listing, desk.watch, slack, ratesOf(desk, long - short, grossLots(desk)));
}

/** Notes the marks up to which an isolated position's own slack lasts. */
export function watchPosition(desk: Desk, side: DeskSide, slack: Money): void {
  const size = positionSize(side);
  const net = side.side === 'long' ? size : -size;
  watchBetween(desk.listing, side.watch, slack, ratesOf(desk, net, size));
}

export function unwatch(listing: Listing, watch: RiskWatch): void {
  removeNode(listing.watchBelow, watch.below);
  removeNode(listing.watchAbove, watch.above);
}

/** Wakes the account at the very next mark, whatever it is. */
export function watchNextMark(listing: Listing, watch: RiskWatch): void {
  putNode(listing.watchBelow, watch.below, -listing.mark);
  putNode(listing.watchAbove, watch.above, listing.mark);
}

/**
 * A falling mark costs at most the net long size; the requirement falls with it. A rising mark
 * costs the net short size plus the requirement's growth, taken at the steepest tier.
 */
function ratesOf(desk: Desk, net: number, gross: number): Rates {
  const { contract } = desk.listing;
  const steepest = contract.tiers[contract.tiers.length - 1]?.maintenanceRate ?? 0;
  const fee = desk.account.terms.takerFee ?? contract.takerFee;
  const growth = wholeDown(gross * (steepest + fee), 1_000_000) + 1;
  return {
    down: times(contract.tickLotValue, Math.max(0, net)),
    up: times(contract.tickLotValue, Math.max(0, growth - net)),
  };
}

function watchBetween(listing: Listing, watch: RiskWatch, slack: Money, rates: Rates): void {
  noteMark(listing.watchBelow, watch.below, -listing.mark, slack, rates.down);
  noteMark(listing.watchAbove, watch.above, listing.mark, slack, rates.up);
}

/** Keys grow away from the current mark in both heaps, so one formula serves both. */
function noteMark(
  heap: Heap<Account>,
  node: HeapNode<Account>,
  now: number,
  slack: Money,
  rate: Money,
): void {
  if (rate === NO_MONEY) {
    removeNode(heap, node);
    return;
  }
  // One tick early covers what rounding up of the requirement may add on the way.
  const distance = Math.min(FAR, Math.max(1, countIn(slack, rate) - 1));
  // An older mark that is early by only a little is kept, which saves a move in the heap.
  const noted = node.place < 0 ? 0 : node.key - now;
  if (noted * 2 > distance && noted <= distance) return;
  putNode(heap, node, now + distance);
}

/** Further than any price: such a mark is never reached. */
const FAR = FINE_PER_TICK * 2 ** 32;
