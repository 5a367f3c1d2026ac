/**
 * A window on a depth: the best levels of both sides, as subscribers hold them. A change lists the
 * levels that entered, changed or left the window, so that a reader who keeps only these levels
 * never misses one that moved up because a better one went.
 */
import { NO_LOTS } from '../domain/units.ts';
import { type Depth, type DepthChange, type Level, topLevels } from './depth.ts';

export interface DepthWindow {
  readonly limit: number;
  version: number;
  bids: readonly Level[];
  asks: readonly Level[];
}

export const openWindow = (depth: Depth, limit: number): DepthWindow => ({
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
    bids: differences(window.bids, bids, (first, second) => second.price - first.price),
    asks: differences(window.asks, asks, (first, second) => first.price - second.price),
  };
  // A change below the window is not published, so the next published one starts before it.
  if (change.bids.length === 0 && change.asks.length === 0) return undefined;
  window.version = depth.version;
  window.bids = bids;
  window.asks = asks;
  return change;
}

type Compare = (first: Level, second: Level) => number;

/** Both lists run from the best outward. */
function differences(before: readonly Level[], after: readonly Level[], compare: Compare): Level[] {
  const found: Level[] = [];
  let place = 0;
  for (const level of after) {
    let old = before[place];
    while (old !== undefined && compare(old, level) < 0) {
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
