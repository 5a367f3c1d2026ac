/** One method of ccxt, what it was held against, and what ccxt itself cannot do there. */
import { expect } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import type { CcxtKit } from './ccxt-kit.ts';

export interface Scene {
  readonly kit: CcxtKit;
  /** Of Alice, who holds a long of BTC from the start. */
  readonly alice: Anything;
  readonly bob: Anything;
  /** Bob again, with sockets. */
  readonly stream: Anything;
  /** Bob in sandbox mode. */
  readonly demo: Anything;
}

export interface Check {
  readonly method: string;
  /** What was compared, for the table. */
  readonly shows: string;
  /** What ccxt cannot do, where it cannot. */
  readonly limit?: string;
  readonly run: (scene: Scene) => Promise<void>;
}

/** Version 2 in numbers, as ccxt has them. */
export const n = (text: unknown): number => Number(text);

const UNIFIED: Readonly<Record<string, string>> = {
  pending: 'open',
  open: 'open',
  untriggered: 'open',
  filled: 'closed',
  canceled: 'canceled',
};

/** Holds an order of ccxt against the same order read in version 2. */
export async function expectSameOrder(
  { kit }: Pick<Scene, 'kit'>,
  account: AccountId,
  order: Anything,
  /** ccxt works out the average of what sockets tell, and counts it in contract units. */
  averageUnit = 1,
): Promise<Anything> {
  const detail = await kit.ok('orderDetail', { orderId: order.id }, account);
  const isBuy = detail.type === 'open_long' || detail.type === 'close_short';
  expect({
    id: order.id,
    clientOrderId: order.clientOrderId,
    side: order.side,
    amount: order.amount,
    filled: order.filled,
    price: order.price,
    average: order.average === undefined ? undefined : order.average * averageUnit,
    status: order.status,
    reduceOnly: order.reduceOnly,
    timestamp: order.timestamp,
  }).toEqual({
    id: detail.order_id,
    clientOrderId: detail.client_oid,
    side: isBuy ? 'buy' : 'sell',
    amount: n(detail.size),
    filled: n(detail.filled_qty),
    price: priceOf(detail),
    average: n(detail.price_avg) === 0 ? undefined : n(detail.price_avg),
    status: UNIFIED[detail.status],
    reduceOnly: detail.type.startsWith('close'),
    timestamp: n(detail.createTime),
  });
  return detail;
}

/** ccxt shows the average as the price of a market order that has filled, and else none. */
const priceOf = (detail: Anything): number | undefined => {
  if (n(detail.price) !== 0) return n(detail.price);
  return n(detail.price_avg) === 0 ? undefined : n(detail.price_avg);
};
