/** Trades as they happen, oldest first. A new subscriber starts with the next one. */
import { type Millis, millis } from '../../domain/units.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import type { ChannelSource } from './channel-source.ts';

type Format = NonNullable<MarketFrames['trades']>;
type Trade = Parameters<Format>[1][number];

/** Limits a frame to a size that a client reads at once. */
const TRADES_PER_FRAME_MAX = 200;

export function createTradesSource(format: Format, channel: ChannelOf<'trades'>): ChannelSource {
  let trades: Trade[] = [];
  let newest: Millis = millis(0);
  return {
    note: (event, { at }) => {
      if (event.kind !== 'fill-settled' || event.venue !== 'book') return false;
      const { trade, contract, takerSide, price, size, value } = event;
      newest = at;
      trades.push({ trade, contract, takerSide, price, size, value, at });
      return true;
    },
    greet: () => [],
    take: () => {
      const frames = [];
      for (let from = 0; from < trades.length; from += TRADES_PER_FRAME_MAX)
        frames.push(...format(channel, trades.slice(from, from + TRADES_PER_FRAME_MAX), newest));
      trades = [];
      return frames;
    },
  };
}
