/** Places what was read, and says which order it became. */
import { assert } from '../../domain/assert.ts';
import type { PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';
import { carryOut, carryOutEach, type Placed, placedIn } from './carry-out.ts';

export async function place(
  call: PrivateCall,
  command: PlaceOrder | PlaceTrigger,
): Promise<Placed | WireError> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : placedIn(outcome);
}

/** An order of a batch: what to place, or why it cannot be read. */
interface BatchItem {
  readonly command: PlaceOrder | WireError;
}

/** Orders that cannot be read do not stop the others. */
export async function placeEach(
  call: PrivateCall,
  items: readonly BatchItem[],
): Promise<(Placed | WireError)[]> {
  const commands = items.flatMap(({ command }) => (isWireError(command) ? [] : [command]));
  const outcomes = await carryOutEach(call, commands);
  return items.map(({ command }) => {
    if (isWireError(command)) return command;
    const outcome = outcomes[commands.indexOf(command)];
    assert(outcome !== undefined, 'an order of a batch has no outcome');
    return isWireError(outcome) ? outcome : placedIn(outcome);
  });
}
