/**
 * The words between a contest and a program: what a program is shown, and what it may answer. A
 * program in TypeScript takes these types from `perpetua/contest`; nothing of them is left when it
 * runs. Prices, sizes and money are plain numbers.
 */

/** What a program is shown at a decision. */
export interface ProgramState {
  /** Venue time, in milliseconds since 1970. */
  readonly at: number;
  /** The number of this decision, from 0, of so many in a heat. */
  readonly step: number;
  readonly steps: number;
  /** By base: `state.markets.BTC`. */
  readonly markets: Readonly<Record<string, ShownMarket>>;
  readonly account: ShownAccount;
  /** Since the decision before. */
  readonly fills: readonly ShownFill[];
  /** Why orders since then were refused. */
  readonly refusals: readonly string[];
}

export type ShownLevel = readonly [price: number, size: number];

export interface ShownMarket {
  /** The best first. */
  readonly bids: readonly ShownLevel[];
  readonly asks: readonly ShownLevel[];
  readonly mark: number;
  readonly index: number;
  /** The rate of the next settlement as it looks now, and its time. */
  readonly funding: number;
  readonly fundingAt: number;
  /** The smallest steps of prices and sizes. What is between them goes to the nearest. */
  readonly tick: number;
  readonly lot: number;
  /** Parts of the value of a fill. */
  readonly makerFee: number;
  readonly takerFee: number;
}

export interface ShownAccount {
  readonly equity: number;
  readonly available: number;
  readonly wallet: number;
  /** By base, where there is one. */
  readonly positions: Readonly<Record<string, ShownPosition>>;
  readonly orders: readonly ProgramOrder[];
}

export interface ShownPosition {
  /** Negative if it is short. */
  readonly size: number;
  readonly entry: number;
}

export interface ProgramOrder {
  /** The venue's number for it. */
  readonly order: number;
  /** The program's own word for it, if it gave one. */
  readonly id?: string;
  readonly contract: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  /** What is left of it. */
  readonly size: number;
}

export interface ShownFill {
  readonly order: number;
  readonly contract: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly size: number;
  readonly fee: number;
  readonly maker: boolean;
}

/** What `decide` returns; nothing is as good as an empty one. */
export interface ProgramDecision<Memory = unknown> {
  readonly orders?: readonly WantedOrder[];
  /** Numbers or words of orders, or all of them. Cancels come before orders. */
  readonly cancels?: readonly (number | string)[] | 'all';
  /** Handed to the next decision; the one before stays where there is none. */
  readonly memory?: Memory;
}

export interface WantedOrder {
  /** A base; may be left out where there is one contract only. */
  readonly contract?: string;
  readonly side: 'buy' | 'sell';
  readonly size: number;
  /** Left out for an order at market. */
  readonly price?: number;
  readonly type?: 'limit' | 'post-only' | 'ioc' | 'fok' | 'market';
  /** Only shrinks a position. */
  readonly reduceOnly?: boolean;
  /** A word of the program's own, to cancel it by. */
  readonly id?: string;
}
