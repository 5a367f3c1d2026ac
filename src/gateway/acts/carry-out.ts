/**
 * Submits a command to the venue and turns a reject into an error of the interface. For a
 * placement it returns the id of the order.
 */
import { assert } from '../../domain/assert.ts';
import type { Batch, Command, PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import type { CommandRefused, SingleOutcome } from '../../domain/command-outcome.ts';
import type { Event } from '../../domain/event.ts';
import type { OrderId } from '../../domain/ids.ts';
import { COMMAND_LIFE } from '../../domain/limits.ts';
import { millis } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { rejectError } from '../../wire/reject-error.ts';
import type { PrivateCall } from '../call.ts';

export type Single = Exclude<Command, Batch>;
/** The outcome of a command that was accepted. */
export type Accepted = Exclude<SingleOutcome, CommandRefused>;

export async function carryOut(call: PrivateCall, command: Single): Promise<Accepted | WireError> {
  const outcome = await call.submitOnce(command);
  assert(outcome.kind !== 'batch', 'one command has the outcome of several', command.kind);
  return worded(call, command, outcome);
}

/** Returns the same for each command of a batch, in their order. */
export async function carryOutEach(
  call: PrivateCall,
  commands: readonly Single[],
): Promise<(Accepted | WireError)[]> {
  if (commands.length === 0) return [];
  const outcome = await call.submitOnce({ kind: 'batch', commands });
  return commands.map((command, item) => {
    const own = outcome.kind === 'batch' ? outcome.items[item] : outcome;
    assert(own !== undefined, 'a command of a batch has no outcome', item);
    return worded(call, command, own);
  });
}

function worded(
  { venue, marginWords }: PrivateCall,
  command: Single,
  outcome: SingleOutcome,
): Accepted | WireError {
  if (outcome.kind !== 'refused') return outcome;
  const contract = outcome.contract === null ? null : venue.read.listing.contract(outcome.contract);
  return rejectError(outcome.reject, { command, contract, marginWords });
}

/**
 * Carries out a command of the operator or the competition, which has no signed request, and
 * returns its events. A consequence of the command may be rejected, such as a close of a halted
 * contract; the command itself is still done.
 */
export async function carryOutUnsigned(
  venue: Pick<Venue, 'submit' | 'read' | 'clock'>,
  command: Single,
): Promise<readonly Event[] | WireError> {
  const until = millis(venue.clock.wallNow() + COMMAND_LIFE);
  const { events } = await venue.submit(command, { until });
  const refused = events.find(
    (event) => event.kind === 'command-rejected' && event.command === command.kind,
  );
  if (refused?.kind !== 'command-rejected') return events;
  const named = 'contract' in command ? command.contract : null;
  const contract = typeof named === 'number' ? venue.read.listing.contract(named) : null;
  return rejectError(refused.reject, { command, contract });
}

export interface Placed {
  readonly order: OrderId;
  /** Whether the order existed already, with the same client id and content. */
  readonly isRepeat: boolean;
}

export async function place(
  call: PrivateCall,
  command: PlaceOrder | PlaceTrigger,
): Promise<Placed | WireError> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : placedIn(outcome);
}

/** An order of a batch: the command, or the error if it could not be read. */
interface BatchItem {
  readonly command: PlaceOrder | PlaceTrigger | WireError;
}

/** Returns a result for each order. An order that could not be read does not stop the others. */
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

/** Returns the order that the accepted command created now or when it first came. */
function placedIn(outcome: Accepted): Placed {
  if (outcome.kind === 'known-order') return { order: outcome.order, isRepeat: true };
  const [order] = ordersIn(outcome);
  assert(order !== undefined, 'an accepted command placed no order');
  return { order, isRepeat: false };
}

export const ordersIn = (outcome: Accepted): readonly OrderId[] =>
  outcome.kind === 'done' ? outcome.orders : [];
