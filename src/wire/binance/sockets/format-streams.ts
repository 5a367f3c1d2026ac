/** The events of the market streams. */
import type { Contract } from '../../../domain/contract.ts';
import { sideOf } from '../../../domain/side.ts';
import { type Millis, NO_LOTS, NO_TICKS } from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import type { DepthChange, Level } from '../../../views/depth.ts';
import { openAfter } from '../../../views/interval.ts';
import type { Ticker } from '../../../views/ticker.ts';
import type { Trade } from '../../../views/trades.ts';
import { averageText, longFinePrice, longPrice, longRate, priceText } from '../../amount-text.ts';
import type { ChannelOf } from '../../channels.ts';
import { candleFigures, tickerFigures, tradeFigures } from '../../market-text.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import type { ForcedTold, ListingTold, MarketFrames, MarkTold } from '../../socket-dialect.ts';
import { symbolOf } from '../../symbol.ts';
import { SIDE_NAMES } from '../../words.ts';
import { bracketRecord } from '../account/settings.ts';
import { aggregateRecord, changeIds, topId } from '../market/book.ts';
import { DELIVERY_DATE } from '../market/exchange-info.ts';
import { dayChangeText } from '../market/prices.ts';
import type {
  BestEvent,
  DayEvent,
  DepthEvent,
  ForcedEvent,
  Kline,
  ListingEvent,
  MarkEvent,
  MiniEvent,
  TradeEvent,
} from './event-records.ts';

/** What many events end with: the pair, and that the contract is settled in USDT. */
const kindOf = (contract: Contract) => ({ ps: symbolOf(contract), st: 1 });

export const STREAM_FRAMES: MarketFrames = {
  ticker: (channel, ticker) =>
    channel.form === 'mini' ? miniTicker(channel, ticker) : dayTicker(channel, ticker),
  trades: (channel, trades, at) =>
    trades.map((trade) =>
      channel.form === 'aggregate'
        ? aggregateEvent(channel, trade, at)
        : tradeEvent(channel, trade, at),
    ),
  kline: (channel, { candles, at }) => candles.map((candle) => klineEvent(channel, candle, at)),
  top: (channel, change, at) => depthEvent(channel.contract, change, at),
  book: (channel, change, at) => depthEvent(channel.contract, change, at),
  best: bestEvent,
  mark: markEvent,
  forced: forcedEvent,
  listing: listingEvent,
};

function miniTicker({ contract }: ChannelOf<'ticker'>, ticker: Ticker): MiniEvent {
  const { last, open, high, low, base, quote } = tickerFigures(contract, ticker);
  return {
    e: '24hrMiniTicker',
    E: ticker.at,
    s: symbolOf(contract),
    c: last,
    o: open,
    h: high,
    l: low,
    v: base,
    q: quote,
    ...kindOf(contract),
  };
}

function dayTicker({ contract }: ChannelOf<'ticker'>, ticker: Ticker): DayEvent {
  const { last, open, high, low, base, quote, change } = tickerFigures(contract, ticker);
  return {
    e: '24hrTicker',
    E: ticker.at,
    s: symbolOf(contract),
    p: change,
    P: dayChangeText(ticker.open, ticker.last),
    w: averageText(contract, ticker.quote, ticker.base),
    c: last,
    Q: formatLots(contract, ticker.lastSize),
    o: open,
    h: high,
    l: low,
    v: base,
    q: quote,
    O: ticker.from,
    C: ticker.at,
    F: ticker.firstTrade,
    L: ticker.lastTrade,
    n: ticker.trades,
    ...kindOf(contract),
  };
}

const aggregateEvent = ({ contract }: ChannelOf<'trades'>, trade: Trade, at: Millis) => ({
  e: 'aggTrade',
  E: at,
  s: symbolOf(contract),
  ...aggregateRecord(contract, trade),
  st: 1,
});

function tradeEvent({ contract }: ChannelOf<'trades'>, trade: Trade, at: Millis): TradeEvent {
  const { price, size, isBuyerMaker } = tradeFigures(contract, trade);
  return {
    e: 'trade',
    E: at,
    T: trade.at,
    s: symbolOf(contract),
    t: trade.number,
    p: price,
    q: size,
    X: 'MARKET',
    m: isBuyerMaker,
  };
}

function klineEvent(channel: ChannelOf<'kline'>, candle: Candle, at: Millis) {
  const { contract, form } = channel;
  const symbol = symbolOf(contract);
  return form === 'continuous'
    ? { e: 'continuous_kline', E: at, ps: symbol, ct: 'PERPETUAL', k: kline(channel, candle, at) }
    : { e: 'kline', E: at, s: symbol, k: { s: symbol, ...kline(channel, candle, at) } };
}

function kline(
  { contract, price, interval }: ChannelOf<'kline'>,
  candle: Candle,
  at: Millis,
): Kline {
  const figures = candleFigures(contract, price, candle);
  const end = openAfter(interval, candle.openAt);
  return {
    t: candle.openAt,
    T: end - 1,
    i: interval,
    f: candle.firstTrade,
    L: candle.lastTrade,
    o: figures.open,
    c: figures.close,
    h: figures.high,
    l: figures.low,
    v: figures.base,
    n: candle.trades,
    x: at >= end,
    q: figures.quote,
    V: figures.takerBase,
    Q: figures.takerQuote,
    B: '0',
  };
}

const pairOf = (contract: Contract, { price, size }: Level): [string, string] => [
  formatTicks(contract, price),
  formatLots(contract, size),
];

const depthEvent = (contract: Contract, change: DepthChange, at: Millis): DepthEvent => ({
  e: 'depthUpdate',
  E: at,
  T: at,
  s: symbolOf(contract),
  ...changeIds(change),
  b: change.bids.map((level) => pairOf(contract, level)),
  a: change.asks.map((level) => pairOf(contract, level)),
  ...kindOf(contract),
});

function bestEvent({ contract }: ChannelOf<'best'>, top: DepthChange, at: Millis): BestEvent {
  const [bid, ask] = [top.bids[0], top.asks[0]];
  return {
    e: 'bookTicker',
    u: topId(top.endVersion),
    E: at,
    T: at,
    s: symbolOf(contract),
    b: priceText(contract, bid?.price ?? NO_TICKS),
    B: formatLots(contract, bid?.size ?? NO_LOTS),
    a: priceText(contract, ask?.price ?? NO_TICKS),
    A: formatLots(contract, ask?.size ?? NO_LOTS),
    ...kindOf(contract),
  };
}

function markEvent(
  { contract }: ChannelOf<'mark'>,
  { prices, rate, nextFundingAt, at }: MarkTold,
): MarkEvent {
  const mark = longPrice(contract, prices.mark);
  return {
    e: 'markPriceUpdate',
    E: at,
    s: symbolOf(contract),
    p: mark,
    ap: mark,
    P: mark,
    i: longFinePrice(contract, prices.index),
    r: longRate(rate),
    T: nextFundingAt,
    st: 1,
  };
}

function forcedEvent(
  { contract }: ChannelOf<'forced'>,
  { tracked, lastSize }: ForcedTold,
  at: Millis,
): ForcedEvent {
  const { order, updatedAt } = tracked;
  return {
    e: 'forceOrder',
    E: at,
    o: {
      s: symbolOf(contract),
      S: SIDE_NAMES[sideOf(order.positionSide, order.effect)],
      o: 'LIMIT',
      f: 'IOC',
      q: formatLots(contract, order.size),
      p: priceText(contract, order.workingPrice),
      ap: averageText(contract, order.filledValue, order.filled),
      X: order.filled === order.size ? 'FILLED' : 'PARTIALLY_FILLED',
      l: formatLots(contract, lastSize),
      z: formatLots(contract, order.filled),
      T: updatedAt,
    },
    ...kindOf(contract),
  };
}

function listingEvent({ contract, isHalted, at }: ListingTold): ListingEvent {
  return {
    e: 'contractInfo',
    E: at,
    s: symbolOf(contract),
    ps: symbolOf(contract),
    ct: 'PERPETUAL',
    dt: DELIVERY_DATE,
    ot: 0,
    cs: isHalted ? 'HALT' : 'TRADING',
    bks: bracketsOf(contract),
    st: 1,
  };
}

/** The bands of leverage, under short names. */
const bracketsOf = (contract: Contract) =>
  bracketRecord(contract).brackets.map((band) => ({
    bs: band.bracket,
    bnf: band.notionalFloor,
    bnc: band.notionalCap,
    mmr: band.maintMarginRatio,
    cf: band.cum,
    mi: contract.leverageMin,
    ma: band.initialLeverage,
  }));
