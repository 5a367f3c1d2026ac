/** The endpoints that take orders back, or change them while they wait. */
import type { CancelOrder } from '../../domain/command.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import {
  type CancelOutcome,
  cancelBatchRecord,
  canceledRecord,
  closedRecord,
  modifiedRecord,
  outcomeRecord,
} from '../../wire/v2/format-outcome.ts';
import {
  parseCancelAll,
  parseCancelBatch,
  parseCancelOrder,
  parseClosePositions,
} from '../../wire/v2/parse-cancel.ts';
import { parseCancelPlan, parseModifyTpSl } from '../../wire/v2/parse-plan.ts';
import { callerOf } from '../acts/caller.ts';
import { amendTrigger, cancelAll, cancelEach, cancelOne } from '../acts/cancel.ts';
import { closePositions } from '../acts/close-positions.ts';
import type { RecentOrders } from '../acts/recent-orders.ts';
import type { Answer, PrivateCall } from '../call.ts';

export const cancelOrder = (recent: RecentOrders, call: PrivateCall): Promise<Answer> =>
  canceled(recent, call, parseCancelOrder(callerOf(call), call.fields));

export const cancelPlan = (recent: RecentOrders, call: PrivateCall): Promise<Answer> =>
  canceled(recent, call, parseCancelPlan(callerOf(call), call.fields));

async function canceled(
  recent: RecentOrders,
  call: PrivateCall,
  command: CancelOrder | WireError,
): Promise<Answer> {
  const outcome = await cancelOne(recent, call, command);
  if (isWireError(outcome)) return outcome;
  if (isWireError(command)) return command;
  const { target } = command;
  return canceledRecord(outcome, target.by === 'id' ? null : target.clientOrderId);
}

export async function cancelBatch(recent: RecentOrders, call: PrivateCall): Promise<Answer> {
  const batch = parseCancelBatch(callerOf(call), call.fields);
  if (isWireError(batch)) return batch;
  const outcomes = await cancelEach(
    recent,
    call,
    batch.items.map(({ command }) => command),
  );
  const items = batch.items.flatMap(({ sent }, item): CancelOutcome[] => {
    const outcome = outcomes[item];
    return outcome === undefined ? [] : [{ sent, outcome }];
  });
  return cancelBatchRecord(batch.by, items, call.locale);
}

export async function cancelEvery(call: PrivateCall): Promise<Answer> {
  const orders = await cancelAll(call, parseCancelAll(callerOf(call), call.fields));
  return isWireError(orders) ? orders : orders.map(outcomeRecord);
}

export const modifyExit = async (recent: RecentOrders, call: PrivateCall): Promise<Answer> =>
  (await amendTrigger(recent, call, parseModifyTpSl)) ?? modifiedRecord(call.now);

export async function closeEvery(call: PrivateCall): Promise<Answer> {
  const command = parseClosePositions(callerOf(call), call.fields);
  if (isWireError(command)) return command;
  const closed = await closePositions(call, command);
  if (isWireError(closed)) return closed;
  return closed.map(({ position, outcome }) => closedRecord(position, outcome, call.locale));
}
