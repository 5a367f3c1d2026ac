import { getEventListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { mock } from 'node:test';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isTickReplaced, sleep } from './timers.ts';

const load = (query: string): Promise<typeof import('./timers.ts')> =>
  import(new URL(`timers.ts?${query}`, import.meta.url).href);

test('[LIB-14] timers that were faked before they are loaded are found all the same', async () => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const fakes = { ...globalThis };
  const fresh = await load('fresh');
  for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'setImmediate'] as const)
    expect(fresh[name], name).not.toBe(fakes[name]);
  await fresh.sleep(1);
  await fresh.nextTurn();
  expect(Math.abs(fresh.wallNow() - performance.timeOrigin - performance.now())).toBeLessThan(1e7);
  expect(fresh.isFaked).toBe(false);
});

test('[LIB-14] what a test replaces besides timers is found, too', async () => {
  vi.useFakeTimers({ toFake: ['queueMicrotask'] });
  onTestFinished(() => void vi.useRealTimers());
  const fake = globalThis.queueMicrotask;
  const fresh = await load('queued');
  expect(fresh.queueMicrotask).not.toBe(fake);
  await new Promise<void>((resolve) => fresh.queueMicrotask(resolve));
});

test('a sleep ends when its signal does', async () => {
  const ending = new AbortController();
  const sleeping = sleep(60_000, { signal: ending.signal });
  ending.abort();
  await expect(sleeping).rejects.toBe(ending.signal.reason);
  await expect(sleep(0, { signal: ending.signal })).rejects.toBe(ending.signal.reason);
});

test('a sleep that is over leaves nothing with its signal', async () => {
  const { signal } = new AbortController();
  const sleeping = sleep(1, { signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await sleeping;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('[LIB-14] that the ticks of the process were replaced is seen', () => {
  const before = process.nextTick;
  onTestFinished(() => {
    process.nextTick = before;
  });
  expect(isTickReplaced()).toBe(false);
  process.nextTick = () => {};
  expect(isTickReplaced()).toBe(true);
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
