/** The content of a public channel: a snapshot for a new subscriber, and changes for all. */
import type { Event } from '../../domain/event.ts';
import type { Millis } from '../../domain/units.ts';

export interface ChannelSource {
  /** Whether the event changes the channel. Called only with events of its contract. */
  readonly note: (event: MarketEvent, at: Millis) => boolean;
  /** Returns the snapshot for a new subscriber. */
  readonly greet: () => readonly object[];
  /** Returns the changes since the last call, if there are any. */
  readonly take: () => readonly object[];
}

/** Events that are visible in a market. */
export type MarketEvent = Extract<
  Event,
  {
    kind: 'fill-settled' | 'order-rested' | 'order-amended' | 'order-canceled' | 'prices-marked';
  }
>;

/** Whether the event moved the last price or the mark, or counts in the last 24 hours. */
export const isPriceEvent = (event: MarketEvent): boolean =>
  event.kind === 'prices-marked' || (event.kind === 'fill-settled' && event.venue === 'book');
