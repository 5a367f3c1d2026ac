/** The frames of the public and private channels. */
import { DAY } from '../../domain/limits.ts';
import type { Millis } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { DepthChange } from '../../views/depth.ts';
import { openAfter } from '../../views/interval.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import { assetFigures, socketAccountFigures } from '../account-figures.ts';
import { averageText } from '../amount-text.ts';
import type { ChannelOf } from '../channels.ts';
import { candleFigures, levelPair, tickerFigures, tradeFigures } from '../market-text.ts';
import { socketFillFigures, socketOrderFigures } from '../order-figures.ts';
import { markedFigures, type PositionTold, socketPositionFigures } from '../position-figures.ts';
import { formatPlaces } from '../queue-place.ts';
import type {
  AccountTold,
  CandlesTold,
  FillTold,
  MarketFrames,
  OrderTold,
  OwnFrames,
  PrivatePayload,
} from '../socket-dialect.ts';
import { symbolOf } from '../symbol.ts';
import { COIN_NAME, executionOf } from '../words.ts';
import { MARGIN_TYPE_NAMES, orderTypeOf, STATUS_NAMES, TIME_IN_FORCE_NAMES } from './codes.ts';
import type {
  SocketAccount,
  SocketFill,
  SocketKline,
  SocketOrder,
  SocketPosition,
  SocketTicker,
  SocketTrade,
} from './socket-records.ts';

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
