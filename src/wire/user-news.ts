/**
 * What happened to an account, step by step, for dialects with one stream of everything. An entry
 * of the journal may lead to many steps: an order is new, is filled twice, and its rest is
 * canceled. Each step shows the order as it stood then.
 */
import type { PositionMode } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import type { FillRow } from '../domain/history.ts';
import type { CancelReason, Order } from '../domain/order.ts';
import type { Reject } from '../domain/reject.ts';
import type { Millis, Money } from '../domain/units.ts';
import type { PositionTold } from './account-figures.ts';

export type UserNews = OrderNews | TriggerNews | MoneyNews | LeverageNews | MarginCall;

export interface OrderNews {
  readonly kind: 'order';
  readonly step: 'new' | 'filled' | 'amended' | 'ended';
  readonly contract: Contract;
  readonly order: Readonly<Order>;
  /** The fill of this step. */
  readonly fill: FillRow | null;
  /** Why it ended, if it was not filled. */
  readonly reason: CancelReason | null;
  readonly at: Millis;
}

/** A conditional order. It is over when the order that it became is over. */
export interface TriggerNews {
  readonly kind: 'trigger';
  readonly step: 'placed' | 'changed' | 'activated' | 'firing' | 'fired' | 'ended' | 'finished';
  readonly contract: Contract;
  readonly order: Readonly<Order>;
  readonly reason: CancelReason | null;
  readonly reject: Reject | null;
  readonly at: Millis;
}

export type MoneyCause =
  | 'fill'
  | 'funding'
  | 'deposit'
  | 'withdrawal'
  | 'margin'
  | 'margin-mode'
  | 'insurance'
  | 'reset';

export interface MoneyNews {
  readonly kind: 'money';
  readonly cause: MoneyCause;
  readonly wallet: Money;
  /** Without the margins of isolated positions. */
  readonly crossWallet: Money;
  readonly positionMode: PositionMode;
  /** The part of the change that is neither a result nor a fee. */
  readonly moved: Money;
  /** Those that changed. A closed one has size zero. */
  readonly positions: readonly PositionTold[];
  readonly at: Millis;
}

export interface LeverageNews {
  readonly kind: 'leverage';
  readonly contract: Contract;
  readonly leverage: number;
  readonly at: Millis;
}

/** A hint that the account is near liquidation. */
export interface MarginCall {
  readonly kind: 'margin-call';
  readonly crossWallet: Money;
  readonly positionMode: PositionMode;
  readonly positions: readonly PositionTold[];
  readonly at: Millis;
}
