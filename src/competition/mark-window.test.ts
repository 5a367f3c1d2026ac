import { expect, test } from 'vitest';
import { millis, ticks } from '../domain/units.ts';
import { createMarkWindow, integrateMarks, laggedMark, noteMark } from './mark-window.ts';

test('[SCO-8] the mean weighs each mark by how long it held, and a last push hardly at all', () => {
  const window = createMarkWindow();
  noteMark(window, ticks(100), millis(0));
  noteMark(window, ticks(200), millis(40_000));
  noteMark(window, ticks(10_000), millis(59_999));
  const sum = integrateMarks(window, millis(0), millis(60_000));
  expect(sum).toBe(100n * 40_000n + 200n * 19_999n + 10_000n);
  expect(integrateMarks(window, millis(39_000), millis(41_000))).toBe(100_000n + 200_000n);
});

test('marks older than a minute are let go, but for the one that still held', () => {
  const window = createMarkWindow();
  for (let step = 0; step < 5_000; step += 1)
    noteMark(window, ticks(1_000 + step), millis(step * 100));
  expect(window.times.length).toBeLessThan(1_200);
  const [from, to] = [millis(499_900 - 60_000), millis(499_900)];
  let expected = 0n;
  for (let at = from; at < to; at = millis(at + 100)) expected += BigInt(1_000 + at / 100) * 100n;
  expect(integrateMarks(window, from, to)).toBe(expected);
});

test('of several marks in one millisecond the last holds', () => {
  const window = createMarkWindow();
  noteMark(window, ticks(5), millis(1));
  noteMark(window, ticks(7), millis(1));
  expect(window.marks).toEqual([7]);
});

test('the mark of a second ago is found as time goes on', () => {
  const window = createMarkWindow();
  noteMark(window, ticks(1), millis(0));
  noteMark(window, ticks(2), millis(500));
  noteMark(window, ticks(3), millis(1_400));
  expect(laggedMark(window, millis(900))).toBe(1);
  expect(laggedMark(window, millis(1_499))).toBe(1);
  expect(laggedMark(window, millis(1_500))).toBe(2);
  expect(laggedMark(window, millis(2_400))).toBe(3);
});
