import { expect, test } from 'vitest';
import { accountId, orderId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { createAiDuty } from './ai-duty.ts';

const TEAM = accountId(1_001);

test('[AIL-2] a minute is allowed, to the millisecond', () => {
  const duty = createAiDuty(() => true);
  duty.noteOrder(TEAM, orderId(1), millis(1_000));
  expect(duty.countOf(TEAM, millis(61_000))).toBe(0);
  expect(duty.countOf(TEAM, millis(61_001))).toBe(1);
  duty.noteLog(TEAM, orderId(1), millis(61_000));
  expect(duty.countOf(TEAM, millis(99_000))).toBe(0);
});

test('[AIL-2] a late log does not undo the report, and a repeat changes nothing', () => {
  const duty = createAiDuty(() => true);
  duty.noteOrder(TEAM, orderId(1), millis(0));
  duty.noteLog(TEAM, orderId(1), millis(60_001));
  duty.noteLog(TEAM, orderId(1), millis(70_000));
  duty.noteOrder(TEAM, orderId(1), millis(65_000));
  expect(duty.missing(TEAM, millis(99_000))).toEqual([
    { account: TEAM, order: 1, placedAt: 0, loggedAt: 60_001 },
  ]);
  expect(duty.missing(accountId(7), millis(99_000))).toEqual([]);
});
