/**
 * Depth: the lots that stand at each price of both sides, and what changed since somebody last
 * looked. Each change of a level has a number; whoever applies every change in turn holds the same
 * levels. It knows no orders.
 */
import { assert, unreachable } from '../domain/assert.ts';
import type { Event } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import { type Lots, lots, NO_LOTS, NO_TICKS, type Ticks, ticks } from '../domain/units.ts';
import { getRow } from './contract-rows.ts';
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
  /** Prices whose size changed since the last take. */
  readonly changed: Set<Ticks>;
}

export interface Depth {
  readonly contract: ContractId;
  readonly bids: DepthSide;
  readonly asks: DepthSide;
  /** How often a level has changed; the number of the last change. */
  version: number;
  /** The version when changes were last taken. */
  takenVersion: number;
  /** More changed than is worth listing: the next take is a snapshot. */
  isCrowded: boolean;
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

/** Changed levels remembered while nobody takes them; beyond it a snapshot is smaller. */
export const CHANGED_LEVELS_MAX = 2_000;

export const createDepthView = (): DepthView => ({ depths: [] });

export function foldDepth(view: DepthView, event: Event): void {
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
  }
}

export const depthOf = (view: DepthView, contract: ContractId): Depth =>
  getRow(view.depths, contract);

/** `NO_TICKS` where the side is empty. */
export const bestBid = (depth: Depth): Ticks => ticks(highestPrice(depth.bids.prices));
export const bestAsk = (depth: Depth): Ticks => ticks(lowestPrice(depth.asks.prices));

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

/** What changed since the last take; undefined where nothing did. */
export function takeChanges(depth: Depth): DepthChange | undefined {
  if (depth.version === depth.takenVersion) return undefined;
  const { contract, bids, asks, isCrowded } = depth;
  const list = isCrowded ? allLevels : changedLevels;
  const change: DepthChange = {
    kind: isCrowded ? 'snapshot' : 'changed',
    contract,
    startVersion: depth.takenVersion + 1,
    endVersion: depth.version,
    bids: list(bids),
    asks: list(asks),
  };
  depth.takenVersion = depth.version;
  depth.isCrowded = false;
  bids.changed.clear();
  asks.changed.clear();
  return change;
}

/** Applies a change to levels held elsewhere, as a reader of the changes would. */
export function applyLevels(held: Map<Ticks, Lots>, levels: readonly Level[]): void {
  for (const { price, size } of levels) {
    if (size === 0) held.delete(price);
    else held.set(price, size);
  }
}

const allLevels = (side: DepthSide): Level[] => topLevels(side, side.sizes.size);

const changedLevels = ({ side, sizes, changed }: DepthSide): Level[] =>
  [...changed]
    .sort((first, second) => (side === 'buy' ? second - first : first - second))
    .map((price) => ({ price, size: sizes.get(price) ?? NO_LOTS }));

export const createDepth = (contract: ContractId): Depth => ({
  contract,
  bids: createSide('buy'),
  asks: createSide('sell'),
  version: 0,
  takenVersion: 0,
  isCrowded: false,
});

const createSide = (side: Side): DepthSide => ({
  side,
  sizes: new Map(),
  prices: createPriceSet(),
  changed: new Set(),
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
  const before = levels.sizes.get(price) ?? NO_LOTS;
  setLevel(levels, price, lots(before + change));
  depth.version += 1;
  if (depth.isCrowded) return;
  levels.changed.add(price);
  if (levels.changed.size <= CHANGED_LEVELS_MAX) return;
  depth.isCrowded = true;
  depth.bids.changed.clear();
  depth.asks.changed.clear();
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
