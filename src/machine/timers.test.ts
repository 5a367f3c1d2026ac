import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { mock } from 'node:test';
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

test('a process waits for a sleep, unless told otherwise', async () => {
  const ending = new AbortController();
  const { signal } = ending;
  const waitedFor = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = waitedFor();
  const sleeping = [sleep(60_000, { ref: false, signal })];
  expect(waitedFor()).toBe(before);
  sleeping.push(sleep(60_000, { signal }));
  expect(waitedFor()).toBe(before + 1);
  ending.abort();
  for (const each of sleeping) await expect(each).rejects.toBe(signal.reason);
  expect(waitedFor()).toBe(before);
});

test.each(['setTimeout', 'setImmediate'] as const)(
  '[LIB-14] that node:test has faked %s alone is seen',
  async (name) => {
    mock.timers.enable({ apis: [name] });
    onTestFinished(() => mock.timers.reset());
    const fresh = await load(name);
    expect(fresh.isFaked).toBe(true);
  },
);
