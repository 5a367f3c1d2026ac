import { expect, test } from 'vitest';
import { createDriver, eventOf } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import type { PlaceOrder } from '../domain/command.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { lots, ticks } from '../domain/units.ts';

const order = (account: AccountId, changes: Partial<PlaceOrder>): PlaceOrder => ({
  kind: 'place-order',
  account,
  contract: contractId(0),
  positionSide: 'long',
  effect: 'open',
  size: lots(1),
  price: ticks(890_000),
  timeInForce: 'normal',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  ...changes,
});

test.each([
  { side: 'long' as const, profit: 890_001, loss: 889_999 },
  { side: 'short' as const, profit: 889_999, loss: 890_001 },
])('[CHK-7] a $side takes profit beyond and stops before its price', ({ side, profit, loss }) => {
  const driver = createDriver();
  const trader = driver.trader();
  const presets = { positionSide: side, takeProfit: ticks(profit), stopLoss: ticks(loss) };
  const accepted = eventOf(driver.run(order(trader, presets)), 'order-accepted');
  expect(accepted).toMatchObject({ takeProfit: profit, stopLoss: loss });
});

test.each([
  { side: 'long' as const, takeProfit: 890_000, reason: 'take-profit-wrong-side' },
  { side: 'long' as const, takeProfit: 889_999, reason: 'take-profit-wrong-side' },
  { side: 'long' as const, stopLoss: 890_000, reason: 'stop-loss-wrong-side' },
  { side: 'long' as const, stopLoss: 890_001, reason: 'stop-loss-wrong-side' },
  { side: 'short' as const, takeProfit: 890_000, reason: 'take-profit-wrong-side' },
  { side: 'short' as const, takeProfit: 890_001, reason: 'take-profit-wrong-side' },
  { side: 'short' as const, stopLoss: 890_000, reason: 'stop-loss-wrong-side' },
  { side: 'short' as const, stopLoss: 889_999, reason: 'stop-loss-wrong-side' },
])('[CHK-7] $reason of a $side: $takeProfit $stopLoss', (row) => {
  const { side, takeProfit, stopLoss, reason } = row;
  const driver = createDriver();
  const refused = order(driver.trader(), {
    positionSide: side,
    takeProfit: takeProfit === undefined ? null : ticks(takeProfit),
    stopLoss: stopLoss === undefined ? null : ticks(stopLoss),
  });
  const given = takeProfit ?? stopLoss;
  expect(expectRefused(driver, refused)).toEqual({ reason, given, limit: 890_000 });
});

test('[CHK-7] a clipped order is judged by the price it was sent with', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const far = { price: ticks(1_000_000) };
  const near = order(trader, { ...far, takeProfit: ticks(950_000) });
  expect(expectRefused(driver, near).limit).toBe(1_000_000);
  eventOf(driver.run(order(trader, { ...far, takeProfit: ticks(1_000_001) })), 'order-accepted');
});

test('[CHK-7] a market order is judged by the last trade, before any by the mark', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const market = order(trader, { price: null, takeProfit: ticks(900_500) });
  eventOf(driver.run(market), 'order-accepted');
  driver.place(driver.house(), 'open short', 10, 901_000);
  driver.place(driver.trader(), 'open long', 10, 901_000);
  expect(expectRefused(driver, market).limit).toBe(901_000);
  const stop = order(trader, { price: null, stopLoss: ticks(900_999) });
  eventOf(driver.run(stop), 'order-accepted');
});

test('[CHK-7] presets come only with opening orders', () => {
  const driver = createDriver();
  const trader = driver.trader();
  driver.place(driver.house(), 'open short', 10, 900_000);
  driver.place(trader, 'open long', 10, 900_000);
  const close = order(trader, { effect: 'close', price: ticks(950_000) });
  for (const preset of [{ takeProfit: ticks(960_000) }, { stopLoss: ticks(800_000) }])
    expect(expectRefused(driver, { ...close, ...preset }).reason).toBe('preset-on-close');
});
