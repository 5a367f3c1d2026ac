/** What a public channel tells: to whoever subscribes, and to everyone when something changed. */
import type { Event } from '../../domain/event.ts';
import type { Millis } from '../../domain/units.ts';

export interface ChannelSource {
  /** Whether the event gives the channel something to say. Only events of its contract come. */
  readonly note: (event: MarketEvent, at: Millis) => boolean;
  /** What a new subscriber starts from. */
  readonly greet: () => readonly object[];
  /** What changed since it was last asked; nothing where all is as it was told. */
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
