/** Takes orders back, and says of each what became of that. */
import { assert } from '../../domain/assert.ts';
import type { AmendTrigger, CancelAllOrders, CancelOrder } from '../../domain/command.ts';
import { NO_ORDER, type OrderId } from '../../domain/ids.ts';
import type { Caller } from '../../wire/caller.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { Fields } from '../../wire/read-request.ts';
import type { PrivateCall } from '../call.ts';
import { callerOf } from './caller.ts';
import { type Accepted, carryOut, carryOutEach, ordersIn } from './carry-out.ts';
import { explainMissing } from './find-order.ts';
import type { RecentOrders } from './recent-orders.ts';

export async function cancelOne(
  recent: RecentOrders,
  call: PrivateCall,
  command: CancelOrder | WireError,
): Promise<OrderId | WireError> {
  if (isWireError(command)) return command;
  return outcomeOf(recent, call, command, await carryOut(call, command));
}

async function outcomeOf(
  recent: RecentOrders,
  call: PrivateCall,
  command: CancelOrder,
  outcome: Accepted | WireError | undefined,
): Promise<OrderId | WireError> {
  assert(outcome !== undefined, 'a cancel has no outcome');
  if (isWireError(outcome)) return explained(recent, call, command.target, outcome);
  const [order] = ordersIn(outcome);
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

export async function cancelEach(
  recent: RecentOrders,
  call: PrivateCall,
  commands: readonly CancelOrder[],
): Promise<(OrderId | WireError)[]> {
  const outcomes = await carryOutEach(call, commands);
  return Promise.all(
    commands.map((command, item) => outcomeOf(recent, call, command, outcomes[item])),
  );
}

export async function cancelAll(
  call: PrivateCall,
  command: CancelAllOrders | WireError,
): Promise<readonly OrderId[] | WireError> {
  if (isWireError(command)) return command;
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : ordersIn(outcome);
}

type ParseAmendment = (caller: Caller, fields: Fields) => AmendTrigger | WireError;

/** Undefined where the trigger was changed. */
export async function amendTrigger(
  recent: RecentOrders,
  call: PrivateCall,
  parse: ParseAmendment,
): Promise<WireError | undefined> {
  const caller = callerOf(call);
  let named = NO_ORDER;
  const findOrderContract = (id: OrderId) => {
    named = id;
    return caller.findOrderContract(id);
  };
  const command = parse({ ...caller, findOrderContract }, call.fields);
  const outcome = isWireError(command) ? command : await carryOut(call, command);
  if (!isWireError(outcome)) return undefined;
  return explained(recent, call, { by: 'id', order: named }, outcome);
}
