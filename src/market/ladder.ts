/**
 * What a maker wants to have on one side of a book: a ladder whose steps widen and deepen outwards,
 * and nearest to the middle one order that gives back what the maker holds on the other side.
 * Distances are in ticks from the centre, as fractions; only whole ticks and lots leave.
 */
import { type Contract, notionalOf } from '../domain/contract.ts';
import type { Effect, Side } from '../domain/side.ts';
import { type Lots, lots, MONEY_SCALE, type Ticks, ticks } from '../domain/units.ts';
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

export const LEVELS = 12;
/** From the touch to the last level, distances grow a hundredfold and sizes thirtyfold. */
const DISTANCE_GROWTH = 1.54;
const SIZE_GROWTH = 1.36;
const MAKER_OFFSET = 0.2;
/** A half-spread is never less than half a tick: the book cannot show less. */
const HALF_SPREAD_TICKS_MIN = 0.5;
/** How much of an opposite position is offered back at once, in touches. */
const CLOSING_TOUCHES = 4;
/** A maker holding this many touches on one side opens no more there. */
export const INVENTORY_TOUCHES = 400;

export function ladderOf(inputs: LadderInputs, side: Side): Quote[] {
  const { contract, terms, centre, desk } = inputs;
  const half = Math.max(centre * (terms.halfSpreadPpm / 1e6), HALF_SPREAD_TICKS_MIN);
  const first = half * (1 + MAKER_OFFSET * inputs.maker);
  const touch = lotsFor(contract, centre, terms.touch);
  const closing = closingQuote(inputs, side, first, touch);
  const quotes = closing === undefined ? [] : [closing];
  const held = side === 'buy' ? desk.long : desk.short;
  if (held >= touch * INVENTORY_TOUCHES) return quotes;
  let before: number | undefined;
  for (let level = 0; level < LEVELS; level += 1) {
    const away = first * DISTANCE_GROWTH ** level;
    const price = outward(side, before, priceAt(side, centre, away));
    before = price;
    if (price < 1) break;
    const size = clampLots(contract, touch * SIZE_GROWTH ** level);
    const slack = level === 0 ? 0.1 : 0.17;
    const nearest = away * (1 - slack);
    quotes.push({
      effect: 'open',
      price: ticks(price),
      size,
      nearest,
      farthest: away * (1 + slack),
    });
  }
  return quotes;
}

/** One tick inside the touch where there is room, and never beyond the middle. */
function closingQuote(
  { centre, desk }: LadderInputs,
  side: Side,
  first: number,
  touch: Lots,
): Quote | undefined {
  const opposite = side === 'buy' ? desk.short : desk.long;
  const size = Math.min(opposite, touch * CLOSING_TOUCHES);
  if (size <= 0) return undefined;
  const edge = priceAt(side, centre, first);
  const price =
    side === 'buy'
      ? Math.min(edge + 1, Math.ceil(centre) - 1)
      : Math.max(edge - 1, Math.floor(centre) + 1);
  if (price < 1) return undefined;
  return {
    effect: 'close',
    price: ticks(price),
    size: lots(size),
    nearest: first * 0.8,
    farthest: first,
  };
}

/** Away from the middle, so that both sides never meet. */
export const priceAt = (side: Side, centre: number, away: number): number =>
  side === 'buy' ? Math.floor(centre - away) : Math.ceil(centre + away);

/** Two levels never share a price. */
function outward(side: Side, before: number | undefined, price: number): number {
  if (before === undefined) return price;
  return side === 'buy' ? Math.min(before - 1, price) : Math.max(before + 1, price);
}

/** So many of the quote currency at a price, as lots that one order may have. */
export function lotsFor(contract: Contract, price: number, quote: number): Lots {
  return clampLots(contract, quote / lotWorth(contract, price));
}

/** One lot at a price in ticks, in the quote currency. */
export const lotWorth = (contract: Contract, price: number): number =>
  (price * Number(notionalOf(contract, ticks(1), lots(1)))) / Number(MONEY_SCALE);

export const clampLots = (contract: Contract, size: number): Lots =>
  lots(Math.min(contract.orderLotsMax, Math.max(contract.orderLotsMin, Math.round(size))));
