/** How fast the venue is: the last syncs of the journal, and commands of the last seconds. */
import { SECOND } from '../domain/limits.ts';
import type { Monotonic } from '../domain/units.ts';

const SYNCS_KEPT = 512;
const SECONDS_KEPT = 5;

export interface Meter {
  readonly noteSync: (durationMillis: number) => void;
  readonly noteCommands: (count: number, now: Monotonic) => void;
  readonly syncMillis: () => { readonly p50: number; readonly p99: number };
  /** Over the last five whole seconds. */
  readonly commandsPerSecond: (now: Monotonic) => number;
}

export function createMeter(): Meter {
  const syncs: number[] = [];
  let nextSync = 0;
  const counts = new Map<number, number>();
  const secondOf = (now: Monotonic): number => Math.floor(now / SECOND);
  return {
    noteSync: (durationMillis) => {
      syncs[nextSync] = durationMillis;
      nextSync = (nextSync + 1) % SYNCS_KEPT;
    },
    noteCommands: (count, now) => {
      const second = secondOf(now);
      const known = counts.get(second);
      if (known === undefined) forgetBefore(counts, second - SECONDS_KEPT);
      counts.set(second, (known ?? 0) + count);
    },
    syncMillis: () => {
      const sorted = syncs.toSorted((first, second) => first - second);
      return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
    },
    commandsPerSecond: (now) => {
      const current = secondOf(now);
      let sum = 0;
      for (const [second, count] of counts) {
        if (second < current && second >= current - SECONDS_KEPT) sum += count;
      }
      return sum / SECONDS_KEPT;
    },
  };
}

function forgetBefore(counts: Map<number, number>, second: number): void {
  for (const known of counts.keys()) if (known < second) counts.delete(known);
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
