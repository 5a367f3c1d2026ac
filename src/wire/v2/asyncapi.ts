/** The AsyncAPI 3 document of the sockets of version 2. */
import type { TSchema } from 'typebox';
import { SOCKET_PATH } from '../prehash.ts';
import { INTERVAL_NAMES } from './codes.ts';
import { type DocumentSettings, type PlainObject, toPlain } from './openapi.ts';
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

export const PUBLIC_SOCKET_PATH = '/v2/ws/public';

interface Topic {
  readonly id: string;
  readonly channel: string;
  readonly row: TSchema;
  readonly text: string;
  /** The name under which a private channel carries its rows. */
  readonly rows?: string;
}

const INTERVALS_TEXT = Object.values(INTERVAL_NAMES).join(', ');

const PUBLIC_TOPICS: readonly Topic[] = [
  {
    id: 'ticker',
    channel: 'ticker.{symbol}',
    row: SOCKET_TICKER,
    text: 'Prices and the last 24 hours, on change.',
  },
  {
    id: 'kline',
    channel: 'kline.{price}.{symbol}.{interval}',
    row: SOCKET_KLINE,
    text: `A snapshot, then changes. Prices LAST_PRICE, MARK_PRICE; intervals ${INTERVALS_TEXT}.`,
  },
  {
    id: 'depth',
    channel: 'depth.{symbol}.{limit}',
    row: SOCKET_DEPTH,
    text: 'A snapshot, then changes with continuous versions. Limits 15, 200.',
  },
  { id: 'trades', channel: 'trades.{symbol}', row: SOCKET_TRADE, text: 'Trades as they happen.' },
];

const PRIVATE_TOPICS: readonly Topic[] = [
  {
    id: 'account',
    channel: 'account',
    row: SOCKET_ACCOUNT,
    rows: 'collateral',
    text: 'Collateral, when it moves.',
  },
  {
    id: 'positions',
    channel: 'positions',
    row: SOCKET_POSITION,
    rows: 'position',
    text: 'Positions, when they change.',
  },
  {
    id: 'orders',
    channel: 'orders',
    row: SOCKET_ORDER,
    rows: 'order',
    text: 'Orders, when they change.',
  },
  {
    id: 'fill',
    channel: 'fill',
    row: SOCKET_FILL,
    rows: 'orderFillTransaction',
    text: 'Fills as they happen.',
  },
];

const TOPICS = [...PUBLIC_TOPICS, ...PRIVATE_TOPICS];

export const asyncApiDocument = ({ baseUrl, version }: DocumentSettings): PlainObject => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Perpetua contract trading, version 2: sockets',
    version,
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  servers: {
    public: server(baseUrl, PUBLIC_SOCKET_PATH, 'Market data. No key is needed.'),
    private: server(
      baseUrl,
      SOCKET_PATH,
      'One’s own account. The handshake carries ACCESS-KEY, ACCESS-PASSPHRASE, ACCESS-TIMESTAMP ' +
        'and ACCESS-SIGN = Base64(HMAC-SHA256(secret, timestamp + path)).',
    ),
  },
  channels: {
    control: {
      address: '/',
      description: 'Frames that steer the connection, on both sockets.',
      messages: CONTROL_MESSAGES,
    },
    ...Object.fromEntries(TOPICS.map((topic) => [topic.id, channelOf(topic)])),
  },
  operations: {
    control: {
      action: 'receive',
      summary: 'Subscribe, unsubscribe, answer pings',
      channel: { $ref: '#/channels/control' },
    },
    ...Object.fromEntries(TOPICS.map((topic) => [`${topic.id}Payload`, operationOf(topic)])),
  },
});

const DESCRIPTION =
  'Send `{"event":"subscribe","channel":"…"}`, one channel per frame, and `unsubscribe` ' +
  'likewise. The venue sends `{"event":"ping","time":"…"}`; answer with `pong` and the same ' +
  'time. After more than five unanswered pings the connection is closed.';

const server = (baseUrl: string, pathname: string, description: string): PlainObject => {
  const [scheme = 'http', host = ''] = baseUrl.split('://');
  return { host, protocol: scheme === 'https' ? 'wss' : 'ws', pathname, description };
};

const frame = (fields: Readonly<Record<string, string>>): PlainObject => ({
  payload: {
    type: 'object',
    required: Object.keys(fields),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, constant]) => [
        name,
        constant === '' ? { type: 'string' } : { const: constant },
      ]),
    ),
  },
});

const CONTROL_MESSAGES: PlainObject = {
  subscribe: frame({ event: 'subscribe', channel: '' }),
  subscribed: frame({ event: 'subscribed', channel: '' }),
  unsubscribe: frame({ event: 'unsubscribe', channel: '' }),
  unsubscribed: frame({ event: 'unsubscribed', channel: '' }),
  ping: frame({ event: 'ping', time: '' }),
  pong: frame({ event: 'pong', time: '' }),
  error: frame({ event: 'error', channel: '', code: '', msg: '' }),
};

const channelOf = (topic: Topic): PlainObject => ({
  address: topic.channel,
  description: topic.text,
  servers: [{ $ref: `#/servers/${topic.rows === undefined ? 'public' : 'private'}` }],
  ...parametersOf(topic),
  messages: { payload: { name: topic.id, payload: payloadOf(topic) } },
});

function parametersOf({ channel }: Topic): PlainObject {
  const names = [...channel.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (names.length === 0) return {};
  return { parameters: Object.fromEntries(names.map((name) => [name, {}])) };
}

function payloadOf({ rows, row, id }: Topic): PlainObject {
  const data = { type: 'array', items: toPlain(row) };
  const base = { event: { const: 'payload' }, channel: { type: 'string' } };
  if (rows === undefined) {
    const type = id === 'kline' ? { type: { enum: ['snapshot', 'change'] } } : {};
    return { type: 'object', properties: { ...base, ...type, data } };
  }
  const msg = {
    type: 'object',
    properties: {
      msgEvent: { type: 'string' },
      version: { type: 'integer' },
      data: { type: 'object', properties: { [rows]: data } },
      time: { type: 'integer' },
    },
  };
  return { type: 'object', properties: { type: { const: 'trade-event' }, ...base, msg } };
}

const operationOf = ({ id, text }: Topic): PlainObject => ({
  action: 'send',
  summary: text,
  channel: { $ref: `#/channels/${id}` },
});
