/** Version 3: symbols like `BTCUSDT`, negative codes, DELETE for what takes something back. */

import type { TSchema } from 'typebox';
import { INTERVALS } from '../../views/interval.ts';
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
import { explainPath, nearestUnder } from '../not-found.ts';
import { QUEUE_PLACE } from '../queue-place.ts';
import { readJsonFields } from '../read-request.ts';
import { integer, moment, record, text } from '../record-field.ts';
import { fixedSockets, type SocketDialect } from '../socket-dialect.ts';
import { listedSymbol, symbolOf } from '../symbol.ts';
import { MARGIN_TYPE_NAMES } from './codes.ts';
import { PREFIX, SPOT_PREFIX } from './endpoint.ts';
import { documentedErrors, formatV3Error } from './error-codes.ts';
import {
  depthFields,
  MARKET_FRAMES,
  OWN_FRAMES,
  SOCKET_ACCOUNT,
  SOCKET_FILL,
  SOCKET_KLINE,
  SOCKET_ORDER,
  SOCKET_POSITION,
  SOCKET_TICKER,
  SOCKET_TRADE,
} from './format-socket.ts';
import { findPublicChannel, pingFrame, readFrame, refusedFrame } from './socket-frames.ts';

const ERROR = record({
  code: integer('The code', -1_142),
  msg: text('What went wrong; called `message` if the code is -1003', 'Parameter x is invalid'),
  requestTime: moment('When it was answered'),
});

const INTERVALS_TEXT = INTERVALS.join(', ');

const rows = (schema: TSchema): PlainObject => ({ type: 'array', items: toPlain(schema) });

const event = (names: readonly string[]) => ({
  e: { enum: [...names], description: 'The kind of frame' },
  E: { type: 'integer', description: 'When it was sent' },
  s: { type: 'string', description: 'The contract' },
});

const open = (id: string, topic: string, row: TSchema, text: string): Topic => {
  const names = id === 'kline' ? ['klineSnapshot', 'kline'] : [topic.split('_')[0] ?? ''];
  const payload = { type: 'object', properties: { ...event(names), d: rows(row) } };
  return { id, channel: `{symbol}@${topic}`, text, socket: 'public', payload };
};

function own(id: string, row: TSchema, text: string): Topic {
  const properties = {
    e: { const: id },
    E: { type: 'integer' },
    v: { type: 'integer', description: 'Rises by one with each event of the account' },
    msgEvent: { type: 'string' },
    d: rows(row),
  };
  return {
    id,
    channel: id,
    text,
    socket: 'private',
    payload: { type: 'object', properties },
  };
}

const DEPTH: Topic = {
  id: 'depth',
  channel: '{symbol}@depth{limit}',
  text: 'A snapshot, then changes: `U` of a change is `u` of the one before. Limits 15, 200.',
  socket: 'public',
  payload: {
    type: 'object',
    properties: {
      ...event(['depthSnapshot', 'depth']),
      ...(toPlain(record(depthFields).properties) as PlainObject),
    },
  },
};

const request = (method: string): PlainObject => ({
  payload: {
    type: 'object',
    required: ['method', 'params'],
    properties: {
      id: { type: ['string', 'integer'] },
      method: { const: method },
      params: { type: 'array', items: { type: 'string' }, minItems: 1 },
    },
  },
});

const answer = (properties: PlainObject): PlainObject => ({
  payload: { type: 'object', required: ['result', 'id'], properties },
});

const ID = { type: ['string', 'integer', 'null'] };

export const V3_DOCUMENT: DialectDocument = {
  introduction:
    `Version 3, under \`${PREFIX}\`: symbols like \`BTCUSDT\`, DELETE for cancels. ` +
    'ccxt uses it. A successful answer never has a `msg`.',
  groups: [
    { name: 'v3-market', description: 'Version 3: public market data' },
    { name: 'v3-account', description: 'Version 3: account, positions, leverage' },
    { name: 'v3-order', description: 'Version 3: orders, trigger orders, fills' },
    {
      name: 'v3-demo',
      description: 'Version 3: demo endpoints, for the sandbox mode of client libraries',
    },
    {
      name: 'v3-spot',
      description: 'Version 3: endpoints that client libraries call while loading markets',
    },
  ],
  groupOf: (path) => {
    if (path.startsWith(`${SPOT_PREFIX}/`)) return 'v3-spot';
    const [, , , first] = path.split('/');
    if (first === 'sim') return 'v3-demo';
    return first === 'market' || first === 'account' ? `v3-${first}` : 'v3-order';
  },
  errorName: 'ErrorV3',
  errorSchema: ERROR,
  errors: documentedErrors(),
  proof: HEADER_PROOF,
  sockets: {
    prefix: 'v3',
    introduction:
      'Send `{"id":"1","method":"SUBSCRIBE","params":["…"]}`, and `UNSUBSCRIBE` likewise. A ' +
      'frame with several channels succeeds or fails as a whole. The answer has the same `id` ' +
      'and a `result`. The venue sends `{"event":"ping"}` on the public socket and ' +
      '`{"type":"ping"}` on the private one; answer with the method `PONG`.',
    control: {
      subscribe: request('SUBSCRIBE'),
      unsubscribe: request('UNSUBSCRIBE'),
      done: answer({ result: { const: true }, id: ID }),
      refused: answer({
        result: { const: false },
        id: ID,
        code: { type: 'integer' },
        msg: { type: 'string' },
      }),
      pingPublic: frame({ event: 'ping', time: '' }),
      pingPrivate: frame({ type: 'ping', time: '' }),
      pong: frame({ method: 'PONG' }),
    },
    topics: [
      open('ticker', 'ticker', SOCKET_TICKER, 'Prices and the last 24 hours, on change.'),
      open(
        'kline',
        'kline_{interval}_{price}',
        SOCKET_KLINE,
        `A snapshot, then changes. Prices LAST_PRICE, MARK_PRICE; intervals ${INTERVALS_TEXT}.`,
      ),
      DEPTH,
      open('trades', 'trade', SOCKET_TRADE, 'Trades as they happen.'),
      own('account', SOCKET_ACCOUNT, 'Balance, when it moves.'),
      own('positions', SOCKET_POSITION, 'Positions, when they change.'),
      own('orders', SOCKET_ORDER, 'Orders, when they change.'),
      own('fill', SOCKET_FILL, 'Fills as they happen.'),
      own('queue', QUEUE_PLACE, 'Places of resting orders in their queues, on change.'),
    ],
  },
};

const SOCKET_PATH = '/v3/ws';
/** Some client libraries recognise the contract sockets by this word in the address. */
const SOCKET_PREFIX = '/contract';

const V3_SOCKETS: SocketDialect = {
  id: 'v3',
  ...fixedSockets(
    [`${SOCKET_PATH}/public`, `${SOCKET_PREFIX}${SOCKET_PATH}/public`],
    [`${SOCKET_PATH}/private`, `${SOCKET_PREFIX}${SOCKET_PATH}/private`],
  ),
  signedPath: `${SOCKET_PATH}/private`,
  formatError: formatV3Error,
  findChannel: findPublicChannel,
  channelsText:
    'channels are {symbol}@ticker, {symbol}@kline_{interval}_{LAST_PRICE|MARK_PRICE}, ' +
    '{symbol}@depth{15|200} and {symbol}@trade',
  readFrame,
  refuse: (error, locale) => refusedFrame(null, error, locale),
  ping: pingFrame,
  market: MARKET_FRAMES,
  own: OWN_FRAMES,
};

export const v3Wire = (endpoints: readonly Endpoint[]): WireDialect => ({
  id: 'v3',
  place: 2,
  name: 'version 3',
  greeting: { heading: 'interface', text: `${PREFIX} for ccxt.weex` },
  prefixes: [`${PREFIX}/`, `${SPOT_PREFIX}/`],
  endpoints,
  takesForms: false,
  readFields: readJsonFields,
  listedSymbol,
  symbolOf,
  marginWords: MARGIN_TYPE_NAMES,
  formatError: formatV3Error,
  notFound: (method, path) => explainPath(endpoints, method, path, nearestUnder(PREFIX)),
  sockets: V3_SOCKETS,
  document: V3_DOCUMENT,
});
