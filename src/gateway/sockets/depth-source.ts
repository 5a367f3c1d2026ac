/**
 * Depth: a window as its subscribers have it and the changes in it, or its levels anew each time,
 * or the changes of the whole book. A new subscriber of a window gets it as of the last change, so
 * the next change is right for every subscriber.
 */
import type { Contract } from '../../domain/contract.ts';
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import { type ChannelSource, isBookEvent } from './channel-source.ts';

type Format<Kind extends 'depth' | 'book'> = NonNullable<MarketFrames[Kind]>;
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

/** The best levels of a contract, all of them whenever one changed. */
export function createTopSource(
  read: Read,
  { id }: Contract,
  limit: number,
  tell: (top: DepthChange) => object,
): ChannelSource {
  const depth = read.market.watchDepth(id, limit);
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
