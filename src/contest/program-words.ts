/**
 * The words between a contest and a program: what a program is shown, and what it may answer. Of
 * these schemas are the types of the code here, those of `perpetua/contest` for programs in
 * TypeScript, written by scripts/describe-program.ts, and the tool of a model. Prices, sizes and
 * money are plain numbers.
 */
import { type Static, Type } from 'typebox';

const number = (description: string) => Type.Number({ description });
const word = <const Word extends string>(words: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], ...(description && { description }) });
const maybe = Type.Optional;
const SIDE = word(['buy', 'sell']);

export type ShownLevel = readonly [price: number, size: number];
const LEVEL = Type.Unsafe<ShownLevel>(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }));

const MARKET = Type.Object({
  bids: Type.Array(LEVEL, { description: 'Price and size of each level, the best first' }),
  asks: Type.Array(LEVEL),
  mark: Type.Number(),
  index: Type.Number(),
  funding: number('The rate of the next settlement as it looks now'),
  fundingAt: number('The time of that settlement'),
  tick: number('The smallest step of prices; what is between two goes to the nearest'),
  lot: number('The same of sizes'),
  makerFee: number('A part of the value of a fill'),
  takerFee: Type.Number(),
});
export type ShownMarket = Static<typeof MARKET>;

const POSITION = Type.Object({ size: number('Negative if it is short'), entry: Type.Number() });
export type ShownPosition = Static<typeof POSITION>;

const ORDER = Type.Object({
  order: number("The venue's number for it"),
  id: maybe(Type.String({ description: "The program's own word for it, if it gave one" })),
  contract: Type.String(),
  side: SIDE,
  price: Type.Number(),
  size: number('What is left of it'),
});
export type ProgramOrder = Static<typeof ORDER>;

const ACCOUNT = Type.Object({
  equity: Type.Number(),
  available: Type.Number(),
  wallet: Type.Number(),
  positions: Type.Record(Type.String(), POSITION, { description: 'By base, where there is one' }),
  orders: Type.Array(ORDER),
});
export type ShownAccount = Static<typeof ACCOUNT>;

const FILL = Type.Object({
  order: Type.Number(),
  contract: Type.String(),
  side: SIDE,
  price: Type.Number(),
  size: Type.Number(),
  fee: Type.Number(),
  maker: Type.Boolean(),
});
export type ShownFill = Static<typeof FILL>;

const STATE = Type.Object({
  at: number('Venue time, in milliseconds since 1970'),
  step: number('The number of this decision, from 0, of so many in a heat'),
  steps: Type.Number(),
  markets: Type.Record(Type.String(), MARKET, { description: 'By base: `state.markets.BTC`' }),
  account: ACCOUNT,
  fills: Type.Array(FILL, { description: 'Since the decision before' }),
  refusals: Type.Array(Type.String(), { description: 'Why orders since then were refused' }),
});
export type ProgramState = Static<typeof STATE>;

export const WANTED_ORDER = Type.Object({
  contract: maybe(Type.String({ description: 'A base; not needed where there is one contract' })),
  side: SIDE,
  size: Type.Number(),
  price: maybe(number('Left out for an order at market')),
  type: maybe(word(['limit', 'post-only', 'ioc', 'fok', 'market'])),
  reduceOnly: maybe(Type.Boolean({ description: 'Only shrinks a position' })),
  id: maybe(Type.String({ description: 'A word of your own, to cancel it by' })),
});
export type WantedOrder = Static<typeof WANTED_ORDER>;

const CANCELS = Type.Union(
  [Type.Array(Type.Union([Type.Number(), Type.String()])), Type.Literal('all')],
  { description: 'Numbers or words of orders, or all of them. Cancels come before orders' },
);
const MEMORY = { description: 'Handed to the next decision; without one the last one stays' };
const DECISION = Type.Object({
  orders: maybe(Type.Array(WANTED_ORDER)),
  cancels: maybe(CANCELS),
  memory: maybe(Type.Unknown(MEMORY)),
});
/** What `decide` returns; nothing is as good as an empty one. */
export type ProgramDecision<Memory = unknown> = Omit<Static<typeof DECISION>, 'memory'> & {
  readonly memory?: Memory;
};

/** By the names of their types, each before those that hold it. */
export const PROGRAM_WORDS = {
  ShownLevel: LEVEL,
  ShownMarket: MARKET,
  ShownPosition: POSITION,
  ProgramOrder: ORDER,
  ShownAccount: ACCOUNT,
  ShownFill: FILL,
  ProgramState: STATE,
  WantedOrder: WANTED_ORDER,
  ProgramDecision: DECISION,
};
