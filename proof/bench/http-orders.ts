/**
 * Signed placements as bytes: limit orders that rest below the market, spread over contracts, and
 * what a running venue is asked for them.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

export const PLACE_PATH = '/capi/v2/order/placeOrder';

const modernBodyOf = ({ symbol, price, size }: Quote, number: number) => ({
  symbol: symbol.slice('cmt_'.length).toUpperCase(),
  side: 'BUY',
  positionSide: 'LONG',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: size,
  price,
  newClientOrderId: `bench-${number}`,
});

const bybitBodyOf = ({ symbol, price, size }: Quote, number: number) => ({
  category: 'linear',
  symbol: symbol.slice('cmt_'.length).toUpperCase(),
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GTC',
  qty: size,
  price,
  positionIdx: 1,
  orderLinkId: `bench-${number}`,
});

/** The same order in each dialect, by HTTP and in a frame of its socket. */
const DIALECTS = {
  v2: {
    path: PLACE_PATH,
    format: formatRequest,
    bodyOf: ({ symbol, price, size }: Quote, number: number) => ({
      symbol,
      client_oid: `bench-${number}`,
      size,
      type: '1',
      order_type: '0',
      match_price: '0',
      price,
    }),
  },
  v3: { path: '/capi/v3/order', format: formatRequest, bodyOf: modernBodyOf },
  binance: { path: '/fapi/v1/order', format: formatForm, bodyOf: modernBodyOf },
  bybit: { path: '/v5/order/create', format: formatPlain, bodyOf: bybitBodyOf },
  'binance frames': { path: '/ws-fapi/v1', format: formatCall, bodyOf: modernBodyOf },
  'bybit frames': { path: '/v5/trade', format: formatTrade, bodyOf: bybitBodyOf },
} as const;

export type DialectName = keyof typeof DIALECTS;

export interface Signer {
  readonly apiKey: string;
  readonly secret: KeyObject;
  readonly passphrase: string;
}

export const signerOf = (access: {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}): Signer => ({ ...access, secret: createSecretKey(access.secretKey, 'utf8') });

/** What an order needs to rest on a contract. */
export interface Quote {
  readonly symbol: string;
  readonly price: string;
  readonly size: string;
}

export interface Orders {
  /** This many requests, no two of them alike. */
  readonly take: (count: number, signers: readonly Signer[], dialect?: DialectName) => Buffer[];
}

export function createOrders(quotes: readonly Quote[]): Orders {
  let number = 0;
  return {
    take: (count, signers, dialect = 'v2') => {
      const { path, bodyOf, format } = DIALECTS[dialect];
      const timestamp = String(Date.now());
      return Array.from({ length: count }, () => {
        number += 1;
        const signer = signers[number % signers.length]!;
        const quote = quotes[Math.floor(number / signers.length) % quotes.length]!;
        return format(signer, path, JSON.stringify(bodyOf(quote, number)), timestamp);
      });
    },
  };
}

export function formatRequest(
  { apiKey, secret, passphrase }: Signer,
  path: string,
  body: string,
  timestamp: string,
): Buffer {
  const sign = createHmac('sha256', secret).update(`${timestamp}POST${path}${body}`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `ACCESS-KEY: ${apiKey}\r\nACCESS-SIGN: ${sign.digest('base64')}\r\n` +
      `ACCESS-PASSPHRASE: ${passphrase}\r\nACCESS-TIMESTAMP: ${timestamp}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The same fields as a signed query, which is how most clients of that dialect send an order. */
function formatForm(
  { apiKey, secret }: Signer,
  path: string,
  body: string,
  timestamp: string,
): Buffer {
  const fields = { ...JSON.parse(body), recvWindow: '60000', timestamp };
  const query = new URLSearchParams(fields).toString();
  const sign = createHmac('sha256', secret).update(query).digest('hex');
  return Buffer.from(
    `POST ${path}?${query}&signature=${sign} HTTP/1.1\r\nhost: localhost\r\n` +
      `X-MBX-APIKEY: ${apiKey}\r\ncontent-length: 0\r\n\r\n`,
  );
}

/** Signed without path and method. */
function formatPlain(
  { apiKey, secret }: Signer,
  path: string,
  body: string,
  timestamp: string,
): Buffer {
  const sign = createHmac('sha256', secret).update(`${timestamp}${apiKey}60000${body}`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `X-BAPI-API-KEY: ${apiKey}\r\nX-BAPI-SIGN: ${sign.digest('hex')}\r\n` +
      `X-BAPI-RECV-WINDOW: 60000\r\nX-BAPI-TIMESTAMP: ${timestamp}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The same fields as params of a call, signed in the order of their names. */
function formatCall(
  { apiKey, secret }: Signer,
  _path: string,
  body: string,
  timestamp: string,
): Buffer {
  const fields = { ...JSON.parse(body), apiKey, recvWindow: '60000', timestamp };
  const query = new URLSearchParams(fields);
  query.sort();
  const signature = createHmac('sha256', secret).update(query.toString()).digest('hex');
  const params = { ...fields, signature };
  return Buffer.from(JSON.stringify({ id: 1, method: 'order.place', params }));
}

/** Of whoever logged in on that socket. */
function formatTrade(_signer: Signer, _path: string, body: string, timestamp: string): Buffer {
  const header = { 'X-BAPI-TIMESTAMP': timestamp, 'X-BAPI-RECV-WINDOW': '60000' };
  const order: { readonly orderLinkId?: unknown } = JSON.parse(body);
  // One that this connection has used is refused.
  const { orderLinkId: reqId } = order;
  return Buffer.from(JSON.stringify({ reqId, header, op: 'order.create', args: [order] }));
}

const LOGIN_MILLIS = 60_000;

export function formatLogin({ apiKey, secret }: Signer): Buffer {
  const until = Date.now() + LOGIN_MILLIS;
  const sign = createHmac('sha256', secret).update(`GET/realtime${until}`).digest('hex');
  return Buffer.from(JSON.stringify({ op: 'auth', args: [apiKey, until, sign] }));
}

/** This part of the best bid: low enough to rest, and not too far away to be accepted. */
const BELOW = 0.97;

export async function readQuotes(baseUrl: string): Promise<Quote[]> {
  const response = await fetch(`${baseUrl}/capi/v2/market/contracts`);
  const contracts: unknown = await response.json();
  if (!Array.isArray(contracts)) throw new Error('the venue lists no contracts');
  return Promise.all(
    contracts.map(async ({ symbol, minOrderSize }: { symbol: string; minOrderSize: string }) => {
      const ticker = await fetch(`${baseUrl}/capi/v2/market/ticker?symbol=${symbol}`);
      const { best_bid: bid }: { best_bid?: unknown } = JSON.parse(await ticker.text());
      const decimals = String(bid).split('.')[1]?.length ?? 0;
      return { symbol, size: minOrderSize, price: (Number(bid) * BELOW).toFixed(decimals) };
    }),
  );
}

const ASK_EVERY_MILLIS = 200;
const TRIES = 150;

/** Waits until the archive has stored earlier orders: they are not part of a steady rate. */
export async function untilStored(baseUrl: string): Promise<void> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const response = await fetch(`${baseUrl}/healthz`);
    const { archiveLag }: { archiveLag?: unknown } = JSON.parse(await response.text());
    if (archiveLag === 0) return;
    await setTimeout(ASK_EVERY_MILLIS);
  }
}
