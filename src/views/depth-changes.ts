/**
 * Changes of a whole depth, gathered until they are taken. Each follower gathers for itself, so
 * that every pace at which changes are told has a chain of its own.
 */
import { type Ticks, ticks } from '../domain/units.ts';
import {
  type Depth,
  type DepthChange,
  type DepthFollower,
  type DepthSide,
  type Level,
  sizeAt,
} from './depth.ts';

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
    bids: takeLevels(depth.bids, follower.bids, (first, second) => second - first),
    asks: takeLevels(depth.asks, follower.asks, (first, second) => first - second),
  };
  follower.version = depth.version;
  return change;
}

function takeLevels(
  side: DepthSide,
  touched: Set<Ticks>,
  compare: (first: number, second: number) => number,
): Level[] {
  const prices = [...touched].sort(compare);
  touched.clear();
  return prices.map((price) => ({ price: ticks(price), size: sizeAt(side, price) }));
}
