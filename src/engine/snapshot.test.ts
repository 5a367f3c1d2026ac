import { expect, test } from 'vitest';
import { createDriver } from '../../test/kit/driver.ts';
import { createHistory } from '../../test/kit/random-history.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import { toBigInt } from '../domain/units.ts';
import { apply } from './apply.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { SNAPSHOT_VERSION, type Snapshot, stateHash, takeSnapshot } from './snapshot.ts';
import type { VenueState } from './state.ts';

/** Out to text and back, as a file would carry it. */
const throughText = (state: VenueState): Snapshot =>
  parsePlain(stringifyPlain(takeSnapshot(state))) as Snapshot;

test.each([
  [31, 2_000],
  [32, 50],
  [33, 0],
  [34, 1_000_000],
])('[SNP-1] history of seed %i: a restored state goes on as the live one does', (seed, fund) => {
  const { driver, step } = createHistory(seed, fund);
  for (let round = 0; round < 6; round += 1) {
    for (let entry = 0; entry < 200; entry += 1) step();
    const restored = recoverSnapshot(throughText(driver.state));
    expect(stateHash(restored)).toBe(stateHash(driver.state));
    for (let entry = 0; entry < 100; entry += 1) {
      const live = step();
      expect(apply(restored, driver.entries.at(-1)!)).toEqual(live);
    }
    expect(stateHash(restored)).toBe(stateHash(driver.state));
  }
});

test('[SNP-1] queues keep their order: the older order at a price trades first', () => {
  const driver = createDriver();
  const [first, second] = [driver.trader(), driver.trader()];
  driver.place(second, 'open short', 10, 900_000);
  driver.place(first, 'open short', 10, 900_000);
  const restored = recoverSnapshot(throughText(driver.state));
  const live = driver.place(driver.trader(), 'open long', 10, 900_000);
  const added = driver.entries.slice(-3);
  const events = added.map((entry) => apply(restored, entry)).at(-1);
  expect(events).toEqual(live);
});

test('[SNP-1] what was due and could not happen yet happens in the restored state too', () => {
  const driver = createDriver();
  const maker = driver.trader(100_000);
  const trader = driver.trader(1_000);
  driver.place(maker, 'open short', 2_000, 900_000);
  driver.place(trader, 'open long', 2_000, 900_000);
  driver.trigger(maker, 'open short', 880_000, { triggerSource: 'index' });
  driver.run({ kind: 'halt-contract', contract: driver.state.listings[0]!.contract.id });
  driver.index(850_000);
  const restored = recoverSnapshot(throughText(driver.state));
  const { id } = driver.state.listings[0]!.contract;
  const live = driver.run({ kind: 'resume-contract', contract: id });
  expect(live.map(({ kind }) => kind)).toContain('liquidation-started');
  expect(live.map(({ kind }) => kind)).toContain('trigger-fired');
  expect(apply(restored, driver.entries.at(-1)!)).toEqual(live);
});

test('[SNP-1] triggers that an entry had no room for fire in the restored state too', () => {
  const driver = createDriver();
  for (let opened = 0; opened < 201; opened += 1) {
    const account = driver.trader();
    for (let plan = 0; plan < 50; plan += 1)
      driver.trigger(account, 'open long', 901_000, { triggerSource: 'index' });
  }
  driver.index(901_000);
  const restored = recoverSnapshot(throughText(driver.state));
  const live = driver.wait(1);
  expect(live.filter(({ kind }) => kind === 'trigger-fired')).toHaveLength(50);
  expect(apply(restored, driver.entries.at(-1)!)).toEqual(live);
});

test('[SNP-1] a snapshot is a copy: what happens later does not reach it', () => {
  const { driver, step } = createHistory(35);
  for (let entry = 0; entry < 200; entry += 1) step();
  const snapshot = takeSnapshot(driver.state);
  const before = stringifyPlain(snapshot);
  for (let entry = 0; entry < 200; entry += 1) step();
  expect(stringifyPlain(snapshot)).toBe(before);
});

test('[SNP-1] a restored state is a copy: what happens to it does not reach the snapshot', () => {
  const { driver, step } = createHistory(36);
  for (let entry = 0; entry < 200; entry += 1) step();
  const snapshot = takeSnapshot(driver.state);
  const before = stringifyPlain(snapshot);
  const restored = recoverSnapshot(snapshot);
  for (let entry = 0; entry < 200; entry += 1) {
    step();
    apply(restored, driver.entries.at(-1)!);
  }
  expect(stringifyPlain(snapshot)).toBe(before);
});

test('[SNP-2] a snapshot survives JSON: money keeps every digit', () => {
  const { driver, step } = createHistory(37);
  for (let entry = 0; entry < 300; entry += 1) step();
  const huge = takeSnapshot(driver.state);
  expect(throughText(driver.state)).toEqual(huge);
  expect(huge.accounts.some(({ wallet }) => toBigInt(wallet) > 2n ** 40n)).toBe(true);
});

test.each([0, 1, 99])('[SNP-4] a snapshot of version %i is refused', (version) => {
  const snapshot = takeSnapshot(createDriver().state);
  expect(snapshot.version).toBe(SNAPSHOT_VERSION);
  expect(() => recoverSnapshot({ ...snapshot, version })).toThrow(`version`);
});
