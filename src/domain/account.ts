/** The kinds of account, the statuses of one, and the terms it trades under. */
import { type AccountId, accountId } from './ids.ts';
import { hasLatency, LATENCY, type Latency } from './latency.ts';
import {
  CONTRACT_ID,
  LEVERAGE_TIMES,
  manyOf,
  nullOr,
  optional,
  PPM,
  type RecordOf,
  recordOf,
  TEXT,
  type ValueOf,
  wordOf,
} from './shape.ts';

/**
 * Traders and the house trade under the same rules. The fee pool, the insurance fund and the
 * treasury are accounts too, so that money has nowhere to vanish to.
 */
export const ACCOUNT_ROLE = wordOf('trader', 'house', 'fees', 'insurance', 'treasury');
export type AccountRole = ValueOf<typeof ACCOUNT_ROLE>;

/** The statuses an operator can set. An account that is being liquidated refuses commands. */
export const ACCOUNT_STATUS = wordOf('active', 'frozen', 'disqualified', 'closed');
export type AccountStatus = ValueOf<typeof ACCOUNT_STATUS>;
export type EffectiveStatus = AccountStatus | 'liquidating';

/** Which order gives way when an account, or its team, would trade with itself. */
export const SELF_TRADE = wordOf('cancel-maker', 'cancel-taker', 'cancel-both');
export type SelfTradePolicy = ValueOf<typeof SELF_TRADE>;

/**
 * In hedge mode an account holds longs and shorts beside each other. In net mode it holds one
 * position a contract: an order shrinks the position of the other side before it opens its own.
 */
export const POSITION_MODES = wordOf('hedge', 'net');
export type PositionMode = ValueOf<typeof POSITION_MODES>;

export const ACCOUNT_TERMS = {
  /** Null takes the contract's own rate. */
  makerFee: nullOr(PPM),
  takerFee: nullOr(PPM),
  /** The highest leverage the account may choose; null for the contract's own maximum. */
  leverageMax: nullOr(LEVERAGE_TIMES),
  /** The contracts it may trade; null for all. */
  contracts: nullOr(manyOf(CONTRACT_ID)),
  /** Accounts of one team never trade with each other; null for none. */
  team: nullOr(TEXT),
  selfTrade: SELF_TRADE,
  /** How late it sees, acts and is told; missing for not at all. */
  latency: optional(recordOf(LATENCY), 3),
};
export type AccountTerms = RecordOf<typeof ACCOUNT_TERMS>;

export const DEFAULT_TERMS: AccountTerms = {
  makerFee: null,
  takerFee: null,
  leverageMax: null,
  contracts: null,
  team: null,
  selfTrade: 'cancel-maker',
};

/** The same terms with this latency; without one where it delays nothing. */
export function withLatency(terms: AccountTerms, latency: Latency | undefined): AccountTerms {
  const { latency: _, ...rest } = terms;
  return hasLatency(latency) ? { ...rest, latency } : rest;
}

/** The venue's own accounts exist from the first moment. */
export const FEE_POOL: AccountId = accountId(1);
export const INSURANCE_FUND: AccountId = accountId(2);
export const TREASURY: AccountId = accountId(3);
/** Accounts that people open are numbered from here. */
export const FIRST_OPENED_ACCOUNT = 1_001;
