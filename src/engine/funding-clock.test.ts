import { expect, test } from 'vitest';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  START,
  usdt,
} from '../../test/kit/driver.ts';
import { type AccountId, accountId, contractId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';
import { accountEquity } from './risk.ts';

const EIGHT = START - 500 + 8 * 3_600_000;
const FUND = 2;

/**
 * A quarter of a minute before the settlement of eight o'clock, index and mark at 92,000. The best
 * bid stands 0.0625 % above the index and the spread is too wide to be sampled, so the mark stays.
 */
function beforeEight(trade: (driver: Driver) => void, bid = 920_575): Driver {
  const driver = createDriver(undefined, { index: 920_000 });
  trade(driver);
  driver.at = EIGHT - 15_000;
  driver.index(920_000);
  const house = driver.house(10_000_000);
  driver.place(house, 'open long', 10_000, bid);
  driver.place(house, 'open short', 10_000, 929_000);
  return driver;
}

/** Lets the samples of :50 and :55 be taken and stops just before the settlement. */
const justBefore = (driver: Driver) => driver.wait(EIGHT - 1 - driver.at);

interface Pair {
  readonly long: AccountId;
  readonly short: AccountId;
}

const NOBODY: Pair = { long: accountId(0), short: accountId(0) };

function openPair(driver: Driver, size: number): Pair {
  const long = driver.trader(1_000);
  const short = driver.trader(1_000);
  driver.place(short, 'open short', size, 920_000);
  driver.place(long, 'open long', size, 920_000);
  return { long, short };
}

test('[FND-4] 0.05 BTC at 92,000 and 0.0125 % pay 0.575 from the long to the short', () => {
  let pair = NOBODY;
  const driver = beforeEight((early) => {
    pair = openPair(early, 500);
  });
  justBefore(driver);
  const before = driver.account(pair.long).wallet;
  const events = driver.wait(1);
  expect(eventOf(events, 'funding-settled')).toMatchObject({
    kind: 'funding-settled',
    contract: 0,
    settledAt: EIGHT,
    rate: 12_500,
    mark: 920_000,
    meanPremium: 62_500,
    samples: 2,
    positions: 2,
    residue: 0,
  });
  const [paid, received] = eventsOf(events, 'funding-paid');
  expect(paid).toMatchObject({
    account: pair.long,
    payment: money(usdt('0.575')),
    positionSide: 'long',
  });
  expect(received).toMatchObject({ account: pair.short, payment: money(usdt('-0.575')) });
  expect(driver.account(pair.long).wallet).toBe(money(toBigInt(before) - usdt('0.575')));
});

test('[FND-5] each payment is explained by size, mark, rate and result', () => {
  const driver = beforeEight((early) => openPair(early, 500));
  justBefore(driver);
  const [paid] = eventsOf(driver.wait(1), 'funding-paid');
  const position = driver.desk(paid!.account).long.position!;
  expect(paid).toMatchObject({
    kind: 'funding-paid',
    account: 1_001,
    contract: 0,
    positionSide: 'long',
    position: position.id,
    size: 500,
    mark: 920_000,
    notional: money(usdt(4_600)),
    rate: 12_500,
    payment: money(usdt('0.575')),
    wallet: driver.account(paid!.account).wallet,
  });
  expect(position).toMatchObject({
    fundingFee: money(usdt('0.575')),
    cumFunding: money(usdt('0.575')),
  });
});

test('[FND-4] what rounding leaves over goes to the insurance fund, to the unit', () => {
  const driver = beforeEight((early) => {
    const short = early.trader(1_000);
    early.place(short, 'open short', 3, 920_000);
    for (let at = 0; at < 3; at += 1) early.place(early.trader(), 'open long', 1, 920_000);
  }, 920_572);
  justBefore(driver);
  const fund = driver.state.accounts[FUND]!;
  const before = fund.wallet;
  const events = driver.wait(1);
  // Of 9.2 at 12,174 parts each lot owes 112,000.8 units, and the short is owed three times that.
  const payments = eventsOf(events, 'funding-paid').map(({ payment }) => payment);
  expect(eventOf(events, 'funding-settled').rate).toBe(12_174);
  expect(payments).toEqual([-336_002, 112_001, 112_001, 112_001]);
  expect(eventOf(events, 'funding-settled').residue).toBe(1);
  expect(toBigInt(fund.wallet) - toBigInt(before)).toBe(1n);
});

test('[FND-2] every five seconds a sample, and the later weigh more', () => {
  const driver = beforeEight((early) => openPair(early, 500), 920_000);
  const first = eventOf(driver.wait(EIGHT - 9_999 - driver.at), 'funding-estimated');
  expect(first).toMatchObject({ samples: 1, premium: 0, impactBid: 92_000_000, estimate: 10_000 });
  driver.place(driver.house(10_000_000), 'open long', 10_000, 921_380);
  const second = eventOf(driver.wait(5_000), 'funding-estimated');
  // 0 × 1 and 0.15 % × 2, over 3: a mean of 0.1 %, less the dead zone.
  expect(second).toMatchObject({ samples: 2, premium: 150_000, estimate: 50_000 });
});

test('[FND-1] no sample where a side of the book is empty', () => {
  const driver = createDriver();
  driver.place(driver.house(), 'open long', 1_000, 899_000);
  expect(eventsOf(driver.wait(20_000), 'funding-estimated')).toEqual([]);
});

test('[FND-5] whoever closes at the very moment of settlement has paid', () => {
  let pair = NOBODY;
  const driver = beforeEight((early) => {
    pair = openPair(early, 500);
  });
  justBefore(driver);
  const events = driver.place(pair.long, 'close long', 500, null);
  const kinds = events.map(({ kind }) => kind);
  expect(kinds.indexOf('funding-settled')).toBeLessThan(kinds.indexOf('fill-settled'));
  expect(eventsOf(events, 'funding-paid').map(({ account }) => account)).toContain(pair.long);
});

test('[FND-5] whoever opens at the very moment of settlement pays nothing', () => {
  const driver = beforeEight((early) => openPair(early, 500));
  const late = driver.trader(1_000);
  justBefore(driver);
  const events = driver.place(late, 'open short', 100, 920_575);
  expect(eventOf(events, 'fill-settled').taker.account).toBe(late);
  expect(eventOf(events, 'funding-settled').positions).toBe(2);
});

test('[FND-5] whom the payment ruins is liquidated before the command', () => {
  let poor = accountId(0);
  const driver = beforeEight((early) => {
    poor = early.trader('96.3');
    const setting = { kind: 'set-leverage', account: poor, contract: contractId(0) } as const;
    early.run({ ...setting, marginMode: 'cross', longLeverage: 125, shortLeverage: 125 });
    early.place(early.trader(10_000), 'open short', 1_000, 920_000);
    early.place(poor, 'open long', 1_000, 920_000);
  });
  justBefore(driver);
  // The book empties, so that the mark stays with the index and nothing offsets the payment.
  const house = accountId(1_003);
  const all = { kind: 'cancel-all-orders', contract: null, scope: 'working' } as const;
  driver.run({ ...all, account: house }, 0);
  driver.at -= 1;
  driver.index(915_200);
  // Of 90.78 a loss of 48 leaves 42.78; 42.0992 is required, and funding takes 1.144.
  expect(accountEquity(driver.account(poor))).toBe(money(usdt('42.78')));
  const events = driver.place(poor, 'close long', 1_000, null);
  const started = eventOf(events, 'liquidation-started');
  expect(started).toMatchObject({
    equity: money(usdt('41.636')),
    requirement: money(usdt('42.0992')),
  });
  const kinds = events.map(({ kind }) => kind);
  expect(kinds.indexOf('liquidation-started')).toBeGreaterThan(kinds.indexOf('funding-settled'));
  expect(eventOf(events, 'command-rejected').reject.reason).toBe('position-missing');
});

test('[FND-5] funding of an isolated position moves its margin, not the cross wallet', () => {
  let pair = NOBODY;
  const driver = beforeEight((early) => {
    pair = { long: early.trader(1_000), short: early.trader(1_000) };
    const setting = { kind: 'set-margin-mode', contract: contractId(0) } as const;
    early.run({ ...setting, account: pair.long, marginMode: 'isolated' });
    early.place(pair.short, 'open short', 500, 920_000);
    early.place(pair.long, 'open long', 500, 920_000);
  });
  justBefore(driver);
  const account = driver.account(pair.long);
  const cross = toBigInt(account.wallet) - toBigInt(account.isolated);
  driver.wait(1);
  expect(toBigInt(account.wallet) - toBigInt(account.isolated)).toBe(cross);
  expect(driver.desk(pair.long).long.position?.isolatedMargin).toBe(money(usdt('229.425')));
});

test('[FND-6] an interval without samples settles at zero', () => {
  const driver = createDriver(undefined, { index: 920_000 });
  const { long } = openPair(driver, 100);
  const before = driver.account(long).wallet;
  driver.at = EIGHT - 1;
  const events = driver.wait(1);
  expect(eventOf(events, 'funding-settled')).toMatchObject({ rate: 0, samples: 0, positions: 2 });
  expect(driver.account(long).wallet).toBe(before);
});

test('[FND-6] an index that is stale at the settlement settles what was sampled before', () => {
  const driver = createDriver(undefined, { index: 920_000 });
  openPair(driver, 500);
  const house = driver.house(10_000_000);
  driver.place(house, 'open long', 10_000, 920_575);
  driver.place(house, 'open short', 10_000, 929_000);
  // One entry eight hours later: samples until the index is stale, at :05 to :30, then the
  // settlement.
  driver.at = EIGHT - 1;
  const events = driver.wait(1);
  expect(eventsOf(events, 'funding-estimated').length).toBe(6);
  const settled = eventOf(events, 'funding-settled');
  expect(settled).toMatchObject({ samples: 6, rate: 12_500, mark: 920_000, positions: 2 });
});

test('[CON-4] funding settles while the contract is halted', () => {
  const driver = beforeEight((early) => openPair(early, 500));
  justBefore(driver);
  const halt = { kind: 'halt-contract', contract: contractId(0) } as const;
  driver.run(halt, 0);
  expect(eventOf(driver.wait(1), 'funding-settled').rate).toBe(12_500);
});
