import { expect, test } from 'vitest';
import { fuzz } from './fuzz-venue.ts';

const REQUESTS = 3_000;
const SEED = 5;
const GROWTH_MEGABYTES_MAX = 128;

test(`[FUZZ-1] ${REQUESTS} malformed requests change nothing (seed ${SEED})`, async () => {
  const { faults, statuses, megabytes } = await fuzz(REQUESTS, SEED);
  expect(faults).toEqual([]);
  expect(statuses.get(400)).toBeGreaterThan(REQUESTS / 4);
  const growth = Math.max(...megabytes) - (megabytes[0] ?? 0);
  expect(growth).toBeLessThan(GROWTH_MEGABYTES_MAX);
}, 120_000);
