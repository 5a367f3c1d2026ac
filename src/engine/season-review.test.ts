import { expect, test } from 'vitest';
import { createDriver, type Driver, eventOf, usdt } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { enrol, openSeason, resetSeason, sanction, startSeason } from '../../test/kit/season.ts';
import type { Command } from '../domain/command.ts';
import { DEPOSIT_MAX } from '../domain/limits.ts';
import type { SeasonRules } from '../domain/season.ts';
import { millis, money, toBigInt } from '../domain/units.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';

const refusal = (driver: Driver, command: Command): string => {
  const { reason, given, limit } = expectRefused(driver, command);
  return [reason, given, limit].filter((part) => part !== undefined).join(' ');
};

const closing: Command = { kind: 'close-season', season: 1 };

/** Two entrants with positions, orders and plans of the test phase. */
function busyTest(driver: Driver) {
  const accounts = [enrol(driver, 'Foxes'), enrol(driver, 'Owls'), enrol(driver, 'Cats')];
  const [fox, owl, cat] = accounts as [never, never, never];
  driver.place(fox, 'open short', 100, 900_000);
  driver.place(owl, 'open long', 100, 900_000, { clientOrderId: 'mine' });
  driver.place(fox, 'open long', 50, 890_000);
  driver.trigger(owl, 'open long', 950_000);
  driver.run(sanction(cat, 'disqualify'));
  return { accounts, fox, owl, cat };
}

test('[SEA-9] closing freezes the accounts, whether the season ran or not', () => {
  const driver = createDriver();
  openSeason(driver);
  const fox = enrol(driver, 'Foxes');
  const cat = enrol(driver, 'Cats');
  driver.run(sanction(cat, 'disqualify'));
  expect(eventOf(driver.run(closing), 'season-closed').phase).toBe('enrolling');
  expect(driver.account(fox).status).toBe('frozen');
  expect(driver.account(cat).status).toBe('disqualified');
  expect(refusal(driver, sanction(fox, 'reinstate'))).toContain('account-not-enrolled');
});

test('[SEA-10] the ladder goes up, and down only by reinstating', () => {
  const driver = createDriver();
  openSeason(driver);
  const account = enrol(driver, 'Foxes');
  startSeason(driver);
  driver.place(driver.house(), 'open short', 10, 900_000);
  driver.place(driver.house(), 'open long', 10, 899_000);
  driver.place(account, 'open long', 10, 900_000);
  driver.place(account, 'open long', 10, 890_000);
  const step = (name: Parameters<typeof sanction>[1]): string => {
    const events = driver.run(sanction(account, name));
    return eventOf(events, 'account-sanctioned').sanction;
  };
  const now = (): string => driver.account(account).status;
  expect(refusal(driver, sanction(account, 'reinstate'))).toBe('sanction-stands reinstate none');
  expect([step('warn'), step('warn'), step('throttle'), now()]).toEqual([
    'warned',
    'warned',
    'throttled',
    'active',
  ]);
  expect(driver.desk(account).working.count).toBe(1);
  expect([step('freeze'), now()]).toEqual(['frozen', 'frozen']);
  expect(driver.desk(account).working.count).toBe(0);
  expect(driver.desk(account).long.position?.size).toBe(10);
  expect(refusal(driver, sanction(account, 'throttle'))).toBe('sanction-stands throttle frozen');
  expect([step('warn'), now()]).toEqual(['frozen', 'frozen']);
  expect([step('disqualify'), now()]).toEqual(['disqualified', 'disqualified']);
  expect(driver.desk(account).long.position).toBeNull();
  expect(refusal(driver, sanction(account, 'disqualify'))).toContain('sanction-stands');
  expect([step('reinstate'), now()]).toEqual(['none', 'active']);
});

test('[SEA-10] a sanction says why, who and on what evidence', () => {
  const driver = createDriver();
  openSeason(driver);
  const account = enrol(driver, 'Foxes');
  const given = { ...sanction(account, 'warn'), reason: 'wash', actor: 'ann', evidence: 'ab12' };
  expect(eventOf(driver.run(given as Command), 'account-sanctioned')).toMatchObject({
    season: 1,
    reason: 'wash',
    actor: 'ann',
    evidence: 'ab12',
  });
  for (const field of ['reason', 'actor'])
    expect(refusal(driver, { ...given, [field]: '' } as Command)).toContain(field);
  expect(refusal(driver, { ...given, evidence: 'x'.repeat(501) } as Command)).toContain('evidence');
});

test('[SEA-13] what the reset carries out needs another reset', () => {
  const driver = createDriver();
  const rules = openSeason(driver);
  const account = enrol(driver, 'Foxes');
  resetSeason(driver);
  const change = (changes: Partial<SeasonRules>): string => {
    const next = { ...rules, ...changes };
    const events = driver.run({ kind: 'change-season-rules', season: 1, rules: next });
    return eventOf(events, 'season-rules-changed').phase;
  };
  expect(change({ startAt: millis(rules.startAt + 1_000), matching: 'house-only' })).toBe('ready');
  expect(change({ leverageMax: 10, wallet: money(usdt(2_000)) })).toBe('enrolling');
  expect(driver.account(account).terms.leverageMax).toBe(20);
  resetSeason(driver);
  expect(driver.account(account).terms.leverageMax).toBe(10);
  expect(driver.account(account).wallet).toBe(money(usdt(2_000)));
  startSeason(driver);
  const late: Command = { kind: 'change-season-rules', season: 1, rules };
  expect(refusal(driver, late)).toContain('season-phase active');
});

test('[SEA-14] a team leaves before the start, and its money stays', () => {
  const driver = createDriver();
  openSeason(driver);
  const { fox, owl } = busyTest(driver);
  const leave = (account: typeof fox): Command => ({ kind: 'leave-season', season: 1, account });
  const events = driver.run(leave(fox));
  expect(eventOf(events, 'account-left')).toMatchObject({ account: fox });
  expect(driver.account(fox)).toMatchObject({ status: 'closed', wallet: 0, collateral: 0 });
  expect(refusal(driver, leave(fox))).toContain('account-not-enrolled');
  expect(refusal(driver, leave(driver.trader() as never))).toContain('account-not-enrolled');
  enrol(driver, 'Foxes');
  startSeason(driver);
  expect(refusal(driver, leave(owl))).toContain('season-phase active');
});

test('[SNP-1] a season survives a snapshot, entrants and sanctions included', () => {
  const driver = createDriver();
  openSeason(driver, { matching: 'house-only' });
  const { fox } = busyTest(driver);
  startSeason(driver);
  driver.run(sanction(fox, 'throttle'));
  const restored = recoverSnapshot(takeSnapshot(driver.state));
  expect(stateHash(restored)).toBe(stateHash(driver.state));
  expect(restored.accounts[fox]?.season).toBe(restored.season);
  expect(restored.season?.teams.get('foxes')).toBe(fox);
});

test('[SEA-16] what the treasury cannot pay is refused, and nobody has any of it', () => {
  const most = DEPOSIT_MAX;
  const driver = createDriver();
  openSeason(driver, { wallet: most, testWallet: money(1n) });
  for (let team = 1; team <= 501; team += 1) enrol(driver, `Team ${team}`);
  expect(refusal(driver, { kind: 'reset-season', season: 1 })).toContain('amount-invalid');
  driver.run(closing);
  openSeason(driver, { wallet: money(1n), testWallet: most });
  for (let team = 1; team <= 499; team += 1) enrol(driver, `Team ${team}`);
  const enrolling: Command = { kind: 'enrol-team', season: 2, team: 'One too many' };
  expect(refusal(driver, enrolling)).toContain('amount-invalid');
  const poor = driver.trader('0.00000001');
  const reset: Command = { kind: 'reset-account', account: poor, wallet: most };
  expect(refusal(driver, reset)).toContain('amount-invalid');
  resetSeason(driver);
  eventOf(driver.run(reset), 'account-reset');
});

test('[SEA-16] what others pay back later does not pay those before them', () => {
  const most = DEPOSIT_MAX;
  const driver = createDriver();
  openSeason(driver, { wallet: most, testWallet: money(1n) });
  for (let team = 1; team <= 501; team += 1) enrol(driver, `Team ${team}`);
  const rich = enrol(driver, 'Rich');
  for (let times = 1; times <= 3; times += 1)
    driver.run({ kind: 'deposit', account: rich, amount: most });
  const reset: Command = { kind: 'reset-season', season: 1 };
  expect(refusal(driver, reset)).toContain('amount-invalid');
  expect(driver.account(rich).wallet).toBe(money(3n * toBigInt(most) + 1n));
});

test('[SEA-16] a disqualified account counts for what the treasury pays', () => {
  const most = DEPOSIT_MAX;
  const driver = createDriver();
  openSeason(driver, { wallet: most, testWallet: money(1n) });
  for (let team = 1; team <= 501; team += 1)
    driver.run(sanction(enrol(driver, `Team ${team}`), 'disqualify'));
  expect(refusal(driver, { kind: 'reset-season', season: 1 })).toContain('amount-invalid');
});
