/** Commands as tests of refusals send them: sound, unless a test says otherwise. */

import { bareOrder } from '../../proof/sim/bare-order.ts';
import type { AccountStatus } from '../../src/domain/account.ts';
import type { Command, PlaceOrder, PlaceTrigger, SetLeverage } from '../../src/domain/command.ts';
import { type AccountId, contractId, orderId } from '../../src/domain/ids.ts';
import { lots, money, ticks } from '../../src/domain/units.ts';
import type { Driver } from './driver.ts';

export const BTC = contractId(0);
/** Listed, never priced. */
export const ETH = contractId(1);

export const place = (account: AccountId, changes: Partial<PlaceOrder> = {}): Command =>
  bareOrder({
    account,
    contract: BTC,
    positionSide: 'long',
    effect: 'open',
    size: lots(20),
    price: ticks(890_000),
    ...changes,
  });

export const arm = (account: AccountId, changes: Partial<PlaceTrigger> = {}): Command => ({
  kind: 'place-trigger',
  account,
  contract: BTC,
  purpose: 'plan',
  positionSide: 'long',
  effect: 'open',
  size: lots(20),
  triggerPrice: ticks(950_000),
  triggerSource: 'last',
  price: null,
  clientOrderId: null,
  marginMode: null,
  ...changes,
});

export const leverage = (account: AccountId, changes: Partial<SetLeverage> = {}): Command => ({
  kind: 'set-leverage',
  account,
  contract: BTC,
  marginMode: 'cross',
  longLeverage: 10,
  shortLeverage: 10,
  ...changes,
});

export const amend = (account: AccountId, order: number, size: number, price: number): Command => ({
  kind: 'amend-order',
  account,
  target: { by: 'id', order: orderId(order) },
  size: lots(size),
  price: ticks(price),
});

export const setStatus = (account: AccountId, status: AccountStatus): Command => ({
  kind: 'set-account-status',
  account,
  status,
  note: 'test',
});

export const adjust = (account: AccountId, amount: bigint): Command => ({
  kind: 'adjust-isolated-margin',
  account,
  contract: BTC,
  positionSide: 'long',
  amount: money(amount),
});

export const isolate = (account: AccountId): Command => ({
  kind: 'set-margin-mode',
  account,
  contract: BTC,
  marginMode: 'isolated',
});

/** Opens a long of 0.01 for the trader. */
export function hold(driver: Driver, trader: AccountId): void {
  driver.place(driver.house(), 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
}

export const goNet = (account: AccountId): Command => ({
  kind: 'set-position-mode',
  account,
  mode: 'net',
});
