/**
 * Deleveraging: the opposite side closes a bankrupt order at its bankruptcy price, in the order of
 * the ranking. Ranks are computed once per entry and kept in a heap. Only accounts that change
 * meanwhile are ranked again, so many bankruptcies at once do not sort the whole side each time.
 */
import { INSURANCE_FUND } from '../domain/account.ts';
import {
  compareRanks,
  type DeleverageClass,
  type DeleverageRank,
  deleverageScore,
  scorePpm,
} from '../domain/deleveraging.ts';
import { wholeDown } from '../domain/money.ts';
import type { Position } from '../domain/position.ts';
import { oppositePositionSide, type PositionSide } from '../domain/side.ts';
import { type Lots, lots, type Money, NO_MONEY } from '../domain/units.ts';
import { trimCloses } from './close-positions.ts';
import { remainingLots } from './order-life.ts';
import { createVenueOrder } from './place-order.ts';
import {
  crossEquity,
  isolatedEquity,
  leverageOf,
  notionalAtMark,
  pnlAtMark,
  positionSize,
} from './risk.ts';
import { settleFill } from './settle-fill.ts';
import {
  type DeleverageCandidate,
  type DeleverageQueue,
  type Desk,
  emit,
  type Listing,
  type LiveOrder,
  sideAt,
  type VenueState,
} from './state.ts';

/** Fills what remains of the order, as long as anyone is on the other side. */
export function deleverage(state: VenueState, order: LiveOrder): void {
  const { listing, account } = order.desk;
  const side = oppositePositionSide(order.positionSide);
  const queue = queueFor(state, listing, side);
  const setAside: DeleverageCandidate[] = [];
  let rank = 0;
  while (order.status === 'pending') {
    const candidate = takeBest(queue);
    if (candidate === undefined) break;
    if (candidate.desk.account === account) {
      setAside.push(candidate);
      continue;
    }
    rank += 1;
    // This touches the account, so that the next order finds it ranked anew.
    closeCandidate(state, order, candidate, rank);
  }
  for (const candidate of setAside) push(queue.heap, candidate);
}

function closeCandidate(
  state: VenueState,
  order: LiveOrder,
  candidate: DeleverageCandidate,
  rank: number,
): void {
  const { desk } = candidate;
  const { listing } = desk;
  const side = sideAt(desk, oppositePositionSide(order.positionSide));
  const { position } = side;
  if (position === null) return;
  const size = lots(Math.min(remainingLots(order), eligibleLots(desk, position)));
  emit(state, {
    kind: 'deleveraged',
    account: desk.account.id,
    contract: listing.contract.id,
    positionSide: position.side,
    bankruptAccount: order.account,
    bankruptOrder: order.id,
    price: order.workingPrice,
    size,
    rank,
    holders: listing.holders.length,
    group: candidate.rank.group,
    scorePpm: scorePpm(candidate.rank.score),
    unrealisedPnl: candidate.rank.pnl,
    openValue: position.openValue,
    notional: notionalAtMark(desk, position.size),
    equity: scopeEquity(desk, position),
    leverage: leverageOf(desk, position.side),
  });
  trimCloses(state, desk, position.side, lots(position.size - size));
  const price = order.workingPrice;
  const maker = createVenueOrder(state, desk, {
    positionSide: position.side,
    effect: 'close',
    origin: 'deleveraging',
    size,
    price,
  });
  settleFill(state, { maker, taker: order, price, size, venue: 'deleveraging' });
}

/** A hedged cross account is deleveraged only by its net size. */
function eligibleLots(desk: Desk, position: Position): Lots {
  if (desk.marginMode === 'isolated') return position.size;
  const opposite = positionSize(sideAt(desk, oppositePositionSide(position.side)));
  return lots(Math.max(0, position.size - opposite));
}

const scopeEquity = (desk: Desk, position: Position) =>
  desk.marginMode === 'isolated' ? isolatedEquity(desk, position) : crossEquity(desk.account);

function queueFor(state: VenueState, listing: Listing, side: PositionSide): DeleverageQueue {
  const key = `${listing.contract.id}|${side}`;
  const known = state.deleverageQueues.get(key);
  if (known !== undefined) {
    for (; known.logRead < state.touchLog.length; known.logRead += 1) {
      const desk = state.touchLog[known.logRead]?.desks[listing.contract.id];
      if (desk !== undefined) requeue(known, desk);
    }
    return known;
  }
  const queue: DeleverageQueue = {
    contract: listing.contract.id,
    side,
    heap: [],
    logRead: state.touchLog.length,
  };
  for (const desk of listing.holders) requeue(queue, desk);
  state.deleverageQueues.set(key, queue);
  return queue;
}

function requeue(queue: DeleverageQueue, desk: Desk): void {
  const rank = findRank(desk, queue.side);
  if (rank !== undefined) push(queue.heap, { desk, version: desk.account.version, rank });
}

/** Undefined if the account has nothing on that side that could be deleveraged. */
function findRank(desk: Desk, side: PositionSide): DeleverageRank | undefined {
  const { position } = sideAt(desk, side);
  if (position === null || eligibleLots(desk, position) === 0) return undefined;
  const pnl = pnlAtMark(desk, position);
  return {
    group: groupOf(desk, pnl),
    score: deleverageScore({
      pnl,
      openValue: position.openValue,
      notional: notionalAtMark(desk, position.size),
      equity: scopeEquity(desk, position),
      leverage: leverageOf(desk, position.side),
    }),
    pnl,
    account: desk.account.id,
  };
}

/** Which fifth of its side a position is in: 4 is deleveraged first, 0 last or not at all. */
export function deleverageFifth(desk: Desk, side: PositionSide): number {
  const own = findRank(desk, side);
  if (own === undefined) return 0;
  const ranks = desk.listing.holders.flatMap((holder) => findRank(holder, side) ?? []);
  const before = ranks.filter((rank) => compareRanks(rank, own) < 0).length;
  return 4 - wholeDown(5 * before, ranks.length);
}

function groupOf(desk: Desk, pnl: Money): DeleverageClass {
  if (desk.account.id === INSURANCE_FUND) return 'fund';
  if (desk.account.role !== 'trader') return 'house';
  return pnl > NO_MONEY ? 'profitable' : 'losing';
}

/** The best candidate whose rank is current; a changed rank was pushed onto the heap again. */
function takeBest(queue: DeleverageQueue): DeleverageCandidate | undefined {
  for (;;) {
    const best = pop(queue.heap);
    if (best === undefined) return undefined;
    const { position } = sideAt(best.desk, queue.side);
    const isFresh = best.version === best.desk.account.version;
    if (isFresh && position !== null && eligibleLots(best.desk, position) > 0) return best;
  }
}

function push(heap: DeleverageCandidate[], candidate: DeleverageCandidate): void {
  let place = heap.length;
  heap.push(candidate);
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || compareRanks(parent.rank, candidate.rank) <= 0) break;
    heap[place] = parent;
    place = above;
  }
  heap[place] = candidate;
}

function pop(heap: DeleverageCandidate[]): DeleverageCandidate | undefined {
  const best = heap[0];
  const last = heap.pop();
  if (best === undefined || last === undefined || heap.length === 0) return best;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    const left = heap[child];
    if (left === undefined) break;
    const right = heap[child + 1];
    let smaller = left;
    if (right !== undefined && compareRanks(right.rank, left.rank) < 0) {
      smaller = right;
      child += 1;
    }
    if (compareRanks(last.rank, smaller.rank) <= 0) break;
    heap[place] = smaller;
    place = child;
  }
  heap[place] = last;
  return best;
}
