/** The channels of the sockets. Each dialect has its own names for them. */
import type { Contract } from '../domain/contract.ts';
import type { Interval } from '../views/interval.ts';

/** How a dialect tells a channel. */
interface Telling {
  /** Changes are merged for at least this long, if it is not the usual time for the kind. */
  readonly paceMillis?: number;
  /** Told at its pace also while nothing changes. */
  readonly isPeriodic?: true;
  /** Told again after so long without a change. */
  readonly repeatMillis?: number;
  /** The form of the frames, in a dialect that has several for one content. */
  readonly form?: string;
}

export type PublicChannel = Telling &
  (
    | { readonly kind: 'ticker'; readonly contract: Contract }
    /** A ticker with the best prices, open interest and funding: all of it, then what changes. */
    | { readonly kind: 'overview'; readonly contract: Contract }
    | { readonly kind: 'trades'; readonly contract: Contract }
    /** A window: its levels first, and then what changes in it. */
    | { readonly kind: 'depth'; readonly contract: Contract; readonly limit: number }
    | {
        readonly kind: 'kline';
        readonly contract: Contract;
        readonly price: 'last' | 'mark';
        readonly interval: Interval;
      }
    /** The best levels, all of them each time. */
    | { readonly kind: 'top'; readonly contract: Contract; readonly limit: number }
    /** The changes of the whole book. */
    | { readonly kind: 'book'; readonly contract: Contract }
    /** The best price of each side. */
    | { readonly kind: 'best'; readonly contract: Contract }
    | { readonly kind: 'mark'; readonly contract: Contract }
    /** Orders with which the venue closes positions. */
    | { readonly kind: 'forced'; readonly contract: Contract }
    /** Contracts that were listed, halted or opened again. */
    | { readonly kind: 'listing'; readonly contract: null }
    /** The same channel of every contract: what changed, one by one or as a list. */
    | {
        readonly kind: 'every';
        readonly contract: null;
        readonly of: (contract: Contract) => PublicChannel;
        readonly isList: boolean;
        /** All of them whenever one changed. */
        readonly isWhole?: true;
      }
    /** A name that is accepted, and of which there is never anything to tell. */
    | { readonly kind: 'silent'; readonly contract: null }
  );

export type ChannelOf<Kind extends PublicChannel['kind']> = Extract<PublicChannel, { kind: Kind }>;

export const PRIVATE_CHANNELS = ['account', 'positions', 'orders', 'fill'] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];

/** Places of orders in their queues, which change with every book: they are not numbered. */
export const QUEUE_CHANNEL = 'queue';

/**
 * The channels of an account. Some are not numbered: a user stream tells everything, as it
 * happened; others tell the account as it stands, its funding, what it paid in and took out, and
 * what the venue did to it. A guard tells nothing and keeps the orders of the account while it is
 * there.
 */
export type OwnChannel =
  | PrivateChannel
  | typeof QUEUE_CHANNEL
  | 'user'
  | 'whole'
  | 'funding'
  | 'ledger'
  | 'forced'
  | 'guard';

export const findPrivateChannel = (
  name: string,
): PrivateChannel | typeof QUEUE_CHANNEL | undefined =>
  name === QUEUE_CHANNEL ? name : PRIVATE_CHANNELS.find((channel) => channel === name);

export const findDepthLimit = (text: string | undefined): 15 | 200 | undefined =>
  text === '15' ? 15 : text === '200' ? 200 : undefined;

const KLINE_PRICES = { LAST_PRICE: 'last', MARK_PRICE: 'mark' } as const;

export const KLINE_PRICE_NAMES = { last: 'LAST_PRICE', mark: 'MARK_PRICE' } as const;

export const findKlinePrice = (text: string | undefined): 'last' | 'mark' | undefined =>
  text === 'LAST_PRICE' || text === 'MARK_PRICE' ? KLINE_PRICES[text] : undefined;
