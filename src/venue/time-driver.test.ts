import { expect, test } from 'vitest';
import { millis, monotonic } from '../domain/units.ts';
import { createSystemClock } from './clock.ts';
import { createPacedClock } from './paced-clock.ts';
import { TimeDriver } from './time-driver.ts';

const WALL = Date.UTC(2026, 0, 5);

/** A driver that is looked at by hand; each beat takes so much wall time. */
function openDriver(speed: number, beatMillis = 0) {
  let wall = WALL;
  let set = 0;
  const told: string[] = [];
  const beats: number[] = [];
  let works = true;
  const clock = createPacedClock({
    wallNow: () => millis(wall + set),
    monotonicNow: () => monotonic(wall),
    speed,
  });
  const driver = new TimeDriver({
    clock,
    beat: () => {
      beats.push(clock.venueNow() - WALL);
      wall += beatMillis;
      return Promise.resolve(works);
    },
    strideMillis: 3_000,
    log: (level, message, facts) => told.push(`${level} ${message} ${JSON.stringify(facts)}`),
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

test('[TIME-6] at speed 1 there is a beat each half second of the wall', async () => {
  const { beats, pass } = openDriver(1);
  await pass(100, 20);
  expect(beats.length).toBeGreaterThanOrEqual(4);
  expect(beats.length).toBeLessThanOrEqual(5);
});

test('[TIME-6] a wall clock that is set back does not stop the beats', async () => {
  const { beats, pass, setWall } = openDriver(1);
  await pass(100, 10);
  const before = beats.length;
  setWall(-3_600_000);
  await pass(100, 10);
  expect(beats.length - before).toBe(2);
});

test('[TIME-6] at speed 60 a venue minute has twenty beats, three seconds apart', async () => {
  const { beats, pass, clock } = openDriver(60);
  await pass(50, 20);
  expect(clock.venueNow() - WALL).toBe(60_000);
  expect(beats).toEqual(Array.from({ length: 20 }, (_, at) => (at + 1) * 3_000));
});

test('[TIME-6] a late look makes up each beat, none is left out', async () => {
  const { beats, pass } = openDriver(100);
  await pass(900);
  expect(beats).toEqual(Array.from({ length: 30 }, (_, at) => (at + 1) * 3_000));
});

test('[TIME-7] time stands during a beat and runs on after it, never a stride ahead', async () => {
  const { clock, pass, beats } = openDriver(60);
  await pass(50);
  expect(beats).toEqual([3_000]);
  expect(clock.venueNow() - WALL).toBe(3_000);
  await pass(20);
  expect(clock.venueNow() - WALL).toBe(4_200);
  expect(beats).toEqual([3_000]);
});

test('[TIME-7] what the core cannot carry slows time down, and is told once', async () => {
  // A beat takes 10 ms, so at most 100 strides of 3 s fit into a second: speed 300.
  const { driver, told, pass, clock, wall } = openDriver(1_000, 10);
  while (wall() < 10_000) await pass(1);
  const carried = (clock.venueNow() - WALL) / wall();
  expect(carried).toBeGreaterThan(250);
  expect(carried).toBeLessThan(330);
  expect(driver.measuredSpeed).toBeLessThan(330);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^warn venue time cannot keep up with its speed .*"speed":1000/);
});

test('[TIME-4] a step beats through its time in strides and then stands', async () => {
  const { clock, driver, beats, pass } = openDriver(1);
  clock.step(10_000);
  await driver.look();
  expect(beats).toEqual([3_000, 6_000, 9_000, 10_000]);
  expect(clock.state()).toBe('paused');
  await pass(60_000);
  expect(beats).toHaveLength(4);
});

test('[TIME-4] a step does not run past a beat that failed', async () => {
  const { clock, driver, beats, fail } = openDriver(1);
  clock.step(10_000);
  fail(true);
  await driver.look();
  expect(beats).toEqual([3_000]);
  fail(false);
  await driver.look();
  expect(clock.venueNow() - WALL).toBe(10_000);
});

test('[TIME-3] while time is paused nothing beats, unless it is asked to', async () => {
  const { clock, driver, beats, pass } = openDriver(1);
  clock.pause();
  await pass(5_000, 3);
  expect(beats).toEqual([]);
  await driver.kick();
  expect(beats).toEqual([0]);
});

test('[TIME-6] it runs by itself until it is stopped, and a kick is answered', async () => {
  let beats = 0;
  const clock = createPacedClock({ ...createSystemClock(), speed: 1_000 });
  const driver = new TimeDriver({
    clock,
    beat: () => {
      beats += 1;
      return Promise.resolve(true);
    },
    strideMillis: 3_000,
    log: () => undefined,
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
