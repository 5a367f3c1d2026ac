/** Version 2: symbols like `cmt_btcusdt`, codes like `40020`, POST for whatever changes. */

import { type TSchema, Type } from 'typebox';
import { LOGIN_PROTOCOL } from '../client-frames.ts';
import type { WireDialect } from '../dialect.ts';
import {
  type DialectDocument,
  frame,
  HEADER_PROOF,
  type PlainObject,
  type Topic,
  toPlain,
} from '../document.ts';
import type { Endpoint } from '../endpoint.ts';
import { ERRORS, formatPlainError } from '../errors.ts';
import { findNearestByPart } from '../nearest-name.ts';
import { explainPath } from '../not-found.ts';
import { QUEUE_PLACE } from '../queue-place.ts';
import { readJsonFields } from '../read-request.ts';
import { moment, record, text } from '../record-field.ts';
import { INTERVAL_NAMES } from './codes.ts';
import { PREFIX } from './endpoint.ts';
import {
  SOCKET_ACCOUNT,
  SOCKET_DEPTH,
  SOCKET_FILL,
  SOCKET_KLINE,
  SOCKET_ORDER,
  SOCKET_POSITION,
  SOCKET_TICKER,
  SOCKET_TRADE,
} from './format-socket.ts';
import { V2_SOCKETS } from './socket-dialect.ts';

/** Names that people call by mistake, or remember from elsewhere, and what they mean here. */
const MISTAKEN: Readonly<Record<string, string>> = {
  'order/cancelOrder': 'order/cancel_order',
  'order/cancel': 'order/cancel_order',
  'order/cancelById': 'order/cancel_order',
  'order/cancelAll': 'order/cancelAllOrders',
  'order/cancelAllOrder': 'order/cancelAllOrders',
  'order/cancelAllTrigger': 'order/cancelAllOrders',
  'order/cancelPlan': 'order/cancel_plan',
  'order/openOrders': 'order/current',
  'order/open_orders': 'order/current',
  'order/currentOrders': 'order/current',
  'order/pending': 'order/current',
  'order/orders': 'order/current',
  'order/plan_orders': 'order/currentPlan',
  'order/placeTPSL': 'order/placeTpSlOrder',
  'order/place': 'order/placeOrder',
  'account/balance': 'account/assets',
  'account/singleAccount': 'account/getAccount',
  'account/allPosition': 'account/position/allPosition',
  'account/singlePosition': 'account/position/singlePosition',
  'account/setLeverage': 'account/leverage',
  'account/autoAddMargin': 'account/modifyAutoAppendMargin',
  'position/allPosition': 'account/position/allPosition',
  'position/singlePosition': 'account/position/singlePosition',
  'market/klines': 'market/candles',
  'market/kline': 'market/candles',
  'market/history/klines': 'market/historyCandles',
  'market/fundingRate': 'market/currentFundRate',
  'market/fundingRate/history': 'market/getHistoryFundRate',
  'market/settlementTime': 'market/funding_time',
  'market/instruments': 'market/contracts',
  'market/products': 'market/contracts',
  products: 'market/contracts',
  time: 'market/time',
};

/** The nearest path of the interface; undefined where the wrong one resembles nothing. */
export function findNearestPath(endpoints: readonly Endpoint[], path: string): string | undefined {
  const paths = endpoints.map((endpoint) => endpoint.path);
  const known = paths.find((candidate) => candidate.toLowerCase() === path.toLowerCase());
  if (known !== undefined) return known;
  const short = shorten(path);
  const mistaken = Object.keys(MISTAKEN).find((name) => name.toLowerCase() === short.toLowerCase());
  const nearest =
    mistaken === undefined ? findNearestByPart(short, paths.map(shorten)) : MISTAKEN[mistaken];
  return paths.find((candidate) => shorten(candidate) === nearest);
}

/** Without leading slashes, the usual prefix and a slash at the end. */
const shorten = (path: string): string =>
  path
    .slice(0, 200)
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/^(?:capi|api)\/(?:v\d+\/)?/i, '')
    .replace(/^v\d+\//i, '');

export const ERROR_RECORD = record({
  code: text('Code of the error', '40020'),
  msg: text('What is wrong, in the language of the `locale` header', 'Parameter symbol is invalid'),
  requestTime: moment('When it was answered'),
  data: Type.Null(),
});

/** Codes that a caller without a key can get too. */
const OPEN_CODES: ReadonlySet<string> = new Set(['429', '40017', '40019', '40020']);

const INTERVALS_TEXT = Object.values(INTERVAL_NAMES).join(', ');

const rows = (schema: TSchema): PlainObject => ({ type: 'array', items: toPlain(schema) });
const BASE = { event: { const: 'payload' }, channel: { type: 'string' } };

function open(id: string, channel: string, row: TSchema, text: string): Topic {
  const type: PlainObject = id === 'kline' ? { type: { enum: ['snapshot', 'change'] } } : {};
  const payload = { type: 'object', properties: { ...BASE, ...type, data: rows(row) } };
  return { id, channel, text, socket: 'public', payload };
}

/** Returns a private channel. Its rows are in a field with the given name. */
function own(id: string, name: string, row: TSchema, text: string): Topic {
  const msg = {
    type: 'object',
    properties: {
      msgEvent: { type: 'string' },
      version: { type: 'integer' },
      data: { type: 'object', properties: { [name]: rows(row) } },
      time: { type: 'integer' },
    },
  };
  const payload = { type: 'object', properties: { type: { const: 'trade-event' }, ...BASE, msg } };
  return { id, channel: id, text, socket: 'private', payload };
}

export const V2_DOCUMENT: DialectDocument = {
  introduction: `Version 2, under \`${PREFIX}\`: symbols like \`cmt_btcusdt\`, changes by POST.`,
  groups: [
    { name: 'market', description: 'Public market data' },
    { name: 'account', description: 'Account, positions, leverage' },
    { name: 'order', description: 'Orders, trigger orders, fills' },
    { name: 'perpetua', description: 'Only at this venue' },
  ],
  // A path outside the version is only at this venue.
  groupOf: (path) => (path.startsWith(PREFIX) ? (path.split('/')[3] ?? '') : 'perpetua'),
  errorName: 'Error',
  errorSchema: ERROR_RECORD,
  errors: Object.entries(ERRORS).map(([code, { status, text }]) => ({
    code,
    status,
    text: text.en.replace('{}', 'X'),
    isOpen: OPEN_CODES.has(code),
  })),
  proof: HEADER_PROOF,
  sockets: {
    prefix: '',
    introduction:
      'Send `{"event":"subscribe","channel":"…"}`, one channel per frame, and `unsubscribe` ' +
      'likewise. The venue sends `{"event":"ping","time":"…"}`; answer with `pong` and the same ' +
      'time. After more than five unanswered pings the connection is closed. Browsers, which ' +
      `cannot send headers, open the private socket with the subprotocol \`${LOGIN_PROTOCOL}\` ` +
      'and send `login` first, within five seconds: key, passphrase, timestamp and sign are what ' +
      'the four headers would hold, and `loggedIn` answers. This is an extension of this venue.',
    control: {
      subscribe: frame({ event: 'subscribe', channel: '' }),
      subscribed: frame({ event: 'subscribed', channel: '' }),
      unsubscribe: frame({ event: 'unsubscribe', channel: '' }),
      unsubscribed: frame({ event: 'unsubscribed', channel: '' }),
      ping: frame({ event: 'ping', time: '' }),
      pong: frame({ event: 'pong', time: '' }),
      login: frame({ event: 'login', key: '', passphrase: '', timestamp: '', sign: '' }),
      loggedIn: frame({ event: 'loggedIn' }),
      error: frame({ event: 'error', channel: '', code: '', msg: '' }),
    },
    topics: [
      open('ticker', 'ticker.{symbol}', SOCKET_TICKER, 'Prices and the last 24 hours, on change.'),
      open(
        'kline',
        'kline.{price}.{symbol}.{interval}',
        SOCKET_KLINE,
        `A snapshot, then changes. Prices LAST_PRICE, MARK_PRICE; intervals ${INTERVALS_TEXT}.`,
      ),
      open(
        'depth',
        'depth.{symbol}.{limit}',
        SOCKET_DEPTH,
        'A snapshot, then changes with continuous versions. Limits 15, 200.',
      ),
      open('trades', 'trades.{symbol}', SOCKET_TRADE, 'Trades as they happen.'),
      own('account', 'collateral', SOCKET_ACCOUNT, 'Collateral, when it moves.'),
      own('positions', 'position', SOCKET_POSITION, 'Positions, when they change.'),
      own('orders', 'order', SOCKET_ORDER, 'Orders, when they change.'),
      own('fill', 'orderFillTransaction', SOCKET_FILL, 'Fills as they happen.'),
      own('queue', 'queue', QUEUE_PLACE, 'Places of resting orders in their queues, on change.'),
    ],
  },
};

export const v2Wire = (endpoints: readonly Endpoint[]): WireDialect => ({
  id: 'v2',
  place: 1,
  name: 'version 2',
  greeting: { heading: 'interface', text: PREFIX },
  prefixes: [`${PREFIX}/`],
  endpoints,
  takesForms: false,
  readFields: readJsonFields,
  symbolOf: ({ symbol }) => symbol,
  marginWords: { cross: '1', isolated: '3' },
  formatError: formatPlainError,
  notFound: (method, path) => explainPath(endpoints, method, path, findNearestPath),
  sockets: V2_SOCKETS,
  document: V2_DOCUMENT,
});
