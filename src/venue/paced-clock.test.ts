import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millis, monotonic } from '../domain/units.ts';
import { createPacedClock, type PacedClock, type PacedClockChoice } from './clock.ts';

const WALL = Date.UTC(2026, 0, 5);

interface Bench {
  readonly clock: PacedClock;
  readonly pass: (byMillis: number) => void;
  readonly setWall: (byMillis: number) => void;
}

function openClock(speed: number, last = 0, choice: Partial<PacedClockChoice> = {}): Bench {
  let wall = WALL;
  let passed = 0;
  const clock = createPacedClock({
    wallNow: () => millis(wall),
    monotonicNow: () => monotonic(passed),
    speed,
    ...choice,
  });
  clock.goOnFrom?.(millis(last));
  const pass = (byMillis: number): void => {
    wall += byMillis;
    passed += byMillis;
  };
  const setWall = (byMillis: number): void => {
    wall += byMillis;
  };
  return { clock, pass, setWall };
}

test('[TIME-1] a new venue begins at the wall clock and runs with it', () => {
  const { clock, pass } = openClock(1);
  expect(clock.venueNow()).toBe(WALL);
  clock.allow(WALL + 5_000);
  pass(1_234);
  expect([clock.venueNow(), clock.wallNow()]).toEqual([WALL + 1_234, WALL + 1_234]);
});

test('[TIME-2] time goes on from the last entry where that is ahead, else from the wall', () => {
  const ahead = openClock(1, WALL + 59 * 3_600_000);
  expect(ahead.clock.venueNow() - WALL).toBe(59 * 3_600_000);
  ahead.clock.allow(WALL + 60 * 3_600_000);
  ahead.pass(1_000);
  expect(ahead.clock.venueNow() - ahead.clock.wallNow()).toBe(59 * 3_600_000);
  expect(openClock(1, WALL - 5_000).clock.venueNow()).toBe(WALL);
});

test('[TIME-1] at a higher speed time runs faster, as far as it is allowed', () => {
  const { clock, pass } = openClock(60);
  pass(1_000);
  expect(clock.dueAt() - WALL).toBe(60_000);
  expect(clock.venueNow()).toBe(WALL);
  clock.allow(WALL + 3_000);
  expect(clock.venueNow() - WALL).toBe(3_000);
  clock.allow(WALL + 90_000);
  expect(clock.venueNow() - WALL).toBe(60_000);
  expect(clock.wallNow() - WALL).toBe(1_000);
});

test('[TIME-1] a wall clock that is set back holds nothing up, one set forward counts', () => {
  const { clock, pass, setWall } = openClock(1);
  clock.allow(Number.POSITIVE_INFINITY);
  setWall(-3_600_000);
  pass(1_000);
  expect(clock.venueNow() - WALL).toBe(1_000);
  setWall(7_200_000);
  expect(clock.venueNow() - WALL).toBe(3_601_000);
});

test('[TIME-11] a venue with its own time never looks at the wall clock', () => {
  const startAt = Date.UTC(2030, 0, 1);
  const { clock, pass, setWall } = openClock(1, 0, { startAt });
  expect(clock.venueNow()).toBe(startAt);
  clock.allow(Number.POSITIVE_INFINITY);
  setWall(3_600_000);
  pass(1_000);
  expect(clock.venueNow() - startAt).toBe(1_000);
  expect(openClock(1, startAt + 7_000, { startAt }).clock.venueNow() - startAt).toBe(7_000);
});

test('[TIME-12] stepped time stands still except for steps, which can be awaited', async () => {
  const { clock, pass } = openClock(1, 0, { isStepped: true });
  clock.allow(Number.POSITIVE_INFINITY);
  pass(5_000);
  expect([clock.state(), clock.venueNow()]).toEqual(['paused', WALL]);
  await clock.stepDone();
  clock.step(700);
  let isDone = false;
  const done = clock.stepDone().then(() => {
    isDone = true;
  });
  await Promise.resolve();
  expect(isDone).toBe(false);
  clock.endStep();
  await done;
  expect([clock.state(), clock.venueNow() - WALL]).toEqual(['paused', 700]);
});

test('[TIME-3] a pause holds time, and what passed meanwhile is not made up for', () => {
  const { clock, pass } = openClock(1);
  clock.allow(Number.POSITIVE_INFINITY);
  pass(1_000);
  clock.pause();
  pass(3_600_000);
  expect([clock.state(), clock.venueNow() - WALL]).toEqual(['paused', 1_000]);
  clock.resume();
  pass(10);
  expect([clock.state(), clock.venueNow() - WALL]).toEqual(['running', 1_010]);
});

test('[TIME-4] a step goes exactly as far as asked, and stands there', () => {
  const { clock, pass } = openClock(1);
  clock.step(3_600_000);
  expect([clock.state(), clock.stepEndsAt()]).toEqual(['stepping', WALL + 3_600_000]);
  pass(5_000);
  expect(clock.venueNow()).toBe(WALL);
  clock.endStep();
  expect(clock.state()).toBe('stepping');
  clock.allow(WALL + 9e9);
  clock.endStep();
  pass(5_000);
  expect([clock.state(), clock.venueNow() - WALL]).toEqual(['paused', 3_600_000]);
});

test('[TIME-1] whatever is done to it, venue time never goes back', () => {
  type Act = (bench: Bench) => void;
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.nat({ max: 10_000 }).map(
      (by): Act =>
        ({ pass }) =>
          pass(by),
    ),
    fc.integer({ min: 1, max: 10_000 }).map(
      (speed): Act =>
        ({ clock }) =>
          clock.setSpeed(speed),
    ),
    fc.integer({ min: -1e7, max: 1e7 }).map(
      (by): Act =>
        ({ setWall }) =>
          setWall(by),
    ),
    fc.integer({ min: 1, max: 1e7 }).map(
      (by): Act =>
        ({ clock }) =>
          clock.step(by),
    ),
    fc.nat({ max: 1e5 }).map(
      (by): Act =>
        ({ clock }) =>
          clock.allow(clock.venueNow() + by),
    ),
    fc.constantFrom<Act>(
      ({ clock }) => clock.pause(),
      ({ clock }) => clock.resume(),
      ({ clock }) => clock.endStep(),
      ({ clock }) => clock.goOnFromHere(),
      ({ clock }) => clock.reach?.(millis(clock.venueNow() + 300)),
    ),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const bench = openClock(1);
      let last: number = bench.clock.venueNow();
      for (const go of acts) {
        go(bench);
        const now = bench.clock.venueNow();
        expect(Number.isSafeInteger(now)).toBe(true);
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
      }
    }),
  );
});
