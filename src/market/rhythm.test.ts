import { expect, test } from 'vitest';
import { bustleAt, depthAt, weekendAt, weekVolatilityAt } from './rhythm.ts';

const MONDAY = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const onDay = (day: number): number[] => hours.map((hour) => MONDAY + (24 * day + hour) * HOUR);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test('[HSE-16] trades and sizes breathe with the hour', () => {
  const [bustles, depths] = [onDay(2).map(bustleAt), onDay(2).map(depthAt)];
  expect(bustles.indexOf(Math.max(...bustles))).toBe(15);
  expect(depths.indexOf(Math.max(...depths))).toBe(11);
  expect(depths.indexOf(Math.min(...depths))).toBe(23);
  expect(Math.max(...depths) / Math.min(...depths)).toBeCloseTo(1.5, 2);
  expect(mean(bustles)).toBeCloseTo(1, 6);
});

test('[HSE-16] the weekend is quieter, and comes and goes within hours', () => {
  expect([0, 1, 2, 3].map((day) => weekendAt(MONDAY + (day + 0.5) * 24 * HOUR))).toEqual([
    0, 0, 0, 0,
  ]);
  expect(weekendAt(MONDAY + 5 * 24 * HOUR)).toBeCloseTo(0.5, 6);
  expect(weekendAt(MONDAY + 5.5 * 24 * HOUR)).toBe(1);
  expect(weekendAt(MONDAY + 6.5 * 24 * HOUR)).toBe(1);
  expect(weekendAt(MONDAY + 7 * 24 * HOUR)).toBeCloseTo(0.5, 6);
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => mean(onDay(day).map(bustleAt)));
  const share = (days[5]! + days[6]!) / days.reduce((sum, day) => sum + day, 0);
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.2);
  expect(mean(onDay(6).map(depthAt)) / mean(onDay(2).map(depthAt))).toBeLessThan(0.85);
  expect(weekVolatilityAt(MONDAY + 5.5 * 24 * HOUR)).toBe(0.75);
});
