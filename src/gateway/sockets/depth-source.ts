/**
 * Depth: the window as its subscribers hold it, and what changed in it. A new subscriber gets the
 * window as the last change left it, so the next change continues for everyone alike.
 */
import { assert } from '../../domain/assert.ts';
import { type MarketVenue, venueTime } from '../../venue/read-market.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import type { ChannelSource } from './channel-source.ts';

type Depth = MarketVenue['views']['depth']['depths'][number];
type DepthChange = Parameters<MarketFrames['depth']>[1];

interface DepthWindow {
  readonly limit: number;
  version: number;
  bids: DepthChange['bids'];
  asks: DepthChange['asks'];
}

/** The views' own windows, handed in because the gateway does not see the views. */
export interface DepthWindows {
  readonly openWindow: (depth: Depth, limit: number) => DepthWindow;
  readonly windowSnapshot: (depth: Depth, window: DepthWindow) => DepthChange;
  readonly takeWindowChange: (depth: Depth, window: DepthWindow) => DepthChange | undefined;
}

export interface DepthParts {
  readonly venue: MarketVenue;
  readonly frames: MarketFrames;
  readonly windows: DepthWindows;
}

export function createDepthSource(
  { venue, frames, windows }: DepthParts,
  channel: ChannelOf<'depth'>,
): ChannelSource {
  const depth = venue.views.depth.depths[channel.contract.id];
  assert(depth !== undefined, 'a listed contract has no depth', channel.contract.id);
  const window = windows.openWindow(depth, channel.limit);
  const tell = (change: DepthChange): object => frames.depth(channel, change, venueTime(venue));
  return {
    note: (event) => event.kind !== 'prices-marked',
    greet: () => [tell(windows.windowSnapshot(depth, window))],
    take: () => {
      const change = windows.takeWindowChange(depth, window);
      return change === undefined ? [] : [tell(change)];
    },
  };
}
