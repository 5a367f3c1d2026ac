/** The endpoints that place: orders, batches of them, triggers, exits. */
import { isWireError } from '../../wire/errors.ts';
import {
  type BatchOutcome,
  batchRecord,
  outcomeRecord,
  placedRecord,
} from '../../wire/v2/format-outcome.ts';
import { parseBatchOrders, parsePlaceOrder } from '../../wire/v2/parse-place.ts';
import { parsePlanOrder, parseTpSlOrder } from '../../wire/v2/parse-plan.ts';
import { callerOf } from '../acts/caller.ts';
import type { Placed } from '../acts/carry-out.ts';
import { type Placing, place, placeEach } from '../acts/place.ts';
import type { Answer, PrivateCall } from '../call.ts';

export const placeOrder = (call: PrivateCall): Promise<Answer> =>
  place(call, parsePlaceOrder(callerOf(call), call.fields), placedAnswer);

export const placePlan = (call: PrivateCall): Promise<Answer> =>
  place(call, parsePlanOrder(callerOf(call), call.fields), placedAnswer);

/** A list of one. */
export const placeExit = (call: PrivateCall): Promise<Answer> =>
  place(call, parseTpSlOrder(callerOf(call), call.fields), ({ order }) => [outcomeRecord(order)]);

const placedAnswer = ({ order }: Placed, { clientOrderId }: Placing): object =>
  placedRecord(order, clientOrderId);

/** Orders that cannot be read do not stop the others. */
export async function placeBatch(call: PrivateCall): Promise<Answer> {
  const batch = parseBatchOrders(callerOf(call), call.fields);
  if (isWireError(batch)) return batch;
  const outcomes = await placeEach(
    call,
    batch.items.map(({ outcome }) => outcome),
  );
  const items = batch.items.flatMap(({ clientOrderId }, item): BatchOutcome[] => {
    const outcome = outcomes[item];
    if (outcome === undefined) return [];
    return [{ clientOrderId, outcome: isWireError(outcome) ? outcome : outcome.order }];
  });
  return batchRecord(items, call.locale);
}
