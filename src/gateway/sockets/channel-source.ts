/** The content of a public channel: a snapshot for a new subscriber, and changes for all. */
import type { Event } from '../../domain/event.ts';
import type { Millis } from '../../domain/units.ts';

export interface ChannelSource {
  /** Whether the event gives the channel something to say. Only events of its contract come. */
  readonly note: (event: MarketEvent, at: Millis) => boolean;
  /** The snapshot for a new subscriber. */
  readonly greet: () => readonly object[];
  /** The changes since the last call, or none. */
  readonly take: () => readonly object[];
}

/** The events that show in a market. */
export type MarketEvent = Extract<
  Event,
  {
    kind: 'fill-settled' | 'order-rested' | 'order-amended' | 'order-canceled' | 'prices-marked';
  }
>;

/** The event moved the last price or the mark, or counts in the last 24 hours. */
export const isPriceEvent = (event: MarketEvent): boolean =>
  event.kind === 'prices-marked' || (event.kind === 'fill-settled' && event.venue === 'book');
