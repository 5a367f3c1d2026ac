import { expect, test } from 'vitest';
import { createDriver, type Driver, eventOf, eventsOf } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { enrol, openSeason, resetSeason, rulesAt } from '../../test/kit/season.ts';
import { FEE_POOL } from '../domain/account.ts';
import { type Latency, NO_LATENCY } from '../domain/latency.ts';
import { millis } from '../domain/units.ts';

test('[LAT-5] [LAT-6] a season has one latency for all, or each entrant keeps its own', () => {
  const driver = createDriver();
  const late = (delay: number) => ({ ...NO_LATENCY, entry: [millis(delay)] });
  openSeason(driver);
  const account = enrol(driver, 'Foxes');
  const own = { kind: 'set-latency', account, latency: late(7) } as const;
  driver.run(own);
  resetSeason(driver);
  expect(driver.account(account).terms.latency).toEqual(late(7));
  const rules = { ...rulesAt(driver.at), latency: late(30) };
  const changed = driver.run({ kind: 'change-season-rules', season: 1, rules });
  expect(eventOf(changed, 'season-rules-changed').phase).toBe('enrolling');
  expect(expectRefused(driver, own).reason).toBe('account-enrolled');
  resetSeason(driver);
  expect(driver.account(account).terms.latency).toEqual(late(30));
  expect(driver.account(enrolAnother(driver)).terms.latency).toEqual(late(30));
  const bad = { ...rules, latency: late(5_001) };
  expect(expectRefused(driver, { kind: 'change-season-rules', season: 1, rules: bad })).toEqual({
    reason: 'latency-invalid',
    given: 5_001,
    limit: 5_000,
  });
});

const enrolAnother = (driver: Driver) => {
  const rules = { ...rulesAt(driver.at), latency: { ...NO_LATENCY, entry: [millis(30)] } };
  driver.run({ kind: 'change-season-rules', season: 1, rules: { ...rules, leverageMax: 15 } });
  return enrol(driver, 'Owls');
};

test('[LAT-6] a latency is set beside the other terms, and none is none', () => {
  const driver = createDriver();
  const account = driver.trader(10, { leverageMax: 7 });
  const set = (latency: Latency) => driver.run({ kind: 'set-latency', account, latency });
  const late = { ...NO_LATENCY, feed: [millis(5)] };
  const { terms } = eventOf(set(late), 'account-terms-set');
  expect(terms).toMatchObject({ leverageMax: 7, latency: late });
  expect(
    eventsOf(set({ ...NO_LATENCY, entry: [millis(0)] }), 'account-terms-set')[0]?.terms,
  ).toEqual(expect.not.objectContaining({ latency: expect.anything() }));
  const many = { ...NO_LATENCY, entry: Array.from({ length: 257 }, () => millis(1)) };
  expect(expectRefused(driver, { kind: 'set-latency', account, latency: many }).limit).toBe(256);
  const ofVenue = { kind: 'set-latency', account: FEE_POOL, latency: late } as const;
  expect(expectRefused(driver, ofVenue).reason).toBe('account-role-forbidden');
});
