import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';

const NEVER = 2 ** 30;

test('waiting again and again on one signal leaves nothing on it', async () => {
  const { signal } = new AbortController();
  for (let round = 0; round < 5; round += 1) await waitFor(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('it ends at once where it is called off, before or meanwhile', async () => {
  const calling = new AbortController();
  const waiting = waitFor(NEVER, calling.signal);
  calling.abort();
  await waiting;
  await waitFor(NEVER, calling.signal);
  expect(getEventListeners(calling.signal, 'abort')).toEqual([]);
});
