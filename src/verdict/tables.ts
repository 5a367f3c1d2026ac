/**
 * The tables of a run, each described once: the type of a row, the files and the columns of a
 * notebook follow from here. Amounts, prices and sizes are whole numbers of 1e-8 throughout.
 */

/** A kind that ends in a question mark may be null. */
type PlainKind = 'text' | 'count' | 'time' | 'amount' | 'flag';
export type ColumnKind = PlainKind | `${PlainKind}?`;

/** Parts of the result; together they are the result. What was paid is negative. */
const SPLIT = {
  /** What the positions gained or lost by the middle of the book moving. */
  price: 'amount',
  /** Between the prices of fills and the middle before the order came; earned by a maker. */
  slippage: 'amount',
  fees: 'amount',
  funding: 'amount',
  /** Fees of liquidations, and what their settlements cost against the middle. */
  liquidation: 'amount',
} as const;

export const LIFE_TABLES = {
  trades: {
    trade: 'count',
    contract: 'text',
    side: 'text',
    openedAt: 'time',
    openedSeq: 'count',
    closedAt: 'time?',
    closedSeq: 'count?',
    /** How it ended: closed, liquidated, or still open at the end and valued there. */
    end: 'text',
    regime: 'text',
    /** The largest size it had, and its mean prices. */
    size: 'amount',
    entry: 'amount',
    exit: 'amount',
    fills: 'count',
    result: 'amount',
    ...SPLIT,
  },
  fills: {
    fill: 'count',
    at: 'time',
    seq: 'count',
    trade: 'count',
    order: 'count',
    contract: 'text',
    side: 'text',
    positionSide: 'text',
    effect: 'text',
    isMaker: 'flag',
    /** The book, or how the venue settled it. */
    venue: 'text',
    price: 'amount',
    middle: 'amount',
    size: 'amount',
    value: 'amount',
    fee: 'amount',
    slippage: 'amount',
    liquidation: 'amount',
  },
  equity: {
    at: 'time',
    equity: 'amount',
    /** Value of all positions, and of longs less shorts. */
    gross: 'amount',
    net: 'amount',
    regime: 'text',
  },
  orders: {
    order: 'count',
    at: 'time',
    seq: 'count',
    clientOrderId: 'text?',
    contract: 'text',
    side: 'text',
    positionSide: 'text',
    effect: 'text',
    kind: 'text',
    origin: 'text',
    price: 'amount?',
    size: 'amount',
    filled: 'amount',
    endedAt: 'time?',
    /** Filled, open, or why it was canceled. */
    end: 'text',
  },
  positions: {
    at: 'time',
    seq: 'count',
    contract: 'text',
    side: 'text',
    size: 'amount',
    openValue: 'amount',
  },
  funding: {
    at: 'time',
    seq: 'count',
    contract: 'text',
    side: 'text',
    notional: 'amount',
    rate: 'amount',
    received: 'amount',
  },
  /** Each position as a liquidation found it, and what it had to keep. */
  liquidations: {
    liquidation: 'count',
    at: 'time',
    seq: 'count',
    scope: 'text',
    contract: 'text',
    side: 'text',
    size: 'amount',
    openValue: 'amount',
    mark: 'amount',
    notional: 'amount',
    unrealised: 'amount',
    /** Of the account, or of the isolated position. */
    backing: 'amount',
    equity: 'amount',
    requirement: 'amount',
  },
  refusals: {
    refusal: 'count',
    at: 'time',
    /** The last entry before it. */
    seq: 'count',
    call: 'text',
    status: 'count',
    code: 'text',
    words: 'text',
  },
} as const satisfies Record<string, Record<string, ColumnKind>>;

export type TableName = keyof typeof LIFE_TABLES;
export const TABLE_NAMES = Object.keys(LIFE_TABLES).filter(
  (name): name is TableName => name in LIFE_TABLES,
);

interface PlainValues {
  readonly text: string;
  readonly count: number;
  readonly time: number;
  readonly amount: bigint;
  readonly flag: boolean;
}
type KindValue<Kind extends ColumnKind> = Kind extends PlainKind
  ? PlainValues[Kind]
  : Kind extends `${infer Plain extends PlainKind}?`
    ? PlainValues[Plain] | null
    : never;
export type Cell = PlainValues[PlainKind] | null;

type Described = typeof LIFE_TABLES;
export type TableRow<Name extends TableName> = {
  readonly [Column in keyof Described[Name]]: Described[Name][Column] extends ColumnKind
    ? KindValue<Described[Name][Column]>
    : never;
};
export type LifeTables = { readonly [Name in TableName]: readonly TableRow<Name>[] };
