/** The socket of the dialect as the published documents describe it. */
import { type TSchema, Type } from 'typebox';
import { type PlainObject, type SocketDocument, socketTopic } from '../../document.ts';
import {
  flag,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';
import { CLEARINGHOUSE } from '../account.ts';
import { BOOK, LEVEL } from '../book.ts';
import { CANDLE, CONTEXT, TRADE } from '../market.ts';
import { FILL } from '../money-rows.ts';
import { FRONTEND_ORDER, PLAIN_ORDER, STATUS } from '../read-orders.ts';

const framed = (channel: string, data: TSchema) =>
  record({ channel: word([channel], 'What it is about'), data });

/** Channels of the market, and of an account by its address. */
const open = (name: string, members: string, data: TSchema, told: string) =>
  socketTopic('public')(name, `${name}${members}`, framed(name, data), told);
const own = (name: string, data: TSchema, told: string, channel = name) =>
  socketTopic('private')(name, `${name}/{user}`, framed(channel, data), told);

const user = () => text('The address', '0x14791697260e4c9a71f18484c9f997b308e59325');
const coin = () => text('The coin', 'BTC');
const dex = () => word([''], 'Always empty');
/** The first frame of a channel says so. */
const isSnapshot = Type.Optional(flag('True in the first frame'));
const ANYTHING = Type.Object({});

const asking = (method: string): PlainObject => ({
  payload: {
    type: 'object',
    required: ['method', 'subscription'],
    properties: { method: { const: method }, subscription: { type: 'object', required: ['type'] } },
  },
});

export const SOCKETS_DOCUMENT: SocketDocument = {
  prefix: 'hyperliquid',
  introduction:
    'A subscription is asked for in a frame and echoed as it was sent: ' +
    '`{"method":"subscribe","subscription":{"type":"l2Book","coin":"BTC"}}`. What is between ' +
    'braces below is a member of it. `{"method":"post","id":1,"request":{"type":"info",' +
    '"payload":{…}}}` is a call.',
  privateText: 'Accounts by their addresses, on the same socket. There is no login.',
  control: {
    subscribe: asking('subscribe'),
    unsubscribe: asking('unsubscribe'),
    ping: { payload: { type: 'object', properties: { method: { const: 'ping' } } } },
    pong: { payload: { type: 'object', properties: { channel: { const: 'pong' } } } },
    post: {
      payload: {
        type: 'object',
        required: ['method', 'id', 'request'],
        properties: { method: { const: 'post' }, id: { type: 'integer' } },
      },
    },
    refused: {
      payload: {
        type: 'object',
        required: ['channel', 'data'],
        properties: { channel: { const: 'error' }, data: { type: 'string' } },
      },
    },
  },
  topics: [
    open('allMids', '', record({ mids: ANYTHING }), 'The middle of every book, each 0.5 s.'),
    open('l2Book', '/{coin}', BOOK, 'Twenty levels of each side, whole, each 0.5 s.'),
    open(
      'bbo',
      '/{coin}',
      record({ coin: coin(), time: moment('When'), bbo: list(nullable(LEVEL)) }),
      'The best prices as they change.',
    ),
    open('trades', '/{coin}', list(TRADE), 'Trades as they happen.'),
    open('candle', '/{coin}/{interval}', CANDLE, 'The forming candle.'),
    open(
      'activeAssetCtx',
      '/{coin}',
      record({ coin: coin(), ctx: CONTEXT }),
      'A coin, each second.',
    ),
    own(
      'userFills',
      record({ isSnapshot, user: user(), fills: list(FILL) }),
      'The last fills, and then each new one.',
    ),
    own(
      'orderUpdates',
      records({
        order: PLAIN_ORDER,
        status: text('What became of it', 'open'),
        statusTimestamp: moment('When'),
      }),
      'Steps of orders.',
    ),
    own(
      'userHistoricalOrders',
      record({ isSnapshot, user: user(), orderHistory: list(STATUS) }),
      'The last orders, and then each step.',
    ),
    own(
      'userEvents',
      ANYTHING,
      'Fills, funding, liquidations, orders that the venue ended.',
      'user',
    ),
    own(
      'userFundings',
      record({ isSnapshot, user: user(), fundings: list(ANYTHING) }),
      'Funding paid and received.',
    ),
    own(
      'userNonFundingLedgerUpdates',
      record({ isSnapshot, user: user(), nonFundingLedgerUpdates: list(ANYTHING) }),
      'What went in and out.',
    ),
    own(
      'clearinghouseState',
      record({ dex: dex(), user: user(), clearinghouseState: CLEARINGHOUSE }),
      'Money and positions.',
    ),
    own(
      'openOrders',
      record({ dex: dex(), user: user(), orders: list(FRONTEND_ORDER) }),
      'Open orders, whole.',
    ),
    own('webData2', ANYTHING, 'Everything of the account at once.'),
    own(
      'activeAssetData',
      record({
        user: user(),
        coin: coin(),
        leverage: record({
          type: word(['cross', 'isolated'], 'Its mode'),
          value: integer('Times', 20),
        }),
        maxTradeSzs: list(Type.String()),
        availableToTrade: list(Type.String()),
        markPx: Type.String(),
      }),
      'What may still be traded of a coin, which the subscription names too.',
    ),
  ],
};
