/** The kinds of account, the statuses of one, and the terms it trades under. */
import { type AccountId, accountId, type ContractId } from './ids.ts';
import type { Ppm } from './units.ts';

/**
 * Traders and the house trade under the same rules. The fee pool, the insurance fund and the
 * treasury are accounts too, so that money has nowhere to vanish to.
 */
export type AccountRole = 'trader' | 'house' | 'fees' | 'insurance' | 'treasury';

/** The statuses an operator can set. An account that is being liquidated refuses commands. */
export type AccountStatus = 'active' | 'frozen' | 'disqualified' | 'closed';
export type EffectiveStatus = AccountStatus | 'liquidating';

/** Which order gives way when an account, or its team, would trade with itself. */
export type SelfTradePolicy = 'cancel-maker' | 'cancel-taker' | 'cancel-both';

/**
 * In hedge mode an account holds longs and shorts beside each other. In net mode it holds one
 * position a contract: an order shrinks the position of the other side before it opens its own.
 */
export type PositionMode = 'hedge' | 'net';

export interface AccountTerms {
  /** Null takes the contract's own rate. */
  readonly makerFee: Ppm | null;
  readonly takerFee: Ppm | null;
  /** The highest leverage the account may choose; null for the contract's own maximum. */
  readonly leverageMax: number | null;
  /** The contracts it may trade; null for all. */
  readonly contracts: readonly ContractId[] | null;
  /** Accounts of one team never trade with each other; null for none. */
  readonly team: string | null;
  readonly selfTrade: SelfTradePolicy;
}

export const DEFAULT_TERMS: AccountTerms = {
  makerFee: null,
  takerFee: null,
  leverageMax: null,
  contracts: null,
  team: null,
  selfTrade: 'cancel-maker',
};

/** The venue's own accounts exist from the first moment. */
export const FEE_POOL: AccountId = accountId(1);
export const INSURANCE_FUND: AccountId = accountId(2);
export const TREASURY: AccountId = accountId(3);
/** Accounts that people open are numbered from here. */
export const FIRST_OPENED_ACCOUNT = 1_001;
