/** Closes positions at market and returns the result of each. */
import type { ClosePositions } from '../../domain/command.ts';
import type { ClosedPosition } from '../../domain/command-outcome.ts';
import type { OrderId, PositionId } from '../../domain/ids.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { rejectError } from '../../wire/reject-error.ts';
import type { PrivateCall } from '../call.ts';
import { carryOut } from './carry-out.ts';

/** A position to close, and the order that closed it. */
export interface CloseTold {
  readonly position: PositionId;
  readonly outcome: OrderId | WireError;
}

export async function closeEach(
  call: PrivateCall,
  command: ClosePositions,
): Promise<CloseTold[] | WireError> {
  const outcome = await carryOut(call, command);
  if (isWireError(outcome)) return outcome;
  return outcome.kind === 'closed' ? outcome.positions.map(worded(call)) : [];
}

const worded =
  ({ venue }: PrivateCall) =>
  ({ position, contract: id, became }: ClosedPosition): CloseTold => {
    if (typeof became === 'number') return { position, outcome: became };
    return {
      position,
      outcome: rejectError(became, { command: null, contract: venue.read.listing.contract(id) }),
    };
  };
