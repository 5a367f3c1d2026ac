/** Trades as they happen, oldest first. A new subscriber starts with the next one. */
import type { FillSettled } from '../../domain/event.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import type { ChannelSource } from './channel-source.ts';

type Format = NonNullable<MarketFrames['trades']>;
type Trade = Parameters<Format>[1][number];

/** Limits a frame to a size that a client reads at once. */
const TRADES_PER_FRAME_MAX = 200;

export function createTradesSource(
  read: Read,
  format: Format,
  channel: ChannelOf<'trades'>,
): ChannelSource {
  let trades: Trade[] = [];
  let number = 0;
  let newest: Millis = millis(0);
  return {
    note: (event, { at }) => {
      if (event.kind !== 'fill-settled' || event.venue !== 'book') return false;
      const { trade, contract, takerSide, price, size, value } = event;
      newest = at;
      // It hears of every trade from its first one on, and they have no gaps.
      number = number === 0 ? numberOf(read, event) : number + 1;
      trades.push({ trade, number, contract, takerSide, price, size, value, at });
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

/** The views may be ahead of the event. */
const numberOf = ({ market }: Read, { contract, trade }: FillSettled): number =>
  market.trades(contract, TRADES_MAX).find((each) => each.trade === trade)?.number ?? 0;

/** All trades that are kept. */
const TRADES_MAX = 1_000;
