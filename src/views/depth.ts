/**
 * Depth: the lots that stand at each price of both sides. It counts the changes of its levels, so
 * that a window on it (depth-window.ts) can number what it tells. It notes changed prices for those
 * who follow all of it (depth-changes.ts). It knows no orders.
 */
import { assert, unreachable } from '../domain/assert.ts';
import type { ContractListed, EventOf, FillSettled, OrderCanceled } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import { type Lots, lots, NO_LOTS, NO_TICKS, type Ticks, ticks } from '../domain/units.ts';
import { getRow } from './contracts.ts';
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
  readonly sizes: Map<Ticks, Lots>;
  readonly prices: PriceSet;
}

export interface Depth {
  readonly contract: ContractId;
  readonly bids: DepthSide;
  readonly asks: DepthSide;
  /** How often a level has changed; the number of the last change. */
  version: number;
  /** Those who gather changes of the whole depth (depth-changes.ts). */
  readonly followers: Set<DepthFollower>;
}

/** The prices whose levels changed after the version. */
export interface DepthFollower {
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

export const sizeAt = ({ sizes }: DepthSide, price: Ticks): Lots => sizes.get(price) ?? NO_LOTS;

/** From the best outward, at most so many. */
export function topLevels({ side, sizes, prices }: DepthSide, limit: number): Level[] {
  const levels: Level[] = [];
  const isBids = side === 'buy';
  let price = isBids ? highestPrice(prices) : lowestPrice(prices);
  while (price !== NO_TICKS && levels.length < limit) {
    levels.push({ price: ticks(price), size: sizes.get(ticks(price)) ?? NO_LOTS });
    price = isBids ? priceBelow(prices, price) : priceAbove(prices, price);
  }
  return levels;
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
  sizes: new Map(),
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
  const levels = sideOfDepth(depth, side);
  setLevel(levels, price, lots(sizeAt(levels, price) + change));
  depth.version += 1;
  for (const { bids, asks } of depth.followers) (side === 'buy' ? bids : asks).add(price);
}

function sideOfDepth(depth: Depth, side: Side): DepthSide {
  switch (side) {
    case 'buy':
      return depth.bids;
    case 'sell':
      return depth.asks;
    default:
      return unreachable(side);
  }
}

export function setLevel({ sizes, prices }: DepthSide, price: Ticks, size: Lots): void {
  assert(size >= 0, 'a level would hold fewer than no lots', price);
  if (size === 0) {
    sizes.delete(price);
    removePrice(prices, price);
    return;
  }
  if (!sizes.has(price)) addPrice(prices, price);
  sizes.set(price, size);
}
