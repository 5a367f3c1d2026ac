/** Cancels orders and amends triggers. Each returns the canceled orders or an error. */

import { assert } from '../../domain/assert.ts';
import type {
  AmendTrigger,
  CancelAllOrders,
  CancelOrder,
  ClosePositions,
} from '../../domain/command.ts';
import type { ClosedPosition } from '../../domain/command-outcome.ts';
import type { OrderId } from '../../domain/ids.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { CloseTold } from '../../wire/order-figures.ts';
import { rejectError } from '../../wire/reject-error.ts';
import type { PrivateCall } from '../call.ts';
import { type Accepted, carryOut, carryOutEach, ordersIn } from './carry-out.ts';
import { explainMissing } from './find-order.ts';

export const cancel = async (
  call: PrivateCall,
  command: CancelOrder,
): Promise<OrderId | WireError> => outcomeOf(call, command, await carryOut(call, command));

async function outcomeOf(
  call: PrivateCall,
  command: CancelOrder,
  outcome: Accepted | WireError | undefined,
): Promise<OrderId | WireError> {
  assert(outcome !== undefined, 'a cancel has no outcome');
  if (isWireError(outcome)) return explained(call, command, outcome);
  const [order] = ordersIn(outcome);
  assert(order !== undefined, 'an accepted cancel canceled nothing');
  return order;
}

/** Returns a better error if the order that the engine does not know has already finished. */
const explained = async (
  call: PrivateCall,
  { target }: CancelOrder | AmendTrigger,
  error: WireError,
): Promise<WireError> => (error.code === '50005' ? explainMissing(call, target) : error);

export async function cancelEach(
  call: PrivateCall,
  { commands }: { readonly commands: readonly CancelOrder[] },
): Promise<(OrderId | WireError)[]> {
  const outcomes = await carryOutEach(call, commands);
  return Promise.all(commands.map((command, item) => outcomeOf(call, command, outcomes[item])));
}

export async function cancelEvery(
  call: PrivateCall,
  command: CancelAllOrders,
): Promise<readonly OrderId[] | WireError> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : ordersIn(outcome);
}

export async function changeTrigger(
  call: PrivateCall,
  command: AmendTrigger,
): Promise<WireError | undefined> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? explained(call, command, outcome) : undefined;
}

/** Closes positions at market and returns the result of each. */
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
