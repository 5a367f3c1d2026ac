/** One signed placement in each dialect, as the bytes that go over the wire. */
import { createHmac } from 'node:crypto';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { walletOf } from '../hyperliquid/wallet.ts';

/** What an owner has of one account; the passphrase may be empty. */
export interface Access {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  readonly privateKey: string;
}

/** A request as somebody on the way may see it. */
export interface Captured {
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The signature and what it was made with, apart from how the dialect sends them. */
  readonly proof: { readonly timestamp: string; readonly signed: Buffer };
}

interface Door {
  readonly path: string;
  /** A limit that rests, or only the proof of another request in the words of this dialect. */
  readonly capture: (access: Access, at: number, id: string) => Promise<Captured>;
  readonly disguise: (access: Access, captured: Captured) => Captured;
  /** Whether an answer is a refusal in this dialect's own form. */
  readonly isRefusal: (status: number, text: string) => boolean;
}

const hmac = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

const JSON_TYPE = { 'content-type': 'application/json' };
/** For accounts with one position a contract. */
const FIELDS = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
const [SIZE, PRICE] = ['0.001', '80000'];

const parsed = (text: string): Anything => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function byHeaders(path: string, code: RegExp, bodyOf: (id: string) => object): Door {
  const sent = (access: Access, at: string, signed: Buffer, body: string): Captured => ({
    ...{ path, query: '', body, proof: { timestamp: at, signed } },
    headers: {
      ...JSON_TYPE,
      'ACCESS-KEY': access.apiKey,
      'ACCESS-SIGN': signed.toString('base64'),
      'ACCESS-PASSPHRASE': access.passphrase,
      'ACCESS-TIMESTAMP': at,
    },
  });
  return {
    path,
    capture: async (access, at, id) => {
      const body = JSON.stringify(bodyOf(id));
      const signed = hmac(access.secretKey, `${at}POST${path}${body}`);
      return sent(access, String(at), signed, body);
    },
    disguise: (access, { proof: { timestamp, signed }, body }) =>
      sent(access, timestamp, signed, body),
    isRefusal: (status, text) => status >= 400 && code.test(String(parsed(text)?.code)),
  };
}

const FORM_PATH = '/fapi/v1/order';
const PLAIN_PATH = '/v5/order/create';
const ACTION_PATH = '/hl/exchange';

const formed = ({ apiKey }: Access, text: string, proof: Captured['proof']): Captured => ({
  path: FORM_PATH,
  query: `${text}&signature=${proof.signed.toString('hex')}`,
  headers: { 'X-MBX-APIKEY': apiKey },
  body: '',
  proof,
});

const plain = ({ apiKey }: Access, body: string, proof: Captured['proof']): Captured => ({
  ...{ path: PLAIN_PATH, query: '', body, proof },
  headers: {
    ...JSON_TYPE,
    'X-BAPI-API-KEY': apiKey,
    'X-BAPI-TIMESTAMP': proof.timestamp,
    'X-BAPI-RECV-WINDOW': '60000',
    'X-BAPI-SIGN': proof.signed.toString('hex'),
  },
});

export const DOORS: Readonly<Record<string, Door>> = {
  v2: byHeaders('/capi/v2/order/placeOrder', /^\d+$/, (client_oid) => ({
    ...{ symbol: 'cmt_btcusdt', client_oid, size: SIZE, type: '1', order_type: '0' },
    ...{ match_price: '0', price: PRICE, positionMode: 'ONE_WAY' },
  })),
  v3: byHeaders('/capi/v3/order', /^-\d+$/, (newClientOrderId) => ({
    ...FIELDS,
    ...{ positionSide: 'LONG', positionMode: 'ONE_WAY', quantity: SIZE, price: PRICE },
    newClientOrderId,
  })),
  binance: {
    path: FORM_PATH,
    capture: async (access, at, newClientOrderId) => {
      const fields = { ...FIELDS, quantity: SIZE, price: PRICE, newClientOrderId };
      const form = new URLSearchParams({ ...fields, recvWindow: '60000', timestamp: String(at) });
      const signed = hmac(access.secretKey, String(form));
      return formed(access, String(form), { timestamp: String(at), signed });
    },
    disguise: (access, { query, body, proof }) => formed(access, query || body, proof),
    isRefusal: (status, text) => status >= 400 && Number(parsed(text)?.code) < 0,
  },
  bybit: {
    path: PLAIN_PATH,
    capture: async (access, at, orderLinkId) => {
      const body = JSON.stringify({
        ...{ category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit' },
        ...{ qty: SIZE, price: PRICE, orderLinkId },
      });
      const signed = hmac(access.secretKey, `${at}${access.apiKey}60000${body}`);
      return plain(access, body, { timestamp: String(at), signed });
    },
    disguise: (access, { query, body, proof }) => plain(access, body || query, proof),
    isRefusal: (_status, text) => Number(parsed(text)?.retCode) > 0,
  },
  hyperliquid: {
    path: ACTION_PATH,
    capture: async ({ privateKey }, nonce, id) => {
      const cloid = `0x${Buffer.from(id.padStart(16)).toString('hex')}`;
      const limit = { t: { limit: { tif: 'Gtc' } }, c: cloid };
      const order = { a: 0, b: true, p: PRICE, s: SIZE, r: false, ...limit };
      const action: Anything = { type: 'order', orders: [order], grouping: 'na' };
      const wallet: Anything = walletOf(privateKey);
      const signature = await signL1Action({ wallet, action, nonce });
      const signed = Buffer.from(signature.r.slice(2) + signature.s.slice(2), 'hex');
      return {
        ...{ path: ACTION_PATH, query: '', headers: JSON_TYPE },
        body: JSON.stringify({ action, nonce, signature }),
        proof: { timestamp: String(nonce), signed },
      };
    },
    disguise: (_access, { body, proof: { timestamp, signed } }) => {
      const hex = signed.toString('hex').padEnd(128, '7');
      const signature = { r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64, 128)}`, v: 27 };
      const action = parsed(body) ?? { type: 'order', orders: [], grouping: 'na' };
      return {
        ...{ path: ACTION_PATH, query: '', headers: JSON_TYPE },
        body: JSON.stringify({ action, nonce: Number(timestamp), signature }),
        proof: { timestamp, signed },
      };
    },
    isRefusal: (status, text) => status === 422 || parsed(text)?.status === 'err',
  },
};
