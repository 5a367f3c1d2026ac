import { expect, test } from 'vitest';
import { type Millis, millis, monotonic } from '../domain/units.ts';
import {
  createPacedClock,
  createSystemClock,
  type PacedClock,
  type PacedClockChoice,
} from './clock.ts';
import { TimeDriver } from './time-driver.ts';

const BEAT_MILLIS = 500;

const WALL = Date.UTC(2026, 0, 5);

/** Beats are half a second apart; the last one was just now. */
const nextBeat = (from: number): number =>
  Math.ceil(Math.max(from, WALL + 1) / BEAT_MILLIS) * BEAT_MILLIS;

/** As the sequencer does when it stamps the entry of a beat. */
const reach = (clock: PacedClock, at: Millis): void => clock.reach?.(at);

/** A driver that is looked at by hand; each beat takes so much wall time. */
function openDriver(speed: number, beatMillis = 0, choice: Partial<PacedClockChoice> = {}) {
  let wall = WALL;
  let set = 0;
  const told: string[] = [];
  const beats: number[] = [];
  let works = true;
  const clock = createPacedClock({
    wallNow: () => millis(wall + set),
    monotonicNow: () => monotonic(wall),
    speed,
    ...choice,
  });
  const driver = new TimeDriver({
    clock,
    beat: (at) => {
      expect(clock.venueNow()).toBeLessThanOrEqual(at);
      beats.push(at - WALL);
      wall += beatMillis;
      if (works) reach(clock, at);
      return Promise.resolve(works);
    },
    nextBeat,
    logger: (level, message, facts) => told.push(`${level} ${message} ${JSON.stringify(facts)}`),
  });
  const pass = async (byMillis: number, times = 1): Promise<void> => {
    for (let done = 0; done < times; done += 1) {
      wall += byMillis;
      await driver.look();
    }
  };
  const fail = (fails: boolean): void => {
    works = !fails;
  };
  const setWall = (byMillis: number): void => {
    set = byMillis;
  };
  return { clock, driver, beats, told, pass, fail, setWall, wall: () => wall - WALL };
}

const beatsUpTo = (last: number, first = 500): number[] =>
  Array.from({ length: (last - first) / 500 + 1 }, (_, place) => first + place * 500);

test('[TIME-6] at every speed the beats are the same', async () => {
  for (const [speed, wallMillis] of [
    [1, 60_000],
    [7, 9_000],
    [60, 1_000],
    [1_000, 60],
  ] as const) {
    const { beats, pass, clock } = openDriver(speed);
    for (let passed = 0; passed < wallMillis; passed += 20) await pass(20);
    expect(clock.venueNow() - WALL, `speed ${speed}`).toBeGreaterThanOrEqual(60_000);
    expect(beats.slice(0, 120), `speed ${speed}`).toEqual(beatsUpTo(60_000));
  }
});

test('[TIME-6] a beat is at a multiple of its length, wherever time begins', async () => {
  for (const startAt of [WALL + 1_234, WALL + 1_500]) {
    const { beats, pass } = openDriver(1, 0, { startAt });
    await pass(100, 9);
    expect(beats).toEqual([1_500, 2_000]);
  }
});

test('[TIME-6] a wall clock that is set back or forward does not stop the beats', async () => {
  const { beats, pass, setWall } = openDriver(1);
  await pass(100, 10);
  setWall(-3_600_000);
  await pass(100, 10);
  expect(beats).toEqual(beatsUpTo(2_000));
  setWall(3_600_000);
  await pass(100, 10);
  expect(beats.slice(4)).toEqual([3_602_100, 3_602_500, 3_603_000]);
  setWall(0);
  await pass(100, 11);
  expect(beats.slice(7)).toEqual(beatsUpTo(3_604_000, 3_603_500));
});

test('[TIME-6] where time follows the wall clock, beats long over are skipped', async () => {
  const { beats, pass, told } = openDriver(1);
  await pass(1_400);
  expect(beats).toEqual([500, 1_000]);
  await pass(60_000);
  await pass(100);
  expect(beats).toEqual([500, 1_000, 61_400, 61_500]);
  expect(told).toEqual([expect.stringMatching(/^info venue time was late and goes on/)]);
});

test('[TIME-11] its own time skips nothing: what stopped the venue only delays it', async () => {
  for (const speed of [1, 60]) {
    const { beats, pass, clock } = openDriver(speed, 0, { startAt: WALL });
    await pass(20, 60);
    await pass(3_600_000);
    const stood = clock.venueNow();
    await pass(20, 60);
    expect(clock.venueNow() - stood).toBeLessThanOrEqual(speed * 1_200);
    expect(beats).toEqual(beatsUpTo(beats.at(-1) ?? 0));
    expect(beats.at(-1)).toBeGreaterThanOrEqual(speed * 2_000);
  }
});

test('[TIME-7] between beats time runs on, up to just before the next', async () => {
  const { clock, pass, beats, fail } = openDriver(60);
  await pass(10);
  expect(beats).toEqual([500]);
  expect(clock.venueNow() - WALL).toBe(600);
  fail(true);
  await pass(20);
  expect(clock.venueNow() - WALL).toBe(999);
  fail(false);
  await pass(0);
  expect(clock.venueNow() - WALL).toBe(1_800);
  expect(beats).toEqual([500, 1_000, 1_000, 1_500]);
});

test('[TIME-7] what the core cannot carry slows time down, and is told once', async () => {
  // A beat takes 10 ms, so a hundred fit into a second: speed 50.
  const { driver, told, pass, clock, wall, beats } = openDriver(1_000, 10);
  while (wall() < 10_000) await pass(1);
  const carried = (clock.venueNow() - WALL) / wall();
  expect(carried).toBeGreaterThan(40);
  expect(carried).toBeLessThan(55);
  expect(driver.measuredSpeed).toBeLessThan(55);
  expect(beats).toEqual(beatsUpTo(beats.at(-1) ?? 0));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^warn venue time cannot keep up with its speed .*"speed":1000/);
});

test('[TIME-4] a step of any length runs every beat in it and then stands', async () => {
  const { clock, driver, beats, pass } = openDriver(1);
  clock.step(10_300);
  await driver.look();
  expect(beats).toEqual(beatsUpTo(10_000));
  expect([clock.state(), clock.venueNow() - WALL]).toEqual(['paused', 10_300]);
  await pass(60_000);
  for (const by of [1, 198, 1, 500]) {
    clock.step(by);
    await driver.look();
  }
  expect(clock.venueNow() - WALL).toBe(11_000);
  expect(beats).toEqual(beatsUpTo(11_000));
});

test('[TIME-4] a step does not run past a beat that failed', async () => {
  const { clock, driver, beats, fail } = openDriver(1);
  clock.step(10_000);
  fail(true);
  await driver.look();
  expect(beats).toEqual([500]);
  expect(clock.state()).toBe('stepping');
  fail(false);
  await driver.look();
  expect(clock.venueNow() - WALL).toBe(10_000);
  expect(beats).toEqual([500, ...beatsUpTo(10_000)]);
});

test('[TIME-3] while time is paused nothing beats, unless it is asked to', async () => {
  const { clock, driver, beats, pass } = openDriver(1);
  clock.pause();
  await pass(5_000, 3);
  expect(beats).toEqual([]);
  await driver.kick();
  expect([beats, clock.venueNow() - WALL]).toEqual([[500], 500]);
  clock.resume();
  await pass(500);
  expect(beats).toEqual([500, 1_000]);
});

test('[TIME-6] a beat that is asked for comes early, not twice', async () => {
  const { clock, driver, beats, pass } = openDriver(1);
  await pass(600);
  await driver.kick();
  expect([beats, clock.venueNow() - WALL]).toEqual([[500, 1_000], 1_000]);
  await pass(300);
  expect(clock.venueNow() - WALL).toBe(1_000);
  await pass(700);
  expect([beats, clock.venueNow() - WALL]).toEqual([[500, 1_000, 1_500], 1_600]);
});

test('[TIME-6] it runs by itself until it is stopped, and a kick is answered', async () => {
  let beats = 0;
  const clock = createPacedClock({ ...createSystemClock(), speed: 1_000 });
  const driver = new TimeDriver({
    clock,
    beat: (at) => {
      beats += 1;
      reach(clock, at);
      return Promise.resolve(true);
    },
    nextBeat,
    logger: () => undefined,
  });
  driver.start();
  await driver.kick();
  clock.pause();
  await driver.kick();
  await driver.stop();
  const after = beats;
  expect(after).toBeGreaterThanOrEqual(2);
  await driver.kick();
  expect(beats).toBe(after + 1);
});
