import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  usdt,
} from '../../test/kit/driver.ts';
import type { Event } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { type Money, money, NO_MONEY, toBigInt } from '../domain/units.ts';
import type { Deleveraged } from '../domain/why.ts';
import { deleverageFifth } from './deleverage.ts';

const FUND = accountId(2);
const LOT_TICK = 1_000n;

/** Nothing in the fund, and a bankrupt long of 0.2 at 90,000 once the index gaps to 81,000. */
function bankruptLong(shorts: (driver: Driver) => void): Driver {
  const driver = createDriver(undefined, { fund: 0 });
  shorts(driver);
  driver.place(driver.trader(1_000), 'open long', 2_000, 900_000);
  return driver;
}

function openShort(driver: Driver, wallet: string | number, size: number): AccountId {
  const account = driver.trader(wallet);
  driver.place(account, 'open short', size, 900_000);
  return account;
}

test('[ADL-2] 900 on 9,000 with equity 1,500 goes before the same with 6,000', () => {
  const driver = bankruptLong((early) => {
    openShort(early, '5101.8', 1_000);
    openShort(early, '601.8', 1_000);
  });
  expect(eventsOf(driver.index(810_000), 'deleveraged')).toMatchObject([
    { account: 1_002, rank: 1, scorePpm: 540_000n, equity: money(usdt(1_500)) },
    { account: 1_001, rank: 2, scorePpm: 135_000n, equity: money(usdt(6_000)) },
  ]);
});

test('[ADL-4] each deleveraged account gets a record of its class, score, rank and inputs', () => {
  const driver = bankruptLong((early) => openShort(early, '1003.6', 2_000));
  const events = driver.index(810_000);
  const bankrupt = eventsOf(events, 'order-accepted').find(
    ({ origin }) => origin === 'liquidation',
  );
  expect(eventOf(events, 'deleveraged')).toMatchObject({
    kind: 'deleveraged',
    account: 1_001,
    contract: 0,
    positionSide: 'short',
    bankruptAccount: 1_002,
    bankruptOrder: bankrupt?.order,
    price: 851_051,
    size: 2_000,
    rank: 1,
    holders: 2,
    group: 'profitable',
    // 1,800 on 18,000, times 16,200 over 2,800.
    scorePpm: 578_571n,
    unrealisedPnl: money(usdt(1_800)),
    openValue: money(usdt(18_000)),
    notional: money(usdt(16_200)),
    equity: money(usdt(2_800)),
    leverage: 20,
  });
});

test('[ADL-1] the fund first, then the house, then those in profit, then the others', () => {
  const driver = createDriver(undefined, { fund: 250, index: 850_000 });
  const rich = driver.trader(1_000_000);
  const loser = driver.trader(10_000);
  driver.place(loser, 'open short', 5_000, 850_000);
  driver.place(rich, 'open long', 5_000, 850_000);
  driver.index(900_000);
  driver.place(rich, 'open long', 1_000, 900_000);
  driver.place(driver.trader(456), 'open short', 1_000, 900_000);
  // At 94,500 the last one is bankrupt, and the fund takes the short over.
  driver.index(945_000);
  driver.index(900_000);
  const calm = openShort(driver, 20_000, 3_000);
  const bold = openShort(driver, 2_000, 2_000);
  const house = driver.house();
  driver.place(house, 'open short', 2_000, 900_000);
  driver.place(rich, 'close long', 4_000, 900_000);
  const bankrupt = driver.trader(5_010);
  driver.place(bankrupt, 'open long', 11_000, 900_000);
  const events = driver.index(859_000);
  expect(eventsOf(events, 'deleveraged')).toMatchObject([
    { account: FUND, group: 'fund', size: 1_000, rank: 1 },
    { account: house, group: 'house', size: 2_000, rank: 2 },
    { account: bold, group: 'profitable', size: 2_000, rank: 3 },
    { account: calm, group: 'profitable', size: 3_000, rank: 4 },
    { account: loser, group: 'losing', size: 3_000, rank: 5 },
  ]);
  const fills = eventsOf(events, 'fill-settled');
  expect(new Set(fills.map(({ price }) => price)).size).toBe(1);
  expect(fills.every(({ maker, taker }) => maker.fee === NO_MONEY && taker.fee === NO_MONEY)).toBe(
    true,
  );
});

test('[ADL-1] a position without profit or loss is one of the others', () => {
  const driver = createDriver(undefined, { fund: 0, index: 810_000 });
  const rich = driver.house();
  const even = driver.trader(100_000);
  driver.place(rich, 'open long', 1_000, 810_000);
  driver.place(even, 'open short', 1_000, 810_000);
  driver.index(900_000);
  driver.place(rich, 'close long', 1_000, 900_000);
  driver.place(driver.trader(500), 'open long', 1_000, 900_000);
  expect(eventsOf(driver.index(810_000), 'deleveraged')).toMatchObject([
    { account: even, group: 'losing', unrealisedPnl: 0, scorePpm: 0n },
  ]);
});

test('[ADL-2] the fifth of its side says how early a position is asked', () => {
  const driver = createDriver();
  const rich = driver.house();
  driver.place(rich, 'open long', 10_000, 900_000);
  const shorts = Array.from({ length: 10 }, (_, place) =>
    openShort(driver, 1_000 + 100 * place, 1_000),
  );
  const hedged = driver.trader(10_000);
  driver.place(rich, 'open long', 500, 900_000);
  driver.place(hedged, 'open short', 500, 900_000);
  driver.place(rich, 'open short', 500, 900_000);
  driver.place(hedged, 'open long', 500, 900_000);
  driver.index(895_000);
  const fifths = shorts.map((account) => deleverageFifth(driver.desk(account), 'short'));
  expect(fifths).toEqual([4, 4, 3, 3, 2, 2, 1, 1, 0, 0]);
  expect(deleverageFifth(driver.desk(hedged), 'short')).toBe(0);
  expect(deleverageFifth(driver.desk(rich), 'long')).toBe(4);
});

test('[ADL-3] of a hedged cross account only the net side is asked', () => {
  const driver = bankruptLong((early) => {
    const hedged = early.trader(5_000);
    const other = openShort(early, 900_000, 1_000);
    early.place(hedged, 'open long', 1_000, 900_000);
    early.place(hedged, 'open short', 1_500, 900_000);
    early.place(other, 'open short', 500, 900_000);
  });
  expect(eventsOf(driver.index(810_000), 'deleveraged')).toMatchObject([
    { account: 1_001, size: 500 },
    { account: 1_002, size: 1_500 },
  ]);
});

test('[CLS-5] deleveraging trims working closes, newest first', () => {
  const driver = bankruptLong((early) => openShort(early, 100_000, 3_000));
  const rival = driver.trader(100_000);
  driver.place(rival, 'open long', 1_000, 900_000);
  const account = accountId(1_001);
  const older = orderIdOf(driver.place(account, 'close short', 800, 700_000));
  const newer = orderIdOf(driver.place(account, 'close short', 2_000, 700_000));
  const events = driver.index(810_000);
  expect(eventOf(events, 'order-amended')).toMatchObject({ order: newer, size: 200 });
  expect(driver.state.orders.get(older)?.size).toBe(800);
  expect(driver.desk(account).short).toMatchObject({ closing: 1_000, position: { size: 1_000 } });
});

interface Held {
  wallet: bigint;
  long: { size: number; openValue: bigint };
  short: { size: number; openValue: bigint };
}

/** Everyone's money and positions but the fund's, kept up to date from the events alone. */
type Holders = Map<AccountId, Held>;

function holdersOf(driver: Driver): Holders {
  const sideOf = (position: { size: number; openValue: Money } | null) =>
    position === null
      ? { size: 0, openValue: 0n }
      : { size: position.size, openValue: toBigInt(position.openValue) };
  const holders: Holders = new Map();
  for (const account of driver.state.accounts) {
    const desk = account?.desks[0];
    if (account === undefined || desk === undefined || account.id === FUND) continue;
    const { long, short } = desk;
    holders.set(account.id, {
      wallet: toBigInt(account.wallet),
      long: sideOf(long.position),
      short: sideOf(short.position),
    });
  }
  return holders;
}

function follow(holders: Holders, event: Event): void {
  const settle = (side: FillSide): void => {
    const held = holders.get(side.account);
    if (held === undefined) return;
    held.wallet = toBigInt(side.wallet);
    held[side.positionSide] = { size: side.positionSize, openValue: toBigInt(side.openValue) };
  };
  if (event.kind === 'fill-settled') {
    settle(event.maker);
    settle(event.taker);
  }
  if (event.kind === 'deficit-covered') holders.get(event.account)!.wallet = toBigInt(event.wallet);
}

/** The short that is asked first, found by looking at every one of them. */
function firstShort(holders: Holders, mark: number, except: AccountId): AccountId | undefined {
  const worth = (size: number) => BigInt(mark) * BigInt(size) * LOT_TICK;
  const ranked = [...holders]
    .filter(([id, { long, short }]) => id !== except && short.size > long.size)
    .map(([id, { wallet, long, short }]) => {
      const pnl = short.openValue - worth(short.size);
      const equity = wallet + pnl + worth(long.size) - long.openValue;
      const backing = equity < 100_000_000n ? 100_000_000n : equity;
      const score =
        pnl > 0n
          ? { top: pnl * worth(short.size), below: short.openValue * backing }
          : { top: pnl, below: short.openValue * 20n };
      return { id, pnl, score };
    });
  ranked.sort((first, second) => {
    const gap = second.score.top * first.score.below - first.score.top * second.score.below;
    if (gap !== 0n) return gap > 0n ? 1 : -1;
    if (first.pnl !== second.pnl) return first.pnl < second.pnl ? 1 : -1;
    return first.id - second.id;
  });
  return ranked[0]?.id;
}

const trades = fc.record({
  shorts: fc.array(
    fc.record({
      size: fc.integer({ min: 200, max: 3_000 }),
      spare: fc.integer({ min: 20, max: 5_000 }),
      price: fc.integer({ min: 896_000, max: 904_000 }),
      hedge: fc.constantFrom(0, 0, 100, 400),
      bid: fc.integer({ min: 810_000, max: 890_000 }),
    }),
    { minLength: 4, maxLength: 10 },
  ),
  longs: fc.array(
    fc.record({
      size: fc.integer({ min: 300, max: 2_500 }),
      /** Hundredths per lot: the more, the lower the bankruptcy price. */
      backing: fc.integer({ min: 46, max: 90 }),
    }),
    { minLength: 3, maxLength: 8 },
  ),
  gap: fc.integer({ min: 700_000, max: 830_000 }),
});

test('[ADL-5] a storm of bankruptcies asks as if everyone were sorted anew each time', () => {
  let asked = 0;
  fc.assert(
    fc.property(trades, ({ shorts, longs, gap }) => {
      const driver = createDriver(undefined, { fund: 0 });
      const rich = driver.house(10_000_000);
      for (const { size, spare, price, hedge } of shorts) {
        const account = driver.trader(Math.ceil(size * 0.55) + spare);
        driver.place(rich, 'open long', size, price);
        driver.place(account, 'open short', size, price);
        if (hedge === 0) continue;
        driver.place(rich, 'open short', hedge, 900_000);
        driver.place(account, 'open long', hedge, 900_000);
      }
      for (const { size, backing } of longs) {
        driver.place(rich, 'close long', size, 900_000);
        const trader = driver.trader(Math.ceil((size * backing) / 100));
        driver.place(trader, 'open long', size, 900_000);
      }
      // Bids that the bankrupt trade with first: whoever bought that way is ranked anew.
      shorts.forEach(({ size, bid }, place) => {
        driver.place(accountId(1_002 + place), 'close short', Math.ceil(size / 5), bid);
      });
      const holders = holdersOf(driver);
      for (const event of driver.index(gap)) {
        if (event.kind === 'deleveraged' && event.positionSide === 'short') {
          asked += 1;
          expectFirst(holders, event, gap);
        }
        follow(holders, event);
      }
      expect(holders).toEqual(holdersOf(driver));
    }),
    { numRuns: 60, seed: 5 },
  );
  expect(asked).toBeGreaterThan(100);
});

/** The rich house is a class of its own and is asked before anyone, while it is net short. */
function expectFirst(holders: Holders, event: Deleveraged, mark: number): void {
  const house = [...holders].find(([id, held]) => id === 1_001 && held.short.size > held.long.size);
  const first = house?.[0] ?? firstShort(holders, mark, event.bankruptAccount);
  expect(event.account).toBe(first);
}

test('[ADL-5] the second bankruptcy of an entry meets the queue as the first left it', () => {
  const driver = createDriver(undefined, { fund: 0 });
  const bold = openShort(driver, 1_400, 3_000);
  const calm = openShort(driver, 1_900, 3_000);
  for (let opened = 0; opened < 3; opened += 1)
    driver.place(driver.trader(1_000), 'open long', 2_000, 900_000);
  const asked = eventsOf(driver.index(810_000), 'deleveraged');
  // 0.593 against 0.528; with a third left the bold one scores 0.247, the calm one then 0.214.
  expect(asked.map(({ account, size }) => [account, size])).toEqual([
    [bold, 2_000],
    [calm, 2_000],
    [bold, 1_000],
    [calm, 1_000],
  ]);
});
