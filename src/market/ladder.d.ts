/**
 * What a maker wants to have on one side of a book: a ladder whose steps widen and deepen outwards,
 * and nearest to the middle one order that gives back what the maker holds on the other side.
 * Distances are in ticks from the centre, as fractions; only whole ticks and lots leave.
 */
import { type Contract } from '../domain/contract.ts';
import type { Effect, Side } from '../domain/side.ts';
import { type Lots, type Ticks } from '../domain/units.ts';
import type { MarketTerms } from './market-terms.ts';
import type { DeskPicture } from './picture.ts';
export interface Quote {
  readonly effect: Effect;
  readonly price: Ticks;
  readonly size: Lots;
  /** An order that stands between these distances is left where it is. */
  readonly nearest: number;
  readonly farthest: number;
}
export interface LadderInputs {
  readonly contract: Contract;
  readonly terms: MarketTerms;
  /** Where the house sees the middle, in ticks. */
  readonly centre: number;
  readonly desk: DeskPicture;
  /** Which of the makers it is: each stands a little farther out than the one before. */
  readonly maker: number;
}
export declare const LEVELS = 12;
/** A maker holding this many touches on one side opens no more there. */
export declare const INVENTORY_TOUCHES = 400;
export declare function ladderOf(inputs: LadderInputs, side: Side): Quote[];
/** Away from the middle, so that both sides never meet. */
export declare const priceAt: (side: Side, centre: number, away: number) => number;
/** So many of the quote currency at a price, as lots that one order may have. */
export declare function lotsFor(contract: Contract, price: number, quote: number): Lots;
/** One lot at a price in ticks, in the quote currency. */
export declare const lotWorth: (contract: Contract, price: number) => number;
export declare const clampLots: (contract: Contract, size: number) => Lots;
