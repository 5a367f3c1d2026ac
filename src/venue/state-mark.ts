/**
 * What can be told of a state without looking at all of it: where its counters stand, how much is
 * in it and what it is worth. Two engines that were given the same entries agree on it; two that
 * went different ways hardly ever do.
 */
import type { VenueState } from '../engine/state.ts';

export interface StateMark {
  readonly seq: number;
  readonly now: number;
  readonly nextAccount: number;
  readonly nextOrder: number;
  readonly nextTrade: number;
  readonly nextPosition: number;
  readonly nextPriority: number;
  readonly depositsNet: bigint;
  readonly liveOrders: number;
  /** Of every listing, in the order of their ids. */
  readonly marks: string;
}

export const markOf = (state: VenueState): StateMark => ({
  seq: state.seq,
  now: state.now,
  nextAccount: state.nextAccount,
  nextOrder: state.nextOrder,
  nextTrade: state.nextTrade,
  nextPosition: state.nextPosition,
  nextPriority: state.nextPriority,
  depositsNet: state.depositsNet,
  liveOrders: state.orders.size,
  marks: state.listings.map(({ mark, last }) => `${mark}/${last}`).join(' '),
});

/** In words, the first thing in which two differ. */
export function findDifference(found: StateMark, expected: StateMark): string | undefined {
  const others = new Map<string, unknown>(Object.entries(expected));
  for (const [name, value] of Object.entries(found)) {
    if (value === others.get(name)) continue;
    return `${name} is ${String(value)}, not ${String(others.get(name))}`;
  }
  return undefined;
}
