import { expect, test } from 'vitest';
import { millis } from '../domain/units.ts';
import { createReplayCache, type Pending, type Replay } from './replay-cache.ts';

const NOW = 1_767_571_200_000;
const SETTINGS = { lifeMillis: 35_000, entriesMax: 3 };

const mark = (signature: string, timestamp = NOW) => ({
  signature,
  timestamp: millis(timestamp),
});

const pendingOf = (replay: Replay): Pending => {
  if (replay.kind !== 'first') throw new Error(`not the first, but ${replay.kind}`);
  return replay.pending;
};

const ANSWER = { status: 200, body: '{}' };

test('[GATE-19] a stored answer is given until its timestamp is long out of the window', () => {
  const cache = createReplayCache(SETTINGS);
  pendingOf(cache.begin(mark('a'), millis(NOW))).keep(ANSWER);
  for (const later of [0, 30_000, 39_999])
    expect(cache.begin(mark('a'), millis(NOW + later))).toEqual({ kind: 'repeat', answer: ANSWER });
  expect(cache.begin(mark('b', NOW + 60_000), millis(NOW + 60_000)).kind).toBe('first');
  expect(cache.size()).toBe(1);
});

test('[GATE-19] its signature makes a request', () => {
  const cache = createReplayCache({ ...SETTINGS, entriesMax: 10 });
  const marks = [mark('a'), mark('b'), mark('c', NOW + 1)];
  for (const each of marks) expect(cache.begin(each, millis(NOW)).kind).toBe('first');
  for (const each of marks) expect(cache.begin(each, millis(NOW)).kind).toBe('repeat');
});

test('[GATE-19] those who wait are told, also that nothing was done', async () => {
  const cache = createReplayCache(SETTINGS);
  const first = pendingOf(cache.begin(mark('a'), millis(NOW)));
  const waiting = [1, 2].map(() => {
    const replay = cache.begin(mark('a'), millis(NOW));
    return replay.kind === 'repeat' ? replay.answer : undefined;
  });
  first.forget();
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  expect(cache.size()).toBe(0);
  pendingOf(cache.begin(mark('a'), millis(NOW))).keep(ANSWER);
});

test('[GATE-19] a full memory refuses rather than forgets', () => {
  const cache = createReplayCache(SETTINGS);
  for (const name of ['a', 'b', 'c']) pendingOf(cache.begin(mark(name), millis(NOW))).keep(ANSWER);
  expect(cache.begin(mark('d'), millis(NOW)).kind).toBe('full');
  expect(cache.begin(mark('a'), millis(NOW)).kind).toBe('repeat');
  expect(cache.begin(mark('d', NOW + 41_000), millis(NOW + 41_000)).kind).toBe('first');
});

test('[GATE-19] an answer that comes after its place was dropped does no harm', () => {
  const cache = createReplayCache(SETTINGS);
  const slow = pendingOf(cache.begin(mark('a'), millis(NOW)));
  cache.begin(mark('b', NOW + 60_000), millis(NOW + 60_000));
  slow.forget();
  expect(cache.size()).toBe(1);
});
