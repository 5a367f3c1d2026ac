/** Version 2 as the published documents describe it. */
import { type TSchema, Type } from 'typebox';
import { LOGIN_PROTOCOL } from '../client-frames.ts';
import {
  type DialectDocument,
  frame,
  HEADER_PROOF,
  type PlainObject,
  type Topic,
  toPlain,
} from '../document.ts';
import { ERRORS } from '../errors.ts';
import { QUEUE_PLACE } from '../queue-place.ts';
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
} from './socket-records.ts';

/** The body of every error. */
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
