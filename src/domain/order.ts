/**
 * An order: an intention with remaining lots, and its history so far. Statuses move only along the
 * table at the end.
 */

import { POSITION_MODES, SELF_TRADE } from './account.ts';
import { unreachable } from './assert.ts';
import { CALLBACK_MAX, CLIENT_ORDER_ID_LENGTH_MAX } from './limits.ts';
import { MARGIN_MODE } from './margin.ts';
import {
  ACCOUNT_ID,
  bounded,
  type ChangingOf,
  CONTRACT_ID,
  COUNT,
  FLAG,
  LEVERAGE_TIMES,
  LOTS,
  later,
  MILLIS,
  MONEY,
  nullOr,
  ORDER_ID,
  onlyFlag,
  optional,
  PPM,
  type RecordOf,
  recordOf,
  TICKS,
  textUpTo,
  type ValueOf,
  wordOf,
} from './shape.ts';
import { EFFECT, POSITION_SIDE } from './side.ts';

export const CLIENT_ORDER_ID = textUpTo(CLIENT_ORDER_ID_LENGTH_MAX);

/** Normal rests until canceled; post-only never takes; fok fills whole or not; ioc never rests. */
export const TIME_IN_FORCE = wordOf('normal', 'post-only', 'fok', 'ioc');
export type TimeInForce = ValueOf<typeof TIME_IN_FORCE>;

/** Working orders freeze money or lock lots; untriggered ones wait for their price. */
export const ORDER_GROUP = wordOf('working', 'untriggered');
export type OrderGroup = ValueOf<typeof ORDER_GROUP>;

const ORDER_STATUS = wordOf('pending', 'open', 'filled', 'canceling', 'canceled', 'untriggered');
export type OrderStatus = ValueOf<typeof ORDER_STATUS>;

/**
 * Who sent the order. All but `trader` are the venue's own: netting and staged reduction, the final
 * liquidation, deleveraging of the opposite side, an account reset, the unwinding of venue
 * positions, a recorded market.
 */
export const ORDER_ORIGIN = wordOf(
  'trader',
  'reduction',
  'liquidation',
  'deleveraging',
  'reset',
  'unwind',
  'tape',
);
export type OrderOrigin = ValueOf<typeof ORDER_ORIGIN>;

export const CANCEL_REASON = wordOf(
  'user',
  'ioc-remainder',
  'fok-short',
  'post-only-would-take',
  'self-trade',
  'bankruptcy',
  'liquidation',
  'deleveraging',
  'protective-exit',
  'position-closed',
  'no-position',
  'oco',
  'replaced',
  'trigger-check-failed',
  'account-status',
  'reset',
  'season-ended',
  'amended-to-filled',
  /** It was good until a moment that has come. */
  'expired',
  /** The countdown that its account set has run out. */
  'countdown',
  /** A reduce-only order beyond the position of its account. */
  'reduce-only',
  /** An order that turned from closing to opening, and is not covered. */
  'uncovered',
);
export type CancelReason = ValueOf<typeof CANCEL_REASON>;

export const TRIGGER_SOURCE = wordOf('last', 'mark', 'index');
export type TriggerSource = ValueOf<typeof TRIGGER_SOURCE>;
/** A plan is any order with a trigger; take-profit and stop-loss close a position. */
export const TRIGGER_PURPOSE = wordOf('plan', 'take-profit', 'stop-loss');
export type TriggerPurpose = ValueOf<typeof TRIGGER_PURPOSE>;
/** Fires when the source is at or above, or at or below, the trigger price. */
export const TRIGGER_DIRECTION = wordOf('rising', 'falling');
export type TriggerDirection = ValueOf<typeof TRIGGER_DIRECTION>;

const TRIGGER_TERMS = {
  purpose: TRIGGER_PURPOSE,
  /** Follows the size of its position instead of having one of its own. */
  wholePosition: FLAG,
};

const TRIGGER_PROGRESS = {
  source: TRIGGER_SOURCE,
  direction: TRIGGER_DIRECTION,
  /** Of a trailing stop: none before it is active, then its first stop, at last the one reached. */
  price: TICKS,
  /** When it fired and at what price; null while untriggered. */
  firedAt: nullOr(MILLIS),
  firedPrice: TICKS,
  /** Since when a trailing stop follows the price; absent before. */
  activatedAt: optional(MILLIS, 2),
};

export const TRIGGER = { ...TRIGGER_TERMS, ...TRIGGER_PROGRESS };
export type Trigger = RecordOf<typeof TRIGGER_TERMS> & ChangingOf<typeof TRIGGER_PROGRESS>;

/** The n-th best price of the other side of the book, or of the order's own side. */
export const PRICE_MATCH = { of: wordOf('opponent', 'queue'), level: COUNT };
export type PriceMatch = RecordOf<typeof PRICE_MATCH>;

/**
 * What an order may carry beyond the plain terms. A command without options means, and is stored,
 * as it always was.
 */
export const ORDER_OPTIONS = {
  /**
   * The mode that the sender's words assume. An account in the other mode refuses the order. If
   * missing, the account's mode decides, but an open against a held position is refused.
   */
  positionMode: optional(POSITION_MODES, 2),
  /** Instead of the account's own policy. */
  selfTrade: optional(SELF_TRADE, 2),
  /** The price is taken from the book when the order is placed or fires; then `price` is null. */
  priceMatch: optional(recordOf(PRICE_MATCH), 2),
  /** Good until this moment of venue time. */
  expiresAt: optional(MILLIS, 2),
  /** The client order id must differ from those of open orders, and is free once it has ended. */
  clientIds: optional(wordOf('open-only'), 2),
};
export type OrderOptions = RecordOf<typeof ORDER_OPTIONS>;

/** A stop that follows the price at a distance. */
export const TRAILING = {
  /** The distance in tenths of a per cent; zero where it is a price. */
  callback: bounded(COUNT, { unit: 'tenths of a per cent', max: CALLBACK_MAX }),
  /** The price from which on it follows; null for at once. */
  activation: nullOr(TICKS),
  /** The distance as a price instead. */
  distance: optional(TICKS, 3),
};
export type Trailing = RecordOf<typeof TRAILING>;

export const TRIGGER_OPTIONS = {
  ...ORDER_OPTIONS,
  /** Instead of the direction that follows from the purpose or from where the price stands. */
  direction: optional(TRIGGER_DIRECTION, 2),
  /** Of the order once it has fired with a limit. */
  timeInForce: optional(TIME_IN_FORCE, 2),
  trailing: optional(recordOf(TRAILING), 2),
  /** Fires only while mark and last are close to each other. */
  priceProtect: optional(onlyFlag(true), 2),
  /** A second exit of the same kind for the whole position is refused instead of replacing it. */
  replaces: optional(onlyFlag(false), 2),
  /** The limit is held against the trigger price, where it will work, instead of the mark. */
  limitBound: optional(wordOf('trigger'), 2),
  /** What it executes is taken off the exit placed right before it, and the other way round. */
  pairs: optional(onlyFlag(true), 3),
};
export type TriggerOptions = RecordOf<typeof TRIGGER_OPTIONS>;

const ORDER_TERMS = {
  id: ORDER_ID,
  account: ACCOUNT_ID,
  contract: CONTRACT_ID,
  positionSide: POSITION_SIDE,
  effect: EFFECT,
  origin: ORDER_ORIGIN,
  clientOrderId: nullOr(CLIENT_ORDER_ID),
  createdAt: MILLIS,
  marginMode: MARGIN_MODE,
  /** The account's, fixed when the order is placed. */
  positionMode: later(POSITION_MODES, 'hedge'),
  leverage: LEVERAGE_TIMES,
  /** The rates it will pay, fixed when it is placed. */
  makerFee: PPM,
  takerFee: PPM,
  /** The opening order that created this one. */
  parent: ORDER_ID,
  /** As they were sent; null where there are none. */
  options: later(nullOr(recordOf(TRIGGER_OPTIONS)), null),
};

const ORDER_PROGRESS = {
  status: ORDER_STATUS,
  /** Changes only with a trigger's limit: without one it is immediate-or-cancel. */
  timeInForce: TIME_IN_FORCE,
  /** As it was sent; NO_TICKS for a market order. */
  price: TICKS,
  /** What it matches at: the price after clipping or protection. */
  workingPrice: TICKS,
  size: LOTS,
  filled: LOTS,
  filledValue: MONEY,
  fee: MONEY,
  liquidationFee: MONEY,
  realisedPnl: MONEY,
  /** Fixed at acceptance; see freezePriceOf. NO_TICKS for closing orders. */
  freezePrice: TICKS,
  openLoss: TICKS,
  frozen: MONEY,
  /** Prices of the take-profit and stop-loss that its fills create; NO_TICKS where none. */
  takeProfit: TICKS,
  stopLoss: TICKS,
  /** The orders those prices created, once they exist. */
  takeProfitOrder: ORDER_ID,
  stopLossOrder: ORDER_ID,
  /** The other half of its one-cancels-other pair. */
  sibling: ORDER_ID,
};

/** An order without its trigger. */
export const ORDER = { ...ORDER_TERMS, ...ORDER_PROGRESS };

export interface Order extends RecordOf<typeof ORDER_TERMS>, ChangingOf<typeof ORDER_PROGRESS> {
  trigger: Trigger | null;
}

/** Whether an exit pairs with the order before it: its counterpart, placed in the same moment. */
export const isPaired = (exit: Readonly<Order>, before: Readonly<Order>): boolean =>
  exit.options?.pairs === true &&
  before.status === 'untriggered' &&
  before.account === exit.account &&
  before.contract === exit.contract &&
  before.positionSide === exit.positionSide &&
  before.createdAt === exit.createdAt &&
  isSizedExit(exit) &&
  isSizedExit(before) &&
  before.trigger?.purpose !== exit.trigger?.purpose;

const isSizedExit = ({ trigger }: Readonly<Order>): boolean =>
  trigger !== null && trigger.purpose !== 'plan' && !trigger.wholePosition;

/**
 * Whether an order may move from one status to another. Open to pending is an amendment that takes
 * the order off the book to place it again under the same id.
 */
export function maySucceed(from: OrderStatus, to: OrderStatus): boolean {
  switch (from) {
    case 'pending':
    case 'open':
      return to !== from && to !== 'untriggered';
    case 'untriggered':
      return to === 'pending' || to === 'canceled';
    case 'canceling':
      return to === 'filled' || to === 'canceled';
    case 'filled':
    case 'canceled':
      return false;
    default:
      return unreachable(from);
  }
}

export const isFinal = (status: OrderStatus): boolean =>
  status === 'filled' || status === 'canceled';
