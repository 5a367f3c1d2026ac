import { expect, test } from 'vitest';
import { logNothing } from '../log.ts';
import { ClockWatch } from './clock-watch.ts';

/** A replica whose clock is so far behind, and whose messages take so long each way. */
function watch(behind: number, ways: readonly (readonly [there: number, back: number])[]) {
  const clock = new ClockWatch(logNothing);
  ways.forEach(([there, back], place) => {
    const sentAt = place * 1_000;
    clock.note({ logAt: sentAt + behind + there, sentAt, heardAt: sentAt + there + back });
  });
  return clock;
}

test.each([-4_900, -3_000, -1, 3_000, 4_900])(
  '[CLU-41] a clock %i ms behind is put right',
  (by) => {
    const ways = [
      [200, 3],
      [4, 7],
      [30, 400],
    ] as const;
    expect(Math.abs(watch(by, ways).correction - by)).toBeLessThanOrEqual(7);
  },
);

test('[CLU-41] a clock that may be right stays as it is, however long messages take', () => {
  expect(
    watch(0, [
      [900, 2],
      [1_500, 0],
      [700, 900],
    ]).correction,
  ).toBe(0);
  expect(new ClockWatch(logNothing).correction).toBe(0);
});

test('[CLU-41] a clock that was set is believed after a few batches', () => {
  const clock = watch(3_000, [
    [2, 2],
    [2, 2],
    [2, 2],
    [2, 2],
  ]);
  clock.note({ logAt: 9_002, sentAt: 9_000, heardAt: 9_004 });
  expect(clock.correction).toBeLessThanOrEqual(2);
  for (const sentAt of [10_000, 11_000, 12_000, 13_000])
    clock.note({ logAt: sentAt - 2_000, sentAt, heardAt: sentAt + 4 });
  expect(clock.correction).toBe(-2_000);
  expect(clock.findFault()).toBeUndefined();
});
