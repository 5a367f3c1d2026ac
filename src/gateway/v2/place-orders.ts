/** The endpoints that place: orders, batches of them, triggers, exits. */
import type { PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import { isWireError, type WireError } from '../../wire/v2/errors.ts';
import {
  type BatchOutcome,
  batchRecord,
  outcomeRecord,
  placedRecord,
} from '../../wire/v2/format-outcome.ts';
import { parseBatchOrders, parsePlaceOrder } from '../../wire/v2/parse-place.ts';
import { parsePlanOrder, parseTpSlOrder } from '../../wire/v2/parse-plan.ts';
import { type Answer, type PrivateCall, repeatedAnswer } from '../call.ts';
import { callerOf } from './caller.ts';
import { carryOut, carryOutEach, type Placed, placedIn } from './carry-out.ts';

export const placeOrder = (call: PrivateCall): Promise<Answer> =>
  place(call, parsePlaceOrder(callerOf(call), call.fields), placedAnswer);

export const placePlan = (call: PrivateCall): Promise<Answer> =>
  place(call, parsePlanOrder(callerOf(call), call.fields), placedAnswer);

/** A list of one. */
export const placeExit = (call: PrivateCall): Promise<Answer> =>
  place(call, parseTpSlOrder(callerOf(call), call.fields), ({ order }) => [outcomeRecord(order)]);

type Placing = PlaceOrder | PlaceTrigger;

const placedAnswer = ({ order }: Placed, { clientOrderId }: Placing): object =>
  placedRecord(order, clientOrderId);

async function place(
  call: PrivateCall,
  command: Placing | WireError,
  format: (placed: Placed, command: Placing) => object,
): Promise<Answer> {
  if (isWireError(command)) return command;
  const events = await carryOut(call, command);
  if (isWireError(events)) return events;
  const placed = placedIn(events, command);
  const body = format(placed, command);
  return placed.isRepeat ? repeatedAnswer(body) : body;
}

/** Orders that cannot be read do not stop the others. */
export async function placeBatch(call: PrivateCall): Promise<Answer> {
  const batch = parseBatchOrders(callerOf(call), call.fields);
  if (isWireError(batch)) return batch;
  const commands = batch.items.flatMap(({ outcome }) => (isWireError(outcome) ? [] : [outcome]));
  const outcomes = await carryOutEach(call, commands);
  const items = batch.items.map(({ clientOrderId, outcome: command }): BatchOutcome => {
    if (isWireError(command)) return { clientOrderId, outcome: command };
    const events = outcomes[commands.indexOf(command)] ?? [];
    const outcome = isWireError(events) ? events : placedIn(events, command).order;
    return { clientOrderId, outcome };
  });
  return batchRecord(items, call.locale);
}
