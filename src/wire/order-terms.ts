/** Sizes and prices of orders, from the caller's text to lots and ticks. */
import type { Contract } from '../domain/contract.ts';
import type { RejectReason } from '../domain/reject.ts';
import type { Lots, Ticks } from '../domain/units.ts';
import { invalid } from './caller.ts';
import { type WireError, wireError } from './errors.ts';
import { parseLots, parseTicks } from './quantity.ts';
import { rejectError } from './reject-error.ts';

export function parseSize(contract: Contract, text: string): Lots | WireError {
  const size = parseLots(contract, text);
  return typeof size === 'number' ? size : rejectError(size, { contract, command: null });
}

type PriceReason = Extract<
  RejectReason,
  'price-invalid' | 'take-profit-invalid' | 'stop-loss-invalid' | 'trigger-price-invalid'
>;

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

/** Null where it was not sent. */
export const parseOptionalPrice = (
  contract: Contract,
  text: string | undefined,
  reason: PriceReason,
): Ticks | null | WireError => (text === undefined ? null : parsePrice(contract, text, reason));

/** The limit of an order: needed for a limit order, whatever it is for a market order. */
export function parseLimit(
  contract: Contract,
  order: { readonly isMarket: boolean; readonly field: string; readonly text: string | undefined },
): Ticks | null | WireError {
  const { isMarket, field, text } = order;
  if (isMarket) return null;
  if (text === undefined) return wireError('40019', { field });
  if (!/^-?\d{1,15}(?:\.\d{1,12})?$/.test(text))
    return invalid(field, `must be a plain decimal without exponent, not '${text}'`);
  return parsePrice(contract, text);
}

/** Absent or zero asks for the market. */
export const parseExecutePrice = (
  contract: Contract,
  text: string | undefined,
): Ticks | null | WireError =>
  text === undefined || /^0+(?:\.0+)?$/.test(text) ? null : parsePrice(contract, text);

/** Absent or zero follows the whole position. */
export const parseExitSize = (
  contract: Contract,
  text: string | undefined,
): Lots | null | WireError =>
  text === undefined || /^0+(?:\.0+)?$/.test(text) ? null : parseSize(contract, text);
