import { expect, test } from 'vitest';
import { createDriver } from '../../test/kit/driver.ts';
import type { BeginBatch } from '../domain/replica-command.ts';
import { millis } from '../domain/units.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';

const HOUR = 3_600_000;

const begin = (number: number, at: number, session = '00000000000000aa'): BeginBatch => ({
  kind: 'begin-batch',
  session,
  number,
  sentAt: millis(at),
  position: number,
  count: 0,
});

test('[CLU-2] the engine keeps the numbering of each incarnation, through snapshots too', () => {
  const driver = createDriver();
  const { state } = driver;
  driver.run(begin(1, driver.at));
  driver.run(begin(1, driver.at, '00000000000000bb'));
  driver.run(begin(2, driver.at));
  const restored = recoverSnapshot(takeSnapshot(state));
  expect(stateHash(restored)).toBe(stateHash(state));
  expect([...restored.log.incarnations.entries()]).toEqual([...state.log.incarnations.entries()]);
  expect([...state.log.incarnations].map(([session, { number }]) => [session, number])).toEqual([
    ['00000000000000bb', 1],
    ['00000000000000aa', 2],
  ]);
});

test.each([1, 2, 4, 5])('[CLU-2] the engine stops at batch %i where it expects 3', (number) => {
  const driver = createDriver();
  driver.run(begin(1, driver.at));
  driver.run(begin(2, driver.at));
  expect(() => driver.run(begin(number, driver.at))).toThrow('does not count');
});

test('[CLU-2] an incarnation that has ended leaves the state', () => {
  const driver = createDriver();
  driver.run(begin(1, driver.at));
  driver.run(begin(1, driver.at + HOUR, '00000000000000bb'), HOUR + 1);
  expect([...driver.state.log.incarnations.keys()]).toEqual(['00000000000000bb']);
});

test('[CLU-2] a state that no replica wrote to has the form it always had', () => {
  const driver = createDriver();
  expect(takeSnapshot(driver.state)).not.toHaveProperty('log');
  const plain = stateHash(driver.state);
  driver.run(begin(1, driver.at), 0);
  expect(stateHash(driver.state)).not.toBe(plain);
});
