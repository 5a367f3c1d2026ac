/** Leverages and positions, from the caller's text. */
import { positionId } from '../domain/ids.ts';
import { type Caller, invalid, type PositionPlace } from './caller.ts';
import { findDecimal } from './decimal.ts';
import type { WireError } from './errors.ts';

/** `20` and `20.00` are the same leverage. */
export function parseWhole(field: string, text: string): number | WireError {
  const units = findDecimal(text, 0);
  return units === undefined || units === 0n || units > Number.MAX_SAFE_INTEGER
    ? invalid(field, `must be a whole number above 0, not '${text}'`)
    : Number(units);
}

export function parsePosition(
  caller: Caller,
  field: string,
  id: number,
): PositionPlace | WireError {
  const place = caller.findPosition(positionId(id));
  if (place === undefined) return invalid(field, `there is no position ${id}`);
  return { contract: place.contract, positionSide: place.positionSide };
}
