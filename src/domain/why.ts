/**
 * Events that take money or a position from someone. Each carries the inputs of the decision and
 * its result, so that anyone can check it by hand.
 */
import type { DeleverageClass } from './deleveraging.ts';
import type { AccountId, ContractId, OrderId, PositionId } from './ids.ts';
import type { MarginMode } from './margin.ts';
import type { PositionSide } from './side.ts';
import type { FundingRate, Lots, Money, Ticks } from './units.ts';

/** Why an account paid or received: payment = ± size × mark × rate, payers rounded up. */
export interface FundingPaid {
  readonly kind: 'funding-paid';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly position: PositionId;
  readonly size: Lots;
  readonly mark: Ticks;
  readonly notional: Money;
  readonly rate: FundingRate;
  /** Positive was paid, negative received. */
  readonly payment: Money;
  readonly wallet: Money;
  readonly collateral: Money;
}

/** One position as the liquidation saw it. */
export interface RiskRow {
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly size: Lots;
  readonly openValue: Money;
  readonly mark: Ticks;
  readonly notional: Money;
  readonly unrealisedPnl: Money;
}

/** Why: equity at or below the requirement, and every number that went into both. */
export interface LiquidationStarted {
  readonly kind: 'liquidation-started';
  readonly account: AccountId;
  readonly scope: MarginMode;
  /** The isolated position, or null for the whole cross account. */
  readonly contract: ContractId | null;
  readonly positionSide: PositionSide | null;
  /** The cross wallet, or the isolated margin. */
  readonly backing: Money;
  readonly equity: Money;
  readonly requirement: Money;
  readonly takerFees: readonly number[];
  readonly rows: readonly RiskRow[];
}

export interface LiquidationEnded {
  readonly kind: 'liquidation-ended';
  readonly account: AccountId;
  readonly scope: MarginMode;
  readonly contract: ContractId | null;
  readonly positionSide: PositionSide | null;
  readonly outcome: 'healthy' | 'flat';
  readonly equity: Money;
  readonly requirement: Money;
  readonly wallet: Money;
}

/** Why this account and not another: its class, score and rank among those on the opposite side. */
export interface Deleveraged {
  readonly kind: 'deleveraged';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly bankruptAccount: AccountId;
  readonly bankruptOrder: OrderId;
  /** The bankruptcy price at which both sides close. */
  readonly price: Ticks;
  readonly size: Lots;
  /** First is 1. */
  readonly rank: number;
  /** How many accounts hold the contract, on either side. */
  readonly holders: number;
  readonly group: DeleverageClass;
  readonly scorePpm: bigint;
  readonly unrealisedPnl: Money;
  readonly openValue: Money;
  readonly notional: Money;
  readonly equity: Money;
  readonly leverage: number;
}

/** The insurance fund paid the deficit; the scope's equity is exactly zero. */
export interface DeficitCovered {
  readonly kind: 'deficit-covered';
  readonly account: AccountId;
  readonly scope: MarginMode;
  readonly contract: ContractId | null;
  readonly amount: Money;
  readonly wallet: Money;
  readonly collateral: Money;
}
