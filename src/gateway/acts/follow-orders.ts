/** Places, changes and cancels orders, and answers with what became of them. */
import { assert } from '../../domain/assert.ts';
import type {
  AmendOrder,
  AmendTrigger,
  CancelAllOrders,
  PlaceOrder,
  PlaceTrigger,
} from '../../domain/command.ts';
import type { OrderId } from '../../domain/ids.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { clientIdOf, type FoundOrder } from '../../wire/order-figures.ts';
import type { AskedAmendment, TracedTarget } from '../../wire/order-target.ts';
import type { PrivateCall } from '../call.ts';
import { cancelEach } from './cancel.ts';
import { type Accepted, carryOutEach, ordersIn, place, placeEach } from './carry-out.ts';
import { findOwnOrder, findOwnTarget, unknownOrderError } from './find-order.ts';

async function getOwnOrder(call: PrivateCall, id: OrderId): Promise<FoundOrder> {
  const found = await findOwnOrder(call, id);
  assert(found !== undefined, 'an order is gone right after a command', id);
  return found;
}

export async function placeOwn(
  call: PrivateCall,
  { command }: { readonly command: PlaceOrder | PlaceTrigger },
): Promise<(FoundOrder & { readonly isRepeat: boolean }) | WireError> {
  const placed = await place(call, command);
  if (isWireError(placed)) return placed;
  return { ...(await getOwnOrder(call, placed.order)), isRepeat: placed.isRepeat };
}

/** Returns what became of each order. One that could not be read does not stop the others. */
export async function placeEachOwn(
  call: PrivateCall,
  items: readonly ({ readonly command: PlaceOrder | PlaceTrigger } | WireError)[],
): Promise<(FoundOrder | WireError)[]> {
  const placed = await placeEach(
    call,
    items.map((item) => (isWireError(item) ? { command: item } : item)),
  );
  return Promise.all(
    placed.map((each) => (isWireError(each) ? each : getOwnOrder(call, each.order))),
  );
}

/** Returns the order if it belongs where it was looked for. */
export async function findTraced(
  call: PrivateCall,
  { target, contract, kind }: TracedTarget,
): Promise<FoundOrder | undefined> {
  const found = await findOwnTarget(call, target);
  if (found === undefined) return undefined;
  const { order } = found;
  const isThere = contract === null || order.contract === contract.id;
  return isThere && isOfKind(order, kind) ? found : undefined;
}

export function isOfKind({ trigger }: FoundOrder['order'], kind: TracedTarget['kind']): boolean {
  if (kind === 'any') return true;
  return kind === 'conditional' ? trigger !== null : trigger === null || trigger.firedAt !== null;
}

export const readTraced = async (
  call: PrivateCall,
  asked: TracedTarget,
): Promise<FoundOrder | WireError> => (await findTraced(call, asked)) ?? unknownOrderError();

/** The same for one alone. */
const oneBy =
  <Asked>(
    each: (
      call: PrivateCall,
      items: readonly Asked[],
    ) => Promise<readonly (FoundOrder | WireError)[]>,
  ) =>
  async (call: PrivateCall, asked: Asked): Promise<FoundOrder | WireError> => {
    const [told] = await each(call, [asked]);
    assert(told !== undefined, 'a change of an order has no outcome');
    return told;
  };

export const cancelOwn = oneBy(cancelEachOwn);
export const amendOwn = oneBy(amendEachOwn);

/** Orders that are not where they were looked for are left alone. */
export async function cancelEachOwn(
  call: PrivateCall,
  items: readonly (TracedTarget | WireError)[],
): Promise<(FoundOrder | WireError)[]> {
  const { account } = call;
  // A repeat is told again what happened, though the orders have ended since.
  const found = await Promise.all(
    items.map((item) =>
      isWireError(item) || call.before !== undefined ? item : findTraced(call, item),
    ),
  );
  const meant = items.flatMap((item, at) =>
    isWireError(item) || found[at] === undefined ? [] : [item],
  );
  const commands = meant.map(({ target }) => ({ kind: 'cancel-order', account, target }) as const);
  const canceled = await cancelEach(call, { commands });
  return Promise.all(
    items.map((item) => {
      if (isWireError(item)) return item;
      const outcome = canceled[meant.indexOf(item)] ?? unknownOrderError();
      return isWireError(outcome) ? outcome : getOwnOrder(call, outcome);
    }),
  );
}

/** Answers with the orders that it canceled. */
export async function cancelAllListed(
  call: PrivateCall,
  { commands }: { readonly commands: readonly CancelAllOrders[] },
): Promise<readonly FoundOrder[] | WireError> {
  const outcomes = await carryOutEach(call, commands);
  const refused = outcomes.find(isWireError);
  if (refused !== undefined) return refused;
  const ids = outcomes.flatMap((each) => (isWireError(each) ? [] : ordersIn(each)));
  return Promise.all(ids.map((id) => getOwnOrder(call, id)));
}

/** Each amendment succeeds or fails by itself. */
export async function amendEachOwn(
  call: PrivateCall,
  items: readonly (AskedAmendment | WireError)[],
): Promise<(FoundOrder | WireError)[]> {
  const checked = await Promise.all(items.map((item) => checkAmendment(call, item)));
  const fit = checked.flatMap((item) => (isWireError(item) ? [] : [item]));
  const outcomes = await carryOutEach(
    call,
    fit.map(({ command }) => command),
  );
  const results = new Map(fit.map((item, at) => [item, outcomes[at]]));
  return Promise.all(
    checked.map((item) => (isWireError(item) ? item : amendedOf(call, item, results.get(item)))),
  );
}

interface FitAmendment {
  readonly asked: AskedAmendment;
  readonly command: AmendOrder | AmendTrigger;
  /** A copy: the record of a living order changes with it. */
  readonly before: Readonly<FoundOrder['order']>;
}

async function checkAmendment(
  call: PrivateCall,
  asked: AskedAmendment | WireError,
): Promise<FitAmendment | WireError> {
  if (isWireError(asked)) return asked;
  const found = await findTraced(call, asked);
  if (found === undefined) return unknownOrderError();
  const refused = call.before === undefined ? asked.check(found) : undefined;
  if (refused !== undefined) return refused;
  const { account } = call;
  const named = { account, target: { by: 'id', order: found.order.id } } as const;
  const before = { ...found.order };
  const command: FitAmendment['command'] =
    asked.waiting !== undefined && before.status === 'untriggered'
      ? { kind: 'amend-trigger', ...named, ...asked.waiting(found) }
      : { kind: 'amend-order', ...named, ...asked.change };
  return { asked, before, command };
}

async function amendedOf(
  call: PrivateCall,
  { asked, before, command }: FitAmendment,
  outcome: Accepted | WireError | undefined,
): Promise<FoundOrder | WireError> {
  assert(outcome !== undefined && command.target.by === 'id', 'an amendment has no outcome');
  if (isWireError(outcome)) return outcome;
  const { id: order, contract, price, size } = before;
  const amended = await getOwnOrder(call, order);
  if (call.before === undefined)
    call.shared.amendments.note(call.account, {
      order,
      clientOrderId: clientIdOf(before),
      contract,
      at: amended.updatedAt,
      before: { price, size },
      after: { price: amended.order.price, size: amended.order.size },
      name: asked.name,
    });
  return amended;
}
