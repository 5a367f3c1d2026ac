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
  let last: Pick<Trade, 'number' | 'place'> | undefined;
  let newest: Millis = millis(0);
  return {
    note: (event, { at }) => {
      if (event.kind !== 'fill-settled') return false;
      const isTrade = event.venue === 'book';
      // It hears of every fill from its first trade on, and they have no gaps.
      if (last !== undefined)
        last = { number: last.number + 1, place: last.place + (isTrade ? 1 : 0) };
      if (!isTrade) return false;
      last ??= findTrade(read, event);
      const { trade, contract, takerSide, price, size, value } = event;
      newest = at;
      const { number, place } = last;
      trades.push({ trade, number, place, contract, takerSide, price, size, value, at });
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
const findTrade = ({ market }: Read, { contract, trade }: FillSettled) =>
  market.trades(contract, TRADES_MAX).find((each) => each.trade === trade) ?? UNKNOWN;

const UNKNOWN = { number: 0, place: 0 };

/** All trades that are kept. */
const TRADES_MAX = 1_000;
