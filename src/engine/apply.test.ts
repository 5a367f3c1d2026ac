import { expect, test } from 'vitest';
import { replay } from '../../proof/replay.ts';
import { createDriver } from '../../test/kit/driver.ts';
import { createHistory } from '../../test/kit/random-history.ts';
import type { Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import { millis, seq } from '../domain/units.ts';
import { apply } from './apply.ts';
import { createState } from './create-state.ts';
import { stateHash } from './snapshot.ts';

const tick = (place: number, at: number): Entry => ({
  seq: seq(place),
  at: millis(at),
  command: { kind: 'advance-clock' },
});

test.each([0, 1, 3, 4, Number.NaN])(
  '[ENG-1] after entry 1, entry %d does not follow and changes nothing',
  (place) => {
    const state = replay([tick(1, 5_000)]);
    const before = stateHash(state);
    expect(() => apply(state, tick(place, 6_000))).toThrow(/does not follow/);
    expect(stateHash(state)).toBe(before);
  },
);

test('[ENG-1] an entry back in time is refused, one at the same time is not', () => {
  const state = replay([tick(1, 5_000)]);
  expect(() => apply(state, tick(2, 4_999))).toThrow(/back in time/);
  expect(state.now).toBe(5_000);
  expect(apply(state, tick(2, 5_000))).toEqual([]);
});

test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  '[ENG-1] %d is not a proper time',
  (at) => {
    const state = createState();
    expect(() => apply(state, tick(1, at))).toThrow(/no proper time/);
    expect(state.seq).toBe(0);
  },
);

test('[ENG-1] a time before 1970 is refused', () => {
  expect(() => apply(createState(), tick(1, -1))).toThrow(/back in time/);
});

test.each([21, 22, 23])('[ENG-2] history of seed %i: the same entries, the same events', (seed) => {
  const { driver, step } = createHistory(seed);
  const events: (readonly Event[])[] = [];
  const first = driver.entries.length;
  for (let entry = 0; entry < 600; entry += 1) events.push(step());
  const state = createState();
  const again = driver.entries.map((entry) => apply(state, entry)).slice(first);
  expect(again).toEqual(events);
  expect(stateHash(state)).toBe(stateHash(driver.state));
});

test('[ENG-2] events of an entry are its own: the next entry does not change them', () => {
  const driver = createDriver();
  const events = driver.index(910_000);
  const copy = [...events];
  driver.index(920_000);
  expect(events).toEqual(copy);
});
