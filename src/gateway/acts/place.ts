/** Places what was read, and says which order it became. */
import { assert } from '../../domain/assert.ts';
import type { PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { type Answer, type PrivateCall, repeatedAnswer } from '../call.ts';
import { carryOut, carryOutEach, type Placed, placedIn } from './carry-out.ts';

export type Placing = PlaceOrder | PlaceTrigger;

export async function place(
  call: PrivateCall,
  command: Placing | WireError,
  format: (placed: Placed, command: Placing) => object,
): Promise<Answer> {
  if (isWireError(command)) return command;
  const outcome = await carryOut(call, command);
  if (isWireError(outcome)) return outcome;
  const placed = placedIn(outcome);
  const body = format(placed, command);
  return placed.isRepeat ? repeatedAnswer(body) : body;
}

/** Orders that cannot be read do not stop the others. */
export async function placeEach(
  call: PrivateCall,
  orders: readonly (PlaceOrder | WireError)[],
): Promise<(Placed | WireError)[]> {
  const commands = orders.flatMap((order) => (isWireError(order) ? [] : [order]));
  const outcomes = await carryOutEach(call, commands);
  return orders.map((order) => {
    if (isWireError(order)) return order;
    const outcome = outcomes[commands.indexOf(order)];
    assert(outcome !== undefined, 'an order of a batch has no outcome');
    return isWireError(outcome) ? outcome : placedIn(outcome);
  });
}
