import { describe, expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import {
  createDriver,
  type Driver,
  eventOf,
  eventsOf,
  orderIdOf,
  usdt,
} from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { DEFAULT_TERMS } from '../domain/account.ts';
import type { Command } from '../domain/command.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import { money, toBigInt } from '../domain/units.ts';

/** A trader in net mode, and a house to trade with. */
function netTrader(driver: Driver, wallet: number | string = 1_000): AccountId {
  const command: Command = {
    kind: 'open-account',
    role: 'trader',
    terms: DEFAULT_TERMS,
    positionMode: 'net',
  };
  const { account } = eventOf(driver.run(command), 'account-opened');
  driver.run({ kind: 'deposit', account, amount: money(usdt(wallet)) });
  return account;
}

const NET = { options: { positionMode: 'net' } } as const;
const buy = (driver: Driver, account: AccountId, size: number, price: number | null) =>
  driver.place(account, 'open long', size, price, NET);
const sell = (driver: Driver, account: AccountId, size: number, price: number | null) =>
  driver.place(account, 'open short', size, price, NET);

function setUp(wallet: number | string = 1_000) {
  const driver = createDriver();
  const house = driver.house();
  return { driver, house, own: netTrader(driver, wallet) };
}

/** Sells to the house, or buys from it, at 900 000. */
function hold(driver: Driver, house: AccountId, own: AccountId, lots: number): void {
  driver.place(house, lots > 0 ? 'open short' : 'open long', Math.abs(lots), 900_000);
  if (lots > 0) buy(driver, own, lots, 900_000);
  else sell(driver, own, -lots, 900_000);
}

const held = (driver: Driver, own: AccountId): number => {
  const { long, short } = driver.desk(own);
  expect(long.position === null || short.position === null).toBe(true);
  return (long.position?.size ?? 0) - (short.position?.size ?? 0);
};

const live = (driver: Driver, id: OrderId) => driver.state.orders.get(id);

describe('the mode of an account', () => {
  test('[NET-1] is hedge unless the account is opened otherwise, and survives a reset', () => {
    const { driver, house, own } = setUp();
    expect(driver.account(house).positionMode).toBe('hedge');
    hold(driver, house, own, -100);
    driver.run({ kind: 'reset-account', account: own, wallet: money(usdt(5)) });
    expect(driver.account(own).positionMode).toBe('net');
  });

  test('[NET-1] changes only without orders and positions', () => {
    const { driver, house, own } = setUp();
    const change = { kind: 'set-position-mode', account: own, mode: 'hedge' } as const;
    const order = orderIdOf(buy(driver, own, 20, 890_000));
    expect(live(driver, order)?.positionMode).toBe('net');
    expect(expectRefused(driver, change)).toEqual({ reason: 'position-mode-orders', given: 1 });
    driver.cancel(own, order);
    hold(driver, house, own, 20);
    expect(expectRefused(driver, change)).toEqual({ reason: 'position-mode-positions', given: 1 });
    driver.place(house, 'open long', 20, 900_000);
    sell(driver, own, 20, null);
    expect(driver.run(change)).toEqual([
      { kind: 'position-mode-set', account: own, mode: 'hedge' },
    ]);
  });

  test('[NET-10] an order that means the other mode is refused', () => {
    const { driver, house, own } = setUp();
    const order = { positionSide: 'long', effect: 'open', size: 20, price: 890_000 } as const;
    const place = (account: AccountId, more: object): Command =>
      ({
        kind: 'place-order',
        account,
        contract: 0,
        timeInForce: 'normal',
        clientOrderId: null,
        takeProfit: null,
        stopLoss: null,
        marginMode: null,
        ...order,
        ...more,
      }) as Command;
    const meaning = (positionMode: string) => ({ options: { positionMode } });
    expect(expectRefused(driver, place(own, meaning('hedge'))).reason).toBe(
      'position-mode-mismatch',
    );
    expect(expectRefused(driver, place(house, meaning('net'))).reason).toBe(
      'position-mode-mismatch',
    );
    hold(driver, house, own, 50);
    expect(expectRefused(driver, place(own, { positionSide: 'short' })).reason).toBe(
      'position-mode-net',
    );
    eventOf(driver.run(place(own, {})), 'order-rested');
  });
});

describe('an order to open', () => {
  test('[NET-2] shrinks the other side, then opens its own, in one trade', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, -100);
    driver.place(house, 'open short', 160, 905_000);
    const [fill, ...others] = eventsOf(buy(driver, own, 160, 905_000), 'fill-settled');
    expect(others).toEqual([]);
    const { taker } = fill!;
    expect(taker).toMatchObject({ positionSide: 'long', effect: 'open', positionSize: 60 });
    expect(taker.closed).toMatchObject({ positionSide: 'short', size: 100 });
    expect(taker.realisedPnl).toBe(money(-usdt(5)));
    expect(held(driver, own)).toBe(60);
  });

  test('[NET-2] that only shrinks is told as a close', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    driver.place(house, 'open long', 40, 900_000);
    const { taker } = eventOf(sell(driver, own, 40, null), 'fill-settled');
    expect(taker).toMatchObject({ positionSide: 'long', effect: 'close', closed: null });
    expect(held(driver, own)).toBe(60);
  });

  test('[NET-3] freezes only what lies beyond the position and older orders', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    const frozen = () => driver.account(own).frozen;
    const first = orderIdOf(sell(driver, own, 60, 910_000));
    expect([frozen(), live(driver, first)?.opening]).toEqual([0, 0]);
    const second = orderIdOf(sell(driver, own, 60, 920_000));
    expect(live(driver, second)?.opening).toBe(20);
    const only = frozen();
    driver.cancel(own, first);
    expect([frozen(), live(driver, second)?.opening]).toEqual([0, 0]);
    expect(only).toBeGreaterThan(0);
  });

  test('[NET-3] a market order may close more than it may open', () => {
    const driver = createDriver(exampleContracts([{ marketOpenLimitSize: '0.01' }]));
    const house = driver.house();
    const own = netTrader(driver, 10_000);
    hold(driver, house, own, -150);
    driver.place(house, 'open short', 400, 900_000);
    const { reject } = eventOf(buy(driver, own, 300, null), 'command-rejected');
    expect(reject).toEqual({ reason: 'market-size-above-maximum', given: 150, limit: 100 });
    buy(driver, own, 250, null);
    expect(held(driver, own)).toBe(100);
  });

  test('[NET-4] turns when another shrinks the position, newest first', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    const older = orderIdOf(sell(driver, own, 50, 910_000));
    const newer = orderIdOf(sell(driver, own, 50, 920_000));
    driver.place(house, 'open long', 70, 900_000);
    const events = driver.place(own, 'close long', 70, null);
    expect(eventsOf(events, 'order-turned').map(({ order, opening }) => [order, opening])).toEqual([
      [newer, 50],
      [older, 20],
    ]);
    expect(driver.account(own).frozen).toBe(
      money(toBigInt(live(driver, older)!.frozen) + toBigInt(live(driver, newer)!.frozen)),
    );
    expect(driver.desk(own).short).toMatchObject({ opening: 70, ordered: 100 });
  });

  test('[NET-4] is canceled if it turns and is not covered', () => {
    const { driver, house, own } = setUp(100);
    hold(driver, house, own, 100);
    const older = orderIdOf(sell(driver, own, 60, 910_000));
    const newer = orderIdOf(sell(driver, own, 40, 920_000));
    driver.run({ kind: 'withdraw', account: own, amount: money(usdt(45)) });
    driver.place(house, 'open long', 100, 892_000);
    const events = driver.place(own, 'close long', 100, null);
    const canceled = eventsOf(events, 'order-canceled').map(({ order, reason }) => [order, reason]);
    expect(canceled).toEqual([[older, 'uncovered']]);
    expect(live(driver, newer)?.opening).toBe(40);
  });

  test('[NET-5] opens the lots of its side less the opposite position, after every step', () => {
    const { driver, house, own } = setUp();
    const sums = () => {
      const { long, short } = driver.desk(own);
      const net = held(driver, own);
      expect(long.opening).toBe(Math.max(0, long.ordered - Math.max(0, -net)));
      expect(short.opening).toBe(Math.max(0, short.ordered - Math.max(0, net)));
    };
    sell(driver, own, 30, 905_000);
    sell(driver, own, 50, 903_000);
    buy(driver, own, 40, 897_000);
    buy(driver, own, 60, 898_000);
    sums();
    for (const [intention, size, price] of [
      ['open short', 45, 897_500],
      ['open long', 20, 903_500],
      ['open long', 55, 906_000],
      ['open short', 90, 896_000],
    ] as const) {
      driver.place(house, intention, size, price);
      sums();
    }
    expect(driver.account(own).frozen).toBe(0);
  });

  test('[NET-9] shrinks a position no further than its account can afford', () => {
    const { driver, house, own } = setUp(60);
    const highest = { marginMode: 'cross', longLeverage: 100, shortLeverage: 100 } as const;
    driver.run({ kind: 'set-leverage', account: own, contract: 0 as never, ...highest });
    hold(driver, house, own, -500);
    driver.index(904_000);
    const bound = eventOf(buy(driver, own, 500, 990_000), 'order-accepted').workingPrice;
    expect(bound).toBeGreaterThan(904_000);
    expect(bound).toBeLessThan(913_000);
  });

  test('[NET-14] is the newest of its side after an amendment that costs its place', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    const first = orderIdOf(sell(driver, own, 60, 910_000));
    const second = orderIdOf(sell(driver, own, 60, 920_000));
    const target = { by: 'id', order: first } as const;
    driver.run({ kind: 'amend-order', account: own, target, size: null, price: 930_000 as never });
    expect([live(driver, first)?.opening, live(driver, second)?.opening]).toEqual([20, 0]);
    driver.run({ kind: 'amend-order', account: own, target, size: 40 as never, price: null });
    expect(live(driver, first)?.opening).toBe(0);
    expect(driver.account(own).frozen).toBe(0);
  });
});

test('[NET-15] an order that means hedge mode is not cut to what it can close', () => {
  const driver = createDriver();
  const [house, own] = [driver.house(), driver.trader()];
  driver.place(house, 'open short', 100, 900_000);
  driver.place(own, 'open long', 100, 900_000);
  driver.place(house, 'open long', 500, 899_000);
  const options = { positionMode: 'hedge' } as const;
  const refused = driver.place(own, 'close long', 101, null, { options });
  const { reject } = eventOf(refused, 'command-rejected');
  expect(reject).toMatchObject({ reason: 'close-above-position', given: 101, limit: 100 });
  expect(eventOf(driver.place(own, 'close long', 101, null), 'order-accepted').size).toBe(100);
});

describe('a reduce-only order', () => {
  test('[NET-6] is refused without a position, and as a limit of more than it', () => {
    const { driver, house, own } = setUp();
    const refusal = (...order: [number, number | null]) =>
      eventOf(driver.place(own, 'close long', ...order), 'command-rejected').reject.reason;
    expect(refusal(20, 910_000)).toBe('position-missing');
    hold(driver, house, own, 100);
    expect(refusal(101, 910_000)).toBe('close-above-position');
    driver.place(house, 'open long', 500, 899_000);
    expect(eventOf(driver.place(own, 'close long', 500, null), 'order-accepted').size).toBe(100);
    expect(held(driver, own)).toBe(0);
  });

  test('[NET-7] may rest beyond the position until a better one comes', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    const far = orderIdOf(driver.place(own, 'close long', 100, 930_000));
    const near = orderIdOf(driver.place(own, 'close long', 60, 940_000));
    expect(driver.desk(own).long.closing).toBe(160);
    const events = driver.place(own, 'close long', 100, 920_000);
    const ended = eventsOf(events, 'order-canceled').map(({ order, reason }) => [order, reason]);
    expect(ended).toEqual([
      [far, 'reduce-only'],
      [near, 'reduce-only'],
    ]);
  });

  test('[NET-7] ends if the position shrinks below what better ones want, or is closed', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    const best = orderIdOf(driver.place(own, 'close long', 60, 920_000));
    const worst = orderIdOf(driver.place(own, 'close long', 60, 930_000));
    driver.place(house, 'open long', 40, 900_000);
    const shrunk = sell(driver, own, 40, null);
    expect(eventsOf(shrunk, 'order-canceled').map(({ order }) => order)).toEqual([worst]);
    driver.place(house, 'open long', 200, 900_000);
    const closed = sell(driver, own, 100, null);
    expect(eventsOf(closed, 'order-canceled').map(({ order }) => order)).toEqual([best]);
    expect(held(driver, own)).toBe(-40);
  });

  test('[NET-8] never fills beyond the position', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    const exit = orderIdOf(driver.place(own, 'close long', 100, 905_000));
    driver.place(house, 'open long', 40, 900_000);
    sell(driver, own, 40, null);
    const events = driver.place(house, 'open long', 100, 905_000);
    expect(eventsOf(events, 'fill-settled').map(({ size }) => size)).toEqual([60]);
    expect(eventOf(events, 'order-canceled')).toMatchObject({ order: exit, reason: 'reduce-only' });
    expect(held(driver, own)).toBe(0);
  });
});

describe('what hangs on a position', () => {
  test('[NET-11] exits grow with what opens, and end with the position', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, -50);
    const trigger = { purpose: 'stop-loss', triggerSource: 'mark', size: null } as const;
    const stop = orderIdOf(driver.trigger(own, 'close short', 950_000, trigger));
    driver.place(house, 'open short', 80, 900_000);
    const more = { ...NET, stopLoss: 850_000 as never };
    const events = driver.place(own, 'open long', 80, 900_000, more);
    expect(eventOf(events, 'order-canceled')).toMatchObject({
      order: stop,
      reason: 'position-closed',
    });
    const exit = eventsOf(events, 'order-accepted').find(({ parent }) => parent !== 0);
    expect(exit).toMatchObject({ effect: 'close', positionSide: 'long', size: 30 });
  });

  test('[NET-12] an isolated liquidation cancels every working order of the contract', () => {
    const { driver, house, own } = setUp(200);
    const isolated = { marginMode: 'isolated', longLeverage: 20, shortLeverage: 20 } as const;
    driver.run({ kind: 'set-leverage', account: own, contract: 0 as never, ...isolated });
    hold(driver, house, own, -100);
    const bid = orderIdOf(buy(driver, own, 30, 700_000));
    driver.place(house, 'open short', 1_000, 944_000);
    const events = driver.index(945_000);
    expect(eventsOf(events, 'liquidation-started')).toHaveLength(1);
    const canceled = eventsOf(events, 'order-canceled').map(({ order, reason }) => [order, reason]);
    expect(canceled).toContainEqual([bid, 'liquidation']);
    expect(held(driver, own)).toBe(0);
  });

  test('[NET-13] a fill-or-kill order does not count on what may be gone', () => {
    const { driver, house, own } = setUp();
    hold(driver, house, own, 100);
    sell(driver, own, 60, 901_000);
    driver.place(own, 'close long', 100, 902_000);
    const taker = driver.trader(10_000);
    const kill = { timeInForce: 'fok' } as const;
    const short = driver.place(taker, 'open long', 101, 902_000, kill);
    expect(eventOf(short, 'order-canceled').reason).toBe('fok-short');
    const whole = driver.place(taker, 'open long', 100, 902_000, kill);
    expect(eventsOf(whole, 'fill-settled').map(({ size }) => size)).toEqual([60, 40]);
  });

  test('[NET-13] nor on orders of an account that may not cover them all', () => {
    const { driver, house, own } = setUp(150);
    hold(driver, house, own, 200);
    sell(driver, own, 100, 901_000);
    sell(driver, own, 200, 902_000);
    const taker = driver.trader(10_000);
    const kill = { timeInForce: 'fok' } as const;
    const short = driver.place(taker, 'open long', 150, 902_000, kill);
    expect(eventOf(short, 'order-canceled').reason).toBe('fok-short');
    driver.run({ kind: 'deposit', account: own, amount: money(usdt(1_000)) });
    const whole = driver.place(taker, 'open long', 300, 902_000, kill);
    expect(eventsOf(whole, 'fill-settled').map(({ size }) => size)).toEqual([100, 200]);
    expect(held(driver, own)).toBe(-100);
  });
});
