/** The facts about a caller that endpoints need besides the request. The gateway looks them up. */
import type { Contract } from '../domain/contract.ts';
import type { AccountId, ContractId, OrderId, PositionId } from '../domain/ids.ts';
import type { DeskSettings, MarginMode } from '../domain/margin.ts';
import type { PositionSide } from '../domain/side.ts';
import type { Lots, Millis } from '../domain/units.ts';
import { both, type Locale, type WireError, wireError } from './errors.ts';

export type FindContract = (symbol: string) => Contract | undefined;

export interface PositionPlace {
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
}

export interface HeldSide {
  readonly side: PositionSide;
  readonly size: Lots;
}

/** A caller without a key. */
export interface Visitor {
  readonly findContract: FindContract;
  readonly contractOf: (id: ContractId) => Contract;
  /** Every contract, by its number. */
  readonly contracts: () => readonly Contract[];
  readonly locale: Locale;
  /** The wall clock when the request came. */
  readonly now: Millis;
  /** The clock of the venue, by which orders are stamped. */
  readonly venueNow: () => Millis;
}

/** A caller who proved which account is theirs. */
export interface Caller extends Visitor {
  readonly account: AccountId;
  readonly marginModeOf: (contract: ContractId) => MarginMode;
  readonly settingsOf: (contract: ContractId) => DeskSettings;
  readonly heldAt: (contract: ContractId) => readonly HeldSide[];
  readonly findPosition: (position: PositionId) => PositionPlace | undefined;
  /** Whether a dialect takes conditional orders where it took them before they had a place. */
  readonly takesOldConditionals: boolean;
  /** Returns the contract of one of the caller's living orders. */
  readonly findOrderContract: (order: OrderId) => Contract | undefined;
}

export const invalid = (field: string, problem: string): WireError =>
  wireError('40020', { field, detail: both(problem) });
