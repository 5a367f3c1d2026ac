/**
 * Depth: the window as its subscribers hold it, and what changed in it. A new subscriber gets the
 * window as the last change left it, so the next change continues for everyone alike.
 */
import { assert } from '../../domain/assert.ts';
import type { MarketVenue } from '../../venue/read-market.ts';
import { depthPayload } from '../../wire/v2/format-socket-market.ts';
import type { ChannelOf, ChannelSource } from './channel-source.ts';

type Depth = MarketVenue['views']['depth']['depths'][number];
type DepthChange = Parameters<typeof depthPayload>[1];

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

export function createDepthSource(
  venue: MarketVenue,
  windows: DepthWindows,
  channel: ChannelOf<'depth'>,
): ChannelSource {
  const depth = venue.views.depth.depths[channel.contract.id];
  assert(depth !== undefined, 'a listed contract has no depth', channel.contract.id);
  const window = windows.openWindow(depth, channel.limit);
  return {
    note: (event) => event.kind !== 'prices-marked',
    greet: () => [depthPayload(channel, windows.windowSnapshot(depth, window))],
    take: () => {
      const change = windows.takeWindowChange(depth, window);
      return change === undefined ? [] : [depthPayload(channel, change)];
    },
  };
}
