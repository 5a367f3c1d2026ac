import { expect, test } from 'vitest';
import { millis, money } from '../domain/units.ts';
import { CURVE_MINUTES, createCurve, extendCurve, listPoints } from './curve.ts';

const usdt = (amount: number) => money(BigInt(amount) * 100_000_000n);

test('[SCO-9] a curve keeps the minutes of a day and the hours before, and no more', () => {
  const curve = createCurve(usdt(0));
  for (let minute = 1; minute <= 3 * CURVE_MINUTES + 30; minute += 1)
    extendCurve(curve, usdt(minute), 1);
  expect(curve.minutes).toHaveLength(CURVE_MINUTES);
  expect(curve.hours).toHaveLength(73);
  const points = listPoints(curve, millis(0), millis(Number.MAX_SAFE_INTEGER));
  expect(points).toHaveLength(49 + CURVE_MINUTES);
  for (const { at, hundredths } of points) expect(hundredths).toBe((at / 60_000) * 100);
  const times = points.map(({ at }) => at);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  const early = listPoints(curve, millis(0), millis(2 * 3_600_000));
  expect(early.map(({ at }) => at / 3_600_000)).toEqual([0, 1, 2]);
});

test('[SCO-9] minutes in which nothing happened are the same point again', () => {
  const [one, other] = [createCurve(usdt(1)), createCurve(usdt(1))];
  extendCurve(one, usdt(7), 4_000);
  for (let minute = 0; minute < 4_000; minute += 1) extendCurve(other, usdt(7), 1);
  const end = millis(Number.MAX_SAFE_INTEGER);
  expect(listPoints(one, millis(0), end)).toEqual(listPoints(other, millis(0), end));
});
