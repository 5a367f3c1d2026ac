/** How many commands become durable in a second. */
import { performance } from 'node:perf_hooks';
import type { Entry } from '../../src/domain/command.ts';
import type { Journal } from '../../src/journal/journal.ts';

/** Batches one after the other, each acknowledged before the next is sent. */
export async function measureBatches(
  journal: Journal,
  entries: readonly Entry[],
  batch: number,
): Promise<number> {
  const start = performance.now();
  for (let at = 0; at < entries.length; at += batch) {
    await journal.append(entries.slice(at, at + batch));
  }
  return entries.length / ((performance.now() - start) / 1_000);
}

/**
 * Single commands of many callers, each of which waits for its command before it sends the next.
 */
export async function measureCallers(
  journal: Journal,
  entries: readonly Entry[],
  callers: number,
): Promise<number> {
  let next = 0;
  const call = async (): Promise<void> => {
    for (;;) {
      const entry = entries[next];
      if (entry === undefined) return;
      next += 1;
      await journal.append([entry]);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  return entries.length / ((performance.now() - start) / 1_000);
}
