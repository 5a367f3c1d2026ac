/**
 * Has the venue carry out a command, and finds in what happened the part that answers the caller.
 * Other things happen in the same entry: time passes, triggers fire, positions are liquidated.
 */
import { assert } from '../../domain/assert.ts';
import type { Batch, Command, PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Event } from '../../domain/event.ts';
import { type AccountId, NO_ORDER, type OrderId } from '../../domain/ids.ts';
import { findLivingOrder } from '../../venue/read-account.ts';
import type { WireError } from '../../wire/errors.ts';
import { rejectError } from '../../wire/reject-error.ts';
import type { PrivateCall } from '../call.ts';
import { contractAt } from './caller.ts';

export type Single = Exclude<Command, Batch>;

/** What happened, or why nothing did. */
export const carryOut = (
  call: PrivateCall,
  command: Single,
): Promise<readonly Event[] | WireError> =>
  call.venue.submit(command).then(({ events }) => findRefusal(call, command, events) ?? events);

/** What happened to each command of a batch, or why nothing did, in their order. */
export async function carryOutEach(
  call: PrivateCall,
  commands: readonly Single[],
): Promise<(readonly Event[] | WireError)[]> {
  if (commands.length === 0) return [];
  const { events } = await call.venue.submit({ kind: 'batch', commands });
  const parts = splitBatch(events, commands.length);
  return commands.map((command, item) => {
    const own = parts[item] ?? [];
    return findRefusal(call, command, own) ?? own;
  });
}

function splitBatch(events: readonly Event[], count: number): Event[][] {
  const parts: Event[][] = Array.from({ length: count }, () => []);
  let item: number | undefined;
  for (const event of events) {
    if (event.kind === 'batch-item-started') item = event.item;
    else if (event.kind === 'batch-ended') item = undefined;
    else if (item !== undefined) parts[item]?.push(event);
  }
  return parts;
}

function findRefusal(
  call: PrivateCall,
  command: Single,
  events: readonly Event[],
): WireError | undefined {
  for (const event of events) {
    if (event.kind !== 'command-rejected' || event.command !== command.kind) continue;
    const { marginWords } = call;
    return rejectError(event.reject, { command, contract: contractOf(call, command), marginWords });
  }
  return undefined;
}

/** The contract that a command is about; null where it is about none, or about several. */
function contractOf({ venue }: PrivateCall, command: Single): Contract | null {
  if ('target' in command) {
    if (command.target.by !== 'id') return null;
    const order = findLivingOrder(venue, command.target.order)?.order;
    return order === undefined ? null : contractAt(venue, order.contract);
  }
  if (!('contract' in command) || typeof command.contract !== 'number') return null;
  return contractAt(venue, command.contract);
}

export interface Placed {
  readonly order: OrderId;
  /** An order with the same client id and content was there already. */
  readonly isRepeat: boolean;
}

/** The order that an accepted command created, or had created before. */
export function placedIn(events: readonly Event[], command: PlaceOrder | PlaceTrigger): Placed {
  for (const event of events) {
    if (event.kind === 'order-repeated' && event.clientOrderId === command.clientOrderId)
      return { order: event.order, isRepeat: true };
    if (event.kind === 'order-accepted' && isOwn(event, command.account))
      return { order: event.order, isRepeat: false };
  }
  assert(false, 'an accepted command placed no order', command.kind);
}

/** Sent by the account itself: neither by the venue nor as the exit of another order. */
export const isOwn = (
  event: Extract<Event, { kind: 'order-accepted' }>,
  account: AccountId,
): boolean => event.account === account && event.origin === 'trader' && event.parent === NO_ORDER;

/** The orders of an account that were canceled because it asked. */
export const canceledIn = (events: readonly Event[], account: AccountId): OrderId[] =>
  events.flatMap((event) =>
    event.kind === 'order-canceled' && event.account === account && event.reason === 'user'
      ? [event.order]
      : [],
  );
