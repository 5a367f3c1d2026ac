/** Picks out of a command's effects those that its sender is told. */
import { assert } from '../domain/assert.ts';
import type { Batch, CancelAllOrders, CancelOrder, Command } from '../domain/command.ts';
import type { SingleOutcome } from '../domain/command-outcome.ts';
import { type ContractId, NO_ORDER, type OrderId } from '../domain/ids.ts';
import type { Reject } from '../domain/reject.ts';
import type { VenueState } from './state.ts';

/** Where the effects of one command begin among those of its entry. */
export interface WorkStart {
  readonly events: number;
  readonly closed: number;
}

export function singleOutcome(
  state: VenueState,
  command: Exclude<Command, Batch>,
  start: WorkStart,
  refused: Reject | undefined,
): SingleOutcome {
  if (refused !== undefined)
    return { kind: 'refused', reject: storable(refused), contract: contractOf(state, command) };
  switch (command.kind) {
    case 'place-order':
    case 'place-trigger':
      return placedOutcome(state, start);
    case 'cancel-order':
    case 'cancel-all-orders':
      return { kind: 'done', orders: canceledSince(state, command, start), contract: null };
    case 'close-positions':
      return { kind: 'closed', positions: state.closed.slice(start.closed) };
    default:
      return { kind: 'done', orders: [], contract: contractOf(state, command) };
  }
}

/** The rejected value may be no number at all, which a snapshot cannot store. */
function storable(refused: Reject): Reject {
  const { given } = refused;
  const isPlain = typeof given !== 'number' || (Number.isSafeInteger(given) && given !== 0);
  return isPlain ? refused : { ...refused, given: given === 0 ? 0 : String(given) };
}

/** The first order is the one that was asked for; its exits come after it. */
function placedOutcome({ events }: VenueState, start: WorkStart): SingleOutcome {
  for (let place = start.events; place < events.length; place += 1) {
    const event = events[place]!;
    if (event.kind === 'order-repeated') return { kind: 'known-order', order: event.order };
    if (event.kind === 'order-accepted' && event.parent === NO_ORDER)
      return { kind: 'done', orders: [event.order], contract: null };
  }
  assert(false, 'an accepted placement placed no order', start.events);
}

function canceledSince(
  { events }: VenueState,
  { account }: CancelOrder | CancelAllOrders,
  start: WorkStart,
): OrderId[] {
  const orders: OrderId[] = [];
  for (let place = start.events; place < events.length; place += 1) {
    const event = events[place]!;
    if (event.kind === 'order-canceled' && event.account === account && event.reason === 'user')
      orders.push(event.order);
  }
  return orders;
}

/** Null if the command names no contract, several, or one that is not listed. */
function contractOf(
  { orders, listings }: VenueState,
  command: Exclude<Command, Batch>,
): ContractId | null {
  if ('target' in command) {
    if (command.target.by !== 'id') return null;
    return orders.get(command.target.order)?.contract ?? null;
  }
  if (!('contract' in command) || typeof command.contract !== 'number') return null;
  return listings[command.contract]?.contract.id ?? null;
}
