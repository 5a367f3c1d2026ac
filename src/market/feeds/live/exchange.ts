/** An outside exchange as the live feed sees it: it is asked for quotes and may not answer. */

export interface OutsideQuote {
  /** For example BTC/USDT. */
  readonly pair: string;
  /** The middle of bid and ask, or the last trade if one of them is missing. */
  readonly price: number;
  /** The spread as a fraction of the price; zero if bid or ask is missing. */
  readonly spread: number;
  /** The exchange's own time of the quote; undefined if it gives none. */
  readonly at: number | undefined;
}

export interface Exchange {
  readonly name: string;
  /** The exchange must not be asked more often than this. */
  readonly everyMillis: number;
  /** The requested pairs that the exchange has. */
  readonly ask: (pairs: readonly string[]) => Promise<readonly OutsideQuote[]>;
}
