/**
 * Events that take money or a position from someone. Each carries the inputs of the decision and
 * its result, so that anyone can check it by hand.
 */
import { DELEVERAGE_CLASS } from './deleveraging.ts';
import { MONEY_MAX } from './limits.ts';
import { MARGIN_MODE } from './margin.ts';
import {
  ACCOUNT_ID,
  type BigintShape,
  CONTRACT_ID,
  COUNT,
  type KindOf,
  LEVERAGE_TIMES,
  LOTS,
  MONEY,
  manyOf,
  nullOr,
  ORDER_ID,
  POSITION_ID,
  RATE,
  type RecordOf,
  recordOf,
  TICKS,
  wordOf,
} from './shape.ts';
import { POSITION_SIDE } from './side.ts';
import { toBigInt } from './units.ts';

/** One position as the liquidation saw it. */
const RISK_ROW = {
  contract: CONTRACT_ID,
  positionSide: POSITION_SIDE,
  size: LOTS,
  openValue: MONEY,
  mark: TICKS,
  notional: MONEY,
  unrealisedPnl: MONEY,
};
export type RiskRow = RecordOf<typeof RISK_ROW>;

const SCORE: BigintShape = { form: 'bigint', unit: 'ppm', max: toBigInt(MONEY_MAX) };

export const WHY_EVENTS = {
  /** Why an account paid or received: payment = ± size × mark × rate, payers rounded up. */
  'funding-paid': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    position: POSITION_ID,
    size: LOTS,
    mark: TICKS,
    notional: MONEY,
    rate: RATE,
    /** Positive was paid, negative received. */
    payment: MONEY,
    wallet: MONEY,
    collateral: MONEY,
  },
  /** Why: equity at or below the requirement, and every number that went into both. */
  'liquidation-started': {
    account: ACCOUNT_ID,
    scope: MARGIN_MODE,
    /** The isolated position, or null for the whole cross account. */
    contract: nullOr(CONTRACT_ID),
    positionSide: nullOr(POSITION_SIDE),
    /** The cross wallet, or the isolated margin. */
    backing: MONEY,
    equity: MONEY,
    requirement: MONEY,
    takerFees: manyOf(COUNT),
    rows: manyOf(recordOf(RISK_ROW)),
  },
  'liquidation-ended': {
    account: ACCOUNT_ID,
    scope: MARGIN_MODE,
    contract: nullOr(CONTRACT_ID),
    positionSide: nullOr(POSITION_SIDE),
    outcome: wordOf('healthy', 'flat'),
    equity: MONEY,
    requirement: MONEY,
    wallet: MONEY,
  },
  /** Why this account and not another: its class, score and rank on the opposite side. */
  deleveraged: {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    bankruptAccount: ACCOUNT_ID,
    bankruptOrder: ORDER_ID,
    /** The bankruptcy price at which both sides close. */
    price: TICKS,
    size: LOTS,
    /** First is 1. */
    rank: COUNT,
    /** How many accounts hold the contract, on either side. */
    holders: COUNT,
    group: DELEVERAGE_CLASS,
    scorePpm: SCORE,
    unrealisedPnl: MONEY,
    openValue: MONEY,
    notional: MONEY,
    equity: MONEY,
    leverage: LEVERAGE_TIMES,
  },
  /** The insurance fund paid the deficit; the scope's equity is exactly zero. */
  'deficit-covered': {
    account: ACCOUNT_ID,
    scope: MARGIN_MODE,
    contract: nullOr(CONTRACT_ID),
    amount: MONEY,
    wallet: MONEY,
    collateral: MONEY,
  },
};

type EventOf<Kind extends keyof typeof WHY_EVENTS> = KindOf<
  'kind',
  Kind,
  (typeof WHY_EVENTS)[Kind]
>;
export type LiquidationStarted = EventOf<'liquidation-started'>;
export type Deleveraged = EventOf<'deleveraged'>;
export type DeficitCovered = EventOf<'deficit-covered'>;
