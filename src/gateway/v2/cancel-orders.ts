/** The endpoints that take orders back, or change them while they wait. */
import { assert } from '../../domain/assert.ts';
import type { CancelOrder } from '../../domain/command.ts';
import type { Event } from '../../domain/event.ts';
import { NO_ORDER, type OrderId } from '../../domain/ids.ts';
import { isWireError, type WireError } from '../../wire/v2/errors.ts';
import {
  type CancelOutcome,
  cancelBatchRecord,
  canceledRecord,
  modifiedRecord,
  outcomeRecord,
} from '../../wire/v2/format-outcome.ts';
import { parseCancelAll, parseCancelBatch, parseCancelOrder } from '../../wire/v2/parse-cancel.ts';
import { parseCancelPlan, parseModifyTpSl } from '../../wire/v2/parse-plan.ts';
import type { Answer, PrivateCall } from '../call.ts';
import { callerOf } from './caller.ts';
import { canceledIn, carryOut, carryOutEach } from './carry-out.ts';
import { explainMissing } from './find-order.ts';
import type { RecentOrders } from './recent-orders.ts';

export const cancelOrder = (recent: RecentOrders, call: PrivateCall): Promise<Answer> =>
  cancelOne(recent, call, parseCancelOrder(callerOf(call), call.fields));

export const cancelPlan = (recent: RecentOrders, call: PrivateCall): Promise<Answer> =>
  cancelOne(recent, call, parseCancelPlan(callerOf(call), call.fields));

async function cancelOne(
  recent: RecentOrders,
  call: PrivateCall,
  command: CancelOrder | WireError,
): Promise<Answer> {
  if (isWireError(command)) return command;
  const outcome = await outcomeOf(recent, call, command, await carryOut(call, command));
  if (isWireError(outcome)) return outcome;
  const { target } = command;
  return canceledRecord(outcome, target.by === 'id' ? null : target.clientOrderId);
}

async function outcomeOf(
  recent: RecentOrders,
  call: PrivateCall,
  command: CancelOrder,
  outcome: readonly Event[] | WireError,
): Promise<OrderId | WireError> {
  if (isWireError(outcome)) return explained(recent, call, command.target, outcome);
  const order = canceledIn(outcome, call.account)[0];
  assert(order !== undefined, 'an accepted cancel canceled nothing');
  return order;
}

/** An order that the engine does not know may be one that is over. */
const explained = async (
  recent: RecentOrders,
  call: PrivateCall,
  target: CancelOrder['target'],
  error: WireError,
): Promise<WireError> => (error.code === '50005' ? explainMissing(call, recent, target) : error);

export async function cancelBatch(recent: RecentOrders, call: PrivateCall): Promise<Answer> {
  const batch = parseCancelBatch(callerOf(call), call.fields);
  if (isWireError(batch)) return batch;
  const outcomes = await carryOutEach(
    call,
    batch.items.map(({ command }) => command),
  );
  const items = await Promise.all(
    batch.items.map(async ({ sent, command }, item): Promise<CancelOutcome> => {
      const outcome = await outcomeOf(recent, call, command, outcomes[item] ?? []);
      return { sent, outcome };
    }),
  );
  return cancelBatchRecord(batch.by, items, call.locale);
}

export async function cancelAll(call: PrivateCall): Promise<Answer> {
  const command = parseCancelAll(callerOf(call), call.fields);
  if (isWireError(command)) return command;
  const events = await carryOut(call, command);
  return isWireError(events) ? events : canceledIn(events, call.account).map(outcomeRecord);
}

export async function modifyExit(recent: RecentOrders, call: PrivateCall): Promise<Answer> {
  const caller = callerOf(call);
  let named = NO_ORDER;
  const findOrderContract = (id: OrderId) => {
    named = id;
    return caller.findOrderContract(id);
  };
  const command = parseModifyTpSl({ ...caller, findOrderContract }, call.fields);
  const outcome = isWireError(command) ? command : await carryOut(call, command);
  if (!isWireError(outcome)) return modifiedRecord(call.now);
  return explained(recent, call, { by: 'id', order: named }, outcome);
}
