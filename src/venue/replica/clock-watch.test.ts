import { expect, test } from 'vitest';
import { logNothing } from '../logger.ts';
import { ClockWatch } from './clock-watch.ts';

const leader = async (): Promise<string> => 'n1';

/** A replica whose clock is so far behind, and whose messages take so long each way. */
function watch(behind: number, ways: readonly (readonly [there: number, back: number])[]) {
  const clock = new ClockWatch(logNothing, leader);
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
  expect(new ClockWatch(logNothing, leader).correction).toBe(0);
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

/** The clock of the log, and those of this replica and of others, off by so much. */
function watchOf(...offs: readonly number[]) {
  const lines: string[] = [];
  const watch = new ClockWatch((_, message) => lines.push(message), leader);
  let now = 0;
  let logOff = 0;
  const write = (place: number): void => {
    const sentAt = 1_000_000 + now + (offs[place] ?? 0);
    const logAt = 1_000_000 + now + logOff + 1;
    const moments = { sentAt, logAt, heardAt: 1_000_000 + now + (offs[0] ?? 0) };
    if (place === 0) watch.note(moments);
    else watch.noteOther(`${place}`, moments);
  };
  /** Every replica writes twice a second. */
  const goOn = (seconds: number): void => {
    for (let turn = 0; turn < 2 * seconds; turn += 1) {
      now += 500;
      for (const place of offs.keys()) write(place);
    }
  };
  const elect = (off: number): void => {
    logOff = off;
  };
  return { watch, lines, goOn, elect, write };
}

test('[CLU-8] [CLU-21] a leader with a wrong clock closes nobody, and is named', async () => {
  const { watch, lines, goOn, elect, write } = watchOf(0, 20, -30);
  goOn(5);
  expect(watch.findFault()).toBeUndefined();
  elect(8_000);
  // A busy replica is ahead of the others, and does not close before it has heard them.
  for (let batch = 0; batch < 50; batch += 1) write(0);
  expect(watch.offset).toBeGreaterThan(7_000);
  expect(watch.findFault()).toBeUndefined();
  goOn(5);
  expect(watch.findFault()).toBeUndefined();
  // Callers have the right time, and are not judged by the wrong one.
  expect(watch.correction).toBe(0);
  expect(watch.lead).toBeGreaterThan(7_000);
  await expect
    .poll(() => lines)
    .toEqual([
      expect.stringMatching(
        /^the clock of n1, the leader of the log, is 8\d{3} ms ahead of those of the replicas: set/,
      ),
    ]);
  elect(0);
  goOn(5);
  expect(lines.at(-1)).toBe('the clock of this machine agrees with the log again');
});

test('[CLU-8] a replica whose own clock is wrong blames itself', () => {
  const { watch, lines, goOn } = watchOf(8_000, 20, -30);
  goOn(5);
  expect(watch.findFault()).toMatch(/clock of this machine is 7\d{3} ms ahead of that of the log/);
  expect(lines).toHaveLength(1);
});

test('[CLU-8] alone, or with as many against it as for it, it is closed', () => {
  const alone = watchOf(8_000);
  alone.goOn(5);
  expect(alone.watch.findFault()).toBeDefined();
  const divided = watchOf(8_000, 8_000, 0);
  divided.goOn(5);
  expect(divided.watch.findFault()).toBeDefined();
  const two = watchOf(8_000, 8_000);
  two.goOn(5);
  expect(two.watch.findFault()).toBeUndefined();
});
