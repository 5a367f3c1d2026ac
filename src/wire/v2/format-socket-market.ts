/** What the public channels send. */
import type { Contract } from '../../domain/contract.ts';
import { type FineTicks, type Ticks, ticks } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import type { DepthChange, Level } from '../../views/depth.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import { formatLots, formatTicks } from '../quantity.ts';
import { fractionText, lotsText, priceText, valueText } from './amount-text.ts';
import { channelName, type PublicChannel } from './channels.ts';
import { candlePriceText } from './format-market.ts';
import type { SocketDepth, SocketKline, SocketTicker, SocketTrade } from './socket-records.ts';

type ChannelOf<Kind extends PublicChannel['kind']> = Extract<PublicChannel, { kind: Kind }>;

const payload = <Row>(channel: PublicChannel, data: Row[]) =>
  ({ event: 'payload', channel: channelName(channel), data }) as const;

export const tickerPayload = (channel: ChannelOf<'ticker'>, ticker: Ticker) =>
  payload(channel, [socketTicker(channel.contract, ticker)]);

const socketTicker = (contract: Contract, ticker: Ticker): SocketTicker => ({
  symbol: contract.symbol,
  priceChange: differenceText(contract, ticker.open, ticker.last),
  priceChangePercent: fractionText(ticker.change),
  trades: String(ticker.trades),
  size: formatLots(contract, ticker.base),
  value: valueText(contract, ticker.quote),
  high: priceText(contract, ticker.high),
  low: priceText(contract, ticker.low),
  lastPrice: priceText(contract, ticker.last),
  markPrice: priceText(contract, ticker.mark),
});

/** A difference of prices may be negative; a price is not. */
const differenceText = (contract: Contract, from: Ticks, to: Ticks): string =>
  formatTicks(contract, ticks(to - from));

/** A snapshot lists its candles oldest first; a change carries those that changed. */
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
  const written = (fine: FineTicks): string => candlePriceText(contract, price, fine);
  return {
    symbol: contract.symbol,
    klineTime: String(candle.openAt),
    size: lotsText(contract, candle.base),
    value: candle.quote === 0n ? '0' : valueText(contract, candle.quote),
    high: written(candle.high),
    low: written(candle.low),
    open: written(candle.open),
    close: written(candle.close),
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

const socketLevel = (contract: Contract, { price, size }: Level) => ({
  price: formatTicks(contract, price),
  size: lotsText(contract, size),
});

export const tradesPayload = (channel: ChannelOf<'trades'>, trades: readonly Trade[]) =>
  payload(
    channel,
    trades.map((trade) => socketTrade(channel.contract, trade)),
  );

const socketTrade = (contract: Contract, trade: Trade): SocketTrade => ({
  time: String(trade.at),
  price: formatTicks(contract, trade.price),
  size: formatLots(contract, trade.size),
  value: valueText(contract, trade.value),
  buyerMaker: trade.takerSide === 'sell',
});
