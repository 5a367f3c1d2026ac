import { performance } from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sleep } from './timers.ts';

const load = (query: string): Promise<typeof import('./timers.ts')> =>
  import(new URL(`timers.ts?${query}`, import.meta.url).href);

test('[LIB-14] timers that were faked before they are loaded are found all the same', async () => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const fresh = await load('fresh');
  await fresh.sleep(1);
  await fresh.nextTurn();
  expect(Math.abs(fresh.wallNow() - performance.timeOrigin - performance.now())).toBeLessThan(1e7);
  expect(fresh.isFaked).toBe(false);
});

test('a sleep ends when its signal does', async () => {
  const ending = new AbortController();
  const sleeping = sleep(60_000, { signal: ending.signal });
  ending.abort();
  await expect(sleeping).rejects.toBe(ending.signal.reason);
  await expect(sleep(0, { signal: ending.signal })).rejects.toBe(ending.signal.reason);
});
