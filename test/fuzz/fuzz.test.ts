import { expect, test } from 'vitest';
import { fuzz } from './fuzz-venue.ts';

const REQUESTS = 2_000;
const SEED = 5;
/** Code that is compiled and caches that fill with a first few thousand requests. */
const GROWTH_MEGABYTES_MAX = 16;

test(`[FUZZ-1] ${REQUESTS} malformed requests change nothing (seed ${SEED})`, async () => {
  const { faults, statuses, heapMegabytes } = await fuzz(REQUESTS, SEED);
  expect(faults).toEqual([]);
  expect(statuses.get(400)).toBeGreaterThan(REQUESTS / 4);
  const [, afterFirst = 0] = heapMegabytes;
  expect(heapMegabytes.at(-1)).toBeLessThan(afterFirst + GROWTH_MEGABYTES_MAX);
}, 300_000);
