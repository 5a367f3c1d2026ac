/**
 * The units of the venue. A brand is a promise about what an integer counts: a price, a size,
 * money, a rate or a moment. Constructors are called only where a unit is truly made (parsing,
 * arithmetic that changes the unit); everywhere else the compiler carries the brand.
 */

declare const unit: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [unit]: Name };

/** A price: how many of the contract's smallest price steps. Positive; zero stands for "none". */
export type Ticks = Branded<number, 'Ticks'>;
/** A price a hundred times finer than Ticks: index prices and averages are kept in it. */
export type FineTicks = Branded<number, 'FineTicks'>;
/** A size: how many of the contract's smallest size steps. Never negative. */
export type Lots = Branded<number, 'Lots'>;
/** Money: 1e-8 of the quote currency. */
export type Money = Branded<bigint, 'Money'>;
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
export const money = (units: bigint): Money => units as Money;
export const ppm = (parts: number): Ppm => parts as Ppm;
export const fundingRate = (parts: number): FundingRate => parts as FundingRate;
export const millis = (count: number): Millis => count as Millis;
export const monotonic = (count: number): Monotonic => count as Monotonic;
export const seq = (place: number): Seq => place as Seq;

export const NO_MONEY: Money = money(0n);
export const NO_LOTS: Lots = lots(0);
/** No price: an empty side of a book, or the price of a market order. */
export const NO_TICKS: Ticks = ticks(0);

/** How many units of Money make one of the quote currency. */
export const MONEY_SCALE = 100_000_000n;
/** How many FineTicks make one tick. */
export const FINE_PER_TICK = 100;
export const PPM_SCALE = 1_000_000n;
export const FUNDING_SCALE = 100_000_000n;
