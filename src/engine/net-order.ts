/**
 * Orders of net accounts. An order to open shrinks the position of the other side before it opens
 * its own.
 */
import type { PlaceOrder, PlaceTrigger } from '../domain/command.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { oppositePositionSide } from '../domain/side.ts';
import { type Desk, sideAt } from './state.ts';

/**
 * A sender who says which mode it means is told if the account has the other. One who does not say
 * means two positions side by side, so it is told where the account would do something else.
 */
export function checkPositionMode(
  desk: Desk,
  { options, effect, positionSide }: PlaceOrder | PlaceTrigger,
): Reject | undefined {
  const { positionMode } = desk.account;
  const meant = options?.positionMode;
  if (meant !== undefined && meant !== positionMode)
    return reject('position-mode-mismatch', { given: meant, limit: positionMode });
  if (positionMode === 'hedge' || meant !== undefined || effect === 'close') return undefined;
  const other = oppositePositionSide(positionSide);
  if (sideAt(desk, other).position === null) return undefined;
  return reject('position-mode-net', { given: positionSide, limit: other });
}
