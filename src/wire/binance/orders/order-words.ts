/** The words of this dialect for the terms of orders, and for what becomes of them. */
import type { SelfTradePolicy } from '../../../domain/account.ts';
import type { CancelReason, Order, PriceMatch, TimeInForce } from '../../../domain/order.ts';
import { sideOf } from '../../../domain/side.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import { clientIdOf, type FoundOrder } from '../../order-figures.ts';

export const CONDITIONAL_TYPES = [
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
] as const;
export const ORDER_TYPES = ['LIMIT', 'MARKET', ...CONDITIONAL_TYPES] as const;
type OrderType = (typeof ORDER_TYPES)[number];
/** Orders of the venue itself have one more. */
export const TOLD_TYPES = [...ORDER_TYPES, 'LIQUIDATION'] as const;

export const PRICE_MATCHES = [
  'NONE',
  ...['OPPONENT', 'OPPONENT_5', 'OPPONENT_10', 'OPPONENT_20'],
  ...['QUEUE', 'QUEUE_5', 'QUEUE_10', 'QUEUE_20'],
] as const;

/** An account never trades with itself, so NONE means the usual way out. */
export const SELF_TRADES = {
  EXPIRE_MAKER: 'cancel-maker',
  EXPIRE_TAKER: 'cancel-taker',
  EXPIRE_BOTH: 'cancel-both',
  NONE: 'cancel-maker',
} as const satisfies Record<string, SelfTradePolicy>;
export const SELF_TRADE_NAMES = {
  'cancel-maker': 'EXPIRE_MAKER',
  'cancel-taker': 'EXPIRE_TAKER',
  'cancel-both': 'EXPIRE_BOTH',
} as const satisfies Record<SelfTradePolicy, string>;

export const EXECUTION_NAMES = {
  normal: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  'post-only': 'GTX',
} as const satisfies Record<TimeInForce, string>;

/** `OPPONENT_5` for the fifth best price of the other side. */
export function matchName(match: PriceMatch | undefined): (typeof PRICE_MATCHES)[number] {
  if (match === undefined) return 'NONE';
  const name = match.level === 1 ? match.of : `${match.of}_${match.level}`;
  return PRICE_MATCHES.find((each) => each === name.toUpperCase()) ?? 'NONE';
}

/** The type that was working or works: a conditional order becomes one of these. */
export const workingTypeOf = ({ price }: Pick<Order, 'price'>): 'LIMIT' | 'MARKET' =>
  price === NO_TICKS ? 'MARKET' : 'LIMIT';

/** Whichever dialect an order came in, side and direction say what it is called here. */
export function sentTypeOf(order: Readonly<Order>): OrderType {
  const { trigger, positionSide, effect, options } = order;
  if (trigger === null) return workingTypeOf(order);
  if (options?.trailing !== undefined) return 'TRAILING_STOP_MARKET';
  const isBuy = sideOf(positionSide, effect) === 'buy';
  const base = isBuy === (trigger.direction === 'rising') ? 'STOP' : 'TAKE_PROFIT';
  return workingTypeOf(order) === 'MARKET' ? `${base}_MARKET` : base;
}

export const STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
] as const;

const ENDS: Readonly<Record<CancelReason, (typeof STATUSES)[number]>> = {
  user: 'CANCELED',
  replaced: 'CANCELED',
  'account-status': 'CANCELED',
  reset: 'CANCELED',
  'season-ended': 'CANCELED',
  'amended-to-filled': 'CANCELED',
  oco: 'EXPIRED',
  'ioc-remainder': 'EXPIRED',
  'fok-short': 'EXPIRED',
  'post-only-would-take': 'EXPIRED',
  'self-trade': 'EXPIRED_IN_MATCH',
  bankruptcy: 'EXPIRED',
  liquidation: 'EXPIRED',
  deleveraging: 'EXPIRED',
  'protective-exit': 'EXPIRED',
  'position-closed': 'EXPIRED',
  'no-position': 'EXPIRED',
  'trigger-check-failed': 'EXPIRED',
  'reduce-only': 'EXPIRED',
  uncovered: 'CANCELED',
  countdown: 'CANCELED',
  expired: 'EXPIRED',
};

export function statusOf({ order, cancelReason }: FoundOrder): (typeof STATUSES)[number] {
  if (order.status === 'filled') return 'FILLED';
  if (order.status === 'canceled') return ENDS[cancelReason ?? 'user'];
  return order.filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
}

export const ALGO_STATUSES = [
  'NEW',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
  'TRIGGERED',
  'FINISHED',
] as const;

/** A conditional order is over with the order that it became. */
export function algoStatusOf({ order, cancelReason }: FoundOrder): (typeof ALGO_STATUSES)[number] {
  const { status, trigger } = order;
  if (status === 'untriggered') return 'NEW';
  if (cancelReason === 'trigger-check-failed') return 'REJECTED';
  if (trigger?.firedAt === null)
    return ENDS[cancelReason ?? 'user'] === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
  return status === 'filled' || status === 'canceled' ? 'FINISHED' : 'TRIGGERED';
}

export const LIQUIDATED = 'autoclose-';
const DELEVERAGED = 'adl_autoclose';

/** The caller's own id, or one that tells what made the order. */
export function clientIdText(order: Readonly<Order>): string {
  if (order.origin === 'deleveraging') return DELEVERAGED;
  const isForced = order.origin === 'liquidation' || order.origin === 'reduction';
  return isForced ? `${LIQUIDATED}${order.id}` : clientIdOf(order);
}
