import { expect, test } from 'vitest';
import { accountId, orderId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { type AiDuty, createAiDuty, LOG_WAIT, MISSING_KEPT } from './ai-duty.ts';

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
  expect(duty.missing(TEAM, millis(99_000))).toEqual({
    rows: [{ account: TEAM, order: 1, placedAt: 0, loggedAt: 60_001 }],
    older: 0,
  });
  expect(duty.missing(accountId(7), millis(99_000))).toEqual({ rows: [], older: 0 });
});

/** One order a second; every third has its log in time, every seventh another one late. */
const MANY = 20 * MISSING_KEPT;
const placedAt = (order: number) => millis(order * 1_000);
const logOf = (order: number) => {
  if (order % 3 === 0) return millis(placedAt(order) + 5_000);
  return order % 7 === 0 ? millis(placedAt(order) + LOG_WAIT + 5_000) : null;
};
const END = millis(placedAt(MANY) + LOG_WAIT / 2);

/** As it happens: a log comes when others have been placed meanwhile. */
function liveDuty(): AiDuty {
  const duty = createAiDuty(() => true);
  const logs = new Map<number, number>();
  for (let order = 1; order <= MANY; order += 1) {
    duty.noteOrder(TEAM, orderId(order), placedAt(order));
    const at = logOf(order);
    if (at !== null) logs.set(at, order);
    const logged = logs.get(placedAt(order));
    if (logged !== undefined) duty.noteLog(TEAM, orderId(logged), placedAt(order));
  }
  return duty;
}

test('[AIL-2] the newest orders without a log are named, older ones counted', () => {
  const duty = liveDuty();
  const overdue: number[] = [];
  for (let order = 1; order <= MANY; order += 1)
    if (order % 3 !== 0 && END - placedAt(order) > LOG_WAIT) overdue.push(order);
  const { rows, older } = duty.missing(TEAM, END);
  expect(rows.map(({ order }) => order)).toEqual(overdue.slice(-MISSING_KEPT));
  expect(older).toBe(overdue.length - MISSING_KEPT);
  expect(duty.countOf(TEAM, END)).toBe(overdue.length);
  for (const { order, loggedAt } of rows.slice(0, -LOG_WAIT / 1_000))
    expect(loggedAt).toBe(logOf(order));
});

test('[AIL-2] told of the newest first, as after a restart, it reports the same', () => {
  const recalled = createAiDuty(() => true);
  for (let order = MANY; order >= 1; order -= 1) {
    const at = logOf(order);
    const isKnown = at !== null && at <= placedAt(MANY);
    recalled.noteOrder(TEAM, orderId(order), placedAt(order), isKnown ? at : null);
  }
  for (const now of [placedAt(MANY), END, millis(END + LOG_WAIT)])
    expect(recalled.missing(TEAM, now)).toEqual(liveDuty().missing(TEAM, now));
});

test('[AIL-2] an order that may still get its log is never counted as older', () => {
  const duty = createAiDuty(() => true);
  for (let order = 1; order <= MANY; order += 1) duty.noteOrder(TEAM, orderId(order), millis(0));
  duty.noteOrder(TEAM, orderId(MANY + 1), millis(LOG_WAIT + 1));
  for (let order = 1; order <= MANY; order += 1) duty.noteLog(TEAM, orderId(order), LOG_WAIT);
  expect(duty.countOf(TEAM, millis(LOG_WAIT + 2))).toBe(0);
});
