/**
 * The units of the venue. A brand is a promise about what an integer counts: a price, a size,
 * money, a rate or a moment. Constructors are called only where a unit is truly made (parsing,
 * arithmetic that changes the unit); everywhere else the compiler carries the brand.
 */

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

declare const unit: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [unit]: Name };

/** A price: how many of the contract's smallest price steps. Positive; zero stands for "none". */
export type Ticks = Branded<number, 'Ticks'>;
/** A price a hundred times finer than Ticks: index prices and averages are kept in it. */
export type FineTicks = Branded<number, 'FineTicks'>;
/** A size: how many of the contract's smallest size steps. Never negative. */
export type Lots = Branded<number, 'Lots'>;
/** An amount beyond 2^53 - 1. It is a bigint, but only `toBigInt` says so to the compiler. */
interface LargeMoney {
  readonly [unit]: 'Money';
}
/**
 * Money: 1e-8 of the quote currency. An amount of at most 2^53 - 1 either way is a number, which
 * the machine adds in a register; any other is a bigint. Each amount has one form, so that `===`,
 * `<` and `>` compare amounts as they are. Its arithmetic, exact for both, is in `money.ts`.
 */
export type Money = Branded<number, 'Money'> | LargeMoney;
/** A rate in parts per million: fees, margin fractions, price bands. */
export type Ppm = Branded<number, 'Ppm'>;
/**
 * A funding rate or premium: parts per hundred million (1e-8), up to eight decimals on the wire.
 */
export type FundingRate = Branded<number, 'FundingRate'>;
/** Venue time, milliseconds since 1970. */
export type Millis = Branded<number, 'Millis'>;
/** Milliseconds on a clock that nobody can set; only the difference of two means anything. */
export type Monotonic = Branded<number, 'Monotonic'>;
/** Place of an entry in the journal; the first entry has 1. */
export type Seq = Branded<number, 'Seq'>;

export const ticks = (count: number): Ticks => count as Ticks;
export const fineTicks = (count: number): FineTicks => count as FineTicks;
export const lots = (count: number): Lots => count as Lots;
/** A number must be a safe integer, and not -0. A bigint may be any. */
export const money = (units: number | bigint): Money =>
  (typeof units === 'bigint' && units <= SAFE && units >= -SAFE ? Number(units) : units) as Money;
export const toBigInt = (amount: Money): bigint =>
  typeof amount === 'number' ? BigInt(amount) : (amount as unknown as bigint);
export const ppm = (parts: number): Ppm => parts as Ppm;
export const fundingRate = (parts: number): FundingRate => parts as FundingRate;
export const millis = (count: number): Millis => count as Millis;
export const monotonic = (count: number): Monotonic => count as Monotonic;
export const seq = (place: number): Seq => place as Seq;

export const NO_MONEY: Money = money(0);
export const NO_LOTS: Lots = lots(0);
/** No price: an empty side of a book, or the price of a market order. */
export const NO_TICKS: Ticks = ticks(0);

/** How many units of Money make one of the quote currency. */
export const MONEY_SCALE = 100_000_000n;
/** How many FineTicks make one tick. */
export const FINE_PER_TICK = 100;
export const PPM_SCALE = 1_000_000n;
export const FUNDING_SCALE = 100_000_000n;
