/** Each dialect's words for one story: a long is opened, shrunk and closed. One entry a dialect. */
import { createHmac } from 'node:crypto';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { queryOf, signForm } from '../binance/binance-kit.ts';
import { ALICE, type Anything, BTC, type RestKit } from '../gateway-v2/rest-kit.ts';
import { sentFor3 } from '../gateway-v3/v3-kit.ts';
import { giveAddress } from '../hyperliquid/hyperliquid-kit.ts';
import { walletOf } from '../hyperliquid/wallet.ts';

/** An order about a long: it opens or closes, at the market if it has no price. */
export interface LongOrder {
  readonly opens: boolean;
  readonly size: string;
  readonly price: string | null;
}

export interface Tongue {
  /** Answers with the id. */
  readonly place: (kit: RestKit, order: LongOrder) => Promise<string>;
  readonly cancel: (kit: RestKit, id: string) => Promise<unknown>;
  /** Of a dialect that knows one-way accounts alone: its market orders are limits that take. */
  readonly isOneWay?: true;
}

let count = 0;
const fresh = (): string => {
  count += 1;
  return `tongue-${count}`;
};

const accountOf = (kit: RestKit) => {
  kit.memory.clock.advance(1);
  return { issued: kit.issued.get(ALICE)!, now: kit.memory.clock.wallNow() };
};

async function sendForm(
  kit: RestKit,
  method: 'POST' | 'DELETE',
  fields: object,
): Promise<Anything> {
  const { issued, now } = accountOf(kit);
  const query = signForm(queryOf({ symbol: 'BTCUSDT', ...fields }), issued, now);
  const headers = { 'X-MBX-APIKEY': issued.key.key };
  return (await kit.send({ method, path: `/fapi/v1/order?${query}`, headers })).json;
}

async function sendEnvelope(kit: RestKit, path: string, fields: object): Promise<Anything> {
  const { issued, now } = accountOf(kit);
  const body = JSON.stringify({ category: 'linear', symbol: 'BTCUSDT', ...fields });
  const sign = createHmac('sha256', issued.secret);
  const headers = {
    'X-BAPI-API-KEY': issued.key.key,
    'X-BAPI-TIMESTAMP': String(now),
    'X-BAPI-RECV-WINDOW': '5000',
    'X-BAPI-SIGN': sign.update(`${now}${issued.key.key}5000${body}`).digest('hex'),
  };
  return (await kit.send({ method: 'POST', path, body, headers })).json.result;
}

const WALLET = walletOf(`0x${'17'.repeat(32)}`);

async function sendAction(kit: RestKit, action: Anything): Promise<Anything> {
  if (kit.keys.find(WALLET.address) === undefined) await giveAddress(kit, ALICE, WALLET);
  const { now: nonce } = accountOf(kit);
  const signature = await signL1Action({ wallet: WALLET as Anything, action, nonce });
  const body = JSON.stringify({ action, nonce, signature });
  const headers = { 'content-type': 'application/json' };
  const { json } = await kit.send({ method: 'POST', path: '/hl/exchange', body, headers });
  return json.response.data.statuses[0];
}

export const TONGUES: Readonly<Record<string, Tongue>> = {
  v2: {
    place: async (kit, { opens, size, price }) => {
      const fields = {
        symbol: BTC,
        client_oid: fresh(),
        size,
        type: opens ? '1' : '3',
        order_type: '0',
        match_price: price === null ? '1' : '0',
        price: price ?? '1',
      };
      return (await kit.ok('orderPlaceOrder', fields)).order_id;
    },
    cancel: (kit, orderId) => kit.ok('orderCancelOrder', { orderId }),
  },
  v3: {
    place: async (kit, { opens, size, price }) => {
      const limit = price === null ? { type: 'MARKET' } : { type: 'LIMIT', price };
      const side = { side: opens ? 'BUY' : 'SELL', positionSide: 'LONG' };
      const fields = { symbol: 'BTCUSDT', ...side, quantity: size, ...limit };
      return String((await kit.sendSigned(sentFor3('v3OrderPlace', fields))).json.orderId);
    },
    cancel: (kit, orderId) => kit.sendSigned(sentFor3('v3OrderCancel', { orderId })),
  },
  binance: {
    place: async (kit, { opens, size: quantity, price }) => {
      const limit =
        price === null ? { type: 'MARKET' } : { type: 'LIMIT', timeInForce: 'GTC', price };
      const side = { side: opens ? 'BUY' : 'SELL', positionSide: 'LONG' };
      return String((await sendForm(kit, 'POST', { ...side, quantity, ...limit })).orderId);
    },
    cancel: (kit, orderId) => sendForm(kit, 'DELETE', { orderId }),
  },
  bybit: {
    place: async (kit, { opens, size: qty, price }) => {
      const limit = price === null ? { orderType: 'Market' } : { orderType: 'Limit', price };
      const side = { side: opens ? 'Buy' : 'Sell', positionIdx: 1 };
      return (await sendEnvelope(kit, '/v5/order/create', { ...side, qty, ...limit })).orderId;
    },
    cancel: (kit, orderId) => sendEnvelope(kit, '/v5/order/cancel', { orderId }),
  },
  hyperliquid: {
    isOneWay: true,
    place: async (kit, { opens, size, price }) => {
      const order = {
        ...{ a: 0, b: opens, p: price?.replace('.0', '') ?? (opens ? '90500' : '89500') },
        ...{ s: size.replace(/0+$/, ''), r: !opens },
        t: { limit: { tif: price === null ? 'Ioc' : 'Gtc' } },
      };
      const told = await sendAction(kit, { type: 'order', orders: [order], grouping: 'na' });
      return String((told.resting ?? told.filled).oid);
    },
    cancel: (kit, oid) => sendAction(kit, { type: 'cancel', cancels: [{ a: 0, o: Number(oid) }] }),
  },
};
