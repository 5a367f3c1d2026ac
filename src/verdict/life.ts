/** One life of a bot: the market it meets, and what it made of it. */

/** What the venue of one life is given. */
export interface LifeTerms {
  /** Of venue time. */
  readonly seconds: number;
  /** Null if venue time waits for the steps of the bot. */
  readonly speed: number | null;
  /** The file that its record goes to. */
  readonly part: string;
  /** The settings of its venue, as `perpetua start` takes them. */
  readonly settings: readonly string[];
}

/** Ratios and amounts as plain numbers, for tables and pictures. */
export interface LifeFigures {
  /** Result over the money at the start. */
  readonly return: number;
  /** The same, had all that it held at the end been closed at the book. */
  readonly closed: number;
  /** The deepest fall below an earlier peak, as a part of the peak. */
  readonly drawdown: number;
  /** Of hourly returns, annualised; null if the life had fewer than two days of them. */
  readonly sharpe: number | null;
  /** In USDT, paid for fills and for liquidations. */
  readonly fees: number;
  /** In USDT, received; what was paid is negative. */
  readonly funding: number;
  readonly fills: number;
  readonly liquidations: number;
  /** Orders that came after the end, and count for nothing. */
  readonly late: number;
  /** In USDT, at the end: positions at the mean mark of the last minute. */
  readonly equity: number;
}

export type LifeOutcome =
  | { readonly seed: string; readonly figures: LifeFigures; readonly wallSeconds: number }
  | { readonly seed: string; readonly failure: string };

export type LivedLife = Extract<LifeOutcome, { readonly figures: LifeFigures }>;

export const hasLived = (outcome: LifeOutcome): outcome is LivedLife => 'figures' in outcome;
