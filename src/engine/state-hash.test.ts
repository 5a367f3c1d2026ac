import { expect, test } from 'vitest';
import { createDriver, eventOf, orderIdOf, START } from '../../test/kit/driver.ts';
import { createHistory } from '../../test/kit/random-history.ts';
import { contractId } from '../domain/ids.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { millis, ticks } from '../domain/units.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { type Snapshot, stateHash, takeSnapshot } from './snapshot.ts';

const signed = (number: number): RequestIdentity => ({
  words: [number, -number, 7, 7],
  receivedAt: millis(START + number),
});

/** A little of everything: cross and isolated positions, resting orders, triggers, presets, ids. */
function smallVenue() {
  const driver = createDriver();
  const maker = driver.house(100_000);
  const trader = driver.trader(5_000);
  const contract = contractId(0);
  driver.run({ kind: 'set-margin-mode', account: trader, contract, marginMode: 'isolated' });
  driver.place(maker, 'open short', 900, 900_000, { clientOrderId: 'first' });
  const presets = { takeProfit: ticks(910_000), stopLoss: ticks(890_000) };
  driver.place(trader, 'open long', 500, 900_000, { ...presets, clientOrderId: 'second' });
  driver.trigger(trader, 'close long', 880_000, { purpose: 'stop-loss', size: null });
  driver.place(maker, 'open long', 10, 899_000);
  const cancelAll = { kind: 'cancel-all-orders', contract, scope: 'untriggered' } as const;
  driver.run({ ...cancelAll, account: maker }, 1, signed(1));
  driver.run({ kind: 'halt-contract', contract: contractId(9) }, 1, signed(2));
  driver.wait(6_000);
  return driver;
}

type Path = readonly (string | number)[];

/** Every leaf of a plain value. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'boolean') return !value;
  return value === null ? 7 : `${value}x`;
}

/** A copy that differs at one leaf. */
function changeAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return changed(value);
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Reflect.set(copy, key, changeAt(Reflect.get(copy, key), rest));
  return copy;
}

/** The hash of what the snapshot describes, or that it describes nothing sound. */
function outcomeOf(snapshot: Snapshot): string {
  try {
    return stateHash(recoverSnapshot(snapshot));
  } catch {
    return 'refused';
  }
}

test('[SNP-3] a difference in any field changes the hash, or is no sound state', () => {
  const { state } = smallVenue();
  const snapshot = takeSnapshot(state);
  const before = stateHash(state);
  const paths = leavesOf(snapshot);
  let refused = 0;
  for (const path of paths) {
    const outcome = outcomeOf(changeAt(snapshot, path) as Snapshot);
    expect({ path, same: outcome === before }).toEqual({ path, same: false });
    if (outcome === 'refused') refused += 1;
  }
  expect(paths.length).toBeGreaterThan(500);
  expect(refused).toBeLessThan(paths.length / 8);
});

test('[SNP-3] leaving out any order or opened account changes the hash', () => {
  const { state } = smallVenue();
  const snapshot = takeSnapshot(state);
  const before = stateHash(state);
  for (const list of ['orders', 'accounts'] as const)
    for (const { id } of snapshot[list].filter((one) => list === 'orders' || one.id > 1_000)) {
      const rest = snapshot[list].filter((one) => one.id !== id);
      expect(outcomeOf({ ...snapshot, [list]: rest })).not.toBe(before);
    }
});

test('[SNP-3] how things lie in memory does not matter', () => {
  const { driver, step } = createHistory(41);
  for (let entry = 0; entry < 500; entry += 1) step();
  const restored = recoverSnapshot(takeSnapshot(driver.state));
  const slots = (state: typeof restored) => [...state.orders.values()].map(({ slot }) => slot);
  expect(slots(restored)).not.toEqual(slots(driver.state));
  expect(stateHash(restored)).toBe(stateHash(driver.state));
});

test('[SNP-3] what only counts evaluations does not matter', () => {
  const { state } = smallVenue();
  const before = stateHash(state);
  for (const account of state.accounts) if (account !== undefined) account.version += 1;
  for (const listing of state.listings) listing.triggersDue = true;
  expect(stateHash(state)).toBe(before);
});

test('[SNP-3] a refused order leaves no trace but the entry itself', () => {
  const driver = smallVenue();
  const stranger = driver.trader(1);
  const before = takeSnapshot(driver.state);
  const events = driver.place(stranger, 'open long', 100, 900_000);
  expect(eventOf(events, 'command-rejected').reject.reason).toBe('margin-insufficient');
  const after = takeSnapshot(driver.state);
  expect({ ...after, seq: before.seq, now: before.now }).toEqual(before);
});

test('[SNP-3] time alone is a difference: an index grows older', () => {
  const { state } = smallVenue();
  const before = stateHash(state);
  state.now = millis(state.now + 1);
  expect(stateHash(state)).not.toBe(before);
});

test('[SNP-3] an order placed and canceled is remembered by the ids it used up', () => {
  const driver = smallVenue();
  const trader = driver.trader(1_000);
  const before = takeSnapshot(driver.state);
  driver.cancel(trader, orderIdOf(driver.place(trader, 'open long', 1, 890_000)));
  const after = takeSnapshot(driver.state);
  expect(after.nextOrder).toBe(before.nextOrder + 1);
  expect(after.orders).toEqual(before.orders);
});
