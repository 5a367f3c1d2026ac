/**
 * A quick fingerprint of a state: its counters, how many orders it holds, and its prices. Engines
 * that applied the same entries have the same mark. Engines that diverged almost never do.
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

export const stateMarkOf = (state: VenueState): StateMark => ({
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

/** The first difference between two marks, in words. */
export function findMarkDifference(found: StateMark, expected: StateMark): string | undefined {
  const others = new Map<string, unknown>(Object.entries(expected));
  for (const [name, value] of Object.entries(found)) {
    if (value === others.get(name)) continue;
    return `${name} is ${String(value)}, not ${String(others.get(name))}`;
  }
  return undefined;
}
