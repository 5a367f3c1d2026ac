/**
 * Depth: the lots that stand at each price of both sides. It counts the changes of its levels, so
 * that a window on it can number what it tells, and notes changed prices for those who follow all
 * of it. It knows no orders.
 */
import { assert, getRow, unreachable } from '../domain/assert.ts';
import { type Contract, notionalOf } from '../domain/contract.ts';
import type { ContractListed, EventOf, FillSettled, OrderCanceled } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import { visitPlayed } from '../domain/played-levels.ts';
import { PriceTable } from '../domain/price-table.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import {
  type Lots,
  lots,
  NO_LOTS,
  NO_TICKS,
  type Ticks,
  ticks,
  toBigInt,
} from '../domain/units.ts';
import {
  addPrice,
  createPriceSet,
  highestPrice,
  lowestPrice,
  type PriceSet,
  priceAbove,
  priceBelow,
  removePrice,
} from './price-set.ts';

export interface Level {
  readonly price: Ticks;
  readonly size: Lots;
}

export interface DepthSide {
  readonly side: Side;
  readonly sizes: PriceTable;
  readonly prices: PriceSet;
}

export interface Depth {
  readonly contract: ContractId;
  readonly bids: DepthSide;
  readonly asks: DepthSide;
  /** How often a level has changed; the number of the last change. */
  version: number;
  /** Those who gather changes of the whole depth. */
  readonly followers: Set<DepthFollower>;
}

/** The prices whose levels changed after the version. */
interface DepthFollower {
  version: number;
  readonly bids: Set<Ticks>;
  readonly asks: Set<Ticks>;
}

export interface DepthView {
  readonly depths: Depth[];
}

/** Levels from the best outward, and in a change a size of zero where a level is gone. */
export interface DepthChange {
  readonly kind: 'snapshot' | 'changed';
  readonly contract: ContractId;
  /** The first and last change it holds. It follows the one whose last is one less. */
  readonly startVersion: number;
  readonly endVersion: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export const createDepthView = (): DepthView => ({ depths: [] });

type DepthNews =
  | ContractListed
  | EventOf<'order-rested'>
  | EventOf<'order-amended'>
  | EventOf<'levels-played'>
  | OrderCanceled
  | FillSettled;

export function foldDepth(view: DepthView, event: DepthNews): void {
  switch (event.kind) {
    case 'contract-listed':
      view.depths.push(createDepth(event.contract.id));
      return;
    case 'order-rested':
      changeLevel(view, event.contract, event.side, event.price, event.remaining);
      return;
    case 'order-amended':
    case 'order-canceled':
      if (event.removed > 0)
        changeLevel(view, event.contract, event.side, event.removedFrom, -event.removed);
      return;
    case 'levels-played': {
      const { contract, changes } = event;
      visitPlayed(changes, (_, side, price, change) =>
        changeLevel(view, contract, side, price, change),
      );
      return;
    }
    case 'fill-settled':
      if (event.venue === 'book')
        changeLevel(view, event.contract, oppositeSide(event.takerSide), event.price, -event.size);
      return;
    default:
      unreachable(event);
  }
}

export const depthOf = (view: DepthView, contract: ContractId): Depth =>
  getRow(view.depths, contract);

/** `NO_TICKS` where the side is empty. */
export const bestBid = (depth: Depth): Ticks => ticks(highestPrice(depth.bids.prices));
export const bestAsk = (depth: Depth): Ticks => ticks(lowestPrice(depth.asks.prices));

const sizeAt = ({ sizes }: DepthSide, price: Ticks): Lots => lots(sizes.get(price));

/** From the best outward, at most so many. */
export function topLevels({ side, sizes, prices }: DepthSide, limit: number): Level[] {
  const levels: Level[] = [];
  const isBids = side === 'buy';
  let price = isBids ? highestPrice(prices) : lowestPrice(prices);
  while (price !== NO_TICKS && levels.length < limit) {
    levels.push({ price: ticks(price), size: lots(sizes.get(price)) });
    price = isBids ? priceBelow(prices, price) : priceAbove(prices, price);
  }
  return levels;
}

/** What so many lots come to from the best level on, and how many of them find none. */
export function sweepLevels(
  contract: Contract,
  levels: readonly Level[],
  size: Lots,
): { readonly value: bigint; readonly left: Lots } {
  let value = 0n;
  let left: number = size;
  for (const level of levels) {
    const taken = Math.min(left, level.size);
    value += toBigInt(notionalOf(contract, level.price, lots(taken)));
    left -= taken;
    if (left === 0) break;
  }
  return { value, left: lots(left) };
}

export const createDepth = (contract: ContractId): Depth => ({
  contract,
  bids: createSide('buy'),
  asks: createSide('sell'),
  version: 0,
  followers: new Set(),
});

const createSide = (side: Side): DepthSide => ({
  side,
  sizes: new PriceTable(),
  prices: createPriceSet(),
});

function changeLevel(
  view: DepthView,
  contract: ContractId,
  side: Side,
  price: Ticks,
  change: number,
): void {
  const depth = depthOf(view, contract);
  const levels = side === 'buy' ? depth.bids : depth.asks;
  setLevel(levels, price, lots(sizeAt(levels, price) + change));
  depth.version += 1;
  for (const { bids, asks } of depth.followers) (side === 'buy' ? bids : asks).add(price);
}

export function setLevel({ sizes, prices }: DepthSide, price: Ticks, size: Lots): void {
  assert(size >= 0, 'a level would hold fewer than no lots', price);
  const before = sizes.get(price);
  sizes.set(price, size);
  if (size === 0) removePrice(prices, price);
  else if (before === 0) addPrice(prices, price);
}

/**
 * Changes of a whole depth, gathered until they are taken. Each follower gathers for itself, so
 * that every pace at which changes are told has a chain of its own.
 */
export function enterDepth(depth: Depth): DepthFollower {
  const follower: DepthFollower = { version: depth.version, bids: new Set(), asks: new Set() };
  depth.followers.add(follower);
  return follower;
}

export const leaveDepth = (depth: Depth, follower: DepthFollower): void => {
  depth.followers.delete(follower);
};

/** Returns the levels that changed since the last call, as they stand; undefined for none. */
export function takeDepthChange(depth: Depth, follower: DepthFollower): DepthChange | undefined {
  if (depth.version === follower.version) return undefined;
  const change: DepthChange = {
    kind: 'changed',
    contract: depth.contract,
    startVersion: follower.version + 1,
    endVersion: depth.version,
    bids: takeLevels(depth.bids, follower.bids),
    asks: takeLevels(depth.asks, follower.asks),
  };
  follower.version = depth.version;
  return change;
}

function takeLevels(side: DepthSide, touched: Set<Ticks>): Level[] {
  const prices = [...touched].sort((first, second) => outward(side.side, first, second));
  touched.clear();
  return prices.map((price) => ({ price: ticks(price), size: sizeAt(side, price) }));
}

/** Negative where the first price is the better one. */
const outward = (side: Side, first: number, second: number): number =>
  side === 'buy' ? second - first : first - second;

type DepthWindow = ReturnType<typeof openWindow>;

/**
 * A window on a depth: the best levels of both sides, as subscribers hold them. A change lists the
 * levels that entered, changed or left the window, so that a reader who keeps only these levels
 * never misses one that moved up because a better one went.
 */
export const openWindow = (depth: Depth, limit: number) => ({
  limit,
  version: depth.version,
  bids: topLevels(depth.bids, limit),
  asks: topLevels(depth.asks, limit),
});

/** What a new subscriber starts from: the levels as the last change left them. */
export const windowSnapshot = (depth: Depth, window: DepthWindow): DepthChange => ({
  kind: 'snapshot',
  contract: depth.contract,
  startVersion: window.version,
  endVersion: window.version,
  bids: window.bids,
  asks: window.asks,
});

/** Brings the window up to date; undefined where nothing in it changed. */
export function takeWindowChange(depth: Depth, window: DepthWindow): DepthChange | undefined {
  if (depth.version === window.version) return undefined;
  const bids = topLevels(depth.bids, window.limit);
  const asks = topLevels(depth.asks, window.limit);
  const change: DepthChange = {
    kind: 'changed',
    contract: depth.contract,
    startVersion: window.version + 1,
    endVersion: depth.version,
    bids: differences('buy', window.bids, bids),
    asks: differences('sell', window.asks, asks),
  };
  // A change below the window is not published, so the next published one starts before it.
  if (change.bids.length === 0 && change.asks.length === 0) return undefined;
  window.version = depth.version;
  window.bids = bids;
  window.asks = asks;
  return change;
}

/** Both lists run from the best outward. */
function differences(side: Side, before: readonly Level[], after: readonly Level[]): Level[] {
  const found: Level[] = [];
  let place = 0;
  for (const level of after) {
    let old = before[place];
    while (old !== undefined && outward(side, old.price, level.price) < 0) {
      found.push({ price: old.price, size: NO_LOTS });
      place += 1;
      old = before[place];
    }
    const isSamePrice = old !== undefined && old.price === level.price;
    if (isSamePrice) place += 1;
    if (!isSamePrice || old?.size !== level.size) found.push(level);
  }
  for (const old of before.slice(place)) found.push({ price: old.price, size: NO_LOTS });
  return found;
}
