/** The sockets of the dialect as the published documents describe them. */
import { type TSchema, Type } from 'typebox';
import { type PlainObject, type SocketDocument, socketTopic, type Topic } from '../../document.ts';
import {
  ACCOUNT_UPDATE,
  AGGREGATE_EVENT,
  ALGO_UPDATE,
  BEST_EVENT,
  CONFIG_UPDATE,
  CONTINUOUS_EVENT,
  DAY_EVENT,
  DEPTH_EVENT,
  FORCED_EVENT,
  KLINE_EVENT,
  LISTEN_KEY_EXPIRED,
  LISTING_EVENT,
  MARGIN_CALL,
  MARK_EVENT,
  MINI_EVENT,
  ORDER_UPDATE,
  TRADE_EVENT,
  TRADE_LITE,
} from './event-records.ts';
import { CALL_METHODS } from './frames.ts';

const open = socketTopic('public');
/** Every event of a user stream comes under the listen key. */
const own = (id: string, schema: TSchema, text: string): Topic =>
  socketTopic('private')(id, '{listenKey}', schema, text);

const ID = { type: ['string', 'integer', 'null'] };

const request = (method: string, params: PlainObject): PlainObject => ({
  payload: {
    type: 'object',
    required: ['method'],
    properties: { method: { const: method }, params, id: ID },
  },
});

const NAMES = { type: 'array', items: { type: 'string' }, minItems: 1 };
const ERROR = {
  type: 'object',
  properties: { code: { type: 'integer' }, msg: { type: 'string' } },
};

export const SOCKETS_DOCUMENT: SocketDocument = {
  prefix: 'binance',
  introduction:
    'Streams stand in the path (`/ws/btcusdt@trade`), in the query ' +
    '(`/stream?streams=btcusdt@trade/btcusdt@depth`) or in frames ' +
    '(`{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":1}`), on any of the routes ' +
    '`/ws`, `/stream`, `/public/…`, `/market/…` and `/private/…`. On `/stream` an event comes as ' +
    '`{"stream":…,"data":…}`, on `/ws` bare. User streams are named by a listen key. ' +
    'The protocol’s own pings are sent, and no others.',
  privateText: 'One’s own account, under a listen key: `/private/ws?listenKey=…`.',
  further: [
    {
      id: 'calls',
      path: '/ws-fapi/v1',
      text: 'Calls in frames. Each is signed, or carries the key where a key is enough.',
    },
  ],
  control: {
    subscribe: request('SUBSCRIBE', NAMES),
    unsubscribe: request('UNSUBSCRIBE', NAMES),
    list: request('LIST_SUBSCRIPTIONS', {}),
    setProperty: request('SET_PROPERTY', { type: 'array' }),
    getProperty: request('GET_PROPERTY', NAMES),
    done: {
      payload: { type: 'object', required: ['result', 'id'], properties: { result: {}, id: ID } },
    },
    refused: {
      payload: {
        type: 'object',
        required: ['error', 'id'],
        properties: { error: ERROR, id: ID, ...ERROR.properties },
      },
    },
  },
  topics: [
    open('aggTrade', '{symbol}@aggTrade', AGGREGATE_EVENT, 'Trades, every 100 ms.'),
    open('trade', '{symbol}@trade', TRADE_EVENT, 'Trades as they happen.'),
    open('markPrice', '{symbol}@markPrice', MARK_EVENT, 'Every 3 s, or 1 s with `@1s`.'),
    open('markPrices', '!markPrice@arr', Type.Array(MARK_EVENT), 'The same of all symbols.'),
    open('kline', '{symbol}@kline_{interval}', KLINE_EVENT, 'The forming candle, every 250 ms.'),
    open(
      'continuousKline',
      '{pair}_perpetual@continuousKline_{interval}',
      CONTINUOUS_EVENT,
      'The same candle by pair.',
    ),
    open('miniTicker', '{symbol}@miniTicker', MINI_EVENT, 'The last 24 hours, every 2 s.'),
    open('miniTickers', '!miniTicker@arr', Type.Array(MINI_EVENT), 'Those that changed.'),
    open('ticker', '{symbol}@ticker', DAY_EVENT, 'The last 24 hours, every 2 s.'),
    open('tickers', '!ticker@arr', Type.Array(DAY_EVENT), 'Those that changed, every second.'),
    open('bookTicker', '{symbol}@bookTicker', BEST_EVENT, 'The best prices as they change.'),
    open('bookTickers', '!bookTicker', BEST_EVENT, 'Those of all symbols, every 5 s.'),
    open(
      'top',
      '{symbol}@depth{levels}',
      DEPTH_EVENT,
      'The best 5, 10 or 20 levels, every 250 ms, or as `@100ms` or `@500ms` says.',
    ),
    open(
      'depth',
      '{symbol}@depth',
      DEPTH_EVENT,
      'Every level that changed, every 250 ms, or as `@0ms`, `@100ms` or `@500ms` says. A size ' +
        'of zero removes a level; `pu` is the `u` of the event before.',
    ),
    open('rpiDepth', '{symbol}@rpiDepth@500ms', DEPTH_EVENT, 'The same as `depth@500ms`.'),
    open('forceOrder', '{symbol}@forceOrder', FORCED_EVENT, 'Liquidations: the newest a second.'),
    open('forceOrders', '!forceOrder@arr', FORCED_EVENT, 'The same of all symbols.'),
    open('contractInfo', '!contractInfo', LISTING_EVENT, 'Contracts that changed.'),
    own('orderUpdate', ORDER_UPDATE, 'A step of an order.'),
    own('tradeLite', TRADE_LITE, 'A fill, before its step.'),
    own('algoUpdate', ALGO_UPDATE, 'A step of a conditional order.'),
    own('accountUpdate', ACCOUNT_UPDATE, 'Money and positions that changed.'),
    own('configUpdate', CONFIG_UPDATE, 'A new leverage.'),
    own('marginCall', MARGIN_CALL, 'The account is near liquidation.'),
    own('listenKeyExpired', LISTEN_KEY_EXPIRED, 'The listen key is over; the socket closes.'),
    {
      id: 'call',
      channel: '/ws-fapi/v1',
      text: `Answers to calls. Methods are ${CALL_METHODS.join(', ')}.`,
      socket: 'calls',
      payload: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: ID,
          status: { type: 'integer' },
          result: {},
          error: ERROR,
          rateLimits: { type: 'array' },
        },
      },
    },
  ],
};
