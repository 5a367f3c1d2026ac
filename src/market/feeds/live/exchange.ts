/** An exchange elsewhere, as the live feed sees it: it is asked for quotes and may not answer. */

export interface OutsideQuote {
  /** Such as BTC/USDT. */
  readonly pair: string;
  /** The middle of bid and ask, or the last trade where one of them is missing. */
  readonly price: number;
  /** Between bid and ask, as a part of the price; zero where one is missing. */
  readonly spread: number;
  /** When it was so, by the exchange's own words; undefined where it says nothing. */
  readonly at: number | undefined;
}

export interface Exchange {
  readonly name: string;
  /** It wants to be asked no more often than this. */
  readonly everyMillis: number;
  /** Those pairs it has, of those wished for. */
  readonly ask: (pairs: readonly string[]) => Promise<readonly OutsideQuote[]>;
}
