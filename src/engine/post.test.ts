import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDriver, type Driver, eventsOf, rejectOf, usdt } from '../../test/kit/driver.ts';
import { runSteps, steps } from '../../test/kit/random-market.ts';
import { BrokenInvariant } from '../domain/assert.ts';
import { DEPOSIT_MAX, MONEY_MAX } from '../domain/limits.ts';
import { times } from '../domain/money.ts';
import { unrealisedPnl } from '../domain/position.ts';
import { type Money, money, NO_MONEY, ticks, toBigInt } from '../domain/units.ts';
import { post, postCash } from './post.ts';
import type { Account } from './state.ts';

const SEEDED = usdt(1_000_000 + 1_000 + 5_000 + 5_000 + 100_000);

const accountsOf = (driver: Driver): Account[] =>
  driver.state.accounts.filter((account) => account !== undefined);

const sum = (amounts: readonly Money[]): bigint =>
  amounts.reduce((total, amount) => total + toBigInt(amount), 0n);

/** Equity at a mark of the test's own choosing. */
function equityAt(account: Account, mark: number): Money {
  const results = account.desks.flatMap((desk) =>
    [desk?.long.position, desk?.short.position].map((position) =>
      position ? unrealisedPnl(desk!.listing.contract, position, ticks(mark)) : NO_MONEY,
    ),
  );
  return money(toBigInt(account.wallet) + sum(results));
}

test('[MON-5] collateral of all accounts is what was deposited, after every entry', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      let deposits = SEEDED;
      runSteps(taken, (driver, events) => {
        for (const moved of eventsOf(events, 'collateral-moved'))
          deposits += toBigInt(moved.amount);
        expect(sum(accountsOf(driver).map((account) => account.collateral))).toBe(deposits);
      });
    }),
    { numRuns: 60 },
  );
});

test('[MON-6] equity of all accounts is what was deposited, for any mark', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5_000_000 }), (taken, mark) => {
      let deposits = SEEDED;
      runSteps(taken, (driver, events) => {
        for (const moved of eventsOf(events, 'collateral-moved'))
          deposits += toBigInt(moved.amount);
        expect(sum(accountsOf(driver).map((account) => equityAt(account, mark)))).toBe(deposits);
      });
    }),
    { numRuns: 60 },
  );
});

test('[MON-7] the totals by reason sum to the collateral of each account', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      runSteps(taken, (driver) => {
        for (const account of accountsOf(driver))
          expect(sum(account.totals)).toBe(toBigInt(account.collateral));
      });
    }),
    { numRuns: 60 },
  );
});

test('[MON-5] one leg without the other stops the venue', () => {
  const driver = createDriver();
  const account = driver.account(driver.trader());
  post(driver.state, account, 'fee', money(-1));
  expect(() => driver.wait(1)).toThrow('money is not conserved');
});

test('[MON-5] money that nobody deposited stops the venue', () => {
  const driver = createDriver();
  driver.state.depositsNet = money(toBigInt(driver.state.depositsNet) + 1n);
  expect(() => driver.wait(1)).toThrow(BrokenInvariant);
});

test('[MON-4] a wallet that does not match its collateral stops the venue', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const account = driver.account(trader);
  account.wallet = money(toBigInt(account.wallet) + 1n);
  const deposit = { kind: 'deposit' as const, account: trader, amount: money(1n) };
  expect(() => driver.run(deposit)).toThrow(BrokenInvariant);
});

test('[MON-8] money at the end of 64 bits fits, a unit more or less breaks', () => {
  const driver = createDriver();
  const account = driver.account(driver.trader(0));
  postCash(driver.state, account, 'deposit', MONEY_MAX);
  expect(account.collateral).toBe(MONEY_MAX);
  expect(() => post(driver.state, account, 'deposit', money(1))).toThrow(BrokenInvariant);
  post(driver.state, account, 'withdrawal', times(MONEY_MAX, -2));
  expect(() => post(driver.state, account, 'withdrawal', money(-1))).toThrow(BrokenInvariant);
});

/** Deposits the largest sums allowed, up to just below what 64 bits hold. */
function fill(driver: Driver, account: Account): void {
  const most = toBigInt(DEPOSIT_MAX);
  const deposit = (amount: bigint) =>
    driver.run({ kind: 'deposit', account: account.id, amount: money(amount) });
  const room = (): bigint =>
    toBigInt(MONEY_MAX) -
    (account.wallet > account.collateral ? toBigInt(account.wallet) : toBigInt(account.collateral));
  while (room() >= most) deposit(most);
  deposit(room());
}

test('[MON-8] a deposit that would not fit is refused before anything breaks', () => {
  const driver = createDriver();
  const account = driver.account(driver.trader());
  fill(driver, account);
  expect(account.wallet).toBe(MONEY_MAX);
  const events = driver.run({ kind: 'deposit', account: account.id, amount: money(1n) });
  expect(rejectOf(events).reason).toBe('amount-invalid');
});

test('[MON-8] nor does a wallet outgrow the field while its collateral still fits', () => {
  const driver = createDriver();
  const house = driver.house();
  const account = driver.account(driver.trader());
  driver.place(house, 'open short', 1_000, 900_000);
  driver.place(account.id, 'open long', 1_000, 900_000);
  expect(account.collateral).toBeLessThan(Number(account.wallet));
  fill(driver, account);
  expect(account.wallet).toBe(MONEY_MAX);
  const events = driver.run({ kind: 'deposit', account: account.id, amount: money(1n) });
  expect(rejectOf(events).reason).toBe('amount-invalid');
});

test('[MON-8] a result that would overflow a wallet stops the venue', () => {
  const driver = createDriver();
  const house = driver.house();
  const account = driver.account(driver.trader());
  driver.place(house, 'open short', 1_000, 900_000);
  driver.place(account.id, 'open long', 1_000, 900_000);
  fill(driver, account);
  driver.index(905_000);
  driver.place(house, 'open long', 1_000, 910_000);
  expect(() => driver.place(account.id, 'close long', 1_000, 910_000)).toThrow(BrokenInvariant);
});

test('[MON-8] a fill that would overflow stops the venue', () => {
  const driver = createDriver();
  const buyer = driver.house();
  const account = driver.account(driver.trader());
  fill(driver, account);
  driver.place(buyer, 'open long', 1, 900_000);
  expect(() => driver.place(account.id, 'open short', 1, 900_000)).toThrow(BrokenInvariant);
});
