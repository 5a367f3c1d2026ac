/** The frames of the public channels. */
import type { Contract } from '../../domain/contract.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { DepthChange, Level } from '../../views/depth.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import type { ChannelOf } from '../channels.ts';
import { candleFigures, levelPair, tickerFigures, tradeFigures } from '../market-text.ts';
import { channelName } from './channels.ts';
import type { SocketDepth, SocketKline, SocketTicker, SocketTrade } from './socket-records.ts';

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
