/**
 * Depth: a window as its subscribers have it and the changes in it, or its levels anew each time,
 * or the changes of the whole book. A new subscriber of a window gets it as of the last change, so
 * the next change is right for every subscriber.
 */
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import { type ChannelSource, isBookEvent } from './channel-source.ts';

type Format<Kind extends 'depth' | 'top' | 'book' | 'best'> = NonNullable<MarketFrames[Kind]>;
type DepthChange = Parameters<Format<'depth'>>[1];

export function createDepthSource(
  read: Read,
  format: Format<'depth'>,
  channel: ChannelOf<'depth'>,
): ChannelSource {
  const depth = read.market.watchDepth(channel.contract.id, channel.limit);
  const tell = (change: DepthChange): object => format(channel, change, read.now());
  return {
    note: isBookEvent,
    greet: () => [tell(depth.snapshot())],
    take: () => {
      const change = depth.takeChange();
      return change === undefined ? [] : [tell(change)];
    },
  };
}

/** The best levels, whenever one of them changed. */
export function createTopSource(
  read: Read,
  format: Format<'top'>,
  channel: ChannelOf<'top'>,
): ChannelSource {
  return levelsAnew(read, channel, channel.limit, (top) => format(channel, top, read.now()));
}

/** The best price of each side, whenever it or its size changed. */
export function createBestSource(
  read: Read,
  format: Format<'best'>,
  channel: ChannelOf<'best'>,
): ChannelSource {
  return levelsAnew(read, channel, 1, (top) => format(channel, top, read.now()));
}

function levelsAnew(
  read: Read,
  { contract }: ChannelOf<'top' | 'best'>,
  limit: number,
  tell: (top: DepthChange) => object,
): ChannelSource {
  const depth = read.market.watchDepth(contract.id, limit);
  return {
    note: isBookEvent,
    greet: () => [tell(depth.snapshot())],
    take: () => {
      const change = depth.takeChange();
      if (change === undefined) return [];
      const { startVersion } = change;
      return [tell({ ...depth.snapshot(), startVersion })];
    },
  };
}

/** Every level that changed. */
export function createBookSource(
  read: Read,
  format: Format<'book'>,
  channel: ChannelOf<'book'>,
): ChannelSource {
  const book = read.market.followDepth(channel.contract.id);
  return {
    note: isBookEvent,
    greet: () => [],
    take: () => {
      const change = book.takeChange();
      return change === undefined ? [] : [format(channel, change, read.now())];
    },
    close: book.stop,
  };
}
