/** Sizes and prices of orders, from the caller's text to lots and ticks. */
import type { Contract } from '../domain/contract.ts';
import type { Lots, Ticks } from '../domain/units.ts';
import { isZeroDecimal } from './decimal.ts';
import { isWireError, type WireError, wireError } from './errors.ts';
import type { PriceReason } from './field.ts';
import { parseLots, parseTicks } from './quantity.ts';
import { readDecimal } from './read-form.ts';
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

const unlessNone = <Value>(
  text: string | undefined,
  parse: (given: string) => Value,
): Value | null => (text === undefined || isNone(text) ? null : parse(text));

/** The price of an exit that comes with an order; null where there is none. */
export const parsePresetPrice = (
  contract: Contract,
  text: string | undefined,
  reason: PriceReason,
): Ticks | null | WireError => unlessNone(text, (given) => parsePrice(contract, given, reason));

/** The limit of an order: needed for a limit order, whatever it is for a market order. */
export function parseLimit(
  contract: Contract,
  order: { readonly isMarket: boolean; readonly field: string; readonly text: string | undefined },
): Ticks | null | WireError {
  const { isMarket, field, text } = order;
  if (isMarket) return null;
  if (text === undefined) return wireError('40019', { field });
  const decimal = readDecimal(field, text);
  return isWireError(decimal) ? decimal : parsePrice(contract, decimal);
}

/** Absent or zero asks for the market. */
export const parseExecutePrice = (
  contract: Contract,
  text: string | undefined,
): Ticks | null | WireError => unlessNone(text, (given) => parsePrice(contract, given));

/** Absent or zero follows the whole position. */
export const parseExitSize = (
  contract: Contract,
  text: string | undefined,
): Lots | null | WireError => unlessNone(text, (given) => parseSize(contract, given));
