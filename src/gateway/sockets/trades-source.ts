/** Trades as they happen, oldest first; whoever subscribes starts with the next. */
import { tradesPayload } from '../../wire/v2/format-socket-market.ts';
import type { ChannelOf, ChannelSource } from './channel-source.ts';

type Trade = Parameters<typeof tradesPayload>[1][number];

/** A frame stays of a size that is read at once. */
const TRADES_PER_FRAME_MAX = 200;

export function createTradesSource(channel: ChannelOf<'trades'>): ChannelSource {
  let trades: Trade[] = [];
  return {
    note: (event, at) => {
      if (event.kind !== 'fill-settled' || event.venue !== 'book') return false;
      const { trade, contract, takerSide, price, size, value } = event;
      trades.push({ trade, contract, takerSide, price, size, value, at });
      return true;
    },
    greet: () => [],
    take: () => {
      const frames = [];
      for (let from = 0; from < trades.length; from += TRADES_PER_FRAME_MAX)
        frames.push(tradesPayload(channel, trades.slice(from, from + TRADES_PER_FRAME_MAX)));
      trades = [];
      return frames;
    },
  };
}
