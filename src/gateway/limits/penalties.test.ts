import { expect, test } from 'vitest';
import { monotonic } from '../../domain/units.ts';
import { DEFAULT_LIMITS } from './limiter.ts';
import { createPenalties, noteAuthFailure, noteRefusal, penaltyMillis } from './penalties.ts';

const TERMS = DEFAULT_LIMITS.penalties;
const NOW = 1_767_571_200_000;
const HOUR = 3_600_000;

test('[GATE-15] two minutes, then four, up to an hour; a day of peace forgets', () => {
  const penalties = createPenalties(TERMS, 10);
  const lengths: number[] = [];
  let now = NOW;
  const offend = (): void => {
    for (let n = 0; n < 51; n += 1) noteRefusal(penalties, 'a', monotonic(now));
    const length = penaltyMillis(penalties, 'a', monotonic(now));
    lengths.push(length / 60_000);
    now += length;
  };
  for (let n = 0; n < 7; n += 1) offend();
  now += 25 * HOUR;
  offend();
  expect(lengths).toEqual([2, 4, 8, 16, 32, 60, 60, 2]);
});

test('[GATE-15] fifty refusals in ten seconds are tolerated, and slow ones always', () => {
  const penalties = createPenalties(TERMS, 10);
  for (let n = 0; n < 500; n += 1) noteRefusal(penalties, 'a', monotonic(NOW + n * 250));
  expect(penaltyMillis(penalties, 'a', monotonic(NOW + 125_000))).toBe(0);
});

test('[GATE-15] failed proofs count apart from refusals, and by address', () => {
  const penalties = createPenalties(TERMS, 10);
  for (let n = 0; n < 20; n += 1) noteAuthFailure(penalties, 'a', monotonic(NOW));
  for (let n = 0; n < 50; n += 1) noteRefusal(penalties, 'a', monotonic(NOW));
  expect(penaltyMillis(penalties, 'a', monotonic(NOW))).toBe(0);
  noteAuthFailure(penalties, 'a', monotonic(NOW));
  expect(penaltyMillis(penalties, 'a', monotonic(NOW))).toBe(120_000);
  expect(penaltyMillis(penalties, 'b', monotonic(NOW))).toBe(0);
});

test('[GATE-16] only so many offenders are remembered, and small offences not for long', () => {
  const penalties = createPenalties(TERMS, 6);
  for (let n = 0; n < 100; n += 1) noteRefusal(penalties, String(n), monotonic(NOW));
  expect(penalties.offences.size).toBeLessThanOrEqual(6);
  expect(penalties.offences.find('99')).toBeDefined();
  noteRefusal(penalties, 'later', monotonic(NOW + HOUR));
  expect(penalties.offences.size).toBe(1);
});
