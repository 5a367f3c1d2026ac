/**
 * What an order may carry beyond the plain terms. A command without options means, and is stored,
 * as it always was.
 */
import type { PositionMode, SelfTradePolicy } from './account.ts';
import type { TimeInForce, TriggerDirection } from './order.ts';
import type { Millis, Ticks } from './units.ts';

export interface OrderOptions {
  /**
   * The mode that the sender's words assume. An account in the other mode refuses the order. If
   * missing, the account's mode decides, but an open against a held position is refused.
   */
  readonly positionMode?: PositionMode;
  /** Instead of the account's own policy. */
  readonly selfTrade?: SelfTradePolicy;
  /** The price is taken from the book when the order is placed or fires; then `price` is null. */
  readonly priceMatch?: PriceMatch;
  /** Good until this moment of venue time. */
  readonly expiresAt?: Millis;
  /** The client order id must differ from those of open orders, and is free once it has ended. */
  readonly clientIds?: 'open-only';
}

/** The n-th best price of the other side of the book, or of the order's own side. */
export interface PriceMatch {
  readonly of: 'opponent' | 'queue';
  readonly level: number;
}

export interface TriggerOptions extends OrderOptions {
  /** Instead of the direction that follows from the purpose or from where the price stands. */
  readonly direction?: TriggerDirection;
  /** Of the order once it has fired with a limit. */
  readonly timeInForce?: TimeInForce;
  readonly trailing?: Trailing;
  /** Fires only while mark and last are close to each other. */
  readonly priceProtect?: true;
  /** A second exit of the same kind for the whole position is refused instead of replacing it. */
  readonly replaces?: false;
}

/** A stop that follows the price at a distance. */
export interface Trailing {
  /** The distance in tenths of a per cent, 1 to 200. */
  readonly callback: number;
  /** The price from which on it follows; null for at once. */
  readonly activation: Ticks | null;
}
