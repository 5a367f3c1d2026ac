import { expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import { createDriver, type Driver, eventOf, eventsOf, orderIdOf } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import type { CancelAllOrders, OrderTarget } from '../domain/command.ts';
import { type AccountId, accountId, contractId, type OrderId, orderId } from '../domain/ids.ts';
import { ticks } from '../domain/units.ts';

const cancel = (account: AccountId, target: OrderTarget) => ({
  kind: 'cancel-order' as const,
  account,
  target,
});

const byId = (order: OrderId): OrderTarget => ({ by: 'id', order });

test('[CXL-2] unknown, final and somebody else\u2019s orders are refused the same way', () => {
  const driver = createDriver();
  const [trader, other] = [driver.trader(), driver.trader()];
  const theirs = orderIdOf(driver.place(other, 'open long', 5, 890_000));
  const canceled = orderIdOf(driver.place(trader, 'open long', 5, 890_000));
  driver.cancel(trader, canceled);
  driver.place(driver.house(), 'open short', 5, 900_000);
  const filled = orderIdOf(driver.place(trader, 'open long', 5, 900_000));
  for (const order of [orderId(4_711), theirs, canceled, filled])
    expect(expectRefused(driver, cancel(trader, byId(order)))).toEqual({
      reason: 'order-unknown',
      given: order,
    });
  expect(driver.state.orders.get(theirs)?.status).toBe('open');
});

test('[CXL-2] a client order id leads only to the account\u2019s own order', () => {
  const driver = createDriver();
  const [trader, other] = [driver.trader(), driver.trader()];
  driver.place(other, 'open long', 5, 890_000, { clientOrderId: 'theirs' });
  const own = orderIdOf(driver.place(trader, 'open long', 5, 890_000, { clientOrderId: 'own' }));
  const byName = (clientOrderId: string): OrderTarget => ({ by: 'client-order-id', clientOrderId });
  expect(expectRefused(driver, cancel(trader, byName('theirs')))).toEqual({
    reason: 'order-unknown',
    given: 'theirs',
  });
  const events = driver.run(cancel(trader, byName('own')));
  expect(eventOf(events, 'order-canceled').order).toBe(own);
  expect(expectRefused(driver, cancel(trader, byName('own'))).reason).toBe('order-unknown');
});

test('[CXL-2] an untriggered order is canceled like any other', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = orderIdOf(driver.trigger(trader, 'open long', 950_000));
  expect(eventOf(driver.cancel(trader, order), 'order-canceled').removed).toBe(0);
  expect(driver.desk(trader).untriggered.count).toBe(0);
});

interface Setup {
  readonly driver: Driver;
  readonly trader: AccountId;
  readonly working: readonly OrderId[];
  readonly elsewhere: OrderId;
  readonly waiting: readonly OrderId[];
}

/** Three working orders of which the first was re-queued, one at another contract, two triggers. */
function setUp(): Setup {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  driver.index(900_000, 1);
  const trader = driver.trader();
  const other = driver.trader();
  driver.place(other, 'open long', 5, 890_000);
  driver.trigger(other, 'open long', 950_000);
  const place = () => orderIdOf(driver.place(trader, 'open long', 5, 890_000));
  const first = place();
  const elsewhere = orderIdOf(
    driver.place(trader, 'open long', 5, 890_000, { contract: contractId(1) }),
  );
  const working = [first, place(), place()];
  const waiting = [950_000, 960_000].map((price) =>
    orderIdOf(driver.trigger(trader, 'open long', price)),
  );
  const target = byId(first);
  driver.run({ kind: 'amend-order', account: trader, target, size: null, price: ticks(891_000) });
  return { driver, trader, working, elsewhere, waiting };
}

const all = (account: AccountId, rest: Omit<CancelAllOrders, 'kind' | 'account'>) => ({
  kind: 'cancel-all-orders' as const,
  account,
  ...rest,
});

const canceledBy = (driver: Driver, command: CancelAllOrders): OrderId[] =>
  eventsOf(driver.run(command), 'order-canceled').map(({ order }) => order);

test('[CXL-3] cancel-all takes the working orders of one contract by ascending id', () => {
  const { driver, trader, working } = setUp();
  const command = all(trader, { contract: contractId(0), scope: 'working' });
  expect(canceledBy(driver, command)).toEqual(working);
  expect(driver.account(trader).frozen).toBeGreaterThan(0);
  expect(driver.desk(trader).untriggered.count).toBe(2);
});

test('[CXL-3] cancel-all takes the working orders of every contract by ascending id', () => {
  const { driver, trader, working, elsewhere } = setUp();
  const command = all(trader, { contract: null, scope: 'working' });
  expect(canceledBy(driver, command)).toEqual([working[0], elsewhere, working[1], working[2]]);
  expect(driver.account(trader).frozen).toBe(0);
});

test('[CXL-3] cancel-all of untriggered orders leaves the working ones', () => {
  const { driver, trader, working, waiting } = setUp();
  const command = all(trader, { contract: null, scope: 'untriggered' });
  expect(canceledBy(driver, command)).toEqual(waiting);
  expect(driver.desk(trader).working.count).toBe(working.length);
});

test('[CXL-3] nothing to cancel is no mistake; an unknown name is', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const rest = { contract: null, scope: 'working' as const };
  expect(driver.run(all(trader, rest))).toEqual([]);
  const unlisted = all(trader, { ...rest, contract: contractId(3) });
  expect(expectRefused(driver, unlisted).reason).toBe('contract-unknown');
  expect(expectRefused(driver, all(accountId(9), rest)).reason).toBe('account-unknown');
});
