import { expect, test } from 'vitest';
import { createDriver } from '../../test/kit/driver.ts';
import { enrol, openSeason, resetSeason, sanction } from '../../test/kit/season.ts';
import { money } from '../domain/units.ts';
import { attestReset } from './read.ts';

test('[ORG-3] the attestation looks at every entrant, whatever its sanction', () => {
  const driver = createDriver();
  openSeason(driver);
  const [fox, owl, cat] = ['Foxes', 'Owls', 'Cats'].map((team) => enrol(driver, team));
  if (fox === undefined || owl === undefined || cat === undefined) throw new Error('no teams');
  driver.run(sanction(owl, 'freeze'));
  driver.run(sanction(cat, 'disqualify'));
  resetSeason(driver);
  const sound = attestReset(driver.state);
  expect(sound).toMatchObject({ accounts: 3, unclean: [] });
  expect(sound?.collateral).toBe(sound?.deposits);
  // Had the reset left one out, it would be named.
  for (const id of [owl, cat]) driver.account(id).wallet = money(1n);
  expect(attestReset(driver.state)?.unclean).toEqual([owl, cat]);
});
