import { beforeEach, expect, test, vi } from 'vitest';
import { createProgress, tellEntries, whileWaiting } from './progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('[CLI-28] nothing is said for two seconds, then it is drawn anew and taken away', () => {
  const drawn: string[] = [];
  const progress = createProgress({ err: () => {}, redraw: (text) => drawn.push(text) });
  const tell = tellEntries(progress, 9_000);
  tell(0);
  vi.advanceTimersByTime(1_900);
  tell(1_000);
  expect(drawn).toEqual([]);
  vi.advanceTimersByTime(100);
  tell(4_000);
  tell(4_100);
  vi.advanceTimersByTime(200);
  tell(5_000);
  progress.end();
  expect(drawn).toEqual([
    'replaying: entry 4,000 of 9,000, 2,000 a second',
    'replaying: entry 5,000 of 9,000, 2,273 a second',
    '',
  ]);
});

test('[CLI-28] where nobody watches it is a line now and then', async () => {
  const lines: string[] = [];
  const output = { out: () => {}, err: (line: string) => lines.push(line) };
  const done = whileWaiting(output, () => new Promise((resolve) => setTimeout(resolve, 13_000)));
  await vi.advanceTimersByTimeAsync(13_000);
  await done;
  expect(lines).toEqual(['waiting for the venue, 2 s', 'waiting for the venue, 12 s']);
});

test('[CLI-28] what was drawn is taken away at the end, also when the work fails', async () => {
  const drawn: string[] = [];
  const output = { out: () => {}, err: () => {}, redraw: (text: string) => drawn.push(text) };
  const done = whileWaiting(output, async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    throw new Error('late');
  });
  const failing = expect(done).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(2_100);
  await failing;
  expect(drawn).toEqual(['waiting for the venue, 2 s', '']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(drawn).toHaveLength(2);
});

test('[CLI-28] work that knows how far it is says that instead', async () => {
  const lines: string[] = [];
  const output = { out: () => {}, err: (line: string) => lines.push(line) };
  const done = whileWaiting(output, async ({ tell }) => {
    for (let part = 0; part < 5; part += 1) {
      tell(() => `${part} of 5`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    return 'done';
  });
  await vi.advanceTimersByTimeAsync(6_000);
  expect([await done, lines]).toEqual(['done', ['2 of 5']]);
});
