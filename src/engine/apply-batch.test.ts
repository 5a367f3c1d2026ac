import { expect, test } from 'vitest';
import { createDriver, eventOf, eventsOf, usdt } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import type { Batch, PlaceOrder } from '../domain/command.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { BATCH_COMMANDS_MAX } from '../domain/limits.ts';
import { fineTicks, lots, money, ticks } from '../domain/units.ts';

const BTC = contractId(0);

const order = (account: AccountId, changes: Partial<PlaceOrder> = {}): PlaceOrder => ({
  kind: 'place-order',
  account,
  contract: BTC,
  positionSide: 'long',
  effect: 'open',
  size: lots(10),
  price: ticks(890_000),
  timeInForce: 'normal',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  ...changes,
});

const index = (price: number) => ({
  kind: 'set-index-price' as const,
  contract: BTC,
  price: fineTicks(price * 100),
});

test('[BAT-1] each command succeeds or is refused by itself, in order', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const commands = [
    order(trader),
    order(trader, { size: lots(0) }),
    order(trader, { price: ticks(891_000) }),
  ];
  expect(driver.run({ kind: 'batch', commands }).map(({ kind }) => kind)).toEqual([
    'batch-item-started',
    'order-accepted',
    'order-rested',
    'batch-item-started',
    'command-rejected',
    'batch-item-started',
    'order-accepted',
    'order-rested',
    'batch-ended',
  ]);
  expect(driver.desk(trader).working.count).toBe(2);
});

test('[BAT-1] a later command sees what an earlier one did', () => {
  const driver = createDriver();
  const [buyer, seller] = [driver.trader(), driver.trader()];
  const commands: Batch['commands'] = [
    order(buyer, { clientOrderId: 'x' }),
    {
      kind: 'amend-order',
      account: buyer,
      target: { by: 'client-order-id', clientOrderId: 'x' },
      size: null,
      price: ticks(900_000),
    },
    order(seller, { positionSide: 'short', price: ticks(900_000) }),
  ];
  const events = driver.run({ kind: 'batch', commands });
  expect(eventOf(events, 'fill-settled').price).toBe(900_000);
});

test('[BAT-1] liquidations wait until the batch is done', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  driver.place(driver.house(), 'open short', 2_000, 900_000);
  driver.place(trader, 'open long', 2_000, 900_000);
  const dip = { kind: 'batch' as const, commands: [index(800_000), index(900_000)] };
  expect(eventsOf(driver.run(dip), 'liquidation-started')).toEqual([]);
  const rescued: Batch['commands'] = [
    index(850_000),
    { kind: 'deposit', account: trader, amount: money(usdt(1_000)) },
  ];
  const saved = driver.run({ kind: 'batch', commands: rescued });
  expect(eventsOf(saved, 'liquidation-started')).toEqual([]);
  const fall = driver.run({ kind: 'batch', commands: [index(800_000), order(trader)] });
  const kinds = fall.map(({ kind }) => kind);
  expect(kinds.indexOf('liquidation-started')).toBeGreaterThan(kinds.indexOf('batch-ended'));
});

test('[BAT-1] triggers wait until the batch is done', () => {
  const driver = createDriver();
  const trader = driver.trader();
  driver.trigger(trader, 'open long', 905_000, { triggerSource: 'mark' });
  const peak = { kind: 'batch' as const, commands: [index(906_000), index(904_000)] };
  expect(eventsOf(driver.run(peak), 'trigger-fired')).toEqual([]);
  const rise = driver.run({ kind: 'batch', commands: [index(906_000), order(trader)] });
  const kinds = rise.map(({ kind }) => kind);
  expect(kinds.indexOf('trigger-fired')).toBeGreaterThan(kinds.indexOf('batch-ended'));
});

test('[BAT-1] a batch has an end: one command too many refuses all', () => {
  const driver = createDriver();
  const deposits = (count: number): Batch => ({
    kind: 'batch',
    commands: new Array(count).fill({ kind: 'advance-clock' }),
  });
  expect(expectRefused(driver, deposits(BATCH_COMMANDS_MAX + 1))).toEqual({
    reason: 'batch-too-large',
    given: BATCH_COMMANDS_MAX + 1,
    limit: BATCH_COMMANDS_MAX,
  });
  eventOf(driver.run(deposits(BATCH_COMMANDS_MAX)), 'batch-ended');
});
