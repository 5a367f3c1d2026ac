/** What the sockets send: market data, and news of an account. */
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import type { Order, OrderStatus } from '../../domain/order.ts';
import { NO_TICKS } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { DepthChange, Level } from '../../views/depth.ts';
import type { TrackedOrder } from '../../views/orders.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import { type AccountReading, socketAccountFigures } from '../account-figures.ts';
import type { ChannelOf, PrivateChannel } from '../channels.ts';
import { candleFigures, levelPair, tickerFigures, tradeFigures } from '../market-text.ts';
import { socketFillFigures, socketOrderFigures } from '../order-figures.ts';
import { type PositionFacts, socketPositionFigures } from '../position-figures.ts';
import type { PrivatePayload } from '../socket-dialect.ts';
import { COIN_NAME, executionOf } from '../words.ts';
import { channelName } from './channels.ts';
import { MARGIN_MODE_NAMES, TIME_IN_FORCE_NAMES } from './codes.ts';
import type {
  SocketAccount,
  SocketDepth,
  SocketFill,
  SocketKline,
  SocketOrder,
  SocketPosition,
  SocketTicker,
  SocketTrade,
} from './socket-records.ts';

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
    status: order.status.toUpperCase() as Uppercase<OrderStatus>,
    ...socketOrderFigures(contract, tracked),
  };
}

function kindOf({ price, trigger }: Readonly<Order>): SocketOrder['type'] {
  const form = price === NO_TICKS ? 'MARKET' : 'LIMIT';
  if (trigger === null) return form;
  return trigger.purpose === 'take-profit' ? `TAKE_PROFIT_${form}` : `STOP_${form}`;
}
