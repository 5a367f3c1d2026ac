/** A small market for tests of the running venue: one contract, some traders, orders with ids. */
import { DEFAULT_TERMS, INSURANCE_FUND } from '../../src/domain/account.ts';
import type { Batch, PlaceOrder } from '../../src/domain/command.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import { fineTicks, lots, money, ticks } from '../../src/domain/units.ts';
import { exampleContract } from '../kit/contracts.ts';
import { usdt } from '../kit/driver.ts';

export const BTC = contractId(0);
export const MIDDLE = 900_000;
const FIRST_TRADER = 1_001;

export const traderAt = (place: number): AccountId => accountId(FIRST_TRADER + place);

/** The contract, a funded insurance fund, an index price and this many traders with money. */
export function genesisOf(traders: number): Batch['commands'] {
  const opened = Array.from({ length: traders }, (_, place) => [
    { kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS } as const,
    { kind: 'deposit', account: traderAt(place), amount: money(usdt(1_000_000)) } as const,
  ]);
  return [
    { kind: 'list-contract', contract: exampleContract() },
    { kind: 'deposit', account: INSURANCE_FUND, amount: money(usdt(1_000_000)) },
    { kind: 'set-index-price', contract: BTC, price: fineTicks(MIDDLE * 100) },
    ...opened.flat(),
  ];
}

/** A limit order that opens: long where it bids, short where it asks. */
export const orderOf = (
  account: AccountId,
  positionSide: 'long' | 'short',
  price: number,
  clientOrderId: string | null = null,
): PlaceOrder => ({
  kind: 'place-order',
  account,
  contract: BTC,
  positionSide,
  effect: 'open',
  size: lots(1),
  price: ticks(price),
  timeInForce: 'normal',
  clientOrderId,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});

/** Far enough below the middle to rest. */
export const restingBid = (clientOrderId: string | null = null, trader = 0): PlaceOrder =>
  orderOf(traderAt(trader), 'long', MIDDLE - 100, clientOrderId);
