/** The frames of the public and private channels. */

import type { Static } from 'typebox';
import { DAY } from '../../domain/limits.ts';
import type { Millis } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { DepthChange } from '../../views/depth.ts';
import { openAfter } from '../../views/interval.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import {
  assetFigures,
  markedFigures,
  type PositionTold,
  socketAccountFigures,
  socketPositionFigures,
} from '../account-figures.ts';
import { averageText } from '../amount-text.ts';
import type { ChannelOf } from '../channels.ts';
import { coin, marginType, plainSymbolText } from '../contract-query.ts';
import { candleFigures, levelPair, tickerFigures, tradeFigures } from '../market-text.ts';
import { socketFillFigures, socketOrderFigures } from '../order-figures.ts';
import { formatPlaces } from '../queue-place.ts';
import {
  decimal,
  flag,
  idText,
  integer,
  levelPairField,
  list,
  moment,
  record,
  text,
  word,
} from '../record-field.ts';
import type {
  AccountTold,
  CandlesTold,
  FillTold,
  MarketFrames,
  OrderTold,
  OwnFrames,
  PrivatePayload,
} from '../socket-dialect.ts';
import { ACCOUNT_FIELDS, FILL_FIELDS, ORDER_FIELDS, POSITION_PLACE } from '../socket-fields.ts';
import { symbolOf } from '../symbol.ts';
import { COIN_NAME, executionOf } from '../words.ts';
import { positionFields } from './account/account.ts';
import {
  MARGIN_TYPE_NAMES,
  ORDER_TYPES,
  orderTypeOf,
  STATUS_NAMES,
  TIME_IN_FORCE_NAMES,
} from './codes.ts';
import { combined } from './endpoint.ts';

export const SOCKET_TICKER = record({
  s: plainSymbolText(),
  p: decimal('Change over 24 hours', '43.0'),
  P: decimal('The same as a fraction', '0.000474'),
  w: decimal('Average price of 24 hours, weighted by size; 0 for none', '90611.2'),
  c: decimal('Price of the last trade', '90755.3'),
  o: decimal('Price 24 hours ago', '90712.3'),
  h: decimal('Highest price of 24 hours', '91234.0'),
  l: decimal('Lowest price of 24 hours', '89900.5'),
  v: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  q: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  O: moment('When the 24 hours began'),
  C: moment('When they ended'),
  n: integer('Number of trades', 48_211),
  m: decimal('Mark price', '90755.2'),
  i: decimal('Index price', '90797.161'),
});
export type SocketTicker = Static<typeof SOCKET_TICKER>;

export const SOCKET_TRADE = record({
  T: moment('When it happened'),
  t: idText('The trade'),
  p: decimal('Price', '90000.1'),
  q: decimal('Size in the base coin', '0.0160'),
  v: decimal('Value in the quote coin', '1440.00160'),
  m: flag('Whether the buyer had been resting: the taker sold'),
});
export type SocketTrade = Static<typeof SOCKET_TRADE>;

export const SOCKET_KLINE = record({
  t: moment('When the candle begins'),
  T: moment('When it ends'),
  s: plainSymbolText(),
  i: text('The interval', '1m'),
  o: decimal('Open', '90000.0'),
  c: decimal('Close', '90001.5'),
  h: decimal('High', '90010.0'),
  l: decimal('Low', '89990.0'),
  v: decimal('Volume in the base coin', '12.3456'),
  n: integer('Number of trades', 31),
  q: decimal('Turnover in the quote coin', '1111104.0'),
  V: decimal('Not counted: always 0', '0'),
  Q: decimal('Not counted: always 0', '0'),
});
export type SocketKline = Static<typeof SOCKET_KLINE>;

/** The fields of a depth frame besides its event, time and symbol. */
export const depthFields = {
  U: integer('The number of the change that this follows', 4_710),
  u: integer('The number of the last change in this', 4_711),
  l: integer('Levels of each side', 15),
  d: word(['SNAPSHOT', 'CHANGED'], 'Whether it is the whole window'),
  b: list(levelPairField()),
  a: list(levelPairField()),
};

const amount = (description: string) => decimal(description, '1000.00000000');

export const SOCKET_ACCOUNT = record({
  coin: coin(),
  marginMode: marginType(),
  crossSymbol: text('Always empty', ''),
  available: amount('Free for new orders'),
  frozen: amount('Held by working orders'),
  equity: amount('Everything, unrealised results included'),
  isolatedPositionId: idText('Always 0'),
  amount: amount('Collateral: cash less what longs cost plus what shorts brought in'),
  ...ACCOUNT_FIELDS,
});
export type SocketAccount = Static<typeof SOCKET_ACCOUNT>;

export const SOCKET_POSITION = record({
  id: idText('The position'),
  coin: coin(),
  symbol: plainSymbolText(),
  marginMode: marginType(),
  separatedOpenOrderId: idText('Always 0'),
  ...positionFields,
  ...POSITION_PLACE,
});
export type SocketPosition = Static<typeof SOCKET_POSITION>;

export const SOCKET_FILL = record({
  id: idText('The fill'),
  coin: coin(),
  symbol: plainSymbolText(),
  orderId: idText('The order'),
  marginMode: marginType(),
  separatedMode: combined(),
  separatedOpenOrderId: idText('Always 0'),
  ...FILL_FIELDS,
});
export type SocketFill = Static<typeof SOCKET_FILL>;

export const SOCKET_ORDER = record({
  id: idText('The order'),
  coin: coin(),
  symbol: plainSymbolText(),
  marginMode: marginType(),
  separatedMode: combined(),
  separatedOpenOrderId: idText('Always 0'),
  ...ORDER_FIELDS,
  type: word(ORDER_TYPES, 'Kind of order'),
  timeInForce: word(Object.values(TIME_IN_FORCE_NAMES), 'How it executes'),
  status: word([...new Set(Object.values(STATUS_NAMES))], 'What has become of it'),
});
export type SocketOrder = Static<typeof SOCKET_ORDER>;

export const MARKET_FRAMES: MarketFrames = {
  ticker: (channel, ticker) => ({
    e: 'ticker',
    E: ticker.at,
    s: symbolOf(channel.contract),
    d: [socketTicker(channel, ticker)],
  }),
  kline: (channel, { type, candles, at }: CandlesTold) => [
    {
      e: type === 'snapshot' ? 'klineSnapshot' : 'kline',
      E: at,
      s: symbolOf(channel.contract),
      p: channel.price === 'last' ? 'LAST_PRICE' : 'MARK_PRICE',
      d: candles.map((candle) => socketKline(channel, candle)),
    },
  ],
  depth: depthFrame,
  trades: (channel, trades, at) => [
    {
      e: 'trade',
      E: at,
      s: symbolOf(channel.contract),
      d: trades.map((trade) => socketTrade(channel, trade)),
    },
  ],
};

function socketTicker({ contract }: ChannelOf<'ticker'>, ticker: Ticker): SocketTicker {
  const figures = tickerFigures(contract, ticker);
  return {
    s: symbolOf(contract),
    p: figures.change,
    P: figures.changePercent,
    w: averageText(contract, ticker.quote, ticker.base),
    c: figures.last,
    o: figures.open,
    h: figures.high,
    l: figures.low,
    v: figures.base,
    q: figures.quote,
    O: ticker.at - DAY,
    C: ticker.at,
    n: ticker.trades,
    m: figures.mark,
    i: figures.index,
  };
}

function socketKline(
  { contract, price, interval }: ChannelOf<'kline'>,
  candle: Candle,
): SocketKline {
  const { open, high, low, close, base, quote } = candleFigures(contract, price, candle);
  return {
    t: candle.openAt,
    T: openAfter(interval, candle.openAt),
    s: symbolOf(contract),
    i: interval,
    o: open,
    c: close,
    h: high,
    l: low,
    v: base,
    n: candle.trades,
    q: quote,
    V: '0',
    Q: '0',
  };
}

/** Returns a depth frame. `U` of a change equals `u` of the frame before. */
function depthFrame(
  { contract, limit }: ChannelOf<'depth'>,
  change: DepthChange,
  at: Millis,
): object {
  const isSnapshot = change.kind === 'snapshot';
  return {
    e: isSnapshot ? 'depthSnapshot' : 'depth',
    E: at,
    s: symbolOf(contract),
    U: isSnapshot ? change.endVersion : change.startVersion - 1,
    u: change.endVersion,
    l: limit,
    d: isSnapshot ? 'SNAPSHOT' : 'CHANGED',
    b: change.bids.map((level) => levelPair(contract, level)),
    a: change.asks.map((level) => levelPair(contract, level)),
  };
}

function socketTrade({ contract }: ChannelOf<'trades'>, trade: Trade): SocketTrade {
  const { price, size, value, isBuyerMaker } = tradeFigures(contract, trade);
  return { T: trade.at, t: String(trade.trade), p: price, q: size, v: value, m: isBuyerMaker };
}

/** Returns undefined for an empty snapshot: client libraries need the symbol of its first row. */
const ownFrame = (
  channel: keyof OwnFrames,
  { event, version, at }: PrivatePayload,
  rows: readonly object[],
): object | undefined =>
  rows.length === 0 ? undefined : { e: channel, E: at, v: version, msgEvent: event, d: rows };

export const OWN_FRAMES: OwnFrames = {
  account: (about, account) => ownFrame('account', about, [socketAccount(account)]),
  positions: (about, positions) => ownFrame('positions', about, positions.map(socketPosition)),
  orders: (about, orders) => ownFrame('orders', about, orders.map(socketOrder)),
  fill: (about, fills) => ownFrame('fill', about, fills.map(socketFill)),
  queue: (at, places) => ({ e: 'queue', E: at, d: formatPlaces(places) }),
};

export function socketAccount(account: AccountTold): SocketAccount {
  const { available, frozen, equity } = assetFigures(account.asset);
  return {
    coin: COIN_NAME,
    marginMode: 'CROSSED',
    crossSymbol: '',
    available,
    frozen,
    equity,
    ...socketAccountFigures(account),
  };
}

export const socketPosition = (told: PositionTold): SocketPosition => ({
  coin: COIN_NAME,
  symbol: symbolOf(told.contract),
  marginMode: MARGIN_TYPE_NAMES[told.marginMode],
  ...socketPositionFigures(told),
  ...(told.position.size === 0 ? GONE : markedFigures(told)),
});

const GONE = { marginSize: '0', unrealizePnl: '0', liquidatePrice: '0' } as const;

export const socketOrder = ({ contract, tracked }: OrderTold): SocketOrder => ({
  coin: COIN_NAME,
  symbol: symbolOf(contract),
  marginMode: MARGIN_TYPE_NAMES[tracked.order.marginMode],
  type: orderTypeOf(tracked.order),
  timeInForce: TIME_IN_FORCE_NAMES[executionOf(tracked.order)],
  status: STATUS_NAMES[tracked.order.status],
  ...socketOrderFigures(contract, tracked),
});

export const socketFill = ({ contract, fill }: FillTold): SocketFill => ({
  coin: COIN_NAME,
  symbol: symbolOf(contract),
  marginMode: MARGIN_TYPE_NAMES[fill.marginMode],
  ...socketFillFigures(contract, fill),
});
