/**
 * History rows: the form in which orders, fills and movements leave memory for the archive and come
 * back to readers. A row is complete: reading one needs nothing else.
 */

import type { PositionMode } from './account.ts';
import type { EventOf } from './event.ts';
import type { FillVenue } from './fill.ts';
import type { AccountId, ContractId, OrderId, PositionId, TradeId } from './ids.ts';
import type { MarginMode } from './margin.ts';
import type { CancelReason, Order, OrderOrigin } from './order.ts';
import type { PostingKind } from './posting.ts';
import type { Effect, PositionSide, Side } from './side.ts';
import type { FundingRate, Lots, Millis, Money, Seq, Ticks } from './units.ts';
import type { DeficitCovered, Deleveraged, LiquidationStarted } from './why.ts';

/** An order that is filled or canceled. */
export interface FinishedOrder {
  readonly order: Readonly<Order>;
  readonly finishedAt: Millis;
  readonly seq: Seq;
  /** Null where it was filled. */
  readonly cancelReason: CancelReason | null;
}

/** One side of a trade. */
export interface FillRow {
  readonly trade: TradeId;
  /** Counts the fills of its contract. Rows of before they were counted have the trade. */
  readonly number: number;
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly position: PositionId;
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly side: Side;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly origin: OrderOrigin;
  readonly price: Ticks;
  readonly size: Lots;
  /** The lots that closed the position of the other side, if the rest opened this one. */
  readonly closedSize: Lots;
  readonly value: Money;
  readonly fee: Money;
  readonly liquidationFee: Money;
  readonly realisedPnl: Money;
  readonly isMaker: boolean;
  readonly venue: FillVenue;
  readonly at: Millis;
  readonly seq: Seq;
}

/** One movement of an account's collateral. */
export interface BillRow {
  /** Entry and place within it: rises strictly, and is the same after a replay. */
  readonly id: number;
  readonly account: AccountId;
  readonly contract: ContractId | null;
  readonly kind: PostingKind;
  /** Signed change of collateral, fees included. */
  readonly amount: Money;
  readonly fee: Money;
  /** Collateral and wallet after it. */
  readonly collateral: Money;
  readonly wallet: Money;
  readonly at: Millis;
}

/** One settlement of a contract. */
export interface FundingRow {
  readonly contract: ContractId;
  readonly settledAt: Millis;
  readonly rate: FundingRate;
  readonly mark: Ticks;
}

/** One step of a liquidation, as it was explained. */
export interface LiquidationRow {
  readonly id: number;
  readonly account: AccountId;
  readonly at: Millis;
  readonly why: LiquidationStarted | EventOf<'liquidation-ended'> | Deleveraged | DeficitCovered;
}

/** The history rows of one entry. */
export interface HistoryRows {
  readonly seq: Seq;
  readonly orders: readonly FinishedOrder[];
  readonly fills: readonly FillRow[];
  readonly bills: readonly BillRow[];
  readonly funding: readonly FundingRow[];
  readonly liquidations: readonly LiquidationRow[];
}

/** Row ids are seq × this + place. The funding rows of a crowded contract fit into one entry. */
export const ROWS_PER_ENTRY_MAX = 2 ** 20;

/** The time that a query asks about. Both ends belong to it; null where it is open. */
export interface Window {
  readonly from: Millis | null;
  readonly to: Millis | null;
}
