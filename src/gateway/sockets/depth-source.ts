/**
 * Depth: the window as its subscribers have it, and the changes in it. A new subscriber gets the
 * window as of the last change, so the next change is right for every subscriber.
 */
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import type { ChannelSource } from './channel-source.ts';

type DepthChange = Parameters<MarketFrames['depth']>[1];

export function createDepthSource(
  read: Read,
  frames: MarketFrames,
  channel: ChannelOf<'depth'>,
): ChannelSource {
  const depth = read.market.watchDepth(channel.contract.id, channel.limit);
  const tell = (change: DepthChange): object => frames.depth(channel, change, read.now());
  return {
    note: (event) => event.kind !== 'prices-marked',
    greet: () => [tell(depth.snapshot())],
    take: () => {
      const change = depth.takeChange();
      return change === undefined ? [] : [tell(change)];
    },
  };
}
