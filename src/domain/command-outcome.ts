/**
 * The outcome of a command, as its sender is told. Everything else that happened in the same entry
 * is in the events.
 */
import type { ContractId, OrderId, PositionId } from './ids.ts';
import type { Reject } from './reject.ts';

export type CommandOutcome = SingleOutcome | BatchOutcome;

export type SingleOutcome = CommandDone | KnownOrder | CommandRefused | PositionsClosed;

interface CommandDone {
  readonly kind: 'done';
  /** The order that was placed, or those that were canceled. */
  readonly orders: readonly OrderId[];
  /** What was changed, where that is no order of the list above. */
  readonly contract: ContractId | null;
}

/** The client order id stood for this order already, with the same content. */
interface KnownOrder {
  readonly kind: 'known-order';
  readonly order: OrderId;
}

export interface CommandRefused {
  readonly kind: 'refused';
  readonly reject: Reject;
  /** The contract that the command was about, as far as it could be found. */
  readonly contract: ContractId | null;
}

interface PositionsClosed {
  readonly kind: 'closed';
  readonly positions: readonly ClosedPosition[];
}

/** A position that was to be closed: the first order sent for it, or why there is none. */
export interface ClosedPosition {
  readonly position: PositionId;
  readonly contract: ContractId;
  readonly became: OrderId | Reject;
}

/** One outcome for each command of the batch. */
interface BatchOutcome {
  readonly kind: 'batch';
  readonly items: readonly SingleOutcome[];
}
