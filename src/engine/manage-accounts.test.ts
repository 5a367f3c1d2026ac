import { expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  rejectOf,
  usdt,
} from '../../test/kit/driver.ts';
import { type AccountStatus, type AccountTerms, DEFAULT_TERMS } from '../domain/account.ts';
import { type AccountId, accountId, contractId } from '../domain/ids.ts';
import { money, ppm } from '../domain/units.ts';
import { createState } from './create-state.ts';

const setTerms = (driver: Driver, account: AccountId, terms: Partial<AccountTerms>) =>
  driver.run({ kind: 'set-account-terms', account, terms: { ...DEFAULT_TERMS, ...terms } });

const setStatus = (driver: Driver, account: AccountId, status: AccountStatus) =>
  driver.run({ kind: 'set-account-status', account, status, note: 'because' });

const lever = (driver: Driver, account: AccountId, leverage: number) =>
  driver.run({
    kind: 'set-leverage',
    account,
    contract: contractId(0),
    marginMode: 'cross',
    longLeverage: leverage,
    shortLeverage: leverage,
  });

/** A trader long 0.1 at 90,000 with an order and a trigger waiting, and a maker. */
function holdLong(wallet = 1_000) {
  const driver = createDriver();
  const maker = driver.trader(100_000);
  const trader = driver.trader(wallet);
  driver.place(maker, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  const order = orderIdOf(driver.place(trader, 'open long', 1, 890_000));
  const trigger = orderIdOf(driver.trigger(trader, 'close long', 880_000));
  return { driver, maker, trader, waiting: [order, trigger] };
}

test('[ACC-1] fee pool, insurance fund and treasury are there from the start', () => {
  const roles = createState().accounts.flatMap((account) =>
    account === undefined ? [] : [[account.id, account.role]],
  );
  expect(roles).toEqual([
    [1, 'fees'],
    [2, 'insurance'],
    [3, 'treasury'],
  ]);
});

test('[ACC-1] opened accounts are numbered from 1,001', () => {
  const driver = createDriver();
  expect([driver.trader(0), driver.house(0), driver.trader(0)]).toEqual([1_001, 1_002, 1_003]);
});

test('[ACC-2] an account pays its own fee rates', () => {
  const driver = createDriver();
  const maker = driver.trader(10_000, { makerFee: ppm(-100) });
  const taker = driver.trader(10_000, { takerFee: ppm(1_000) });
  driver.place(maker, 'open short', 1_000, 900_000);
  const fill = eventOf(driver.place(taker, 'open long', 1_000, 900_000), 'fill-settled');
  expect(fill.maker.fee).toBe(money(usdt('-0.9')));
  expect(fill.taker.fee).toBe(money(usdt(9)));
});

test('[ACC-2] its leverage is capped, and starts at the cap where that is below twenty', () => {
  const driver = createDriver();
  const trader = driver.trader(10_000, { leverageMax: 10 });
  driver.place(trader, 'open long', 1, 890_000);
  expect(driver.desk(trader).crossLeverage).toBe(10);
  const capped = driver.trader(10_000, { leverageMax: 30 });
  expect(rejectOf(lever(driver, capped, 31))).toMatchObject({
    reason: 'leverage-above-cap',
    limit: 30,
  });
  expect(eventOf(lever(driver, capped, 30), 'leverage-set').longLeverage).toBe(30);
});

test('[ACC-2] it trades only the contracts of its list', () => {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  driver.index(900_000, 1);
  const trader = driver.trader(10_000, { contracts: [contractId(1)] });
  const refused = rejectOf(driver.place(trader, 'open long', 1, 890_000));
  expect(refused.reason).toBe('contract-not-permitted');
  const there = { contract: contractId(1) };
  expect(orderIdOf(driver.place(trader, 'open long', 1, 890_000, there))).toBeGreaterThan(0);
});

test('[ACC-2] a team does not trade with itself, and the taker chooses who gives way', () => {
  const driver = createDriver();
  const maker = driver.trader(10_000, { team: 'red' });
  const taker = driver.trader(10_000, { team: 'red', selfTrade: 'cancel-taker' });
  driver.place(maker, 'open short', 10, 900_000);
  const events = driver.place(taker, 'open long', 10, 900_000);
  expect(eventsOf(events, 'fill-settled')).toEqual([]);
  expect(eventOf(events, 'order-canceled')).toMatchObject({ account: taker, reason: 'self-trade' });
});

test('[ACC-2] new terms hold for new orders', () => {
  const { driver, trader } = holdLong(10_000);
  setTerms(driver, trader, { takerFee: ppm(300) });
  driver.place(driver.trader(10_000), 'open short', 100, 900_000);
  const fill = eventOf(driver.place(trader, 'open long', 100, 900_000), 'fill-settled');
  expect(fill.taker.fee).toBe(money(usdt('0.27')));
});

test('[ACC-2] [CON-2] terms that make no sense are refused', () => {
  const { driver, trader } = holdLong();
  const reasonOf = (terms: Partial<AccountTerms>) =>
    rejectOf(setTerms(driver, trader, terms)).reason;
  expect(reasonOf({ takerFee: ppm(4_000) })).toBe('fee-rate-invalid');
  expect(reasonOf({ takerFee: ppm(-1) })).toBe('fee-rate-invalid');
  expect(reasonOf({ makerFee: ppm(-601) })).toBe('fee-rate-invalid');
  expect(reasonOf({ leverageMax: 0 })).toBe('leverage-invalid');
  expect(reasonOf({ contracts: [contractId(9)] })).toBe('contract-unknown');
  expect(driver.account(trader).terms).toEqual(DEFAULT_TERMS);
});

test.each(['frozen', 'disqualified'] as const)(
  '[ACC-3] an account that is %s places nothing and loses its orders',
  (status) => {
    const { driver, trader, waiting } = holdLong();
    const events = setStatus(driver, trader, status);
    expect(eventsOf(events, 'order-canceled').slice(0, 2)).toMatchObject(
      waiting.map((order) => ({ order, reason: 'account-status' })),
    );
    const attempts = [
      driver.place(trader, 'open long', 1, 890_000),
      driver.place(trader, 'close long', 1, 910_000),
      driver.trigger(trader, 'open long', 880_000),
    ];
    for (const attempt of attempts) expect(rejectOf(attempt).reason).toBe(`account-${status}`);
    expect(driver.account(trader).frozen).toBe(0);
  },
);

test('[ACC-3] a frozen account keeps its positions, and they stay under risk', () => {
  const { driver, trader } = holdLong(600);
  setStatus(driver, trader, 'frozen');
  expect(driver.desk(trader).long.position?.size).toBe(1_000);
  expect(eventOf(driver.index(840_000), 'liquidation-started').account).toBe(trader);
});

test('[ACC-3] disqualification closes positions at market', () => {
  const { driver, maker, trader } = holdLong();
  driver.place(maker, 'open long', 2_000, 899_000);
  const events = setStatus(driver, trader, 'disqualified');
  expect(eventOf(events, 'fill-settled')).toMatchObject({ price: 899_000, size: 1_000 });
  expect(driver.desk(trader).long.position).toBeNull();
});

test('[ACC-3] disqualification closes the positions of a frozen account too', () => {
  const { driver, maker, trader } = holdLong();
  setStatus(driver, trader, 'frozen');
  driver.place(maker, 'open long', 2_000, 899_000);
  setStatus(driver, trader, 'disqualified');
  expect(driver.desk(trader).long.position).toBeNull();
  expect(driver.account(trader).status).toBe('disqualified');
});

test('[ACC-3] a frozen account that is active again trades again', () => {
  const { driver, trader } = holdLong();
  setStatus(driver, trader, 'frozen');
  setStatus(driver, trader, 'active');
  expect(orderIdOf(driver.place(trader, 'open long', 1, 890_000))).toBeGreaterThan(0);
});

test('[ACC-3] an account closes only empty, and for good', () => {
  const driver = createDriver();
  const trader = driver.trader(10);
  expect(rejectOf(setStatus(driver, trader, 'closed')).reason).toBe('account-not-empty');
  driver.run({ kind: 'withdraw', account: trader, amount: money(usdt(10)) });
  expect(eventOf(setStatus(driver, trader, 'closed'), 'account-status-changed').note).toBe(
    'because',
  );
  expect(rejectOf(setStatus(driver, trader, 'active')).reason).toBe('account-closed');
  const deposit = { kind: 'deposit', account: trader, amount: money(1n) } as const;
  expect(rejectOf(driver.run(deposit)).reason).toBe('account-closed');
  expect(rejectOf(driver.place(trader, 'open long', 1, 890_000)).reason).toBe('account-closed');
});

test.each([0n, -1n])('[ACC-4] a deposit or withdrawal of %d is refused', (amount) => {
  const { driver, trader } = holdLong();
  for (const kind of ['deposit', 'withdraw'] as const) {
    const refused = rejectOf(driver.run({ kind, account: trader, amount: money(amount) }));
    expect(refused.reason).toBe('amount-invalid');
  }
});

test('[ACC-4] a withdrawal takes at most free collateral', () => {
  const { driver, trader } = holdLong();
  // 994.6 less 450 of initial margin, less the freeze of one lot at 89,000.
  const limit = usdt('544.6') - usdt('0.45034');
  const withdraw = { kind: 'withdraw', account: trader } as const;
  const refused = rejectOf(driver.run({ ...withdraw, amount: money(limit + 1n) }));
  expect(refused).toMatchObject({ reason: 'amount-above-available', limit });
  const moved = eventOf(driver.run({ ...withdraw, amount: money(limit) }), 'collateral-moved');
  expect(moved).toMatchObject({ reason: 'withdrawal', amount: money(-limit) });
});

test('[ACC-4] unrealised profit cannot be withdrawn', () => {
  const { driver, trader } = holdLong();
  driver.index(990_000);
  const withdraw = { kind: 'withdraw', account: trader } as const;
  const refused = rejectOf(driver.run({ ...withdraw, amount: money(usdt(1_000)) }));
  expect(refused.limit).toBe(usdt('994.6'));
});

test('[ACC-5] a cap below a leverage in use is refused until nothing rests on it', () => {
  const { driver, maker, trader } = holdLong();
  expect(rejectOf(setTerms(driver, trader, { leverageMax: 10 }))).toMatchObject({
    reason: 'leverage-open-orders',
    given: 20,
    limit: 10,
  });
  driver.place(maker, 'open long', 1_000, 900_000);
  driver.run({ kind: 'close-positions', account: trader, contract: null });
  for (const scope of ['working', 'untriggered'] as const)
    driver.run({ kind: 'cancel-all-orders', account: trader, contract: null, scope });
  eventOf(setTerms(driver, trader, { leverageMax: 10 }), 'account-terms-set');
  expect(driver.desk(trader)).toMatchObject({
    crossLeverage: 10,
    long: { isolatedLeverage: 10 },
    short: { isolatedLeverage: 10 },
  });
});

test('[ACC-5] a cap above the leverage in use only lowers the idle settings', () => {
  const driver = createDriver();
  const trader = driver.trader(10_000);
  lever(driver, trader, 10);
  driver.place(trader, 'open long', 100, 890_000);
  eventOf(setTerms(driver, trader, { leverageMax: 15 }), 'account-terms-set');
  expect(driver.desk(trader)).toMatchObject({
    crossLeverage: 10,
    long: { isolatedLeverage: 15 },
    short: { isolatedLeverage: 15 },
  });
});

test.each([1, 2, 3])('[ACC-3] account %i is the venue’s own: no terms, no status', (id) => {
  const driver = createDriver();
  const refused = [
    setTerms(driver, accountId(id), {}),
    setStatus(driver, accountId(id), 'frozen'),
  ].map(rejectOf);
  expect(refused).toMatchObject(new Array(2).fill({ reason: 'account-role-forbidden' }));
});
