/** What an endpoint knows of who calls, besides the request itself; the gateway looks it up. */
import type { Contract } from '../domain/contract.ts';
import type { AccountId, ContractId, OrderId, PositionId } from '../domain/ids.ts';
import type { MarginMode } from '../domain/margin.ts';
import type { PositionSide } from '../domain/side.ts';
import type { Millis } from '../domain/units.ts';
import { both, type WireError, wireError } from './errors.ts';
import type { Locale } from './locale.ts';

export type FindContract = (symbol: string) => Contract | undefined;

export interface PositionPlace {
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
}

/** Anybody who asks. */
export interface Visitor {
  /** By the symbol that the dialect has for it. */
  readonly findContract: FindContract;
  readonly contractOf: (id: ContractId) => Contract;
  readonly locale: Locale;
  /** The wall clock when the request came. */
  readonly now: Millis;
  /** The clock of the venue, by which orders are stamped. */
  readonly venueNow: () => Millis;
}

/** Somebody who proved which account is theirs, and what is already in it. */
export interface Caller extends Visitor {
  readonly account: AccountId;
  /** The caller's current margin mode at a contract. */
  readonly marginModeOf: (contract: ContractId) => MarginMode;
  /** One of the caller's open positions. */
  readonly findPosition: (position: PositionId) => PositionPlace | undefined;
  /** The contract of one of the caller's living orders. */
  readonly findOrderContract: (order: OrderId) => Contract | undefined;
}

export const invalid = (field: string, problem: string): WireError =>
  wireError('40020', { field, detail: both(problem) });
