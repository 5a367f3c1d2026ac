/** The content of a public channel: a snapshot for a new subscriber, and changes for all. */
import type { Event } from '../../domain/event.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { Applied } from '../../venue/venue.ts';

export interface ChannelSource {
  /** Whether the event changes the channel. Called only with events of its contract. */
  readonly note: (event: MarketEvent, applied: Applied) => boolean;
  /** Returns the snapshot for a new subscriber. */
  readonly greet: () => readonly object[];
  /** Returns the changes since the last call, if there are any. */
  readonly take: () => readonly object[];
  /** Called when the last subscriber has gone. */
  readonly close?: () => void;
}

/** Events that are visible in a market. */
export type MarketEvent = Extract<
  Event,
  {
    kind:
      | 'fill-settled'
      | 'order-rested'
      | 'order-amended'
      | 'order-canceled'
      | 'prices-marked'
      | 'contract-listed'
      | 'contract-status-changed';
  }
>;

export const contractIn = (event: MarketEvent): ContractId =>
  event.kind === 'contract-listed' ? event.contract.id : event.contract;

/** Whether the event changes a level of the book. */
export const isBookEvent = ({ kind }: MarketEvent): boolean =>
  kind === 'order-rested' ||
  kind === 'order-amended' ||
  kind === 'order-canceled' ||
  kind === 'fill-settled';

/** Whether the event moved the last price or the mark, or counts in the last 24 hours. */
export const isPriceEvent = (event: MarketEvent): boolean =>
  event.kind === 'prices-marked' || (event.kind === 'fill-settled' && event.venue === 'book');
