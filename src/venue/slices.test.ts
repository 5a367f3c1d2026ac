import { expect, test } from 'vitest';
import { createDriver } from '../../test/kit/driver.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import { stateHash, takeSnapshot } from '../engine/snapshot.ts';
import { encodeInTurns, hashInTurns } from './snapshot-payload.ts';

function createBusyState() {
  const driver = createDriver();
  const traders = Array.from({ length: 120 }, () => driver.trader(10_000));
  traders.forEach((trader, place) => {
    for (const more of [0, 1, 2]) {
      driver.place(trader, 'open long', 1, 899_000 - place - more, {
        clientOrderId: `own-${more}`,
      });
    }
    driver.trigger(trader, 'open long', 910_000 + place);
  });
  return driver.state;
}

test('[VEN-17] hashing in turns gives the state hash', async () => {
  const state = createBusyState();
  expect(await hashInTurns(takeSnapshot(state))).toBe(stateHash(state));
});

test('[VEN-17] writing in turns gives the same bytes as in one go', async () => {
  const values = [
    { empty: {}, none: [], nothing: null, text: 'a"b', money: 5n, list: [1, 'x', 2n, [], {}] },
    { state: takeSnapshot(createBusyState()), long: Array.from({ length: 950 }, (_, n) => [n]) },
  ];
  for (const value of values) {
    const text = new TextDecoder().decode(await encodeInTurns(value));
    expect(text).toBe(stringifyPlain(value));
    expect(parsePlain(text)).toEqual(value);
  }
});
