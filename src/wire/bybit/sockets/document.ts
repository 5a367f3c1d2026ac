/** The sockets of the dialect as the published documents describe them. */
import { type TProperties, type TSchema, Type } from 'typebox';
import { type PlainObject, type SocketDocument, socketTopic } from '../../document.ts';
import {
  flag,
  integer,
  levelPairField,
  list,
  moment,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';
import { POSITION_ROW } from '../account/positions.ts';
import { WALLET } from '../account/wallet.ts';
import { PREFIX, texts } from '../endpoint.ts';
import { TICKER } from '../market/ticker.ts';
import { EXECUTION_ROW } from '../orders/executions.ts';
import { ORDER_ROW } from '../orders/order-record.ts';
import { CALL_NAMES } from './frames.ts';
import { FAST_FIELDS } from './socket-dialect.ts';

const open = socketTopic('public');
const own = socketTopic('private');

/** A frame of the market. */
const told = (data: TSchema, more: TProperties = {}) =>
  record({
    topic: text('Its name, as it was asked for', 'tickers.BTCUSDT'),
    type: word(['snapshot', 'delta'], 'Whole, or what changed'),
    ts: moment('When it was sent'),
    data,
    ...more,
  });

/** A frame about the account. */
const happened = (row: TProperties) =>
  record({
    topic: text('Its name, as it was asked for', 'order'),
    id: text('Rises with each event of the account', '12'),
    creationTime: moment('When it happened'),
    data: records(row),
  });

const BOOK = record({
  ...texts('s'),
  b: list(levelPairField()),
  a: list(levelPairField()),
  u: integer('The version of the book', 1_200),
  seq: integer('The same', 1_200),
});

const TRADE = record({
  ...texts('s', 'S', 'v', 'p', 'L', 'i'),
  T: moment('When it happened'),
  BT: flag('Always false'),
  RPI: flag('Always false'),
  seq: integer('The trade', 9_001),
});

const CANDLE = record({
  ...texts('interval', 'open', 'close', 'high', 'low', 'volume', 'turnover'),
  start: moment('When it begins'),
  end: moment('Its last millisecond'),
  confirm: flag('Whether it is over'),
  timestamp: moment('When it was told'),
});

const FORCED = record({ ...texts('s', 'S', 'v', 'p'), T: moment('When it happened') });

const { avgPrice: entryPrice, ...POSITION } = POSITION_ROW;
const category = Type.String();
const EXECUTION = {
  ...EXECUTION_ROW,
  category,
  ...texts('isLeverage', 'execPnl', 'marketUnit'),
};
const FAST = Object.fromEntries(
  Object.entries(EXECUTION).filter(([name]) => FAST_FIELDS.includes(name)),
);

const ID = { type: ['string', 'number'] };
const asking = (op: string, args: PlainObject): PlainObject => ({
  payload: {
    type: 'object',
    required: ['op'],
    properties: { op: { const: op }, args: { type: 'array', ...args }, req_id: ID },
  },
});
const NAMES = { items: { type: 'string' }, minItems: 1 };

export const SOCKETS_DOCUMENT: SocketDocument = {
  prefix: 'bybit',
  introduction:
    'Topics are asked for in frames (`{"op":"subscribe","args":["tickers.BTCUSDT"]}`). Every ' +
    `address takes every frame, and \`${PREFIX}\` is one for clients that know one alone.`,
  privateText:
    'One’s own account after `{"op":"auth","args":[key, expires, signature]}`, the hexadecimal ' +
    'HMAC-SHA256 of `GET/realtime` and expires.',
  further: [{ id: 'calls', path: `${PREFIX}/trade`, text: 'Orders in frames, after `auth`.' }],
  control: {
    subscribe: asking('subscribe', NAMES),
    unsubscribe: asking('unsubscribe', NAMES),
    auth: asking('auth', { minItems: 3, maxItems: 3 }),
    ping: asking('ping', {}),
    answer: {
      payload: {
        type: 'object',
        required: ['success', 'ret_msg', 'conn_id', 'op'],
        properties: { success: { type: 'boolean' }, req_id: ID },
      },
    },
  },
  topics: [
    open(
      'orderbook',
      'orderbook.{depth}.{symbol}',
      told(BOOK, { cts: moment('When it was taken') }),
      'The book 1, 50, 200, 500 or 1000 levels deep. A size of zero removes a level.',
    ),
    open('publicTrade', 'publicTrade.{symbol}', told(list(TRADE)), 'Trades as they happen.'),
    open(
      'tickers',
      'tickers.{symbol}',
      told(Type.Partial(record(TICKER)), { cs: integer('The version of the book', 1_200) }),
      'Prices, the last 24 hours and funding, every 100 ms: after the first what changed.',
    ),
    open('kline', 'kline.{interval}.{symbol}', told(list(CANDLE)), 'The forming candle.'),
    open('allLiquidation', 'allLiquidation.{symbol}', told(list(FORCED)), 'Liquidations.'),
    own(
      'order',
      'order',
      happened({ ...ORDER_ROW, category, ...texts('feeCurrency', 'closedPnl') }),
      'A step of an order.',
    ),
    own('execution', 'execution', happened(EXECUTION), 'Fills, and settlements of funding.'),
    own('executionFast', 'execution.fast', happened(FAST), 'Fills in short.'),
    own(
      'position',
      'position',
      happened({ ...POSITION, category, entryPrice }),
      'Positions that changed, or whose orders did.',
    ),
    own('wallet', 'wallet', happened(WALLET), 'Money and margins that changed.'),
    {
      id: 'call',
      channel: `${PREFIX}/trade`,
      text: `Answers to calls: ${CALL_NAMES.join(', ')}. \`header\` may say when it was sent.`,
      socket: 'calls',
      payload: {
        type: 'object',
        required: ['op', 'retCode', 'retMsg', 'data', 'retExtInfo', 'header', 'connId'],
        properties: {
          reqId: ID,
          op: { type: 'string' },
          retCode: { type: 'integer' },
          retMsg: { type: 'string' },
          data: { type: 'object' },
          retExtInfo: { type: 'object' },
          header: { type: 'object' },
        },
      },
    },
  ],
};
