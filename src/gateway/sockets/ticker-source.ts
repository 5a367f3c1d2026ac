/** The ticker: the newest one, if it differs from the last one sent. */
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import { type ChannelSource, isPriceEvent } from './channel-source.ts';

type Ticker = ReturnType<Read['market']['ticker']>;

export function createTickerSource(
  read: Read,
  format: NonNullable<MarketFrames['ticker']>,
  channel: ChannelOf<'ticker'>,
): ChannelSource {
  const find = () => read.market.ticker(channel.contract.id);
  let told: Ticker | undefined;
  return {
    note: isPriceEvent,
    greet: () => [format(channel, find())],
    take: () => {
      const ticker = find();
      if (told !== undefined && isSame(told, ticker)) return [];
      told = ticker;
      return [format(channel, ticker)];
    },
  };
}

/** Ignores the best prices and the index, which have their own channels and endpoints. */
const isSame = (one: Ticker, other: Ticker): boolean =>
  one.last === other.last &&
  one.mark === other.mark &&
  one.trades === other.trades &&
  one.base === other.base &&
  one.quote === other.quote &&
  one.open === other.open &&
  one.high === other.high &&
  one.low === other.low;
