import { expect, test } from 'vitest';
import { replay } from '../../proof/replay.ts';
import { money } from '../../src/domain/units.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { createDriver, eventOf, usdt } from './driver.ts';

test('[ENG-2] replaying what a driver applied gives the same state', () => {
  const driver = createDriver();
  const seller = driver.trader();
  const buyer = driver.trader();
  driver.place(seller, 'open short', 1_000, 900_000);
  const fill = eventOf(driver.place(buyer, 'open long', 1_000, 900_000), 'fill-settled');
  expect(fill.value).toBe(money(usdt(9_000)));
  expect(stateHash(replay(driver.entries))).toBe(stateHash(driver.state));
});
