/** What the sockets send: market data, and news of an account. */

import type { Static } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import type { Order } from '../../domain/order.ts';
import { NO_TICKS } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { DepthChange, Level } from '../../views/depth.ts';
import type { TrackedOrder } from '../../views/orders.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import {
  type AccountReading,
  type PositionFacts,
  socketAccountFigures,
  socketPositionFigures,
} from '../account-figures.ts';
import type { ChannelOf, PrivateChannel } from '../channels.ts';
import { candleFigures, levelPair, tickerFigures, tradeFigures } from '../market-text.ts';
import { socketFillFigures, socketOrderFigures } from '../order-figures.ts';
import {
  decimal,
  flag,
  idText,
  integer,
  list,
  momentText,
  record,
  text,
  word,
} from '../record-field.ts';
import type { PrivatePayload } from '../socket-dialect.ts';
import {
  ACCOUNT_FIELDS,
  FILL_FIELDS,
  ORDER_FIELDS,
  POSITION_FIELDS,
  POSITION_PLACE,
} from '../socket-fields.ts';
import { COIN_NAME, executionOf } from '../words.ts';
import { channelName } from './channels.ts';
import { capitals, MARGIN_MODE_NAMES, TIME_IN_FORCE_NAMES } from './codes.ts';
import { PLAN_STATUSES } from './orders/read-orders.ts';

const symbol = () => text('The contract', 'cmt_btcusdt');

export const SOCKET_TICKER = record({
  symbol: symbol(),
  priceChange: decimal('Change of the price over 24 hours', '43.0'),
  priceChangePercent: decimal('The same as a fraction', '0.000474'),
  trades: decimal('Number of trades in 24 hours', '104510'),
  size: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  value: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  high: decimal('Highest price of 24 hours', '91234.0'),
  low: decimal('Lowest price of 24 hours', '89900.5'),
  lastPrice: decimal('Price of the last trade', '90755.3'),
  markPrice: decimal('Mark price', '90755.2'),
});
export type SocketTicker = Static<typeof SOCKET_TICKER>;

export const SOCKET_KLINE = record({
  symbol: symbol(),
  klineTime: momentText('When the candle begins'),
  size: decimal('Volume in the base coin', '12.3456'),
  value: decimal('Turnover in the quote coin', '1111104.00000'),
  high: decimal('Highest price', '90010.0'),
  low: decimal('Lowest price', '89990.0'),
  open: decimal('First price', '90000.0'),
  close: decimal('Last price', '90001.5'),
});
export type SocketKline = Static<typeof SOCKET_KLINE>;

const level = () =>
  record({
    price: decimal('Price', '90000.1'),
    size: decimal('Size in the base coin; 0 where the level is gone', '0.0160'),
  });

export const SOCKET_DEPTH = record({
  startVersion: idText('First change of the frame'),
  endVersion: idText('Last change of the frame; the next frame begins one after it'),
  level: integer('Levels of each side', 15),
  depthType: word(['SNAPSHOT', 'CHANGED'], 'All levels, or those that changed'),
  symbol: symbol(),
  asks: list(level()),
  bids: list(level()),
});
export type SocketDepth = Static<typeof SOCKET_DEPTH>;

export const SOCKET_TRADE = record({
  time: momentText('When it happened'),
  price: decimal('Price', '90000.1'),
  size: decimal('Size in the base coin', '0.0160'),
  value: decimal('Value in the quote coin', '1440.00160'),
  buyerMaker: flag('Whether the buyer had been resting: the taker sold'),
});
export type SocketTrade = Static<typeof SOCKET_TRADE>;

const coin = () => text('The coin', 'USDT');
const amount = (description: string) => decimal(description, '1000.00000000');
const marginMode = () => word(['SHARED', 'ISOLATED'], 'Cross or isolated margin');
const combined = () => word(['COMBINED'], 'Always combined');
const zero = () => word(['0'], 'Always 0');

export const SOCKET_ACCOUNT = record({
  coinId: coin(),
  marginMode: marginMode(),
  crossContractId: zero(),
  isolatedPositionId: idText('The isolated position; 0 in cross margin'),
  amount: amount('Collateral'),
  ...ACCOUNT_FIELDS,
});
export type SocketAccount = Static<typeof SOCKET_ACCOUNT>;

export const SOCKET_POSITION = record({
  id: idText('The position'),
  coinId: coin(),
  contractId: symbol(),
  side: word(['LONG', 'SHORT'], 'Side'),
  marginMode: marginMode(),
  separatedMode: combined(),
  separatedOpenOrderId: zero(),
  ...POSITION_FIELDS,
  ...POSITION_PLACE,
});
export type SocketPosition = Static<typeof SOCKET_POSITION>;

export const SOCKET_FILL = record({
  id: idText('The trade'),
  coinId: coin(),
  contractId: symbol(),
  orderId: idText('The order'),
  marginMode: marginMode(),
  separatedMode: combined(),
  separatedOpenOrderId: zero(),
  ...FILL_FIELDS,
});
export type SocketFill = Static<typeof SOCKET_FILL>;

export const SOCKET_ORDER = record({
  id: idText('The order'),
  coinId: coin(),
  contractId: symbol(),
  marginMode: marginMode(),
  separatedMode: combined(),
  separatedOpenOrderId: zero(),
  ...ORDER_FIELDS,
  type: word(
    ['LIMIT', 'MARKET', 'STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT_LIMIT', 'TAKE_PROFIT_MARKET'],
    'Kind of order',
  ),
  timeInForce: word(Object.values(TIME_IN_FORCE_NAMES), 'How it executes'),
  status: word(PLAN_STATUSES, 'What has become of it'),
});
export type SocketOrder = Static<typeof SOCKET_ORDER>;

const payload = <Row>(channel: Parameters<typeof channelName>[0], data: Row[]) =>
  ({ event: 'payload', channel: channelName(channel), data }) as const;

export const tickerPayload = (channel: ChannelOf<'ticker'>, ticker: Ticker) =>
  payload(channel, [socketTicker(channel.contract, ticker)]);

function socketTicker(contract: Contract, ticker: Ticker): SocketTicker {
  const figures = tickerFigures(contract, ticker);
  return {
    symbol: contract.symbol,
    priceChange: figures.change,
    priceChangePercent: figures.changePercent,
    trades: String(ticker.trades),
    size: figures.base,
    value: figures.quote,
    high: figures.high,
    low: figures.low,
    lastPrice: figures.last,
    markPrice: figures.mark,
  };
}

/** Returns candles: oldest first in a snapshot, only the changed ones in a change. */
export const klinePayload = (
  channel: ChannelOf<'kline'>,
  type: 'snapshot' | 'change',
  candles: readonly Candle[],
) =>
  ({
    event: 'payload',
    type,
    channel: channelName(channel),
    data: candles.map((candle) => socketKline(channel, candle)),
  }) as const;

function socketKline({ contract, price }: ChannelOf<'kline'>, candle: Candle): SocketKline {
  const { open, high, low, close, base, quote } = candleFigures(contract, price, candle);
  return {
    symbol: contract.symbol,
    klineTime: String(candle.openAt),
    size: base,
    value: quote,
    open,
    high,
    low,
    close,
  };
}

export const depthPayload = (channel: ChannelOf<'depth'>, change: DepthChange) =>
  payload(channel, [socketDepth(channel, change)]);

const socketDepth = (
  { contract, limit }: ChannelOf<'depth'>,
  change: DepthChange,
): SocketDepth => ({
  startVersion: String(change.startVersion),
  endVersion: String(change.endVersion),
  level: limit,
  depthType: change.kind === 'snapshot' ? 'SNAPSHOT' : 'CHANGED',
  symbol: contract.symbol,
  asks: change.asks.map((level) => socketLevel(contract, level)),
  bids: change.bids.map((level) => socketLevel(contract, level)),
});

function socketLevel(contract: Contract, level: Level) {
  const [price, size] = levelPair(contract, level);
  return { price, size };
}

export const tradesPayload = (channel: ChannelOf<'trades'>, trades: readonly Trade[]) =>
  payload(
    channel,
    trades.map((trade) => socketTrade(channel.contract, trade)),
  );

function socketTrade(contract: Contract, trade: Trade): SocketTrade {
  const { isBuyerMaker, ...figures } = tradeFigures(contract, trade);
  return { time: String(trade.at), ...figures, buyerMaker: isBuyerMaker };
}

/** The name of the field that holds the rows, by channel. */
const ROWS_NAMES = {
  account: 'collateral',
  positions: 'position',
  orders: 'order',
  fill: 'orderFillTransaction',
} as const satisfies Readonly<Record<PrivateChannel, string>>;

type RowOf = {
  readonly account: SocketAccount;
  readonly positions: SocketPosition;
  readonly orders: SocketOrder;
  readonly fill: SocketFill;
};

export const privatePayload = <Channel extends PrivateChannel>(
  channel: Channel,
  { event, version, at }: PrivatePayload,
  rows: readonly RowOf[Channel][],
) => ({
  type: 'trade-event' as const,
  channel,
  event: 'payload' as const,
  msg: { msgEvent: event, version, data: { [ROWS_NAMES[channel]]: rows }, time: at },
});

export const socketAccount = (account: AccountReading): SocketAccount => ({
  coinId: COIN_NAME,
  marginMode: 'SHARED',
  crossContractId: '0',
  ...socketAccountFigures(account),
});

export const socketPosition = (facts: PositionFacts): SocketPosition => ({
  coinId: COIN_NAME,
  contractId: facts.contract.symbol,
  marginMode: MARGIN_MODE_NAMES[facts.marginMode],
  ...socketPositionFigures(facts),
});

export const socketFill = (contract: Contract, fill: FillRow): SocketFill => ({
  coinId: COIN_NAME,
  contractId: contract.symbol,
  marginMode: MARGIN_MODE_NAMES[fill.marginMode],
  ...socketFillFigures(contract, fill),
});

export function socketOrder(contract: Contract, tracked: Readonly<TrackedOrder>): SocketOrder {
  const { order } = tracked;
  return {
    coinId: COIN_NAME,
    contractId: contract.symbol,
    marginMode: MARGIN_MODE_NAMES[order.marginMode],
    type: kindOf(order),
    timeInForce: TIME_IN_FORCE_NAMES[executionOf(order)],
    status: capitals(order.status),
    ...socketOrderFigures(contract, tracked),
  };
}

function kindOf({ price, trigger }: Readonly<Order>): SocketOrder['type'] {
  const form = price === NO_TICKS ? 'MARKET' : 'LIMIT';
  if (trigger === null) return form;
  return trigger.purpose === 'take-profit' ? `TAKE_PROFIT_${form}` : `STOP_${form}`;
}
