/** Unmodified ccxt, class `binanceusdm`, with an account of its own for each check. */
import ccxt from 'ccxt';
import { expect } from 'vitest';
import type { PositionMode } from '../../../src/domain/account.ts';
import type { AccountId } from '../../../src/domain/ids.ts';
import type { EndpointId } from '../../../src/gateway/v2/calls.ts';
import type { Anything, Fields } from '../../gateway-v2/rest-kit.ts';
import type { ClientKit, Door } from './client-kit.ts';
import { n } from './seat.ts';

export const PAIR = 'BTC/USDT:USDT';
export const library: Anything = ccxt;

export interface CcxtSeat {
  readonly kit: ClientKit;
  readonly account: AccountId;
  readonly mode: PositionMode;
  /** The class with sockets has every method of the plain one. */
  readonly exchange: Anything;
  readonly v2: (id: EndpointId, fields?: Fields) => Promise<Anything>;
}

export interface CcxtCheck {
  readonly method: string;
  readonly shows: string;
  /** What ccxt cannot do, where it cannot. */
  readonly limit?: string;
  readonly modes?: readonly PositionMode[];
  readonly isVeteran?: true;
  readonly run: (seat: CcxtSeat) => Promise<unknown>;
}

/** The addresses as docs/BOTS.md gives them, and the exceptions that ccxt knows by host alone. */
export function ccxtTerms({ http, ws, key, secret }: Door): object {
  const v1 = `${http}/fapi/v1`;
  const v2 = `${http}/fapi/v2`;
  const v3 = `${http}/fapi/v3`;
  return {
    apiKey: key,
    secret,
    enableRateLimit: false,
    urls: {
      test: {
        ...{ fapiPublic: v1, fapiPrivate: v1, fapiPublicV2: v2, fapiPrivateV2: v2 },
        ...{ fapiPublicV3: v3, fapiPrivateV3: v3, fapiData: `${http}/futures/data` },
        ws: { future: `${ws}/ws`, 'ws-api': { future: `${ws}/ws-fapi/v1` } },
      },
    },
    exceptions: {
      exact: {
        '-2019': ccxt.InsufficientFunds,
        '-2021': ccxt.OrderImmediatelyFillable,
        '-2022': ccxt.InvalidOrder,
        '-4116': ccxt.InvalidOrder,
        '-4164': ccxt.InvalidOrder,
      },
    },
  };
}

export async function openCcxt(door: Door): Promise<Anything> {
  const exchange = new library.pro.binanceusdm(ccxtTerms(door));
  exchange.setSandboxMode(true);
  // What ccxt needs for sockets without TLS.
  await exchange.loadHttpProxyAgent();
  await exchange.loadMarkets();
  return exchange;
}

export const ccxtSeatOf = (
  kit: ClientKit,
  exchange: Anything,
  account: AccountId,
  mode: PositionMode,
): CcxtSeat => ({
  ...{ kit, exchange, account, mode },
  v2: (id, fields = {}) => kit.ok(id, fields, account),
});

/** Says in hedge mode which side an order opens, as ccxt does it: by `hedged`. */
export const opens = ({ mode }: CcxtSeat, more: object = {}): object =>
  mode === 'net' ? { ...more } : { hedged: true, ...more };
export const closes = ({ mode }: CcxtSeat, more: object = {}): object =>
  mode === 'net' ? { reduceOnly: true, ...more } : { hedged: true, reduceOnly: true, ...more };

const UNIFIED: Readonly<Record<string, readonly string[]>> = {
  pending: ['open'],
  open: ['open'],
  filled: ['closed'],
  canceled: ['canceled', 'expired'],
};

/** Holds an order of ccxt against the same order in version 2. */
export async function expectSameOrder({ v2, mode }: CcxtSeat, order: Anything): Promise<Anything> {
  const detail = await v2('orderDetail', { orderId: order.id });
  const [effect, side] = detail.type.split('_');
  expect({
    id: order.id,
    clientOrderId: order.clientOrderId,
    side: order.side,
    amount: order.amount,
    filled: order.filled,
    price: order.price,
    average: order.average,
  }).toEqual({
    id: detail.order_id,
    clientOrderId: detail.client_oid,
    side: (effect === 'open') === (side === 'long') ? 'buy' : 'sell',
    amount: n(detail.size),
    filled: n(detail.filled_qty),
    price: priceOf(detail),
    average: n(detail.price_avg) === 0 ? undefined : n(detail.price_avg),
  });
  expect(UNIFIED[detail.status]).toContain(order.status);
  if (mode === 'net') expect(order.reduceOnly).toBe(effect === 'close');
  return detail;
}

/** ccxt shows the average as the price of a market order that has filled, and else none. */
const priceOf = (detail: Anything): number | undefined => {
  if (n(detail.price) !== 0) return n(detail.price);
  return n(detail.price_avg) === 0 ? undefined : n(detail.price_avg);
};
