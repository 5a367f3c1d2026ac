/**
 * An order: an intention with remaining lots, and its history so far. Statuses move only along the
 * table at the end.
 */
import type { PositionMode, SelfTradePolicy } from './account.ts';
import type { AccountId, ContractId, OrderId } from './ids.ts';
import type { MarginMode } from './margin.ts';
import type { Effect, PositionSide } from './side.ts';
import type { Lots, Millis, Money, Ppm, Ticks } from './units.ts';

/** Normal rests until canceled; post-only never takes; fok fills whole or not; ioc never rests. */
export type TimeInForce = 'normal' | 'post-only' | 'fok' | 'ioc';

/** Working orders freeze money or lock lots; untriggered ones wait for their price. */
export type OrderGroup = 'working' | 'untriggered';

export type OrderStatus = 'pending' | 'open' | 'filled' | 'canceling' | 'canceled' | 'untriggered';

/**
 * Who sent the order. All but `trader` are the venue's own: netting and staged reduction, the final
 * liquidation, deleveraging of the opposite side, an account reset, the unwinding of venue
 * positions.
 */
export type OrderOrigin =
  | 'trader'
  | 'reduction'
  | 'liquidation'
  | 'deleveraging'
  | 'reset'
  | 'unwind';

export type CancelReason =
  | 'user'
  | 'ioc-remainder'
  | 'fok-short'
  | 'post-only-would-take'
  | 'self-trade'
  | 'bankruptcy'
  | 'liquidation'
  | 'deleveraging'
  | 'protective-exit'
  | 'position-closed'
  | 'no-position'
  | 'oco'
  | 'replaced'
  | 'trigger-check-failed'
  | 'account-status'
  | 'reset'
  | 'season-ended'
  | 'amended-to-filled'
  /** It was good until a moment that has come. */
  | 'expired'
  /** The countdown that its account set has run out. */
  | 'countdown'
  /** A reduce-only order beyond the position of its account. */
  | 'reduce-only'
  /** An order that turned from closing to opening, and is not covered. */
  | 'uncovered';

export type TriggerSource = 'last' | 'mark' | 'index';
/** A plan is any order with a trigger; take-profit and stop-loss close a position. */
export type TriggerPurpose = 'plan' | 'take-profit' | 'stop-loss';
/** Fires when the source is at or above, or at or below, the trigger price. */
export type TriggerDirection = 'rising' | 'falling';

export interface Trigger {
  readonly purpose: TriggerPurpose;
  source: TriggerSource;
  direction: TriggerDirection;
  /** Of a trailing stop: none before it is active, then its first stop, at last the one reached. */
  price: Ticks;
  /** Follows the size of its position instead of having one of its own. */
  readonly wholePosition: boolean;
  /** When it fired and at what price; null while untriggered. */
  firedAt: Millis | null;
  firedPrice: Ticks;
  /** Since when a trailing stop follows the price; absent before. */
  activatedAt?: Millis;
}

/**
 * What an order may carry beyond the plain terms. A command without options means, and is stored,
 * as it always was.
 */
export interface OrderOptions {
  /**
   * The mode that the sender's words assume. An account in the other mode refuses the order. If
   * missing, the account's mode decides, but an open against a held position is refused.
   */
  readonly positionMode?: PositionMode;
  /** Instead of the account's own policy. */
  readonly selfTrade?: SelfTradePolicy;
  /** The price is taken from the book when the order is placed or fires; then `price` is null. */
  readonly priceMatch?: PriceMatch;
  /** Good until this moment of venue time. */
  readonly expiresAt?: Millis;
  /** The client order id must differ from those of open orders, and is free once it has ended. */
  readonly clientIds?: 'open-only';
}

/** The n-th best price of the other side of the book, or of the order's own side. */
export interface PriceMatch {
  readonly of: 'opponent' | 'queue';
  readonly level: number;
}

export interface TriggerOptions extends OrderOptions {
  /** Instead of the direction that follows from the purpose or from where the price stands. */
  readonly direction?: TriggerDirection;
  /** Of the order once it has fired with a limit. */
  readonly timeInForce?: TimeInForce;
  readonly trailing?: Trailing;
  /** Fires only while mark and last are close to each other. */
  readonly priceProtect?: true;
  /** A second exit of the same kind for the whole position is refused instead of replacing it. */
  readonly replaces?: false;
  /** The limit is held against the trigger price, where it will work, instead of the mark. */
  readonly limitBound?: 'trigger';
}

/** A stop that follows the price at a distance. */
export interface Trailing {
  /** The distance in tenths of a per cent, 1 to 200. */
  readonly callback: number;
  /** The price from which on it follows; null for at once. */
  readonly activation: Ticks | null;
}

export interface Order {
  readonly id: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly origin: OrderOrigin;
  readonly clientOrderId: string | null;
  readonly createdAt: Millis;
  readonly marginMode: MarginMode;
  /** The account's, fixed when the order is placed. */
  readonly positionMode: PositionMode;
  readonly leverage: number;
  /** The rates it will pay, fixed when it is placed. */
  readonly makerFee: Ppm;
  readonly takerFee: Ppm;
  status: OrderStatus;
  /** Changes only with a trigger's limit: without one it is immediate-or-cancel. */
  timeInForce: TimeInForce;
  /** As it was sent; NO_TICKS for a market order. */
  price: Ticks;
  /** What it matches at: the price after clipping or protection. */
  workingPrice: Ticks;
  size: Lots;
  filled: Lots;
  filledValue: Money;
  fee: Money;
  liquidationFee: Money;
  realisedPnl: Money;
  /** Fixed at acceptance; see freezeTerms. NO_TICKS for closing orders. */
  freezePrice: Ticks;
  openLoss: Ticks;
  frozen: Money;
  /** Prices of the take-profit and stop-loss that its fills create; NO_TICKS where none. */
  takeProfit: Ticks;
  stopLoss: Ticks;
  /** The orders those prices created, once they exist. */
  takeProfitOrder: OrderId;
  stopLossOrder: OrderId;
  /** The opening order that created this one, and the other half of its one-cancels-other pair. */
  readonly parent: OrderId;
  sibling: OrderId;
  trigger: Trigger | null;
  /** As they were sent; null where there are none. */
  readonly options: TriggerOptions | null;
}

const ALLOWED: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  untriggered: ['pending', 'canceled'],
  pending: ['open', 'filled', 'canceling', 'canceled'],
  open: ['filled', 'canceling', 'canceled', 'pending'],
  canceling: ['filled', 'canceled'],
  filled: [],
  canceled: [],
};

/**
 * Whether an order may move from one status to another. Open to pending is an amendment that takes
 * the order off the book to place it again under the same id.
 */
export const maySucceed = (from: OrderStatus, to: OrderStatus): boolean =>
  ALLOWED[from].includes(to);

export const isFinal = (status: OrderStatus): boolean =>
  status === 'filled' || status === 'canceled';
