/**
 * How far from the mark an order may trade. An aggressive price outside the band is clipped, not
 * refused: it works at the bound and reads back as it was sent.
 */
import type { Contract } from './contract.ts';
import { wholeDown, wholeUp } from './rounding.ts';
import type { Effect, Side } from './side.ts';
import { type Ppm, ppm, type Ticks, ticks } from './units.ts';

const ONE = 1_000_000;
/** A market order that closes may reach further than one that opens: getting out matters more. */
const CLOSE_BAND_MIN = ppm(50_000);
/** A resting price further than this above the mark is a typing mistake. */
const FAR_FACTOR = 10;

/** The highest price a buy, or the lowest a sell, may trade at. Rounded towards the mark. */
export function bandBound(side: Side, mark: Ticks, band: Ppm): Ticks {
  if (side === 'buy') return ticks(wholeDown(mark * (ONE + band), ONE));
  return ticks(Math.max(1, wholeUp(mark * (ONE - band), ONE)));
}

const bandOf = (contract: Contract, side: Side): Ppm =>
  side === 'buy' ? contract.buyBand : contract.sellBand;

/** The working price of a limit order. */
export function clipToBand(contract: Contract, side: Side, price: Ticks, mark: Ticks): Ticks {
  const bound = bandBound(side, mark, bandOf(contract, side));
  return side === 'buy' ? ticks(Math.min(price, bound)) : ticks(Math.max(price, bound));
}

/** The working price of a market order. */
export function protectionPrice(
  contract: Contract,
  side: Side,
  effect: Effect,
  mark: Ticks,
): Ticks {
  const band = bandOf(contract, side);
  return bandBound(side, mark, effect === 'open' ? band : ppm(Math.max(band, CLOSE_BAND_MIN)));
}

export const isPriceTooFar = (price: Ticks, mark: Ticks): boolean => price > mark * FAR_FACTOR;
