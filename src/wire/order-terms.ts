/** Sizes and prices of orders, from the caller's text to lots and ticks. */
import type { Contract } from '../domain/contract.ts';
import type { Lots, Ticks } from '../domain/units.ts';
import { isZeroDecimal } from './decimal.ts';
import type { WireError } from './errors.ts';
import type { PriceReason } from './field.ts';
import { parseLots, parseTicks } from './quantity.ts';
import { rejectError } from './reject-error.ts';

export function parseSize(contract: Contract, text: string): Lots | WireError {
  const size = parseLots(contract, text);
  return typeof size === 'number' ? size : rejectError(size, { contract, command: null });
}

/** A price off the tick is told in the words that belong to its role. */
export function parsePrice(
  contract: Contract,
  text: string,
  reason: PriceReason = 'price-invalid',
): Ticks | WireError {
  const price = parseTicks(contract, text);
  if (typeof price === 'number') return price;
  return rejectError({ ...price, reason }, { contract, command: null });
}

/** Whether it was not sent, or is the zero that many programs send for none. */
export const isNone = (text: string | undefined): boolean =>
  text === undefined || isZeroDecimal(text);

/** The price of an exit that comes with an order; null where there is none. */
export const parsePresetPrice = (
  contract: Contract,
  text: string | undefined,
  reason: PriceReason,
): Ticks | null | WireError =>
  text === undefined || isNone(text) ? null : parsePrice(contract, text, reason);
