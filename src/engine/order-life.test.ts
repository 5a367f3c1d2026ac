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
import { runSteps, steps } from '../../test/kit/random-market.ts';
import { DEFAULT_TERMS } from '../domain/account.ts';
import type { Event } from '../domain/event.ts';
import type { OrderId } from '../domain/ids.ts';
import { orderFreeze } from '../domain/margin.ts';
import { lots, money, toBigInt } from '../domain/units.ts';
import { moveStatus } from './order-life.ts';
import { freeCollateral } from './risk.ts';
import { type Account, ordersOf } from './state.ts';

const frozenOf = (driver: Driver, id: OrderId) => driver.state.orders.get(id)?.frozen;

test('[MAR-6] a freeze keeps the prices of its acceptance when the mark moves', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  const order = orderIdOf(driver.place(trader, 'open long', 1_000, 905_000));
  expect(frozenOf(driver, order)).toBe(money(usdt('507.93')));
  driver.index(950_000);
  expect(frozenOf(driver, order)).toBe(money(usdt('507.93')));
  expect(driver.account(trader).frozen).toBe(money(usdt('507.93')));
});

test('[MAR-6] a partial fill leaves the freeze of what remains, at the same prices', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  const order = orderIdOf(driver.place(trader, 'open long', 1_000, 905_000));
  driver.place(driver.house(), 'open short', 600, 905_000);
  expect(frozenOf(driver, order)).toBe(money(usdt('203.172')));
  expect(driver.account(trader).frozen).toBe(money(usdt('203.172')));
});

test('[MAR-6] closing and untriggered orders freeze nothing', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  driver.place(driver.house(), 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
  driver.place(trader, 'close long', 100, 950_000);
  driver.trigger(trader, 'open long', 950_000, { price: null });
  expect(driver.desk(trader).working.count).toBe(1);
  expect(driver.desk(trader).untriggered.count).toBe(1);
  expect(driver.account(trader).frozen).toBe(0);
});

/** What an account has frozen and locked, worked out again from its orders. */
function expectReserved(account: Account): void {
  let frozen = 0n;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    const orders = ordersOf(desk.working);
    for (const order of orders) {
      frozen += toBigInt(order.frozen);
      const { effect, leverage, takerFee } = order;
      const remaining = lots(effect === 'open' ? order.size - order.filled : 0);
      const { contract } = desk.listing;
      expect(order.frozen).toBe(orderFreeze(contract, order, remaining, leverage, takerFee));
    }
    for (const side of [desk.long, desk.short]) {
      const own = orders.filter((order) => order.positionSide === side.side);
      const remaining = (effect: string): number =>
        own
          .filter((order) => order.effect === effect)
          .reduce((total, order) => total + order.size - order.filled, 0);
      expect(side.opening).toBe(remaining('open'));
      expect(side.closing).toBe(remaining('close'));
      expect(side.closing).toBeLessThanOrEqual(side.position?.size ?? 0);
    }
  }
  expect(account.frozen).toBe(money(frozen));
}

test('[MAR-6] [CLS-1] frozen money and locked lots are the sums over working orders', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      runSteps(taken, (driver) => {
        for (const account of driver.state.accounts) if (account) expectReserved(account);
      });
    }),
    { numRuns: 100 },
  );
});

test('[CXL-1] a cancel takes the order off the book and releases its money', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  const order = orderIdOf(driver.place(trader, 'open long', 1_000, 890_000));
  expect(freeCollateral(driver.account(trader))).toBeLessThan(Number(usdt(1_000)));
  const canceled = eventOf(driver.cancel(trader, order), 'order-canceled');
  expect(canceled).toMatchObject({ reason: 'user', removed: 1_000, removedFrom: 890_000 });
  expect(freeCollateral(driver.account(trader))).toBe(money(usdt(1_000)));
  const sold = driver.place(driver.house(), 'open short', 1_000, 891_000);
  expect(eventsOf(sold, 'fill-settled')).toEqual([]);
});

test('[CXL-1] a cancel keeps what was filled', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  const order = orderIdOf(driver.place(trader, 'open long', 1_000, 900_000));
  driver.place(driver.house(), 'open short', 400, 900_000);
  expect(eventOf(driver.cancel(trader, order), 'order-canceled').removed).toBe(600);
  expect(driver.desk(trader).long.position?.size).toBe(400);
  expect(driver.account(trader).frozen).toBe(0);
});

test('[CXL-1] canceling a close frees its lots for another', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  driver.place(driver.house(), 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
  const close = orderIdOf(driver.place(trader, 'close long', 100, 950_000));
  driver.cancel(trader, close);
  expect(orderIdOf(driver.place(trader, 'close long', 100, 951_000))).toBeGreaterThan(close);
});

/** Follows each order through the events: how large it is and how much of it is filled. */
function follow(known: Map<OrderId, { size: number; filled: number }>, event: Event): void {
  if (event.kind === 'order-accepted') known.set(event.order, { size: event.size, filled: 0 });
  if (event.kind === 'order-amended') known.get(event.order)!.size = event.size;
  if (event.kind === 'fill-settled') {
    for (const side of [event.maker, event.taker]) {
      const order = known.get(side.order)!;
      order.filled += event.size;
      expect(side.remaining).toBe(order.size - order.filled);
    }
  }
  if (event.kind === 'order-canceled') {
    const order = known.get(event.order)!;
    expect(order.filled).toBeLessThan(order.size);
    known.delete(event.order);
  }
}

test('[ORD-8] filled means every lot, canceled means fewer, anything else still works', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const known = new Map<OrderId, { size: number; filled: number }>();
      runSteps(taken, (driver, events) => {
        for (const event of events) follow(known, event);
        const live = [...known].filter(([, order]) => order.filled < order.size);
        expect(live.map(([id]) => id)).toEqual(driver.state.orders.values().map(({ id }) => id));
      });
    }),
    { numRuns: 100 },
  );
});

test('[ORD-8] a step outside the table stops the venue', () => {
  const driver = createDriver();
  const id = orderIdOf(driver.place(driver.trader(), 'open long', 1, 890_000));
  const order = driver.state.orders.get(id)!;
  expect(order.status).toBe('open');
  expect(() => moveStatus(order, 'untriggered')).toThrow('status');
});

test('[ORD-9] ids of accounts, orders, trades and positions count up from where they start', () => {
  const driver = createDriver();
  const traders = [driver.trader(), driver.trader(0), driver.trader()];
  expect(traders).toEqual([1_001, 1_002, 1_003]);
  const first = orderIdOf(driver.place(traders[0]!, 'open long', 5, 900_000));
  const second = driver.place(traders[2]!, 'open short', 5, 900_000);
  expect([first, orderIdOf(second)]).toEqual([1, 2]);
  const fill = eventOf(second, 'fill-settled');
  expect([fill.trade, fill.maker.position, fill.taker.position]).toEqual([1, 1, 2]);
});

test.each(['nextOrder', 'nextPosition', 'nextAccount'] as const)(
  '[ORD-9] the venue stops before %s passes 2^53',
  (counter) => {
    const driver = createDriver();
    const [seller, buyer] = [driver.trader(), driver.trader()];
    driver.state[counter] = Number.MAX_SAFE_INTEGER;
    expect(() => {
      driver.place(seller, 'open short', 5, 900_000);
      driver.place(buyer, 'open long', 5, 900_000);
      driver.run({ kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS });
    }).toThrow('used up');
  },
);
